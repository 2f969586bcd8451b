import sql from 'sql-template-tag'
import type { Reading } from '../../contract/datapoints'
import type { Queryable } from '../db/database'

/** A reading of a registered sensor. */
export interface Known extends Omit<Reading, 'sensorEui'> {
  readonly sensorId: string
}

/**
 * Stores readings, and in the same statement counts them and keeps the latest of each metric; answers how many were new. What is known
 * already changes nothing. Batches that meet wait for each other in the order of the sensors, so none waits for one that waits for it.
 */
export async function storeReadings(tx: Queryable, readings: readonly Known[]): Promise<number> {
  if (readings.length === 0) return 0
  await lockStats(tx, [...new Set(readings.map(({ sensorId }) => sensorId))].sort())
  const { rows } = await tx.query<{ stored: number }>(sql`
    with given as (
      select * from unnest(
        ${readings.map(({ sensorId }) => sensorId)}::uuid[], ${readings.map(({ metric }) => metric)}::text[],
        ${readings.map(({ value }) => value)}::double precision[],
        ${readings.map(({ measuredAt }) => new Date(measuredAt))}::timestamptz[]
      ) as given (sensor_id, metric, value, measured_at)
    ), stored as (
      insert into datapoints (sensor_id, metric, measured_at, value)
      select sensor_id, metric, measured_at, value from given
      on conflict do nothing
      returning sensor_id, metric, measured_at, value
    ), counted as (
      update sensor_stats
      set datapoint_count = sensor_stats.datapoint_count + fresh.count, last_at = greatest(sensor_stats.last_at, fresh.last_at)
      from (select sensor_id, count(*) as count, max(measured_at) as last_at from stored group by sensor_id) as fresh
      where sensor_stats.sensor_id = fresh.sensor_id
    ), latest as (
      insert into sensor_latest (sensor_id, metric, value, measured_at)
      select distinct on (sensor_id, metric) sensor_id, metric, value, measured_at
      from stored order by sensor_id, metric, measured_at desc
      on conflict (sensor_id, metric) do update set value = excluded.value, measured_at = excluded.measured_at
      where excluded.measured_at > sensor_latest.measured_at
    )
    select count(*) as stored from stored`)
  return rows[0]?.stored ?? 0
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
