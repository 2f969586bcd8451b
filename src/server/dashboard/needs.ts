import sql from 'sql-template-tag'
import { NEEDS_MAX, type Need } from '../../contract/dashboard'
import type { Queryable } from '../db/database'
import { isBatteryLow, stateOf } from '../telemetry/deviceState'
import { outOfRangeOf, outOfRangeSince, type Judged } from '../telemetry/judgement'

const gatewayIs = stateOf('g.online_until')

/** Common table expression: each EUI of unregistered sensors once. Steps from one to the next, however many gateways receive it. */
export const euiList = sql`eui_list as (
  select min(eui) as eui from unknown_sensors
  union all
  select (select min(eui) from unknown_sensors where eui > eui_list.eui) from eui_list where eui is not null
)`

/**
 * Lists the devices that need attention: worst kind first, within a kind the latest first, batteries by charge, unregistered sensors by EUI.
 * An index finds each kind.
 */
export async function needsOf(db: Queryable): Promise<Need[]> {
  const readings = await firstOutOfRange(db)
  const { rows } = await db.query<Need>(sql`
    with recursive ${euiList}
    (select 'gateway_offline' as kind, g.id, g.name, g.last_seen_at as since, null as "plantName", null as "gatewayId", null as "gatewayName",
        (select count(*) from sensors s join sensor_stats st on st.sensor_id = s.id
          where s.gateway_id = g.id and st.last_seen_at is not null) as "sensorsCount", null as metric, null::double precision as value, null as status
      from gateways g where ${gatewayIs.offline} order by g.online_until desc, g.id limit ${NEEDS_MAX})
    union all
    (select 'sensor_offline', s.id, s.name, stats.last_seen_at, null, g.id, g.name, null, null, null, null
      from sensor_stats stats join sensors s on s.id = stats.sensor_id left join gateways g on g.id = s.gateway_id
      where ${stateOf('stats.online_until').offline} and (g.id is null or ${gatewayIs.online})
      order by stats.online_until desc, s.id limit ${NEEDS_MAX})
    union all
    (select 'out_of_range', s.id, s.name, reading.since, (select title from plants where id = s.plant_id), null, null, null,
        reading.metric, reading.value, reading.standing
      from unnest(
        ${readings.map(({ sensorId }) => sensorId)}::uuid[], ${readings.map(({ since }) => since)}::timestamptz[],
        ${readings.map(({ metric }) => metric)}::text[], ${readings.map(({ value }) => value)}::double precision[],
        ${readings.map(({ standing }) => standing)}::text[]
      ) with ordinality as reading (sensor_id, since, metric, value, standing, place)
      join sensors s on s.id = reading.sensor_id order by reading.place)
    union all
    (select 'battery_low', s.id, s.name, st.battery_low_since, null, null, null, null, null, st.battery_pct, 'low'
      from sensor_stats st join sensors s on s.id = st.sensor_id
      where ${isBatteryLow} order by st.battery_pct, s.id limit ${NEEDS_MAX})
    union all
    (select 'unknown_sensor', null, eui_list.eui, u.first_heard_at, null, g.id, g.name, null, null, null, null
      from (
        select eui from eui_list
        where eui is not null and not exists (select from sensors where sensors.eui = eui_list.eui) limit ${NEEDS_MAX}
      ) as eui_list
      cross join lateral (
        select gateway_id, min(first_heard_at) over () as first_heard_at from unknown_sensors
        where eui = eui_list.eui order by last_heard_at desc, gateway_id limit 1
      ) as u
      join gateways g on g.id = u.gateway_id)`)
  return rows
}

/** Candidates to read: a sensor may have gone silent since it went out of range; then only its daily light is still recent enough. */
const CANDIDATES = 10 * NEEDS_MAX

/**
 * One reading for each sensor, since a device has one row in the table; the other readings are on its page. Daily light comes last, because it
 * is not known since when it is out of range.
 */
async function firstOutOfRange(db: Queryable): Promise<(Judged & { readonly since: string | null })[]> {
  const { rows } = await db.query<{ id: string }>(sql`
    select sensor_id as id from sensor_stats where stray_until >= now() order by stray_since desc nulls last, sensor_id limit ${CANDIDATES}`)
  const ids = rows.map(({ id }) => id)
  const readings = (await outOfRangeOf(db, ids)).toSorted(lightLast)
  const first = ids
    .flatMap((id) => readings.find(({ sensorId }) => sensorId === id) ?? [])
    .toSorted((one, other) => isLight(one) - isLight(other))
    .slice(0, NEEDS_MAX)
  const dated = await Promise.all(first.map(async (reading) => ({ ...reading, since: await outOfRangeSince(db, reading) })))
  return dated.toSorted((one, other) => (other.since ?? '').localeCompare(one.since ?? ''))
}

function lightLast(one: Judged, other: Judged): number {
  return isLight(one) - isLight(other) || one.metric.localeCompare(other.metric)
}

function isLight({ metric }: Judged): number {
  return Number(metric === 'dli')
}
