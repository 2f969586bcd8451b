import sql, { type Sql } from 'sql-template-tag'
import type { Metric } from '../../contract/metrics'
import type { Database, Queryable } from '../db/database'
import { holdSensors } from './condition'
import { lightMetrics, tellLight, tellOf } from './light'

/** Arrivals that are gone through at once, seconds: a database that was away for long catches up step by step. */
const WINDOW_S = 3600
/** Fewest that are tried before it is left for the next time. */
const WINDOW_MIN_S = 5
/** Hours of a metric that one transaction recomputes: gateways and readers get their turn between. */
const HOURS_AT_ONCE = 500
/** A reading is seen this long after the moment that it carries as its arrival, seconds: transactions take their time. */
const LATE_S = 60

/** An hour of a metric in which readings came in. */
interface Touched {
  readonly sensorId: string
  readonly metric: Metric
  readonly hour: string
}

/**
 * Makes the hours and days anew in which readings came in since the last time. Hours whole, from the readings, and days from their hours:
 * so a reading that comes late or twice, or two servers that do this at once, cannot make them wrong. What is too much for one statement's
 * time is taken in smaller steps; what was done before a fault is done again the next time.
 */
export async function rollUp(db: Database): Promise<void> {
  const lookThrough = inBearableSteps(WINDOW_S, WINDOW_MIN_S, (windowS) => cameIn(db, windowS))
  for (let isLast = false; !isLast;) {
    const { touched, until, ...window } = await lookThrough()
    let done = 0
    const goOn = inBearableSteps(HOURS_AT_ONCE, 1, (hours) => makeAnew(db, touched.slice(done, done + hours)))
    while (done < touched.length) done += await goOn()
    await db.query(sql`
      update rollup_progress set received_until = greatest(received_until, ${until}) where name = 'datapoints'`)
    isLast = window.isLast
  }
  await tellLight(db)
}

/** Takes steps of a size, and of an eighth of it from when one fails, as it may have taken too long. Throws what is thrown at `least`. */
function inBearableSteps<T>(most: number, least: number, step: (size: number) => Promise<T>): () => Promise<T> {
  let size = most
  return async () => {
    for (;;) {
      try {
        return await step(size)
      } catch (error) {
        if (size <= least) throw error
        size = Math.max(least, Math.floor(size / 8))
      }
    }
  }
}

/** The hours in which readings came in during the next so many seconds of arrivals, and when those end. */
async function cameIn(db: Database, windowS: number) {
  await db.query(sql`
    insert into rollup_progress (name, received_until)
    select 'datapoints', coalesce((select min(received_at) from datapoints), now()) on conflict do nothing`)
  // As text: a moment of ours is cut to its millisecond, and what came in at the end of that millisecond would stay behind.
  const { rows } = await db.query<{ since: string; until: string; isLast: boolean }>(sql`
    select (received_until - make_interval(secs => ${LATE_S}))::text as since,
      least(received_until + make_interval(secs => ${windowS}), now())::text as until,
      received_until + make_interval(secs => ${windowS}) >= now() as "isLast"
    from rollup_progress where name = 'datapoints'`)
  const [window] = rows
  if (window === undefined) throw new Error('Nothing is known of what was rolled up')
  const { rows: touched } = await db.query<Touched>(sql`
    select distinct sensor_id as "sensorId", metric, date_trunc('hour', measured_at, 'UTC')::text as hour
    from datapoints where received_at >= ${window.since} and received_at <= ${window.until}
    order by 1, 2, 3`)
  return { ...window, touched }
}

/** Makes hours anew, and the days they are in; answers how many. Of readings that are gone meanwhile, what was known of them stays. */
async function makeAnew(db: Database, hours: readonly Touched[]): Promise<number> {
  const touched = sql`unnest(${hours.map(({ sensorId }) => sensorId)}::uuid[], ${hours.map(({ metric }) => metric)}::text[],
    ${hours.map(({ hour }) => hour)}::timestamptz[]) as touched (sensor_id, metric, at)`
  await db.transaction(async (tx) => {
    // Two servers at once: the second waits here, and then sees all that the first saw.
    await tx.query(sql`select from rollup_progress where name = 'datapoints' for update`)
    // Before anything else of theirs is held, as whoever deletes a sensor does.
    const lit = await holdSensors(
      tx,
      sql`s.id in (
        select sensor_id from ${touched}
        where metric in ${lightMetrics}
          and at >= date_trunc('day', now(), 'UTC') - interval '1 day' and at < date_trunc('day', now(), 'UTC')
      )`,
    )
    await makeHours(tx, touched)
    await makeDays(tx, touched)
    await tellOf(tx, lit)
  })
  return hours.length
}

async function makeHours(tx: Queryable, touched: Sql): Promise<void> {
  // Lateral: one walk along the index for each hour. Joined, all readings there are would be read when the planner guesses wrong.
  await tx.query(sql`
    with made as (
      select touched.*, hour.* from ${touched}
      cross join lateral (
        select min(value), max(value), sum(value), count(*) as count from datapoints d
        where d.sensor_id = touched.sensor_id and d.metric = touched.metric
          and d.measured_at >= touched.at and d.measured_at < touched.at + interval '1 hour'
      ) as hour
      where hour.count > 0
    ), counted as (
      insert into readings_hourly (at, count)
      select at, sum(made.count - coalesce(before.count, 0))
      from made left join datapoints_hourly before using (sensor_id, metric, at)
      group by at
      on conflict (at) do update set count = readings_hourly.count + excluded.count
    )
    insert into datapoints_hourly (sensor_id, metric, at, min, max, sum, count)
    select * from made
    on conflict (sensor_id, metric, at) do update
      set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count`)
}

async function makeDays(tx: Queryable, touched: Sql): Promise<void> {
  await tx.query(sql`
    insert into datapoints_daily (sensor_id, metric, at, min, max, sum, count)
    select days.*, day.*
    from (select distinct sensor_id, metric, date_trunc('day', at, 'UTC') as at from ${touched}) as days
    cross join lateral (
      select min(min), max(max), sum(sum), sum(count) as count from datapoints_hourly h
      where h.sensor_id = days.sensor_id and h.metric = days.metric and h.at >= days.at and h.at < days.at + interval '1 day'
    ) as day
    where day.count > 0
    on conflict (sensor_id, metric, at) do update
      set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count`)
}
