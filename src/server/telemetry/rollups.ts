import sql from 'sql-template-tag'
import type { Database, Queryable } from '../db/database'
import type { Deps } from '../deps'
import { holdSensors } from './condition'
import { lightMetrics, tellLight, tellOf } from './light'

/** Between two looks at what came in, milliseconds. */
const EVERY_MS = 60_000
/** Arrivals that one transaction rolls up, seconds: a database that was away for long catches up step by step. */
const WINDOW_S = 21_600
/** Fewest that are tried before it is left for the next time. */
const WINDOW_MIN_S = 5
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
 * Makes the hours and days anew in which readings came in since the last time. Hours whole, from the readings, and days from their hours:
 * so a reading that comes late or twice, or two servers that do this at once, cannot make them wrong. What is too much for one statement's
 * time is taken in smaller steps.
 */
export async function rollUp(db: Database): Promise<void> {
  for (let windowS = WINDOW_S; ;) {
    try {
      if (!(await db.transaction((tx) => rollUpWindow(tx, windowS)))) break
    } catch (error) {
      if (windowS <= WINDOW_MIN_S) throw error
      windowS = Math.max(WINDOW_MIN_S, windowS / 8)
    }
  }
  await tellLight(db)
}

/** Answers whether there may be more. */
async function rollUpWindow(tx: Queryable, windowS: number): Promise<boolean> {
  await tx.query(sql`
    insert into rollup_progress (name, received_until)
    select 'datapoints', coalesce((select min(received_at) from datapoints), now()) on conflict do nothing`)
  // As text: a moment of ours is cut to its millisecond, and what came in at the end of that millisecond would stay behind.
  const { rows } = await tx.query<{ since: string; until: string; isLast: boolean }>(sql`
    select (received_until - make_interval(secs => ${LATE_S}))::text as since,
      least(received_until + make_interval(secs => ${windowS}), now())::text as until,
      received_until + make_interval(secs => ${windowS}) >= now() as "isLast"
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
  const touched = (unit: 'hour' | 'day') => sql`
    (select distinct sensor_id, metric, date_trunc(${unit}, measured_at, 'UTC') as at
      from datapoints where received_at >= ${window.since} and received_at <= ${window.until}) as touched`
  // Lateral: one walk along the index for each hour. Joined, all readings there are would be read when the planner guesses wrong.
  await tx.query(sql`
    insert into datapoints_hourly (sensor_id, metric, at, min, max, sum, count)
    select touched.*, hour.* from ${touched('hour')}
    cross join lateral (
      select min(value), max(value), sum(value), count(*) from datapoints d
      where d.sensor_id = touched.sensor_id and d.metric = touched.metric
        and d.measured_at >= touched.at and d.measured_at < touched.at + interval '1 hour'
    ) as hour
    order by 1, 2, 3
    on conflict (sensor_id, metric, at) do update
      set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count`)
  await tx.query(sql`
    insert into datapoints_daily (sensor_id, metric, at, min, max, sum, count)
    select touched.*, day.* from ${touched('day')}
    cross join lateral (
      select min(min), max(max), sum(sum), sum(count) from datapoints_hourly h
      where h.sensor_id = touched.sensor_id and h.metric = touched.metric
        and h.at >= touched.at and h.at < touched.at + interval '1 day'
    ) as day
    order by 1, 2, 3
    on conflict (sensor_id, metric, at) do update
      set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count`)
  await tellOf(tx, lit)
  await tx.query(sql`update rollup_progress set received_until = ${window.until} where name = 'datapoints'`)
  return !window.isLast
}
