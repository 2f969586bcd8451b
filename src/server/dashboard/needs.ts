import sql from 'sql-template-tag'
import { NEEDS_MAX, type Need } from '../../contract/dashboard'
import { BATTERY_LOW_PCT } from '../../contract/sensors'
import type { Queryable } from '../db/database'

/**
 * The devices that somebody should look at, the worst kind first and of each kind the latest; of batteries the emptiest. Each kind is found by
 * an index. A reading is out of range since the last one that was not, which is looked for in a week.
 */
export async function needsOf(db: Queryable): Promise<Need[]> {
  const { rows } = await db.query<Need>(sql`
    with recursive heard as (
      select min(eui) as eui from unknown_sensors
      union all
      select (select min(eui) from unknown_sensors where eui > heard.eui) from heard where eui is not null
    )
    (select 'gateway_offline' as kind, g.id, g.name, g.last_seen_at as since, null as "plantName", null as "gatewayId", null as "gatewayName",
        (select count(*) from sensors s where s.gateway_id = g.id) as "sensorsCount", null as metric, null::double precision as value, null as status
      from gateways g where g.online_until < now() order by g.online_until desc, g.id limit ${NEEDS_MAX})
    union all
    (select 'sensor_offline', s.id, s.name, stats.last_seen_at, null, g.id, g.name, null, null, null, null
      from sensor_stats stats join sensors s on s.id = stats.sensor_id left join gateways g on g.id = s.gateway_id
      where stats.online_until < now() and (g.id is null or g.online_until >= now())
      order by stats.online_until desc, s.id limit ${NEEDS_MAX})
    union all
    (select 'out_of_range', stray.id, stray.name, (
          select max(d.measured_at) from datapoints d
          where d.sensor_id = stray.id and d.metric = stray.metric and d.measured_at > now() - interval '7 days'
            and d.value >= coalesce(stray.min, '-infinity') and d.value <= coalesce(stray.max, 'infinity')),
        stray.title, null, null, null, stray.metric, stray.value, stray.judged
      from (
        select distinct on (first.stray_until, first.id) first.id, first.name, first.title, r.metric, r.value, r.judged, r.min, r.max
        from (
          select s.id, s.name, stats.stray_until, (select title from plants where id = s.plant_id) as title
          from sensor_stats stats join sensors s on s.id = stats.sensor_id
          where stats.stray_until >= now() order by stats.stray_until desc, s.id limit ${NEEDS_MAX}
        ) as first
        join sensor_readings r on r.sensor_id = first.id and r.judged in ('low', 'high') and r.fresh_until >= now()
        order by first.stray_until desc, first.id, r.metric
      ) as stray)
    union all
    (select 'battery_low', s.id, s.name, null, null, null, null, null, null, stats.battery_pct, 'low'
      from sensor_stats stats join sensors s on s.id = stats.sensor_id
      where stats.battery_pct < ${BATTERY_LOW_PCT} order by stats.battery_pct, s.id limit ${NEEDS_MAX})
    union all
    (select 'unknown_sensor', null, heard.eui, u.first_heard_at, null, g.id, g.name, null, null, null, null
      from (
        select eui from heard
        where eui is not null and not exists (select from sensors where sensors.eui = heard.eui) limit ${NEEDS_MAX}
      ) as heard
      cross join lateral (
        select gateway_id, min(first_heard_at) over () as first_heard_at from unknown_sensors
        where eui = heard.eui order by last_heard_at desc, gateway_id limit 1
      ) as u
      join gateways g on g.id = u.gateway_id)`)
  return rows
}
