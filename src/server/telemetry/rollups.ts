import sql from 'sql-template-tag'
import type { Database, Queryable } from '../db/database'
import type { Deps } from '../deps'
import { holdSensors } from './condition'
import { lightMetrics, tellLight, tellOf } from './light'

/** Between two looks at what came in, milliseconds. */
const EVERY_MS = 60_000
/** Arrivals that one transaction rolls up, seconds: a database that was away for long catches up step by step. */
const WINDOW_S = 21_600
/** A reading is seen this long after the moment that it carries as its arrival, seconds: transactions take their time. */
const LATE_S = 60

/** Keeps hours and days up to date while the server runs; the answer ends that. */
export function startRollups({ db }: Pick<Deps, 'db'>): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    // A database that is away or busy is rolled up the next time.
    running = running.then(() => rollUp(db)).catch(() => undefined)
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/**
 * Makes the hours and days anew in which readings came in since the last time. Whole, from the readings: so a reading that comes late or
 * twice, or two servers that do this at once, cannot make them wrong.
 */
export async function rollUp(db: Database): Promise<void> {
  while (await db.transaction(rollUpWindow));
  await tellLight(db)
}

/** Answers whether there may be more. */
async function rollUpWindow(tx: Queryable): Promise<boolean> {
  await tx.query(sql`
    insert into rollup_progress (name, received_until)
    select 'datapoints', coalesce((select min(received_at) from datapoints), now()) on conflict do nothing`)
  // As text: a moment of ours is cut to its millisecond, and what came in at the end of that millisecond would stay behind.
  const { rows } = await tx.query<{ since: string; until: string; isLast: boolean }>(sql`
    select (received_until - make_interval(secs => ${LATE_S}))::text as since,
      least(received_until + make_interval(secs => ${WINDOW_S}), now())::text as until,
      received_until + make_interval(secs => ${WINDOW_S}) >= now() as "isLast"
    from rollup_progress where name = 'datapoints' for update skip locked`)
  const [window] = rows
  if (window === undefined) return false
  // Before anything else is held, as whoever deletes a sensor does.
  const lit = await holdSensors(
    tx,
    sql`s.id in (
      select sensor_id from datapoints
      where received_at >= ${window.since} and received_at <= ${window.until} and metric in ${lightMetrics}
        and measured_at >= date_trunc('day', now(), 'UTC') - interval '1 day' and measured_at < date_trunc('day', now(), 'UTC')
    )`,
  )
  await tx.query(sql`
    with touched as (
      select distinct sensor_id, metric, date_trunc('hour', measured_at, 'UTC') as at
      from datapoints where received_at >= ${window.since} and received_at <= ${window.until}
    ), hours as (
      insert into datapoints_hourly (sensor_id, metric, at, min, max, sum, count)
      select touched.sensor_id, touched.metric, touched.at, min(d.value), max(d.value), sum(d.value), count(*)
      from touched
      join datapoints d on d.sensor_id = touched.sensor_id and d.metric = touched.metric
        and d.measured_at >= touched.at and d.measured_at < touched.at + interval '1 hour'
      group by touched.sensor_id, touched.metric, touched.at
      order by 1, 2, 3
      on conflict (sensor_id, metric, at) do update
        set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count
    )
    insert into datapoints_daily (sensor_id, metric, at, min, max, sum, count)
    select touched.sensor_id, touched.metric, touched.at, min(d.value), max(d.value), sum(d.value), count(*)
    from (select distinct sensor_id, metric, date_trunc('day', at, 'UTC') as at from touched) as touched
    join datapoints d on d.sensor_id = touched.sensor_id and d.metric = touched.metric
      and d.measured_at >= touched.at and d.measured_at < touched.at + interval '1 day'
    group by touched.sensor_id, touched.metric, touched.at
    order by 1, 2, 3
    on conflict (sensor_id, metric, at) do update
      set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count`)
  await tellOf(tx, lit)
  await tx.query(sql`update rollup_progress set received_until = ${window.until} where name = 'datapoints'`)
  return !window.isLast
}
