import sql from 'sql-template-tag'
import { NEIGHBOUR_KM, UPTIME_DAYS, type GatewayAvailability } from '../../contract/gatewayTraffic'
import type { Queryable } from '../db/database'
import { stateOf } from './deviceState'

const near = stateOf('near.online_until')
/** Kilometres per degree of latitude. */
const DEGREE_KM = 111.2

/** Reads how long a gateway was online each day (UTC), its latest refusals, and how many of its neighbours are offline. */
export async function availabilityOf(db: Queryable, gatewayId: string): Promise<GatewayAvailability> {
  const days = await db.query<GatewayAvailability['days'][number]>(sql`
    select day::timestamp at time zone 'UTC' as day, sum(online_s) as "onlineS"
    from (
      select day, online_s from gateway_days where gateway_id = ${gatewayId}
      union all
      -- The time since it was last seen, which its next call will count.
      select day::date, extract(epoch from least(day + interval '1 day', until) - greatest(day, since))
      from (
        select last_seen_at at time zone 'UTC' as since, least(online_until, now()) at time zone 'UTC' as until
        from gateways where id = ${gatewayId} and last_seen_at < now()
      ) as open
      cross join generate_series(date_trunc('day', since), until, interval '1 day') as day
    ) as known
    where day > (now() at time zone 'UTC')::date - ${UPTIME_DAYS}::integer
    group by known.day order by known.day`)
  const refusals = await db.query<NonNullable<GatewayAvailability['lastRefusal']>>(sql`
    select c.at, reason.code, reason.count
    from gateway_check_ins c
    cross join lateral (
      select key as code, value::integer as count from jsonb_each_text(c.refusals - 'report') order by count desc, code limit 1
    ) as reason
    where c.gateway_id = ${gatewayId} and c.refusals <> '{}'
      and c.at > (select last_seen_at - interval '1 day' from gateways where id = ${gatewayId})
    order by c.at desc limit 1`)
  const neighbours = await db.query<NonNullable<GatewayAvailability['neighbours']>>(sql`
    select count(near.id) as total, count(near.id) filter (where ${near.offline}) as offline,
      count(near.id) filter (
        where ${near.offline} and near.last_seen_at between own.last_seen_at - interval '10 minutes' and own.last_seen_at + interval '10 minutes'
      ) as together
    from gateways own
    left join gateways near on near.id <> own.id and near.last_seen_at is not null
      and power((near.latitude - own.latitude) * ${DEGREE_KM}::double precision, 2)
        + power((180 - abs(abs(near.longitude - own.longitude) - 180)) * ${DEGREE_KM}::double precision * cos(radians(own.latitude)), 2) < ${NEIGHBOUR_KM ** 2}::double precision
    where own.id = ${gatewayId} and own.latitude is not null
    group by own.id`)
  return { days: days.rows, lastRefusal: refusals.rows[0] ?? null, neighbours: neighbours.rows[0] ?? null }
}
