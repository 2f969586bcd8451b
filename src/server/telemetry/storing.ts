// What a batch changes, a statement a step. Each statement touches either the catalogue or what lies with the sensors, never both, and the
// latter names its sensors as a list: where readings are spread over machines, it goes to those that hold these sensors, and no others.
import sql, { bulk } from 'sql-template-tag'
import type { Transaction } from '../db/database'
import { batches } from '../auth/throttle'
import type { Sender } from './admission'
import type { ReportedCurve, ReportedSensor } from './batchSensors'
import type { Condition } from './condition'

/** The gateway that sends a batch. */
export interface Caller {
  readonly id: string
  /** It may send readings of sensors that are assigned to other gateways. */
  readonly readsAll: boolean
  /** Nobody has noted yet that the firmware it runs was installed. */
  readonly isFirst: boolean
  /** What it is assigned and does not run yet; null when it said that this failed. */
  readonly firmware: { readonly version: string; readonly sha256: string; readonly sizeBytes: number } | null
}

/** A curve of a sensor that is stored, and those of its readings that are not stored yet. */
export interface StoredCurve extends Pick<ReportedCurve, 'metric' | 'readings' | 'first' | 'latest'> {
  readonly sensorId: string
}

/**
 * Notes that the gateway of this key is here, how long it was online until now, and which firmware it says it runs: the one of that version
 * made for its hardware, or the version alone where there is none. Null when the key is nobody's, or the gateway was let in unasked and has sent as many batches as it may. It holds the gateway until the batch is
 * stored, before any sensor: as does whoever deletes the gateway.
 */
export async function noteCaller(
  tx: Transaction,
  { keyHash, gatewayId }: Sender,
  firmwareVersion: string | undefined,
  at: Date,
): Promise<Caller | null> {
  const unasked = sql`not exists (
    select from throttles t where t.key = 'batch ' || k.gateway_id and t.hits >= ${batches.limit} and t.ends_at > ${at}
  )`
  const { rows: senders } = await tx.query<{ id: string }>(sql`
    select k.gateway_id as id, count_online(k.gateway_id) from gateway_keys k
    where k.key_hash = ${keyHash} and ${gatewayId === null ? unasked : sql`k.gateway_id = ${gatewayId}`}`)
  const [found] = senders
  if (found === undefined) return null
  const { rows } = await tx.query<Caller>(sql`
    update gateways g set last_seen_at = now(), ${firmwareVersion === undefined ? sql`firmware_id = g.firmware_id` : runs(firmwareVersion)}
    where g.id = ${found.id}
    returning g.id, g.readings_from = 'all' as "readsAll",
      exists (select from gateway_firmwares f where f.id = g.firmware_id and f.first_installed_at is null) as "isFirst",
      (select json_build_object('version', f.semver, 'sha256', f.sha256, 'sizeBytes', f.size_bytes) from gateway_firmwares f
        where f.id = g.target_firmware_id and f.id is distinct from g.firmware_id and f.sha256 is not null
          and coalesce(g.told_step <> 'failed' or g.told_at < g.target_firmware_at, true)) as firmware`)
  return rows[0] ?? null
}

/** What the gateway `g` runs, by the version that it reports: a firmware that was released, else the version as it stands. */
const runs = (version: string) => sql`(firmware_id, reported_version) = (
  select known.id, case when known.id is null then told.version end
  from (select ${version}::text as version) told left join lateral (
    select f.id from gateway_firmware_hardwares h join gateway_firmwares f on f.id = h.firmware_id
    where h.hardware_id = g.hardware_id and f.semver = told.version and f.status <> 'draft'
    order by f.id = g.target_firmware_id desc nulls last, f.id = g.firmware_id desc nulls last, f.id
    limit 1
  ) known on true
)`

/** A registered sensor that a batch speaks of. */
interface HeldSensor {
  readonly id: string
  readonly eui: string
  readonly gatewayId: string | null
}

/** Holds the sensors of these EUIs against everybody who stores or judges their readings, in one order, so that none waits in a circle. */
export async function holdSensorsOf(tx: Transaction, euis: readonly string[]): Promise<HeldSensor[]> {
  if (euis.length === 0) return []
  const { rows } = await tx.query<HeldSensor>(sql`
    select id, eui, gateway_id as "gatewayId" from sensors where eui = any(${euis}::text[]) order by id for no key update`)
  return rows
}

/** Which readings of these curves are stored already: the curve's place and the moment in milliseconds since 1970. */
export async function storedOf(tx: Transaction, curves: readonly StoredCurve[]): Promise<{ place: number; at: number }[]> {
  if (curves.length === 0) return []
  const { places, moments } = flattened(curves)
  const { rows } = await tx.query<{ place: number; at: number }>(sql`
    select reading.place - 1 as place, reading.at
    from ${unnested(curves)}
    join unnest(${places}::integer[], ${moments}::bigint[]) as reading (place, at) on reading.place = told.place
    join datapoints d on d.sensor_id = told.sensor_id and d.metric = told.metric
      and d.measured_at = to_timestamp(reading.at::double precision / 1000)
    where d.sensor_id = any(${curves.map(({ sensorId }) => sensorId)}::uuid[])`)
  return rows
}

/** Stores readings; those that are there already violate the key. Moments travel as numbers: they are read in a third of the time of dates. */
export async function insertReadings(tx: Transaction, curves: readonly StoredCurve[]): Promise<void> {
  if (curves.length === 0) return
  const { places, moments, values } = flattened(curves)
  await tx.query(sql`
    insert into datapoints (sensor_id, metric, value, measured_at)
    select told.sensor_id, told.metric, reading.value, to_timestamp(reading.at::double precision / 1000)
    from unnest(${places}::integer[], ${values}::double precision[], ${moments}::bigint[]) as reading (place, value, at)
    join ${unnested(curves)} on told.place = reading.place`)
}

/** Stores the latest reading of each of these curves, all later than the ones before. */
export async function moveLatest(tx: Transaction, curves: readonly StoredCurve[]): Promise<void> {
  if (curves.length === 0) return
  const ids = curves.map(({ sensorId }) => sensorId)
  await tx.query(sql`
    update sensor_latest latest set value = told.value, measured_at = to_timestamp(told.at::double precision / 1000)
    from unnest(
      ${ids}::uuid[], ${curves.map(({ metric }) => metric)}::text[],
      ${curves.map(({ latest }) => latest.value)}::double precision[], ${curves.map(({ latest }) => latest.measuredAt)}::bigint[]
    ) as told (sensor_id, metric, value, at)
    where latest.sensor_id = told.sensor_id and latest.metric = told.metric and latest.sensor_id = any(${ids}::uuid[])`)
}

/** Stores the first latest reading of each of these curves. As values: spread over machines, each gets its own rows at once. */
export async function addLatest(tx: Transaction, curves: readonly StoredCurve[]): Promise<void> {
  if (curves.length === 0) return
  await tx.query(sql`
    insert into sensor_latest (sensor_id, metric, value, measured_at)
    values ${bulk(curves.map(({ sensorId, metric, latest: { value, measuredAt } }) => [sensorId, metric, value, new Date(measuredAt)]))}`)
}

/** What a batch tells of a sensor: itself, how many new readings, and how it stands by them; no condition where none is new. */
interface SensorUpdate {
  readonly id: string
  readonly heard: ReportedSensor
  readonly stored: number
  readonly condition: Condition | undefined
}

/**
 * Counts and notes what sensors told: a row is written once a batch, and not when nothing new is told. A reading that came late tells when
 * it was measured; its sensor is not heard now. No version is counted up: an administrator's form is not stale because a sensor spoke.
 */
export async function noteSensors(tx: Transaction, told: readonly SensorUpdate[]): Promise<void> {
  if (told.length === 0) return
  const heard = told.map((each) => each.heard)
  await tx.query(sql`
    update sensor_stats stats set
      datapoint_count = stats.datapoint_count + heard.stored,
      last_seen_at = greatest(stats.last_seen_at, least(heard.at, now())),
      battery_pct = case when heard.battery is null or stats.last_seen_at > heard.at then stats.battery_pct else heard.battery end,
      rssi_dbm = coalesce(heard.rssi, stats.rssi_dbm),
      snr_db = coalesce(heard.snr, stats.snr_db),
      firmware_version = coalesce(heard.firmware, stats.firmware_version),
      stray_until = case when heard.judged_until is null then stats.stray_until else heard.stray_until end,
      judged_until = coalesce(heard.judged_until, stats.judged_until)
    from (
      select id, to_timestamp(at::double precision / 1000) as at, stored, battery, rssi, snr, firmware,
        to_timestamp(stray / 1000) as stray_until, to_timestamp(fresh / 1000) as judged_until
      from unnest(
        ${told.map(({ id }) => id)}::uuid[], ${heard.map(({ at }) => at)}::bigint[], ${told.map(({ stored }) => stored)}::integer[],
        ${heard.map(({ batteryPct }) => batteryPct)}::double precision[], ${heard.map(({ rssiDbm }) => rssiDbm)}::double precision[],
        ${heard.map(({ snrDb }) => snrDb)}::double precision[], ${heard.map(({ firmwareVersion }) => firmwareVersion)}::text[],
        ${told.map(({ condition }) => condition?.strayUntil ?? null)}::double precision[],
        ${told.map(({ condition }) => condition?.judgedUntil ?? null)}::double precision[]
      ) as each (id, at, stored, battery, rssi, snr, firmware, stray, fresh)
    ) as heard
    where stats.sensor_id = heard.id and (heard.stored > 0 or stats.last_seen_at is null or stats.last_seen_at < heard.at
      or heard.battery is not null or heard.rssi is not null or heard.snr is not null or heard.firmware is not null)`)
}

/** Remembers sensors that nobody has registered, so that an administrator can adopt them: so many of a batch, and of a gateway. */
export async function noteUnknown(tx: Transaction, gatewayId: string, euis: readonly string[]): Promise<void> {
  if (euis.length === 0) return
  await tx.query(sql`
    insert into unknown_sensors (gateway_id, eui)
    select ${gatewayId}::uuid, eui
    from (select eui from unnest(${euis}::text[]) as eui where eui ~ '^([0-9A-F]{16}|[0-9A-F]{12})$' limit 100) as real
    where (select count(*) from unknown_sensors u where u.gateway_id = ${gatewayId}) < 1000
      or exists (select from unknown_sensors u where u.gateway_id = ${gatewayId} and u.eui = real.eui)
    order by eui
    on conflict (gateway_id, eui) do update set last_heard_at = now()`)
}

/** A batch and what came of it, as the gateway's page shows it. */
interface CheckIn {
  readonly stored: number
  readonly duplicates: number
  readonly refusals: Readonly<Record<string, number>>
  readonly unknown: number
  readonly firmwareVersion: string | undefined
}

/** Notes the batch of a gateway. */
export async function noteCheckIn(tx: Transaction, gatewayId: string, checkIn: CheckIn): Promise<void> {
  const { stored, duplicates, refusals, unknown, firmwareVersion } = checkIn
  await tx.query(sql`
    insert into gateway_check_ins (gateway_id, stored, duplicates, refusals, unknown, firmware_version)
    values (${gatewayId}, ${stored}, ${duplicates}, ${refusals}, ${unknown}, ${firmwareVersion})`)
}

/** Notes when the firmware that a gateway runs was installed first. */
export async function noteInstalled(tx: Transaction, gatewayId: string): Promise<void> {
  await tx.query(sql`
    update gateway_firmwares set first_installed_at = now()
    where id = (select firmware_id from gateways where id = ${gatewayId}) and first_installed_at is null`)
}

/** Counts the batch of a gateway that was let in unasked. */
export async function countBatch(tx: Transaction, gatewayId: string, at: Date): Promise<void> {
  await tx.query(sql`select from count_attempt(${`batch ${gatewayId}`}, ${batches.windowS}, ${at})`)
}

/** Curves as rows, by place from 1. */
function unnested(curves: readonly StoredCurve[]) {
  return sql`unnest(
    ${curves.map(({ sensorId }) => sensorId)}::uuid[], ${curves.map(({ metric }) => metric)}::text[], ${curves.map(({ first }) => first)}::bigint[]
  ) with ordinality as told (sensor_id, metric, first, place)`
}

/** The readings of all curves, one curve after the other, each with the place of its curve from 1. */
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
