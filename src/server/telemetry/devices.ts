import sql from 'sql-template-tag'
import type { BatchOutcome, SensorReport } from '../../contract/datapoints'
import type { Queryable } from '../db/database'
import type { Known } from './store'

/** Unregistered sensors that one batch may bring to notice. */
const UNKNOWN_MAX = 100

interface Seen {
  at: number
  batteryPct: number | null
  rssiDbm: number | null
  snrDb: number | null
  firmwareVersion: string | null
}

/**
 * Notes when sensors were last seen and what they said of themselves. A reading that was kept back tells when it was measured; its sensor
 * is not seen now. No version is counted up: an administrator's form is not stale because a sensor spoke. What tells nothing new is not
 * written: a row of sensors is in a dozen indexes.
 */
export async function noteSensors(
  tx: Queryable,
  readings: readonly Known[],
  reports: readonly (SensorReport & { readonly sensorId: string })[],
  now: number,
): Promise<void> {
  const sensors = [...seenOf(readings, reports, now)].sort(([one], [other]) => (one < other ? -1 : 1))
  if (sensors.length === 0) return
  const column = <K extends keyof Seen>(key: K) => sensors.map(([, seen]) => seen[key])
  await tx.query(sql`
    update sensors set
      last_seen_at = greatest(last_seen_at, least(seen.at, now())),
      battery_pct = case when seen.battery is null or last_seen_at > seen.at then battery_pct else seen.battery end,
      rssi_dbm = coalesce(seen.rssi, rssi_dbm),
      snr_db = coalesce(seen.snr, snr_db),
      firmware_version = coalesce(seen.firmware, firmware_version)
    from unnest(
      ${sensors.map(([id]) => id)}::uuid[], ${column('at').map((at) => new Date(at))}::timestamptz[],
      ${column('batteryPct')}::double precision[], ${column('rssiDbm')}::double precision[], ${column('snrDb')}::double precision[],
      ${column('firmwareVersion')}::text[]
    ) as seen (id, at, battery, rssi, snr, firmware)
    where sensors.id = seen.id and (last_seen_at is null or last_seen_at < seen.at
      or seen.battery is not null or seen.rssi is not null or seen.snr is not null or seen.firmware is not null)`)
}

function seenOf(
  readings: readonly Known[],
  reports: readonly (SensorReport & { readonly sensorId: string })[],
  now: number,
): Map<string, Seen> {
  const sensors = new Map<string, Seen>()
  const seenAt = (id: string, at: number): Seen => {
    const seen = sensors.get(id) ?? { at, batteryPct: null, rssiDbm: null, snrDb: null, firmwareVersion: null }
    sensors.set(id, seen)
    return seen
  }
  for (const { sensorId, metric, value, measuredAt } of readings) {
    const seen = seenAt(sensorId, measuredAt)
    if (metric === 'battery' && (seen.batteryPct === null || measuredAt >= seen.at)) seen.batteryPct = value
    seen.at = Math.max(seen.at, measuredAt)
  }
  for (const { sensorId, batteryPct, rssiDbm, snrDb, firmwareVersion } of reports) {
    const seen = seenAt(sensorId, now)
    seen.at = Math.max(seen.at, now)
    seen.batteryPct = batteryPct ?? seen.batteryPct
    seen.rssiDbm = rssiDbm ?? seen.rssiDbm
    seen.snrDb = snrDb ?? seen.snrDb
    seen.firmwareVersion = firmwareVersion ?? seen.firmwareVersion
  }
  return sensors
}

/** Keeps sensors that nobody has registered in mind, so that an administrator can adopt them. */
export async function noteUnknown(tx: Queryable, gatewayId: string, euis: readonly string[]): Promise<void> {
  const real = euis.filter((eui) => /^(?:[0-9A-F]{16}|[0-9A-F]{12})$/.test(eui)).slice(0, UNKNOWN_MAX)
  if (real.length === 0) return
  await tx.query(sql`
    insert into unknown_sensors (gateway_id, eui) select ${gatewayId}::uuid, eui from unnest(${real}::text[]) as eui order by eui
    on conflict (gateway_id, eui) do update set last_heard_at = now()`)
}

/** The gateway is online now; the firmware it says it runs is the one of that version made for its hardware. */
export async function noteGateway(tx: Queryable, gatewayId: string, firmwareVersion: string | null): Promise<void> {
  if (firmwareVersion === null) {
    await tx.query(sql`update gateways set last_seen_at = now() where id = ${gatewayId}`)
    return
  }
  await tx.query(sql`
    update gateways set
      last_seen_at = now(),
      firmware_id = coalesce((
        select f.id from gateway_firmwares f
        join gateway_firmware_hardwares h on h.firmware_id = f.id and h.hardware_id = gateways.hardware_id
        where f.semver = ${firmwareVersion} and f.status <> 'draft'
        order by f.id = gateways.target_firmware_id desc nulls last, f.id = gateways.firmware_id desc nulls last, f.id
        limit 1
      ), firmware_id)
    where id = ${gatewayId}`)
  await tx.query(sql`
    update gateway_firmwares set first_installed_at = now()
    where first_installed_at is null and id = (select firmware_id from gateways where id = ${gatewayId})`)
}

/** Writes down that the gateway called, and what came of it. */
export async function noteCheckIn(
  tx: Queryable,
  gatewayId: string,
  { stored, duplicates, refused, unknownSensors }: BatchOutcome,
  firmwareVersion: string | null,
): Promise<void> {
  await tx.query(sql`
    insert into gateway_check_ins (gateway_id, stored, duplicates, refused, unknown, firmware_version)
    values (${gatewayId}, ${stored}, ${duplicates}, ${refused.length}, ${unknownSensors.length}, ${firmwareVersion})`)
}
