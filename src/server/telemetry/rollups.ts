import sql, { bulk, raw, type Sql } from 'sql-template-tag'
import type { Database, Queryable } from '../db/database'
import { lockSensors } from './condition'
import { lightMetrics, computeLight, computeLightOf } from './light'
import { beginningOf, DAY_MS, HOUR_MS, keyOf, readSpans, within, type Span } from './spans'
import { inSmallerSteps } from './steps'

/** Seconds of arrivals per pass: after a long outage, roll-ups catch up step by step. */
const WINDOW_S = 3600
/** Shortest pass in seconds; when even this fails, the error is thrown and the next run tries again. */
const WINDOW_MIN_S = 5
/** Hours recomputed per transaction, so that ingestion and reads get their turn in between. */
const HOURS_AT_ONCE = 500
/** Overlap between passes in seconds: a reading becomes visible when its transaction commits, which is later than its `received_at`. */
const LATE_S = 60

/**
 * Recomputes the hourly and daily roll-ups that received readings since the last run: hours from all of their readings, days from their
 * hours. So late or repeated readings and two servers at once cannot corrupt them. Splits work that exceeds the statement timeout into
 * smaller steps; what ran before an error is repeated on the next run.
 */
export async function rollUp(db: Database): Promise<void> {
  const readNext = inSmallerSteps(WINDOW_S, WINDOW_MIN_S, (windowS) => readArrivals(db, windowS))
  for (let isLast = false; !isLast;) {
    const { touched, until, ...window } = await readNext()
    let done = 0
    const recomputeNext = inSmallerSteps(HOURS_AT_ONCE, 1, (hours) => recompute(db, touched.slice(done, done + hours)))
    while (done < touched.length) done += await recomputeNext()
    await db.query(sql`
      update rollup_progress set received_until = greatest(received_until, ${until}) where name = 'datapoints'`)
    isLast = window.isLast
  }
  await computeLight(db)
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
async function readArrivals(db: Database, windowS: number) {
  await begin(db)
  // As text: a JavaScript date is cut to the millisecond, and readings received later in that millisecond would be skipped.
  const { rows } = await db.query<{ since: string; until: string; isLast: boolean }>(sql`
    select (received_until - make_interval(secs => ${LATE_S}))::text as since,
      least(received_until + make_interval(secs => ${windowS}), now())::text as until,
      received_until + make_interval(secs => ${windowS}) >= now() as "isLast"
    from rollup_progress where name = 'datapoints'`)
  const [window] = rows
  if (window === undefined) throw new Error('The progress of the roll-ups is missing')
  // By time, so that few blocks cover the hours that are recomputed together.
  const { rows: touched } = await db.query<Span>(sql`
    select sensor_id as "sensorId", metric, extract(epoch from ${beginningOf('hour', 'measured_at')}) * 1000 as at
    from datapoints where received_at >= ${window.since} and received_at <= ${window.until}
    group by sensor_id, metric, ${beginningOf('hour', 'measured_at')}
    order by 3, 1, 2`)
  return { ...window, touched }
}

/** A span's readings, aggregated. */
interface Aggregate extends Span {
  readonly min: number
  readonly max: number
  readonly sum: number
  readonly count: number
}

/** Recomputes hours and their days; returns how many hours. An hour whose readings have been deleted keeps its values. */
async function recompute(db: Database, touched: readonly Span[]): Promise<number> {
  await db.transaction(async (tx) => {
    // Serialises servers: the second waits here and then sees all that the first wrote.
    await tx.query(sql`select from rollup_progress where name = 'datapoints' for update`)
    // Locks the sensors before any other of their rows, in the same order as deleting a sensor does.
    const lit = await lockSensors(
      tx,
      sql`s.id in (
        select sensor_id from ${unnested(touched)}
        where metric in ${lightMetrics}
          and at >= date_trunc('day', now(), 'UTC') - interval '1 day' and at < date_trunc('day', now(), 'UTC')
      )`,
    )
    await walkIndexes(tx)
    const [hours, known] = await Promise.all([hoursOf(tx, touched), knownCounts(tx, touched)])
    const [days] = await Promise.all([
      store(tx, 'datapoints_hourly', hours).then(() => daysOf(tx, hours)),
      countHours(tx, hours, known),
    ])
    await store(tx, 'datapoints_daily', days)
    await computeLightOf(tx, lit)
  })
  return touched.length
}

/** Makes the planner read each hour along the index even when its statistics are poor: otherwise it would scan all readings. */
async function walkIndexes(tx: Queryable): Promise<void> {
  for (const set of ["citus.propagate_set_commands = 'local'", 'enable_seqscan = off']) await tx.query(sql`set local ${raw(set)}`)
}

function hoursOf(tx: Queryable, touched: readonly Span[]): Promise<Aggregate[]> {
  return readSpans(
    tx,
    touched,
    HOUR_MS,
    (block) => sql`
    select sensor_id as "sensorId", metric, extract(epoch from ${beginningOf('hour', 'measured_at')}) * 1000 as at,
      min(value), max(value), sum(value), count(*) as count
    from datapoints where ${within(block, 'measured_at')} group by sensor_id, metric, ${beginningOf('hour', 'measured_at')}`,
  )
}

/** Aggregates the days of these hours from all of their stored hours. */
function daysOf(tx: Queryable, hours: readonly Span[]): Promise<Aggregate[]> {
  const days = hours.map((hour) => ({ ...hour, at: hour.at - (hour.at % DAY_MS) }))
  return readSpans(
    tx,
    days,
    DAY_MS,
    (block) => sql`
    select sensor_id as "sensorId", metric, extract(epoch from ${beginningOf('day', 'at')}) * 1000 as at, min(min), max(max), sum(sum), sum(count) as count
    from datapoints_hourly where ${within(block, 'at')} group by sensor_id, metric, ${beginningOf('day', 'at')}`,
  )
}

/** Reads how many readings each stored hour was computed from. */
async function knownCounts(tx: Queryable, touched: readonly Span[]): Promise<ReadonlyMap<string, number>> {
  const rows = await readSpans<Span & Pick<Aggregate, 'count'>>(
    tx,
    touched,
    HOUR_MS,
    (block) => sql`
    select sensor_id as "sensorId", metric, extract(epoch from at) * 1000 as at, count
    from datapoints_hourly where ${within(block, 'at')}`,
  )
  return new Map(rows.map((known) => [keyOf(known), known.count]))
}

/** Stores aggregates. As a VALUES list, Citus sends each worker its own rows in one step. */
async function store(tx: Queryable, table: 'datapoints_hourly' | 'datapoints_daily', rows: readonly Aggregate[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(sql`
    insert into ${raw(table)} (sensor_id, metric, at, min, max, sum, count)
    values ${bulk(rows.map(({ sensorId, metric, at, min, max, sum, count }) => [sensorId, metric, new Date(at), min, max, sum, count]))}
    on conflict (sensor_id, metric, at) do update
      set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count`)
}

/** Adds the new readings of all sensors to the hourly counts of the dashboard. */
async function countHours(tx: Queryable, hours: readonly Aggregate[], known: ReadonlyMap<string, number>): Promise<void> {
  const fresh = new Map<number, number>()
  for (const hour of hours) fresh.set(hour.at, (fresh.get(hour.at) ?? 0) + hour.count - (known.get(keyOf(hour)) ?? 0))
  await tx.query(sql`
    insert into readings_hourly (at, count)
    select to_timestamp(at::double precision / 1000), count
    from unnest(${[...fresh.keys()]}::bigint[], ${[...fresh.values()]}::bigint[]) as fresh (at, count)
    on conflict (at) do update set count = readings_hourly.count + excluded.count`)
}

function unnested(spans: readonly Span[]): Sql {
  return sql`unnest(${spans.map(({ sensorId }) => sensorId)}::uuid[], ${spans.map(({ metric }) => metric)}::text[],
    ${spans.map(({ at }) => new Date(at))}::timestamptz[]) as touched (sensor_id, metric, at)`
}
