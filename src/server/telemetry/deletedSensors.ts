import sql, { raw } from 'sql-template-tag'
import { RESTORE_WITHIN_S } from '../../contract/bulk'
import type { Database, Queryable } from '../db/database'
import { partitions } from './months'
import { inSmallerSteps } from './steps'

/** Rows per statement; fewer where so many time out. */
const ROWS_AT_ONCE = 10_000
const ROWS_AT_LEAST = 100
/** Seconds for which a restore that began in time may still run. */
const MARGIN_S = 60
/**
 * Seconds for which a process leases a deleted sensor: until then, no other process deletes the sensor's readings. If the process ends before it
 * has deleted them all, another one continues after the lease.
 */
const LEASE_S = 600

/** Schedules the readings of deleted sensors for `sweepDeletedSensors`, which deletes them once the sensors can no longer be restored. */
export async function noteDeletedSensors(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    insert into deleted_sensors (sensor_id, due_at)
    select id, now() + make_interval(secs => ${RESTORE_WITHIN_S + MARGIN_S}) from unnest(${ids}::uuid[]) as deleted (id)`)
}

/** Keeps the readings of a restored sensor. */
export async function keepReadings(tx: Queryable, id: string): Promise<void> {
  await tx.query(sql`delete from deleted_sensors where sensor_id = ${id}`)
}

/**
 * Deletes the readings and roll-ups of deleted sensors in short statements, however many there are. Processes share the work. A sensor that
 * fails is tried again when its lease ends, and delays no other one.
 */
export async function sweepDeletedSensors(db: Database): Promise<void> {
  const errors: unknown[] = []
  for (;;) {
    const { rows } = await db.query<{ id: string }>(sql`
      update deleted_sensors set due_at = now() + make_interval(secs => ${LEASE_S})
      where sensor_id = (select sensor_id from deleted_sensors where due_at <= now() order by due_at limit 1 for update skip locked)
      returning sensor_id as id`)
    const [due] = rows
    if (due === undefined) break
    await deleteReadings(db, due.id).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

async function deleteReadings(db: Database, id: string): Promise<void> {
  const months = (await partitions(db)).map(({ name }) => name)
  for (const table of [...months, 'datapoints_hourly', 'datapoints_daily', 'sensor_latest']) await deleteFrom(db, table, id)
  await db.query(sql`delete from deleted_sensors where sensor_id = ${id}`)
}

async function deleteFrom(db: Database, table: string, sensorId: string): Promise<void> {
  const deleteNext = inSmallerSteps(ROWS_AT_ONCE, ROWS_AT_LEAST, async (size) => {
    const { rowCount } = await db.query(sql`
      delete from ${raw(table)} where sensor_id = ${sensorId} and ctid = any(array(
        select ctid from ${raw(table)} where sensor_id = ${sensorId} limit ${size}
      ))`)
    return rowCount === size
  })
  while (await deleteNext());
}
