import sql, { raw } from 'sql-template-tag'
import type { Queryable } from './database'
import { ask, transact, type Connection } from './engine'
import { LOCK_KEY } from './migrate'

/**
 * Tables that grow with time, distributed by sensor. The others are colocated with the first, so that all rows of a sensor are on one
 * worker.
 */
const SPREAD = ['datapoints', 'datapoints_hourly', 'datapoints_daily', 'sensor_latest'] as const
const DISTRIBUTED_BY = 'sensor_id'
const SHARDS_MIN = 8
/** Less than the time-out of a statement, which Citus can end only when the worker answers. */
const WORKER_CONNECT_MS = 3000
/** Oldest supported major version of Citus. */
const OLDEST_MAJOR = 13

/** A table that Citus distributes already. */
interface CitusTable {
  readonly name: string
  readonly kind: string
  readonly column: string
  readonly colocation: number
}

/**
 * Distributes readings over the workers of a Citus cluster by sensor, and moves existing ones. Leaves distributed tables as they are, so
 * any number of processes may start at once and again. Throws when they are distributed differently.
 */
export async function spreadReadings(connection: Connection): Promise<void> {
  await transact(connection, async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK_KEY}::bigint)`)
    const { rows: known } = await tx.query<CitusTable>(sql`
      select table_name::text as name, citus_table_type as kind, distribution_column as column, colocation_id as colocation
      from citus_tables where table_name::text = any(${[...SPREAD]}::text[])`)
    refuseOthers(known)
    await configureConnections(tx)
    const missing = SPREAD.filter((name) => !known.some((table) => table.name === name))
    if (missing.length === 0) return
    // Each month is a table of its own; in one transaction, Citus can create those on all workers only sequentially.
    await tx.query(sql`set local citus.multi_shard_modify_mode = 'sequential'`)
    await setShardCount(tx)
    for (const name of missing) {
      const beside = name === SPREAD[0] ? 'none' : SPREAD[0]
      await tx.query(sql`select create_distributed_table(${name}, ${DISTRIBUTED_BY}, colocate_with => ${beside})`)
    }
  })
}

/**
 * Sets the number of shards: eight, or two per worker where that is more. Citus queries each shard with sensors of a batch separately: with
 * its default of 32 shards a batch of 500 sensors takes 2.5 times as long.
 */
async function setShardCount(tx: Queryable): Promise<void> {
  await tx.query(sql`
    select set_config('citus.shard_count', greatest(${SHARDS_MIN}, 2 * count(*))::text, true) from pg_dist_node where shouldhaveshards`)
}

/**
 * Configures Citus for our connections, from the next one on: each uses at most two connections to each worker, and keeps these and one for
 * what Citus sends between statements. By default Citus keeps one and opens any number: a batch would open and close connections, which
 * takes longer than all else. By default it also waits half a minute for a connection to a worker that hangs.
 */
async function configureConnections(tx: Queryable): Promise<void> {
  const { rows } = await tx.query<{ database: string }>(sql`select quote_ident(current_database()) as database`)
  const database = raw(rows[0]?.database ?? '')
  const settings = [
    'citus.max_adaptive_executor_pool_size = 2',
    'citus.max_cached_conns_per_worker = 3',
    `citus.node_connection_timeout = ${WORKER_CONNECT_MS}`,
  ]
  for (const set of settings) await tx.query(sql`alter role current_user in database ${database} set ${raw(set)}`)
}

/** Throws when readings cannot be distributed: without Citus, on a worker, or without workers. */
export async function refuseWithoutCitus(connection: Connection): Promise<void> {
  const { rows } = await ask<{ version: string }>(
    connection,
    sql`select extversion as version from pg_extension where extname = 'citus'`,
  )
  const [extension] = rows
  if (extension === undefined)
    throw unable(
      'has no Citus: run CREATE EXTENSION citus in it, here and on each worker, and add the workers with citus_add_node',
    )
  if (Number.parseInt(extension.version, 10) < OLDEST_MAJOR)
    throw unable(`has Citus ${extension.version}, and Frond needs ${OLDEST_MAJOR} or later`)
  const { rows: roles } = await ask<{ coordinates: boolean; workers: number }>(
    connection,
    sql`
    select citus_is_coordinator() as coordinates,
      (select count(*) from pg_dist_node where shouldhaveshards and isactive and noderole = 'primary') as workers`,
  )
  if (roles[0]?.coordinates !== true) throw unable('is on a worker: set DATABASE_URL to the coordinator')
  if (roles[0].workers === 0) throw unable('has no workers: add them with citus_add_node')
}

function refuseOthers(tables: readonly CitusTable[]): void {
  const colocation = tables.find(({ name }) => name === SPREAD[0])?.colocation
  for (const { name, kind, column, colocation: ownColocation } of tables)
    if (kind !== 'distributed' || column !== DISTRIBUTED_BY || ownColocation !== colocation)
      throw unable(`distributes ${name} in another way than Frond: run undistribute_table('${name}')`)
}

function unable(why: string): Error {
  return new Error(`FROND_CITUS=1 cannot be used: the database of DATABASE_URL ${why}`)
}
