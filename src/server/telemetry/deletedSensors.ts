import sql, { raw } from 'sql-template-tag'
import { RESTORE_WITHIN_S } from '../../contract/bulk'
import type { Database, Queryable } from '../db/database'
import { partitions } from './retention'
import { inSmallerSteps } from './steps'

/** Rows per statement; fewer where so many time out. */
const ROWS_AT_ONCE = 10_000
const ROWS_AT_LEAST = 100
/** Seconds for which a restore that began in time may still run. */
const MARGIN_S = 60

/** Has the readings of sensors that are being deleted deleted by `sweepDeletedSensors`, once the sensors can no longer be restored. */
export async function noteDeletedSensors(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    insert into deleted_sensors (sensor_id, due_at)
    select id, now() + make_interval(secs => ${RESTORE_WITHIN_S + MARGIN_S}) from unnest(${ids}::uuid[]) as deleted (id)`)
}

/** Keeps the readings of a restored sensor. */
export async function keepReadings(tx: Queryable, id: string): Promise<void> {
  await tx.query(sql`delete from deleted_sensors where sensor_id = ${id}`)
}

/** Deletes the readings and roll-ups of deleted sensors in short statements, however many there are. */
export async function sweepDeletedSensors(db: Database): Promise<void> {
  const { rows } = await db.query<{ id: string }>(sql`
    select sensor_id as id from deleted_sensors where due_at <= now() order by due_at`)
  for (const { id } of rows) {
    const months = (await partitions(db)).map(({ name }) => name)
    for (const table of [...months, 'datapoints_hourly', 'datapoints_daily', 'sensor_latest']) await deleteFrom(db, table, id)
    await db.query(sql`delete from deleted_sensors where sensor_id = ${id}`)
  }
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
