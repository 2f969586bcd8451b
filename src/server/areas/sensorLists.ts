import sql, { raw, type Sql } from 'sql-template-tag'
import { oneOfThese, type ListHooks } from '../crud/list'
import { byCount, byReferred, byValue } from '../crud/order'
import { isBatteryLow, stateOf } from '../telemetry/deviceState'

// Conditions that equal the view's `state`: the sensor's own state, unless its gateway is silent.
const stateNow = stateOf('online_until')
const silent = sql`v.gateway_id in (select id from gateways where ${stateNow.silent})`
const hasStats = (moments: Sql) => sql`v.id in (select sensor_id from sensor_stats where ${moments})`
const never_seen = hasStats(stateNow.never_seen)
const unreachable = sql`(${hasStats(sql`online_until is not null`)} and ${silent})`
const reachable = sql`(v.gateway_id is null or not ${silent})`
const online = sql`(${hasStats(stateNow.online)} and ${reachable})`
const offline = sql`(${hasStats(stateNow.offline)} and ${reachable})`

// Conditions that equal the view's `condition`, by the moments stored for sensors with readings.
const out_of_range = hasStats(sql`stray_until >= now()`)
const inside = sql`(stray_until is null or stray_until < now())`
const no_range = hasStats(sql`judged_until = 'infinity' and ${inside}`)
const ok = hasStats(sql`judged_until >= now() and judged_until < 'infinity' and ${inside}`)
const no_data = sql`not exists (
  select from sensor_stats where sensor_id = v.id and (stray_until >= now() or judged_until >= now())
)`

const lowBatteries = sql`select s.id from sensor_stats st join sensors s on s.id = st.sensor_id where ${isBatteryLow}`

const ofPlant = (column: string) => (values: readonly string[]) =>
  sql`v.plant_id in (select id from plants where ${raw(column)} = any(${values}::uuid[]))`

/** Filters and orders of sensor lists by derived fields. */
export const sensorLists: ListHooks = {
  orders: {
    state: byValue([never_seen, offline, online, unreachable]),
    condition: byValue([no_data, no_range, ok, out_of_range]),
    gatewayName: byReferred('gateway_id', 'gateways', 'name'),
    plantName: byReferred('plant_id', 'plants', 'title'),
    datapointsCount: byCount(
      sql`select sensor_id as id, datapoint_count as n from sensor_stats where datapoint_count > 0`,
      sql`not exists (select from sensor_stats stats where stats.sensor_id = v.id and stats.datapoint_count > 0)`,
    ),
  },
  filters: {
    batteryLow: oneOfThese({ true: sql`v.id in (${lowBatteries})`, false: sql`v.id not in (${lowBatteries})` }),
    state: oneOfThese({ online, offline, unreachable, never_seen }),
    condition: oneOfThese({ ok, out_of_range, no_data, no_range }),
    humidityGroupId: ofPlant('humidity_group_id'),
    temperatureGroupId: ofPlant('temperature_group_id'),
    lightGroupId: ofPlant('light_group_id'),
  },
}
