import sql, { raw, type Sql } from 'sql-template-tag'
import type { Metric } from '../../contract/metrics'
import type { Database, Queryable } from '../db/database'
import { holdSensors } from './condition'
import { lightMetrics, computeLight, computeLightOf } from './light'

/** Seconds of arrivals per pass: after a long outage, roll-ups catch up step by step. */
const WINDOW_S = 3600
/** Shortest pass in seconds; when even this fails, the error is thrown and the next run tries again. */
const WINDOW_MIN_S = 5
/** Hours recomputed per transaction, so that ingestion and reads get their turn in between. */
const HOURS_AT_ONCE = 500
/** Overlap between passes in seconds: a reading becomes visible when its transaction commits, which is later than its `received_at`. */
const LATE_S = 60

/** An hour of one sensor and metric that received readings. */
interface Touched {
  readonly sensorId: string
  readonly metric: Metric
  readonly hour: string
}

/**
 * Recomputes the hourly and daily roll-ups that received readings since the last run: hours from all of their readings, days from their
 * hours. So late or repeated readings and two servers at once cannot corrupt them. Splits work that exceeds the statement timeout into
 * smaller steps; what ran before an error is repeated on the next run.
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
  await computeLight(db)
}

/**
 * Repeats `step` with the size `most`; divides the size by eight whenever it fails, since it may have timed out. Rethrows what fails at
 * `least`.
 */
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

/** Starts the progress at the first reading, unless it has started. */
async function begin(db: Database): Promise<void> {
  const { rows } = await db.query(sql`select from rollup_progress where name = 'datapoints'`)
  if (rows.length > 0) return
  const { rows: first } = await db.query<{ at: string | null }>(sql`select min(received_at)::text as at from datapoints`)
  await db.query(sql`
    insert into rollup_progress (name, received_until) values ('datapoints', coalesce(${first[0]?.at}::timestamptz, now())) on conflict do nothing`)
}

/** Reads the hours that received readings in the next `windowS` seconds of arrivals, and where that window ends. */
async function cameIn(db: Database, windowS: number) {
  await begin(db)
  // As text: a JavaScript date is cut to the millisecond, and readings received later in that millisecond would be skipped.
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

/** An hour of one sensor and metric, aggregated from its readings. */
interface Hour extends Touched {
  readonly min: number
  readonly max: number
  readonly sum: number
  readonly count: number
}

/** Recomputes hours and their days; returns how many hours. An hour whose readings have been deleted keeps its values. */
async function makeAnew(db: Database, touched: readonly Touched[]): Promise<number> {
  await db.transaction(async (tx) => {
    // Serialises servers: the second waits here and then sees all that the first wrote.
    await tx.query(sql`select from rollup_progress where name = 'datapoints' for update`)
    // Locks the sensors before any other of their rows, in the same order as deleting a sensor does.
    const lit = await holdSensors(
      tx,
      sql`s.id in (
        select sensor_id from ${unnested(touched)}
        where metric in ${lightMetrics}
          and at >= date_trunc('day', now(), 'UTC') - interval '1 day' and at < date_trunc('day', now(), 'UTC')
      )`,
    )
    await walkIndexes(tx)
    const [hours, known] = await Promise.all([hoursOf(tx, touched), knownCounts(tx, touched)])
    await Promise.all([storeHours(tx, hours), countHours(tx, hours, known), makeDays(tx, hours)])
    await computeLightOf(tx, lit)
  })
  return touched.length
}

/** Makes the planner read each hour along the index even when its statistics are poor: otherwise it would scan all readings. */
async function walkIndexes(tx: Queryable): Promise<void> {
  for (const set of ["citus.propagate_set_commands = 'local'", 'enable_hashjoin = off', 'enable_mergejoin = off'])
    await tx.query(sql`set local ${raw(set)}`)
}

async function hoursOf(tx: Queryable, touched: readonly Touched[]): Promise<Hour[]> {
  const times = touched.map(({ hour }) => hour).toSorted()
  const [earliest, latest] = [times[0], times.at(-1)]
  const { rows } = await tx.query<Hour>(sql`
    select touched.sensor_id as "sensorId", touched.metric, touched.at::text as hour, min(value), max(value), sum(value), count(*) as count
    from ${unnested(touched)}
    join datapoints d on d.sensor_id = touched.sensor_id and d.metric = touched.metric
      and d.measured_at >= touched.at and d.measured_at < touched.at + interval '1 hour'
    where d.measured_at >= ${earliest}::timestamptz and d.measured_at < ${latest}::timestamptz + interval '1 hour'
    group by touched.sensor_id, touched.metric, touched.at`)
  return rows
}

/** Reads how many readings each stored hour was computed from. */
async function knownCounts(tx: Queryable, touched: readonly Touched[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<Pick<Hour, 'sensorId' | 'metric' | 'hour' | 'count'>>(sql`
    select touched.sensor_id as "sensorId", touched.metric, touched.at::text as hour, count
    from ${unnested(touched)}
    join datapoints_hourly h on h.sensor_id = touched.sensor_id and h.metric = touched.metric and h.at = touched.at`)
  return new Map(rows.map((known) => [keyOf(known), known.count]))
}

function keyOf({ sensorId, metric, hour }: Touched): string {
  return `${sensorId} ${metric} ${hour}`
}

async function storeHours(tx: Queryable, hours: readonly Hour[]): Promise<void> {
  await tx.query(sql`
    insert into datapoints_hourly (sensor_id, metric, at, min, max, sum, count)
    select * from unnest(
      ${hours.map(({ sensorId }) => sensorId)}::uuid[], ${hours.map(({ metric }) => metric)}::text[],
      ${hours.map(({ hour }) => hour)}::timestamptz[], ${hours.map(({ min }) => min)}::double precision[],
      ${hours.map(({ max }) => max)}::double precision[], ${hours.map(({ sum }) => sum)}::double precision[],
      ${hours.map(({ count }) => count)}::integer[]
    )
    on conflict (sensor_id, metric, at) do update
      set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count`)
}

/** Adds the new readings of all sensors to the hourly counts of the dashboard. */
async function countHours(tx: Queryable, hours: readonly Hour[], known: ReadonlyMap<string, number>): Promise<void> {
  const fresh = new Map<string, number>()
  for (const hour of hours) fresh.set(hour.hour, (fresh.get(hour.hour) ?? 0) + hour.count - (known.get(keyOf(hour)) ?? 0))
  await tx.query(sql`
    insert into readings_hourly (at, count)
    select * from unnest(${[...fresh.keys()]}::timestamptz[], ${[...fresh.values()]}::bigint[])
    on conflict (at) do update set count = readings_hourly.count + excluded.count`)
}

async function makeDays(tx: Queryable, hours: readonly Hour[]): Promise<void> {
  await tx.query(sql`
    insert into datapoints_daily (sensor_id, metric, at, min, max, sum, count)
    select days.sensor_id, days.metric, days.at, min(min), max(max), sum(sum), sum(count)
    from (select distinct sensor_id, metric, date_trunc('day', at, 'UTC') as at from ${unnested(hours)}) as days
    join datapoints_hourly h on h.sensor_id = days.sensor_id and h.metric = days.metric
      and h.at >= days.at and h.at < days.at + interval '1 day'
    group by days.sensor_id, days.metric, days.at
    on conflict (sensor_id, metric, at) do update
      set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count`)
}

function unnested(hours: readonly Touched[]): Sql {
  return sql`unnest(${hours.map(({ sensorId }) => sensorId)}::uuid[], ${hours.map(({ metric }) => metric)}::text[],
    ${hours.map(({ hour }) => hour)}::timestamptz[]) as touched (sensor_id, metric, at)`
}
