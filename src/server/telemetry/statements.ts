// The statements that store a batch, one step each. Each touches either catalogue tables or tables distributed by sensor, never both; the
// latter pass the sensors as a list, so that Citus sends a statement only to the workers that hold them.
import sql, { bulk } from 'sql-template-tag'
import { EUI_PATTERN } from '../../contract/eui'
import type { Transaction } from '../db/database'
import { batches } from '../auth/throttle'
import type { Sender } from './admission'
import type { ReportedCurve, ReportedSensor } from './batchSensors'
import type { Condition } from './condition'
import { isSilent } from './deviceState'

/** The gateway that sends a batch. */
export interface Caller {
  readonly id: string
  /** Whether it may send readings of sensors that are assigned to other gateways. */
  readonly readsAll: boolean
  /** Whether it was offline or never seen before this batch. */
  readonly wasSilent: boolean
  /** Whether the firmware it runs has no first installation recorded yet. */
  readonly isFirst: boolean
  /** The firmware that it is assigned but does not run yet; null when it reported that installing this one failed. */
  readonly firmware: { readonly version: string; readonly sha256: string; readonly sizeBytes: number } | null
}

/** A curve of a registered sensor, with the readings that are not stored yet. */
export interface StoredCurve extends Pick<ReportedCurve, 'metric' | 'readings' | 'first' | 'latest'> {
  readonly sensorId: string
}

/**
 * Records that the gateway of this key called, how long it was online, and the firmware it reports: the release of that version for its
 * hardware, or only the version where there is none. Null when no gateway has this key, or when a sender on a pass exhausted its limit.
 * Locks the gateway before any sensor until the batch is stored, in the same order as deleting the gateway does.
 */
export async function recordReport(
  tx: Transaction,
  { keyHash, gatewayId }: Sender,
  firmwareVersion: string | undefined,
  at: Date,
): Promise<Caller | null> {
  const withinLimit = sql`not exists (
    select from throttles t where t.key = 'batch ' || k.gateway_id and t.hits >= ${batches.limit} and t.ends_at > ${at}
  )`
  const { rows: senders } = await tx.query<Pick<Caller, 'id' | 'wasSilent'>>(sql`
    select k.gateway_id as id, ${isSilent('g.online_until')} as "wasSilent", count_online(k.gateway_id)
    from gateway_keys k join gateways g on g.id = k.gateway_id
    where k.key_hash = ${keyHash} and ${gatewayId === null ? withinLimit : sql`k.gateway_id = ${gatewayId}`}`)
  const [found] = senders
  if (found === undefined) return null
  const { rows } = await tx.query<Omit<Caller, 'wasSilent'>>(sql`
    update gateways g set last_seen_at = now(),
      target_reported_at = case
        when g.target_reported_at >= g.target_firmware_at then g.target_reported_at
        when g.target_firmware_at is not null then now()
      end,
      ${firmwareVersion === undefined ? sql`firmware_id = g.firmware_id` : runs(firmwareVersion)}
    where g.id = ${found.id}
    returning g.id, g.readings_from = 'all' as "readsAll",
      exists (select from gateway_firmwares f where f.id = g.firmware_id and f.first_installed_at is null) as "isFirst",
      (select json_build_object('version', f.semver, 'sha256', f.sha256, 'sizeBytes', f.size_bytes) from gateway_firmwares f
        where f.id = g.target_firmware_id and f.id is distinct from g.firmware_id and f.sha256 is not null
          and coalesce(g.told_step <> 'failed' or g.told_at < g.target_firmware_at, true)) as firmware`)
  return rows[0] ? { ...rows[0], wasSilent: found.wasSilent } : null
}

/** Resolves the version that the gateway `g` reports: to a released firmware of its hardware, otherwise to the version itself. */
const runs = (version: string) => sql`(firmware_id, reported_version) = (
  select known.id, case when known.id is null then reported.version end
  from (select ${version}::text as version) reported left join lateral (
    select f.id from gateway_firmware_hardwares h join gateway_firmwares f on f.id = h.firmware_id
    where h.hardware_id = g.hardware_id and f.semver = reported.version and f.status <> 'draft'
    order by f.id = g.target_firmware_id desc nulls last, f.id = g.firmware_id desc nulls last, f.id
    limit 1
  ) known on true
)`

/** A registered sensor in a batch, locked. */
interface LockedSensor {
  readonly id: string
  readonly eui: string
  readonly gatewayId: string | null
}

/** Locks the sensors of these EUIs against all who store or judge their readings, ordered by id to avoid deadlocks. */
export async function lockSensorsOf(tx: Transaction, euis: readonly string[]): Promise<LockedSensor[]> {
  if (euis.length === 0) return []
  const { rows } = await tx.query<LockedSensor>(sql`
    select id, eui, gateway_id as "gatewayId" from sensors where eui = any(${euis}::text[]) order by id for no key update`)
  return rows
}

/** Finds the readings of these curves that are stored already: the curve's index and the moment in milliseconds since 1970. */
export async function storedOf(tx: Transaction, curves: readonly StoredCurve[]): Promise<{ place: number; at: number }[]> {
  if (curves.length === 0) return []
  const { places, moments } = flattened(curves)
  const { rows } = await tx.query<{ place: number; at: number }>(sql`
    select reading.place - 1 as place, reading.at
    from ${unnested(curves)}
    join unnest(${places}::integer[], ${moments}::bigint[]) as reading (place, at) on reading.place = curve.place
    join datapoints d on d.sensor_id = curve.sensor_id and d.metric = curve.metric
      and d.measured_at = to_timestamp(reading.at::double precision / 1000)
    where d.sensor_id = any(${curves.map(({ sensorId }) => sensorId)}::uuid[])`)
  return rows
}

/** Inserts readings; a stored one violates the unique key. Sends moments as numbers, which parse in a third of the time of dates. */
export async function insertReadings(tx: Transaction, curves: readonly StoredCurve[]): Promise<void> {
  if (curves.length === 0) return
  const { places, moments, values } = flattened(curves)
  await tx.query(sql`
    insert into datapoints (sensor_id, metric, value, measured_at)
    select curve.sensor_id, curve.metric, reading.value, to_timestamp(reading.at::double precision / 1000)
    from unnest(${places}::integer[], ${values}::double precision[], ${moments}::bigint[]) as reading (place, value, at)
    join ${unnested(curves)} on curve.place = reading.place`)
}

/** Updates the latest reading of each of these curves; all are later than the stored ones. */
export async function moveLatest(tx: Transaction, curves: readonly StoredCurve[]): Promise<void> {
  if (curves.length === 0) return
  const ids = curves.map(({ sensorId }) => sensorId)
  await tx.query(sql`
    update sensor_latest latest set value = curve.value, measured_at = to_timestamp(curve.at::double precision / 1000)
    from unnest(
      ${ids}::uuid[], ${curves.map(({ metric }) => metric)}::text[],
      ${curves.map(({ latest }) => latest.value)}::double precision[], ${curves.map(({ latest }) => latest.measuredAt)}::bigint[]
    ) as curve (sensor_id, metric, value, at)
    where latest.sensor_id = curve.sensor_id and latest.metric = curve.metric and latest.sensor_id = any(${ids}::uuid[])`)
}

/** Inserts the latest reading of curves that had none. As a VALUES list, Citus sends each worker its own rows in one step. */
export async function addLatest(tx: Transaction, curves: readonly StoredCurve[]): Promise<void> {
  if (curves.length === 0) return
  await tx.query(sql`
    insert into sensor_latest (sensor_id, metric, value, measured_at)
    values ${bulk(curves.map(({ sensorId, metric, latest: { value, measuredAt } }) => [sensorId, metric, value, new Date(measuredAt)]))}`)
}

/** What a batch changes of a sensor: its report, how many readings are new, and its condition; no condition when no reading is new. */
interface SensorUpdate {
  readonly id: string
  readonly report: ReportedSensor
  /** The latest battery reading stored before, when that of the report is later; null without one. */
  readonly batteryBefore: number | null
  readonly stored: number
  readonly condition: Condition | undefined
}

/**
 * Whether the battery shown is to stay. It may come from a report, whose moment is not stored; then it is as new as the sensor's last sign
 * of life. When it comes from the latest battery reading, a later one replaces it, whatever else was measured since.
 */
const keepsBattery = sql`(report.battery is null or (
  stats.last_seen_at > report.battery_at and stats.battery_pct is not null and stats.battery_pct is distinct from report.battery_before
))`

/**
 * Updates sensors' statistics, one row per sensor and batch, only where something changed. A late reading sets `last_seen_at` to when it
 * was measured, not to now. Does not increment the row's version: a reading must not make an administrator's form stale.
 */
export async function recordSensors(tx: Transaction, updates: readonly SensorUpdate[]): Promise<void> {
  if (updates.length === 0) return
  const reports = updates.map((each) => each.report)
  await tx.query(sql`
    update sensor_stats stats set
      datapoint_count = stats.datapoint_count + report.stored,
      last_seen_at = greatest(stats.last_seen_at, least(report.at, now())),
      battery_pct = case when ${keepsBattery} then stats.battery_pct else report.battery end,
      battery_low_since = case
        when ${keepsBattery} then stats.battery_low_since
        when not battery_low(report.battery, false) then null
        when battery_low(stats.battery_pct, false) then stats.battery_low_since
        else report.battery_at
      end,
      rssi_dbm = coalesce(report.rssi, stats.rssi_dbm),
      snr_db = coalesce(report.snr, stats.snr_db),
      firmware_version = coalesce(report.firmware, stats.firmware_version),
      stray_until = case when report.judged_until is null then stats.stray_until else report.stray_until end,
      stray_since = case
        when report.judged_until is null then stats.stray_since
        when report.strays then coalesce(stats.stray_since, now())
      end,
      judged_until = coalesce(report.judged_until, stats.judged_until)
    from (
      select id, to_timestamp(at::double precision / 1000) as at, stored,
        battery, to_timestamp(battery_at::double precision / 1000) as battery_at, battery_before, rssi, snr, firmware,
        to_timestamp(stray / 1000) as stray_until, to_timestamp(fresh / 1000) as judged_until, strays
      from unnest(
        ${updates.map(({ id }) => id)}::uuid[], ${reports.map(({ at }) => at)}::bigint[], ${updates.map(({ stored }) => stored)}::integer[],
        ${reports.map(({ battery }) => battery?.pct ?? null)}::double precision[], ${reports.map(({ battery }) => battery?.at ?? null)}::bigint[],
        ${updates.map(({ batteryBefore }) => batteryBefore)}::double precision[], ${reports.map(({ rssiDbm }) => rssiDbm)}::double precision[],
        ${reports.map(({ snrDb }) => snrDb)}::double precision[], ${reports.map(({ firmwareVersion }) => firmwareVersion)}::text[],
        ${updates.map(({ condition }) => condition?.outOfRangeUntil ?? null)}::double precision[],
        ${updates.map(({ condition }) => condition?.judgedUntil ?? null)}::double precision[],
        ${updates.map(({ condition }) => condition?.strays ?? null)}::boolean[]
      ) as each (id, at, stored, battery, battery_at, battery_before, rssi, snr, firmware, stray, fresh, strays)
    ) as report
    where stats.sensor_id = report.id and (report.stored > 0 or stats.last_seen_at is null or stats.last_seen_at < report.at
      or report.battery is not null or report.rssi is not null or report.snr is not null or report.firmware is not null)`)
}

/**
 * Records sensors that are not registered, so that an administrator can register them: at most 100 of a batch and about 1 000 of a gateway.
 */
export async function recordUnknown(tx: Transaction, gatewayId: string, euis: readonly string[]): Promise<void> {
  if (euis.length === 0) return
  await tx.query(sql`
    insert into unknown_sensors (gateway_id, eui)
    select ${gatewayId}::uuid, eui
    from (select eui from unnest(${euis}::text[]) as eui where eui ~ ${EUI_PATTERN.source} limit 100) as real
    where (select count(*) from unknown_sensors u where u.gateway_id = ${gatewayId}) < 1000
      or exists (select from unknown_sensors u where u.gateway_id = ${gatewayId} and u.eui = real.eui)
    order by eui
    on conflict (gateway_id, eui) do update set last_heard_at = now()`)
}

/** The outcome of a batch, as the gateway's page shows it. */
interface CheckIn {
  readonly stored: number
  readonly duplicates: number
  readonly refusals: Readonly<Record<string, number>>
  readonly unknown: number
  readonly firmwareVersion: string | undefined
}

/** Records a gateway's call and its outcome. */
export async function recordCheckIn(tx: Transaction, gatewayId: string, checkIn: CheckIn): Promise<void> {
  const { stored, duplicates, refusals, unknown, firmwareVersion } = checkIn
  await tx.query(sql`
    insert into gateway_check_ins (gateway_id, stored, duplicates, refusals, unknown, firmware_version)
    values (${gatewayId}, ${stored}, ${duplicates}, ${refusals}, ${unknown}, ${firmwareVersion})`)
}

/** Records when the firmware that a gateway runs was first installed. */
export async function recordInstallation(tx: Transaction, gatewayId: string): Promise<void> {
  await tx.query(sql`
    update gateway_firmwares set first_installed_at = now()
    where id = (select firmware_id from gateways where id = ${gatewayId}) and first_installed_at is null`)
}

/** Counts a batch that was admitted on a pass. */
export async function countBatch(tx: Transaction, gatewayId: string, at: Date): Promise<void> {
  await tx.query(sql`select from count_attempt(${`batch ${gatewayId}`}, ${batches.windowS}, ${at})`)
}

/** Curves as rows, numbered by `place` from 1. */
function unnested(curves: readonly StoredCurve[]) {
  return sql`unnest(
    ${curves.map(({ sensorId }) => sensorId)}::uuid[], ${curves.map(({ metric }) => metric)}::text[], ${curves.map(({ first }) => first)}::bigint[]
  ) with ordinality as curve (sensor_id, metric, first, place)`
}

/** Flattens the readings of all curves to arrays; `places` refers to their curves from 1. */
function flattened(curves: readonly StoredCurve[]) {
  const places: number[] = []
  const moments: number[] = []
  const values: number[] = []
  curves.forEach(({ readings }, at) => {
    for (const { measuredAt, value } of readings) {
      places.push(at + 1)
      moments.push(measuredAt)
      values.push(value)
    }
  })
  return { places, moments, values }
}
