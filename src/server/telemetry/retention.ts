import sql, { raw } from 'sql-template-tag'
import type { Database } from '../db/database'
import type { Deps } from '../deps'
import { lockSensors } from './condition'
import { forgetMonths, monthOf } from './months'

const DAY_MS = 86_400_000
/** Retention in days of gateways' check-ins and of unknown sensors. */
const CHECK_INS_DAYS = 7
/** Retention in days of gateways' online times: those that a gateway's page shows, and a day at either end. */
const GATEWAY_DAYS = 92

/**
 * Deletes expired telemetry: check-ins, unknown sensors, online times, and whole months of readings older than `retentionDays` (0: never).
 */
export async function sweepTelemetry({ db, settings, clock }: Pick<Deps, 'db' | 'settings' | 'clock'>): Promise<void> {
  await db.query(sql`delete from gateway_check_ins where at < now() - make_interval(days => ${CHECK_INS_DAYS})`)
  await db.query(sql`delete from unknown_sensors where last_heard_at < now() - make_interval(days => ${CHECK_INS_DAYS})`)
  await db.query(sql`delete from gateway_days where day < current_date - ${GATEWAY_DAYS}::integer`)
  if (settings.retentionDays === 0) return
  const oldest = monthOf(clock().getTime() - settings.retentionDays * DAY_MS)
  for (const partition of await partitions(db)) if (partition.month < oldest) await dropMonth(db, partition.name)
}

/** Lists the monthly partitions of `datapoints`. */
async function partitions(db: Database): Promise<{ name: string; month: string }[]> {
  const { rows } = await db.query<{ name: string }>(sql`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = 'datapoints'::regclass order by child.relname`)
  return rows.flatMap(({ name }) => {
    const [, year, month] = /^datapoints_(\d{4})_(\d\d)$/.exec(name) ?? []
    return year === undefined ? [] : [{ name, month: `${year}-${month}` }]
  })
}

/** Drops a partition and subtracts its readings from the sensors' counts in one transaction, so that the counts stay exact. */
async function dropMonth(db: Database, name: string): Promise<void> {
  forgetMonths(db)
  await db.transaction(async (tx) => {
    // With Citus, reading and dropping a table in one transaction needs a single connection to each worker.
    await tx.query(sql`set local citus.multi_shard_modify_mode = 'sequential'`)
    const { rows } = await tx.query<{ id: string }>(sql`select distinct sensor_id as id from ${raw(name)}`)
    await lockSensors(tx, sql`s.id = any(${rows.map(({ id }) => id)}::uuid[])`)
    const { rows: dropped } = await tx.query<{ id: string; count: number }>(sql`
      select sensor_id as id, count(*) as count from ${raw(name)} group by sensor_id`)
    await tx.query(sql`
      update sensor_stats set datapoint_count = datapoint_count - dropped.count
      from unnest(${dropped.map(({ id }) => id)}::uuid[], ${dropped.map(({ count }) => count)}::bigint[]) as dropped (sensor_id, count)
      where sensor_stats.sensor_id = dropped.sensor_id`)
    await tx.query(sql`drop table ${raw(name)}`)
  })
}
