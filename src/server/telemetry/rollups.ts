import sql from 'sql-template-tag'
import type { Database } from '../db/database'
import { computeLight } from './light'
import { recompute } from './recompute'
import { beginningOf, type Span } from './spans'
import { inSmallerSteps } from './steps'

/** Seconds of arrivals per pass: after a long outage, roll-ups catch up step by step. */
const WINDOW_S = 3600
/** Shortest pass in seconds; when even this fails, the error is thrown and the next run tries again. */
const WINDOW_MIN_S = 5
/** Hours recomputed per transaction, so that ingestion and reads get their turn in between. */
const HOURS_AT_ONCE = 500
/** Shards whose hours are recomputed side by side on Citus. */
const SHARDS_AT_ONCE = 4
/** Overlap between passes in seconds: a reading becomes visible when its transaction commits, which is later than its `received_at`. */
const LATE_S = 60
/**
 * Seconds of arrivals that are rolled up again after the database's clock was set back. The next run notices it, unless an earlier one is
 * under way.
 */
const AGAIN_S = 3600

/**
 * Recomputes the hourly and daily roll-ups that received readings since the last run: hours from all of their readings, days from their
 * hours. So late or repeated readings and two servers at once cannot corrupt them. Splits work that exceeds the statement timeout into
 * smaller steps; what ran before an error is repeated on the next run.
 */
export async function rollUp(db: Database): Promise<void> {
  const readNext = inSmallerSteps(WINDOW_S, WINDOW_MIN_S, (windowS) => readArrivals(db, windowS))
  for (let isLast = false; !isLast;) {
    const { touched, until, ...window } = await readNext()
    await recomputeShards(db, await byShard(db, touched))
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

/** Sets the progress back when the database's clock was: readings arrive before it, and would never be rolled up. */
async function followClock(db: Database): Promise<void> {
  await db.query(sql`
    update rollup_progress set received_until = now() - make_interval(secs => ${AGAIN_S})
    where name = 'datapoints' and received_until > now()`)
}

/** Reads the hours that received readings in the next `windowS` seconds of arrivals, and where that window ends. */
async function readArrivals(db: Database, windowS: number) {
  await begin(db)
  await followClock(db)
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

/** Hours of one shard's sensors. */
interface ShardHours {
  readonly shard: number
  readonly hours: readonly Span[]
}

/** Divides hours by the shards of Citus that hold their sensors; without Citus, there is one. */
async function byShard(db: Database, hours: readonly Span[]): Promise<ShardHours[]> {
  if (db.workers === undefined) return [{ shard: 0, hours }]
  const { rows } = await db.query<{ shard: number; ids: string[] }>(sql`
    select get_shard_id_for_distribution_column('datapoints', id) as shard, array_agg(id) as ids
    from unnest(${[...new Set(hours.map(({ sensorId }) => sensorId))]}::uuid[]) as id group by 1`)
  const shardOf = new Map(rows.flatMap(({ shard, ids }) => ids.map((id) => [id, shard])))
  return rows.map(({ shard }) => ({ shard, hours: hours.filter(({ sensorId }) => shardOf.get(sensorId) === shard) }))
}

/** Recomputes the hours of several shards at once: each statement then goes to one worker, and all workers have something to do. */
async function recomputeShards(db: Database, shards: readonly ShardHours[]): Promise<void> {
  const left = shards.values()
  async function recomputeNext(): Promise<void> {
    for (const { shard, hours } of left) {
      let done = 0
      const next = inSmallerSteps(HOURS_AT_ONCE, 1, (count) => recompute(db, shard, hours.slice(done, done + count)))
      while (done < hours.length) done += await next()
    }
  }
  // Waits for all, so that no transaction goes on after the run.
  const ended = await Promise.allSettled(Array.from({ length: SHARDS_AT_ONCE }, recomputeNext))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
