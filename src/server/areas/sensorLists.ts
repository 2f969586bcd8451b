import sql, { raw, type Sql } from 'sql-template-tag'
import { oneOfThese, type ListHooks } from '../crud/list'
import { byCount, byReferred, byValue } from '../crud/order'
import { isBatteryLow, isSilent, stateOf } from '../telemetry/deviceState'

// Conditions that equal the view's `state`, in the order of lists: the sensor's own state, unless its gateway is silent.
const stateNow = stateOf('online_until')
const silent = sql`v.gateway_id in (select id from gateways where ${isSilent('online_until')})`
const hasStats = (moments: Sql) => sql`v.id in (select sensor_id from sensor_stats where ${moments})`
const reachable = sql`(v.gateway_id is null or not ${silent})`
const states = {
  never_seen: hasStats(stateNow.never_seen),
  offline: sql`(${hasStats(stateNow.offline)} and ${reachable})`,
  online: sql`(${hasStats(stateNow.online)} and ${reachable})`,
  unreachable: sql`(${hasStats(sql`online_until is not null`)} and ${silent})`,
}

// Conditions that equal the view's `condition`, by the moments stored for sensors with readings.
const inside = sql`(stray_until is null or stray_until < now())`
const conditions = {
  no_data: sql`not exists (
    select from sensor_stats where sensor_id = v.id and (stray_until >= now() or judged_until >= now())
  )`,
  no_range: hasStats(sql`judged_until = 'infinity' and ${inside}`),
  ok: hasStats(sql`judged_until >= now() and judged_until < 'infinity' and ${inside}`),
  out_of_range: hasStats(sql`stray_until >= now()`),
}

const lowBatteries = sql`select s.id from sensor_stats st join sensors s on s.id = st.sensor_id where ${isBatteryLow}`

const ofPlant = (column: string) => (values: readonly string[]) =>
  sql`v.plant_id in (select id from plants where ${raw(column)} = any(${values}::uuid[]))`

/** Filters and orders of sensor lists by derived fields. */
export const sensorLists: ListHooks = {
  orders: {
    state: byValue(states),
    condition: byValue(conditions),
    gatewayName: byReferred('gateway_id', 'gateways', 'name'),
    plantName: byReferred('plant_id', 'plants', 'title'),
    datapointsCount: byCount(
      sql`select sensor_id as id, datapoint_count as n from sensor_stats where datapoint_count > 0`,
      sql`not exists (select from sensor_stats stats where stats.sensor_id = v.id and stats.datapoint_count > 0)`,
    ),
  },
  filters: {
    batteryLow: oneOfThese({ true: sql`v.id in (${lowBatteries})`, false: sql`v.id not in (${lowBatteries})` }),
    state: oneOfThese(states),
    condition: oneOfThese(conditions),
    humidityGroupId: ofPlant('humidity_group_id'),
    temperatureGroupId: ofPlant('temperature_group_id'),
    lightGroupId: ofPlant('light_group_id'),
  },
}
