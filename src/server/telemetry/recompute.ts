import sql, { raw, type Sql } from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '../../contract/durations'
import type { Database, Queryable } from '../db/database'
import { lockSensors } from './condition'
import { computeLightOf, lightMetrics } from './light'
import { beginningOf, blocksOf, within, type Block, type Span } from './spans'

/** Recomputes hours of a shard and their days; returns how many hours. An hour whose readings have been deleted keeps its values. */
export async function recompute(db: Database, shard: number, touched: readonly Span[]): Promise<number> {
  await db.transaction(async (tx) => {
    await takeTurn(tx, shard)
    // Locks the sensors before any other of their rows, as storing readings does.
    const withLight = await lockSensors(
      tx,
      sql`s.id in (
        select sensor_id from ${unnested(touched)}
        where metric in ${lightMetrics}
          and at >= date_trunc('day', now(), 'UTC') - interval '1 day' and at < date_trunc('day', now(), 'UTC')
      )`,
    )
    await walkIndexes(tx)
    const fresh = new Map<number, number>()
    for (const block of blocksOf(touched, HOUR_MS)) {
      // A connection runs its statements in this order.
      const [before, , after] = await Promise.all([countsOf(tx, block), storeHours(tx, block), countsOf(tx, block)])
      for (const { at, count } of after) fresh.set(at, (fresh.get(at) ?? 0) + count)
      for (const { at, count } of before) fresh.set(at, (fresh.get(at) ?? 0) - count)
    }
    await Promise.all(blocksOf(daysOf(touched), DAY_MS).map((block) => storeDays(tx, block)))
    await computeLightOf(tx, withLight)
    // Last, because all shards count the same hours.
    await countHours(tx, fresh)
  })
  return touched.length
}

/** Lets one server at a time recompute a shard: the second then sees all that the first wrote. */
async function takeTurn(tx: Queryable, shard: number): Promise<void> {
  // Servers of the version before lock this row, and recompute all shards.
  await tx.query(sql`select from rollup_progress where name = 'datapoints' for key share`)
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('rollups'), ${shard % 2 ** 31}::integer)`)
}

/** Makes the planner read each hour along the index even when its statistics are poor: otherwise it would scan all readings. */
async function walkIndexes(tx: Queryable): Promise<void> {
  for (const set of ["citus.propagate_set_commands = 'local'", 'enable_seqscan = off']) await tx.query(sql`set local ${raw(set)}`)
}

/** Aggregates the hours of a block from all of their readings. */
function storeHours(tx: Queryable, block: Block): Promise<unknown> {
  const hour = beginningOf('hour', 'measured_at')
  return store(
    tx,
    'datapoints_hourly',
    sql`
    select sensor_id, metric, ${hour}, min(value), max(value), sum(value), count(*)
    from datapoints where ${within(block, 'measured_at')} group by sensor_id, metric, ${hour}`,
  )
}

/** Aggregates the days of a block from all of their stored hours. */
function storeDays(tx: Queryable, block: Block): Promise<unknown> {
  const day = beginningOf('day', 'at')
  return store(
    tx,
    'datapoints_daily',
    sql`
    select sensor_id, metric, ${day}, min(min), max(max), sum(sum), sum(count)
    from datapoints_hourly where ${within(block, 'at')} group by sensor_id, metric, ${day}`,
  )
}

/** Stores aggregates where they changed. Reads and writes tables of one shard, so that Citus has its worker do it all. */
function store(tx: Queryable, table: 'datapoints_hourly' | 'datapoints_daily', aggregates: Sql): Promise<unknown> {
  return tx.query(sql`
    insert into ${raw(table)} as known (sensor_id, metric, at, min, max, sum, count) ${aggregates}
    on conflict (sensor_id, metric, at) do update
      set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count
      where (known.min, known.max, known.sum, known.count) is distinct from (excluded.min, excluded.max, excluded.sum, excluded.count)`)
}

function daysOf(hours: readonly Span[]): Span[] {
  return hours.map((hour) => ({ ...hour, at: hour.at - (hour.at % DAY_MS) }))
}

/** Counts the readings from which the stored hours of a block were computed. */
async function countsOf(tx: Queryable, block: Block): Promise<{ at: number; count: number }[]> {
  const { rows } = await tx.query<{ at: number; count: number }>(sql`
    select extract(epoch from at) * 1000 as at, sum(count) as count from datapoints_hourly where ${within(block, 'at')} group by at`)
  return rows
}

/** Adds the new readings of all sensors to the hourly counts of the dashboard, ordered by hour as everywhere to avoid deadlocks. */
async function countHours(tx: Queryable, fresh: ReadonlyMap<number, number>): Promise<void> {
  const counts = [...fresh].filter(([, count]) => count !== 0).toSorted(([one], [other]) => one - other)
  if (counts.length === 0) return
  await tx.query(sql`
    insert into readings_hourly (at, count)
    select to_timestamp(at::double precision / 1000), count
    from unnest(${counts.map(([at]) => at)}::bigint[], ${counts.map(([, count]) => count)}::bigint[]) as fresh (at, count)
    on conflict (at) do update set count = readings_hourly.count + excluded.count`)
}

function unnested(spans: readonly Span[]): Sql {
  return sql`unnest(${spans.map(({ sensorId }) => sensorId)}::uuid[], ${spans.map(({ metric }) => metric)}::text[],
    ${spans.map(({ at }) => new Date(at))}::timestamptz[]) as touched (sensor_id, metric, at)`
}
