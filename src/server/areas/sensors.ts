import sql from 'sql-template-tag'
import type { AreaHooks } from '../crud/hooks'
import { sensorLists } from './sensorLists'

/** Sensors: their datapoints go with them. */
export const sensorHooks: AreaHooks = {
  ...sensorLists,
  async beforeRemove(tx, ids) {
    await tx.query(sql`delete from datapoints where sensor_id = any(${ids}::uuid[])`)
  },
}
