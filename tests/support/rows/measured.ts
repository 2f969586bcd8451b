import sql from 'sql-template-tag'
import type { Metric } from '../../../src/contract/metrics'
import { judge } from '../../../src/server/telemetry/condition'
import { ensureMonths, monthOf } from '../../../src/server/telemetry/months'
import type { TestServer } from '../server/server'

/** Stores a sensor's readings, each some minutes ago; the last one becomes its latest. */
export async function measured(
  server: Pick<TestServer, 'db'>,
  sensorId: string,
  metric: Metric,
  ...readings: readonly (readonly [minutesAgo: number, value: number])[]
): Promise<void> {
  await ensureMonths(
    server.db,
    readings.map(([minutes]) => monthOf(Date.now() - minutes * 60_000)),
  )
  for (const [minutes, value] of readings)
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      values (${sensorId}, ${metric}, now() - make_interval(mins => ${minutes}), ${value})`)
  await server.db.query(sql`
    insert into sensor_latest (sensor_id, metric, value, measured_at)
    select sensor_id, metric, value, measured_at from datapoints
    where sensor_id = ${sensorId} and metric = ${metric} order by measured_at desc limit 1
    on conflict (sensor_id, metric) do update set value = excluded.value, measured_at = excluded.measured_at`)
  await judge(server.db, [sensorId])
}

/** Times in milliseconds since 1970, and the values measured then. */
export type Moments = readonly (readonly [at: number, value: number])[]

/** Stores a sensor's readings at these times, without changing counters or the latest readings. */
export async function measuredAt(
  { db }: Pick<TestServer, 'db'>,
  sensorId: string,
  metric: Metric,
  readings: Moments,
): Promise<void> {
  await ensureMonths(
    db,
    readings.map(([at]) => monthOf(at)),
  )
  await db.query(sql`
    insert into datapoints (sensor_id, metric, measured_at, value)
    select ${sensorId}, ${metric}, at, value
    from unnest(${readings.map(([at]) => new Date(at))}::timestamptz[], ${readings.map(([, value]) => value)}::double precision[]) as given (at, value)
    on conflict do nothing`)
}
