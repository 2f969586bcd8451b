import sql, { raw } from 'sql-template-tag'
import type { Queryable } from './database'
import { ask, transact, type Connection } from './engine'
import { LOCK_KEY } from './migrate'

/** What grows with time, the first as the others lie: the rows of a sensor are all on one machine. */
const SPREAD = ['datapoints', 'datapoints_hourly', 'datapoints_daily', 'sensor_latest'] as const
const BY = 'sensor_id'
const SHARDS_MIN = 8
/** Oldest Citus that is supported. */
const OLDEST_MAJOR = 13

/** A table that Citus has. */
interface CitusTable {
  readonly name: string
  readonly kind: string
  readonly column: string
  readonly place: number
}

/**
 * Spreads readings over the workers of a Citus cluster, by sensor, and moves those that are there. What is spread already stays as it is:
 * any number of processes may start at once, and again. Throws a sentence where it is spread otherwise.
 */
export async function spreadReadings(connection: Connection): Promise<void> {
  await transact(connection, async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK_KEY}::bigint)`)
    const { rows: known } = await tx.query<CitusTable>(sql`
      select table_name::text as name, citus_table_type as kind, distribution_column as column, colocation_id as place
      from citus_tables where table_name::text = any(${[...SPREAD]}::text[])`)
    refuseOthers(known)
    const missing = SPREAD.filter((name) => !known.some((table) => table.name === name))
    if (missing.length === 0) return
    await keepConnections(tx)
    // No view of Citus's joins these tables with others; nothing but processes of an earlier version reads this one.
    await tx.query(sql`drop view if exists sensor_readings`)
    // A table's months are tables of their own, which one transaction can make on all machines only one after the other.
    await tx.query(sql`set local citus.multi_shard_modify_mode = 'sequential'`)
    await divide(tx)
    for (const name of missing) {
      const beside = name === SPREAD[0] ? 'none' : SPREAD[0]
      await tx.query(sql`select create_distributed_table(${name}, ${BY}, colocate_with => ${beside})`)
    }
  })
}

/**
 * Says into how many parts tables are divided, when they are: eight, or two for each worker where that is more. Each part of which a
 * batch has sensors is asked by itself: with the 32 of Citus a batch of 500 sensors takes 2.5 times as long.
 */
async function divide(tx: Queryable): Promise<void> {
  await tx.query(sql`
    select set_config('citus.shard_count', greatest(${SHARDS_MIN}, 2 * count(*))::text, true) from pg_dist_node where shouldhaveshards`)
}

/**
 * Lets each connection of ours, from the next on, use two to each worker and keep them and one for what Citus sends between statements. Citus
 * by itself keeps one and uses any number: a batch would open and close connections, which takes longer than all else.
 */
async function keepConnections(tx: Queryable): Promise<void> {
  const { rows } = await tx.query<{ database: string }>(sql`select quote_ident(current_database()) as database`)
  const database = raw(rows[0]?.database ?? '')
  for (const set of ['citus.max_adaptive_executor_pool_size = 2', 'citus.max_cached_conns_per_worker = 3'])
    await tx.query(sql`alter role current_user in database ${database} set ${raw(set)}`)
}

/** Throws a sentence where readings cannot be spread: without Citus, on a worker, without workers. */
export async function refuseUnable(connection: Connection): Promise<void> {
  const { rows } = await ask<{ version: string }>(
    connection,
    sql`select extversion as version from pg_extension where extname = 'citus'`,
  )
  const [extension] = rows
  if (extension === undefined)
    throw unable('has no Citus: CREATE EXTENSION citus in it, here and on each worker, and add the workers by citus_add_node')
  if (Number.parseInt(extension.version, 10) < OLDEST_MAJOR)
    throw unable(`has Citus ${extension.version}, and Frond needs ${OLDEST_MAJOR} or later`)
  const { rows: roles } = await ask<{ coordinates: boolean; workers: number }>(
    connection,
    sql`
    select citus_is_coordinator() as coordinates,
      (select count(*) from pg_dist_node where shouldhaveshards and isactive and noderole = 'primary') as workers`,
  )
  if (roles[0]?.coordinates !== true) throw unable('is one of a worker: DATABASE_URL has to lead to the coordinator')
  if (roles[0].workers === 0) throw unable('has no workers: add them by citus_add_node')
}

function refuseOthers(tables: readonly CitusTable[]): void {
  const place = tables.find(({ name }) => name === SPREAD[0])?.place
  for (const { name, kind, column, place: its } of tables)
    if (kind !== 'distributed' || column !== BY || its !== place)
      throw unable(`has ${name} spread otherwise than Frond does: undistribute_table('${name}') takes that back`)
}

function unable(why: string): Error {
  return new Error(`FROND_CITUS=1 cannot be: the database of DATABASE_URL ${why}`)
}
