import sql from 'sql-template-tag'
import type { Reading } from '../../contract/datapoints'
import type { Metric } from '../../contract/metrics'
import type { Queryable } from '../db/database'

/** A reading of a registered sensor. */
export interface Known extends Omit<Reading, 'sensorEui'> {
  readonly sensorId: string
}

/**
 * Stores readings and keeps the latest of each metric, in the transaction of a caller that holds the sensors' counts and writes down what
 * is new: that is answered. What is known already changes nothing. `lastAt` is when each sensor measured last, in milliseconds.
 * `trusting`: a reading later than its metric's latest is taken for new; if that is not so, the transaction fails as the key is violated.
 */
export async function storeReadings(
  tx: Queryable,
  readings: readonly Known[],
  lastAt: ReadonlyMap<string, number>,
  trusting: boolean,
): Promise<Known[]> {
  if (readings.length === 0) return []
  // Of two readings of one moment the first counts.
  const each = [...new Map(readings.toReversed().map((reading) => [keyOf(reading), reading])).values()].toReversed()
  const isLast = ({ sensorId, measuredAt }: Known) => measuredAt > (lastAt.get(sensorId) ?? -Infinity)
  const latest = await latestOf(
    tx,
    each.filter((reading) => !isLast(reading)),
  )
  // What is later than all that is there is stored without looking whether it is there, which costs as much as storing it.
  const isLater = (reading: Known) =>
    trusting && (isLast(reading) || reading.measuredAt > (latest.get(seriesOf(reading)) ?? -Infinity))
  const between = await storeUnlessKnown(
    tx,
    each.filter((reading) => !isLater(reading)),
  )
  const later = each.filter(isLater)
  const stored = [...between, ...later]
  if (stored.length > 0) await storeAndKeep(tx, later, newestOf(stored))
  return stored
}

/** When these metrics of these sensors were last measured, in milliseconds. Asked while their counts are held: nobody else stores any. */
async function latestOf(tx: Queryable, readings: readonly Known[]): Promise<Map<string, number>> {
  if (readings.length === 0) return new Map()
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

function newestOf(readings: readonly Known[]): Known[] {
  const newest = new Map<string, Known>()
  for (const reading of readings) {
    const series = seriesOf(reading)
    if (reading.measuredAt > (newest.get(series)?.measuredAt ?? -Infinity)) newest.set(series, reading)
  }
  return [...newest.values()]
}

/** Stores what is later than all before, and in the same statement keeps the newest of each metric. */
async function storeAndKeep(tx: Queryable, later: readonly Known[], newest: readonly Known[]): Promise<void> {
  await tx.query(sql`
    with latest as (
      insert into sensor_latest (sensor_id, metric, value, measured_at)
      select * from unnest(${idsOf(newest)}::uuid[], ${metricsOf(newest)}::text[], ${valuesOf(newest)}::double precision[],
        ${momentsOf(newest)}::timestamptz[])
      on conflict (sensor_id, metric) do update set value = excluded.value, measured_at = excluded.measured_at
      where excluded.measured_at > sensor_latest.measured_at
    )
    insert into datapoints (sensor_id, metric, value, measured_at)
    select * from unnest(${idsOf(later)}::uuid[], ${metricsOf(later)}::text[], ${valuesOf(later)}::double precision[],
      ${momentsOf(later)}::timestamptz[])`)
}

type Series = Pick<Known, 'sensorId' | 'metric'>

const seriesOf = ({ sensorId, metric }: Series) => `${sensorId} ${metric}`
const keyOf = (reading: Series & Pick<Known, 'measuredAt'>) => `${seriesOf(reading)} ${reading.measuredAt}`
const idsOf = (readings: readonly Series[]) => readings.map(({ sensorId }) => sensorId)
const metricsOf = (readings: readonly Series[]) => readings.map(({ metric }) => metric)
const valuesOf = (readings: readonly Known[]) => readings.map(({ value }) => value)
const momentsOf = (readings: readonly Known[]) => readings.map(({ measuredAt }) => new Date(measuredAt))
