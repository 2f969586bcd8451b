import sql from 'sql-template-tag'
import type { Queryable } from '../server/db/database'

/** Calls per gateway; its page shows the latest 20. */
const CALLS = 24
/** Gateways that receive one or two unregistered sensors. */
const STRANGERS = 2
/** Days with online times of gateways. */
const ONLINE_DAYS = 90

/**
 * Inserts the traffic of gateways that were ever seen: a key that nobody knows, and their last calls. Call it after the history, which the
 * calls' counts resemble.
 */
export async function insertTraffic(tx: Queryable): Promise<void> {
  await tx.query(sql`
    insert into gateway_keys (gateway_id, key_hash, created_at)
    select id, md5(eui || 'key') || md5(eui), created_at + interval '20 minutes' from gateways where last_seen_at is not null`)
  await tx.query(sql`
    insert into gateway_check_ins (gateway_id, at, stored, duplicates, refusals, unknown, firmware_version)
    select g.id, last_seen_at - make_interval(secs => nth * reporting_interval_s), (get_byte(decode(md5(eui || nth), 'hex'), 0) % 4), 0,
      case when nth = 9 and get_byte(decode(md5(eui), 'hex'), 1) < 60 then '{"ahead": 2}'::jsonb else '{}' end, 0, f.semver
    from gateways g left join gateway_firmwares f on f.id = g.firmware_id, generate_series(0, ${CALLS - 1}::integer) as nth
    where last_seen_at is not null`)
  await tx.query(sql`
    insert into unknown_sensors (gateway_id, eui, first_heard_at, last_heard_at)
    select id, upper('02F0ED' || substr(md5(eui || nth), 1, 10)), now() - make_interval(hours => 3 + 20 * nth::integer), last_seen_at
    from (select * from gateways where online_until >= now() order by eui limit ${STRANGERS}) as g, generate_series(1, 2) as nth
    where nth = 1 or g.eui like '%A%'`)
}

/**
 * Inserts gateways' daily online times, without the outages of past alerts. Call it after the alerts. Most days have no other outage; some
 * have several of minutes each, too short for an alert, of up to nine hours in all on the poor line of three gateways.
 */
export async function insertUptime(tx: Queryable): Promise<void> {
  await tx.query(sql`
    insert into gateway_days (gateway_id, day, online_s)
    select id, day::date, greatest(0, extract(epoch from least(day + interval '1 day', seen) - greatest(day, born)) - short - coalesce((
        select extract(epoch from sum(least(day + interval '1 day', over) - greatest(day, opened)))
        from (
          select opened_at at time zone 'UTC' as opened, over_at at time zone 'UTC' as over
          from alerts where gateway_id = lived.id and kind = 'gateway_offline' and over_at is not null
        ) as outage
        where opened < day + interval '1 day' and over > day
      ), 0))
    from (
      select g.id, last_seen_at at time zone 'UTC' as seen, created_at at time zone 'UTC' as born, day,
        case when chance < 12 or (poor and chance < 120) then chance * 270 else 0 end as short
      from gateways g
      cross join generate_series((now() at time zone 'UTC')::date - ${ONLINE_DAYS}::integer, (now() at time zone 'UTC')::date, interval '1 day') as day
      cross join lateral (
        select get_byte(decode(md5(eui || day::date), 'hex'), 0) as chance, get_byte(decode(md5(eui), 'hex'), 2) < 20 as poor
      ) as luck
    ) as lived
    where day < seen and day + interval '1 day' > born`)
}

/** Inserts what background jobs would have written: hourly and daily roll-ups, and counts of rows for each of the last days. */
export async function insertRollups(tx: Queryable, now: Date): Promise<void> {
  await tx.query(sql`
    insert into datapoints_hourly (sensor_id, metric, at, min, max, sum, count)
    select sensor_id, metric, date_trunc('hour', measured_at, 'UTC'), min(value), max(value), sum(value), count(*)
    from datapoints group by 1, 2, 3`)
  await tx.query(sql`
    insert into datapoints_daily (sensor_id, metric, at, min, max, sum, count)
    select sensor_id, metric, date_trunc('day', at, 'UTC'), min(min), max(max), sum(sum), sum(count)
    from datapoints_hourly group by 1, 2, 3`)
  await tx.query(sql`insert into readings_hourly (at, count) select at, sum(count) from datapoints_hourly group by at`)
  await tx.query(sql`insert into rollup_progress (name, received_until) values ('datapoints', ${now})`)
  await tx.query(sql`
    insert into count_days (day, users, gateways, sensors, datapoints, plants)
    select day::date, (select count(*) from users where created_at < until), (select count(*) from gateways where created_at < until),
      (select count(*) from sensors where created_at < until), (select coalesce(sum(count), 0) from readings_hourly where at < until),
      (select count(*) from plants where created_at < until)
    from generate_series((${now}::timestamptz at time zone 'UTC')::date - 7, (${now}::timestamptz at time zone 'UTC')::date - 1, interval '1 day') as day
    cross join lateral (select (day + interval '1 day') at time zone 'UTC' as until) as ends`)
}
