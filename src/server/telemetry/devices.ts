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
  /** New readings, and when the last of them was measured. */
  count: number
  lastAt: number | null
}

/** What a batch tells of registered sensors: all its readings, those of them that are new, and what sensors said of themselves. */
export interface Told {
  readonly readings: readonly Known[]
  readonly stored: readonly Known[]
  readonly reports: readonly (SensorReport & { readonly sensorId: string })[]
}

/**
 * Counts what is new, notes when sensors were last seen and what they said of themselves, and judges them, in one statement: each of their
 * rows is written once a batch. A reading that was kept back tells when it was measured; its sensor is not seen now. No version is counted
 * up: an administrator's form is not stale because a sensor spoke. What tells nothing new is not written.
 */
export async function noteSensors(tx: Queryable, told: Told, now: number): Promise<void> {
  const sensors = [...seenOf(told, now)]
  if (sensors.length === 0) return
  const ids = sensors.map(([id]) => id)
  const column = <K extends keyof Seen>(key: K) => sensors.map(([, seen]) => seen[key])
  const moments = (key: 'at' | 'lastAt') => column(key).map((at) => (at === null ? null : new Date(at)))
  await tx.query(sql`
    update sensor_stats stats set
      datapoint_count = stats.datapoint_count + seen.count,
      last_at = greatest(stats.last_at, seen.last_at),
      last_seen_at = greatest(stats.last_seen_at, least(seen.at, now())),
      battery_pct = case when seen.battery is null or stats.last_seen_at > seen.at then stats.battery_pct else seen.battery end,
      rssi_dbm = coalesce(seen.rssi, stats.rssi_dbm),
      snr_db = coalesce(seen.snr, stats.snr_db),
      firmware_version = coalesce(seen.firmware, stats.firmware_version),
      stray_until = judged.stray_until,
      judged_until = judged.judged_until
    from unnest(
      ${ids}::uuid[], ${moments('at')}::timestamptz[], ${column('batteryPct')}::double precision[],
      ${column('rssiDbm')}::double precision[], ${column('snrDb')}::double precision[], ${column('firmwareVersion')}::text[],
      ${column('count')}::integer[], ${moments('lastAt')}::timestamptz[]
    ) as seen (id, at, battery, rssi, snr, firmware, count, last_at)
    left join judgements_of(${ids}::uuid[]) as judged on judged.sensor_id = seen.id
    where stats.sensor_id = seen.id and (seen.count > 0 or stats.last_seen_at is null or stats.last_seen_at < seen.at
      or seen.battery is not null or seen.rssi is not null or seen.snr is not null or seen.firmware is not null)`)
}

function seenOf({ readings, stored, reports }: Told, now: number): Map<string, Seen> {
  const sensors = new Map<string, Seen>()
  const seenAt = (id: string, at: number): Seen => {
    const seen = sensors.get(id) ?? {
      at,
      batteryPct: null,
      rssiDbm: null,
      snrDb: null,
      firmwareVersion: null,
      count: 0,
      lastAt: null,
    }
    sensors.set(id, seen)
    return seen
  }
  for (const { sensorId, metric, value, measuredAt } of readings) {
    const seen = seenAt(sensorId, measuredAt)
    if (metric === 'battery' && (seen.batteryPct === null || measuredAt >= seen.at)) seen.batteryPct = value
    seen.at = Math.max(seen.at, measuredAt)
  }
  for (const { sensorId, measuredAt } of stored) {
    const seen = seenAt(sensorId, measuredAt)
    seen.count += 1
    seen.lastAt = Math.max(seen.lastAt ?? measuredAt, measuredAt)
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
