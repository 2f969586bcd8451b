import sql from 'sql-template-tag'
import type { Metric, Reading } from '../../contract/datapoints'
import type { Queryable } from '../db/database'

/** A reading of a registered sensor. */
export interface Known extends Omit<Reading, 'sensorEui'> {
  readonly sensorId: string
}

/**
 * Stores readings, counts them and keeps the latest of each metric, in the caller's transaction; answers how many were new. What is known
 * already changes nothing. Batches that meet wait for each other in the order of the sensors, so none waits for one that waits for it.
 * `trusting`: a reading later than its metric's latest is taken for new; if that is not so, the transaction fails as the key is violated.
 */
export async function storeReadings(tx: Queryable, readings: readonly Known[], trusting: boolean): Promise<number> {
  if (readings.length === 0) return 0
  const sensorIds = [...new Set(readings.map(({ sensorId }) => sensorId))].sort()
  await lockStats(tx, sensorIds)
  // Of two readings of one moment the first counts.
  const each = [...new Map(readings.toReversed().map((reading) => [keyOf(reading), reading])).values()].toReversed()
  const latest = await latestOf(tx, each)
  // What is later than all that is there is stored without looking whether it is there, which costs as much as storing it.
  const isLater = (reading: Known) => trusting && reading.measuredAt > (latest.get(seriesOf(reading)) ?? -Infinity)
  const between = await storeUnlessKnown(
    tx,
    each.filter((reading) => !isLater(reading)),
  )
  const later = each.filter(isLater)
  const stored = [...between, ...later]
  if (stored.length > 0) await storeAndCount(tx, later, stored)
  return stored.length
}

/** Holds the sensors' counts until the transaction ends; those who have none yet get theirs. */
async function lockStats(tx: Queryable, sensorIds: readonly string[]): Promise<void> {
  const lock = () =>
    tx.query(sql`select sensor_id from sensor_stats where sensor_id = any(${sensorIds}::uuid[]) order by sensor_id for update`)
  if ((await lock()).rowCount === sensorIds.length) return
  await tx.query(sql`
    insert into sensor_stats (sensor_id)
    select id from sensors where id = any(${sensorIds}::uuid[]) order by id
    on conflict do nothing`)
  await lock()
}

/** When the metrics of the sensors were last measured, in milliseconds. Asked while their counts are held: nobody else stores any. */
async function latestOf(tx: Queryable, readings: readonly Known[]): Promise<Map<string, number>> {
  const asked = [...new Map(readings.map((reading) => [seriesOf(reading), reading])).values()]
  const { rows } = await tx.query<{ sensorId: string; metric: Metric; measuredAt: string }>(sql`
    select sensor_id as "sensorId", metric, measured_at as "measuredAt"
    from unnest(${idsOf(asked)}::uuid[], ${metricsOf(asked)}::text[]) as asked (sensor_id, metric)
    join sensor_latest using (sensor_id, metric)`)
  return new Map(rows.map((row) => [seriesOf(row), Date.parse(row.measuredAt)]))
}

/** Answers those that were not there. */
async function storeUnlessKnown(tx: Queryable, readings: readonly Known[]): Promise<Known[]> {
  if (readings.length === 0) return []
  const { rows } = await tx.query<{ sensorId: string; metric: Metric; measuredAt: string }>(sql`
    insert into datapoints (sensor_id, metric, value, measured_at)
    select * from unnest(${idsOf(readings)}::uuid[], ${metricsOf(readings)}::text[], ${valuesOf(readings)}::double precision[],
      ${momentsOf(readings)}::timestamptz[])
    on conflict do nothing
    returning sensor_id as "sensorId", metric, measured_at as "measuredAt"`)
  const fresh = new Set(rows.map((row) => keyOf({ ...row, measuredAt: Date.parse(row.measuredAt) })))
  return readings.filter((reading) => fresh.has(keyOf(reading)))
}

/** Stores what is later than all before, and in the same statement counts all that was `stored`. */
async function storeAndCount(tx: Queryable, later: readonly Known[], stored: readonly Known[]): Promise<void> {
  const counts = new Map<string, { count: number; lastAt: number }>()
  const newest = new Map<string, Known>()
  for (const reading of stored) {
    const { sensorId, measuredAt } = reading
    const { count, lastAt } = counts.get(sensorId) ?? { count: 0, lastAt: measuredAt }
    counts.set(sensorId, { count: count + 1, lastAt: Math.max(lastAt, measuredAt) })
    const series = seriesOf(reading)
    if (measuredAt > (newest.get(series)?.measuredAt ?? -Infinity)) newest.set(series, reading)
  }
  const counted = [...counts.values()]
  const kept = [...newest.values()]
  // Counted here: the planner sees how long an array is, and takes the index. Of rows that an insert returns it would read all counts.
  await tx.query(sql`
    with stored as (
      insert into datapoints (sensor_id, metric, value, measured_at)
      select * from unnest(${idsOf(later)}::uuid[], ${metricsOf(later)}::text[], ${valuesOf(later)}::double precision[],
        ${momentsOf(later)}::timestamptz[])
    ), latest as (
      insert into sensor_latest (sensor_id, metric, value, measured_at)
      select * from unnest(${idsOf(kept)}::uuid[], ${metricsOf(kept)}::text[], ${valuesOf(kept)}::double precision[],
        ${momentsOf(kept)}::timestamptz[])
      on conflict (sensor_id, metric) do update set value = excluded.value, measured_at = excluded.measured_at
      where excluded.measured_at > sensor_latest.measured_at
    )
    update sensor_stats
    set datapoint_count = sensor_stats.datapoint_count + fresh.count, last_at = greatest(sensor_stats.last_at, fresh.last_at)
    from unnest(${[...counts.keys()]}::uuid[], ${counted.map(({ count }) => count)}::integer[],
      ${counted.map(({ lastAt }) => new Date(lastAt))}::timestamptz[]) as fresh (sensor_id, count, last_at)
    where sensor_stats.sensor_id = fresh.sensor_id`)
}

type Series = Pick<Known, 'sensorId' | 'metric'>

const seriesOf = ({ sensorId, metric }: Series) => `${sensorId} ${metric}`
const keyOf = (reading: Series & Pick<Known, 'measuredAt'>) => `${seriesOf(reading)} ${reading.measuredAt}`
const idsOf = (readings: readonly Series[]) => readings.map(({ sensorId }) => sensorId)
const metricsOf = (readings: readonly Series[]) => readings.map(({ metric }) => metric)
const valuesOf = (readings: readonly Known[]) => readings.map(({ value }) => value)
const momentsOf = (readings: readonly Known[]) => readings.map(({ measuredAt }) => new Date(measuredAt))
