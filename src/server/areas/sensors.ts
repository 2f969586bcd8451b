import sql from 'sql-template-tag'
import type { AreaHooks } from '../crud/hooks'
import type { Values } from '../crud/table'
import type { Queryable } from '../db/database'
import { lockSensors, judge } from '../telemetry/condition'
import { keepReadings, noteDeletedSensors } from '../telemetry/deletedSensors'
import { sensorLists } from './sensorLists'

/** Sensors: deletion includes their datapoints, in the end; registering an EUI removes it from the unknown sensors. */
export const sensorHooks: AreaHooks = {
  ...sensorLists,
  async check(tx, values, before) {
    if (values['eui'] === before?.['eui']) return
    await tx.query(sql`delete from unknown_sensors where eui = ${values['eui']}`)
    if (before !== null) await forgetDevice(tx, before.id)
  },
  storedElsewhere: { fields: [], write: insertStats },
  derivedData: { dependsOn: ['plantId', 'reportingIntervalS'], recompute: updateStats },
  // The rows are locked: a transaction that stores their readings has finished, or will find them deleted.
  beforeRemove: noteDeletedSensors,
  afterRestore: keepReadings,
}

/** Creates a sensor's statistics; a restored sensor gets its old values. */
async function insertStats(tx: Queryable, id: string, values: Values): Promise<void> {
  const { reportingIntervalS, lastSeenAt, batteryPct, rssiDbm, snrDb, firmwareVersion } = values
  await tx.query(sql`
    insert into sensor_stats (sensor_id, reporting_interval_s, last_seen_at, battery_pct, rssi_dbm, snr_db, firmware_version)
    values (${id}, ${reportingIntervalS}, ${lastSeenAt}, ${batteryPct}, ${rssiDbm}, ${snrDb}, ${firmwareVersion})
    on conflict do nothing`)
}

/** Clears what the previous device reported about itself; the new one has not been seen yet. */
async function forgetDevice(tx: Queryable, id: string): Promise<void> {
  await tx.query(sql`
    update sensor_stats set last_seen_at = null, battery_pct = null, battery_low_since = null, rssi_dbm = null, snr_db = null,
      firmware_version = null
    where sensor_id = ${id}`)
}

async function updateStats(tx: Queryable, ids: readonly string[]): Promise<void> {
  const locked = await lockSensors(tx, sql`s.id = any(${ids}::uuid[])`)
  await tx.query(sql`
    update sensor_stats set reporting_interval_s = sensors.reporting_interval_s from sensors
    where sensor_id = any(${locked}::uuid[]) and sensors.id = sensor_id
      and sensor_stats.reporting_interval_s <> sensors.reporting_interval_s`)
  await judge(tx, locked)
}
