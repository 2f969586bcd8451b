import sql from 'sql-template-tag'
import type { AreaHooks } from '../crud/hooks'
import { judgeWhere } from '../telemetry/condition'
import { sensorLists } from './sensorLists'

/** Sensors: their datapoints go with them; one that was heard before it was registered is no longer unknown. */
export const sensorHooks: AreaHooks = {
  ...sensorLists,
  async check(tx, values, before) {
    if (values['eui'] !== before?.['eui']) await tx.query(sql`delete from unknown_sensors where eui = ${values['eui']}`)
  },
  follows: {
    fields: ['plantId', 'reportingIntervalS'],
    settle: (tx, ids) => judgeWhere(tx, sql`s.id = any(${ids}::uuid[])`),
  },
  async beforeRemove(tx, ids) {
    await tx.query(sql`delete from datapoints where sensor_id = any(${ids}::uuid[])`)
    await tx.query(sql`delete from datapoints_hourly where sensor_id = any(${ids}::uuid[])`)
    await tx.query(sql`delete from datapoints_daily where sensor_id = any(${ids}::uuid[])`)
  },
}
