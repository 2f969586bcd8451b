-- Readings as they come in from gateways, and what is kept of them so that nobody has to count or scan.

-- A gateway's own secret; only its SHA-256 is kept.
create table gateway_keys (
  gateway_id uuid primary key constraint gateway_keys_gateway_id_fkey references gateways (id) on delete cascade,
  key_hash text collate "C" not null constraint gateway_keys_key_hash_key unique,
  created_at timestamptz not null default now()
);

-- Whose key it is, null when it is nobody's, and what `count_attempt` tells of that gateway's batches: in one call, since every batch asks.
create function admit_batch(of_hash text, window_s integer, at timestamptz, out gateway uuid, out hits integer, out seconds_left integer)
language plpgsql as $$
begin
  select gateway_id into gateway from gateway_keys where key_hash = of_hash;
  if gateway is not null then
    select counted.hits, counted.seconds_left into hits, seconds_left from count_attempt('batch ' || gateway, window_s, at) as counted;
  end if;
end
$$;

-- A batch and what came of it; kept for a week.
create table gateway_check_ins (
  gateway_id uuid not null constraint gateway_check_ins_gateway_id_fkey references gateways (id) on delete cascade,
  at timestamptz not null default now(),
  stored integer not null,
  duplicates integer not null,
  -- How many readings were refused, by the reason; and `report`, how often what a sensor said of itself was.
  refusals jsonb not null default '{}',
  unknown integer not null,
  firmware_version text
);
create index gateway_check_ins_at on gateway_check_ins (gateway_id, at desc);

-- For how long a gateway was online on a day (UTC), in seconds. A day without a row is one on which it was not.
create table gateway_days (
  gateway_id uuid not null constraint gateway_days_gateway_id_fkey references gateways (id) on delete cascade,
  day date not null,
  online_s double precision not null,
  primary key (gateway_id, day)
) with (fillfactor = 50);

-- Adds the time since a gateway was last seen during which it counted as online. Call it before `last_seen_at` moves on, in the same transaction:
-- the row is locked first, so that two batches of one gateway never count the same minute twice.
create function count_online(of_gateway uuid) returns void language plpgsql as $$
begin
  perform from gateways where id = of_gateway for no key update;
  insert into gateway_days as known (gateway_id, day, online_s)
  select g.id, day::date, extract(epoch from least(day + interval '1 day', g.online_until at time zone 'UTC', now() at time zone 'UTC')
    - greatest(day, g.last_seen_at at time zone 'UTC'))
  from gateways g
  cross join generate_series(date_trunc('day', g.last_seen_at at time zone 'UTC'), least(g.online_until, now()) at time zone 'UTC', interval '1 day') as day
  where g.id = of_gateway and g.last_seen_at < now()
  on conflict (gateway_id, day) do update set online_s = known.online_s + excluded.online_s;
end
$$;

-- The latest reading of each metric; `dli` is the light of yesterday, as the rollups tell it. Half of each page is left free:
-- most changes then find room beside what they change, and no index is entered anew.
create table sensor_latest (
  -- Whoever stores readings holds that row, and never waits for who deletes the sensor.
  sensor_id uuid not null constraint sensor_latest_sensor_id_fkey references sensor_stats (sensor_id) on delete cascade,
  metric text collate "C" not null,
  value double precision not null,
  measured_at timestamptz not null,
  primary key (sensor_id, metric)
) with (fillfactor = 50);

-- An hour and a day (UTC) of a metric. Made again whole from the readings whenever some of its time came in.
create table datapoints_hourly (
  sensor_id uuid not null,
  metric text collate "C" not null,
  at timestamptz not null,
  min double precision not null,
  max double precision not null,
  sum double precision not null,
  count integer not null,
  primary key (sensor_id, metric, at)
);
create table datapoints_daily (like datapoints_hourly including all);
-- For the light of a day over all sensors.
create index datapoints_hourly_light on datapoints_hourly (at) where metric in ('ppfd', 'illuminance');

-- How many readings there were in an hour (UTC), of all sensors: what `datapoints_hourly` adds up to, for the dashboard.
create table readings_hourly (
  at timestamptz primary key,
  count bigint not null
);

-- How many rows there were when a day (UTC) was last counted, for the dashboard.
create table count_days (
  day date primary key,
  users bigint not null,
  gateways bigint not null,
  sensors bigint not null,
  datapoints bigint not null,
  plants bigint not null
);

-- Up to which arrival the hours and days tell everything.
create table rollup_progress (
  name text primary key,
  received_until timestamptz not null
);

-- The light of yesterday (UTC), mol/m²/d: PPFD, or lux as in sunlight; told if most of the day is known.
create view sensor_light as
select sensor_id, dli, day + interval '1 day' as measured_at
from (
  select sensor_id, date_trunc('day', at, 'UTC') as day,
    sum(case metric when 'ppfd' then 1 else 0.0185 end * sum / count) * 86400 / 1000000 / count(*) as dli,
    count(*) as hours,
    -- A sensor that measures both is judged by what plants see.
    rank() over (partition by sensor_id, date_trunc('day', at, 'UTC') order by metric = 'ppfd' desc) as choice
  from datapoints_hourly
  where metric in ('ppfd', 'illuminance')
    and at >= date_trunc('day', now(), 'UTC') - interval '1 day' and at < date_trunc('day', now(), 'UTC')
  group by sensor_id, metric, date_trunc('day', at, 'UTC')
) as days
where choice = 1 and hours >= 20;

-- The same judgement as judgement.ts makes, for alerts and the dashboard, which look for strays among all sensors.
-- What a reading was when it was last clear within a day before it, if it ever was. PL/pgSQL plans it once a connection; by SQL it would be
-- planned with each batch of which one reading asks.
create function status_before(sensor uuid, metric text, measured_at timestamptz, lowest double precision, highest double precision)
returns text language plpgsql stable parallel safe as $$
begin
  return coalesce((
    select case when d.value < lowest then 'low' when d.value > highest then 'high' else 'ok' end
    from datapoints d
    where d.sensor_id = sensor and d.metric = $2 and d.measured_at < $3 and d.measured_at >= $3 - interval '1 day'
      and (d.value < lowest or d.value > highest or d.value between lowest + (highest - lowest) * 0.05 and highest - (highest - lowest) * 0.05)
    order by d.measured_at desc limit 1
  ), 'ok');
end
$$;

-- How a reading stands to a range, however old it is. It leaves low or high only when it is a twentieth of the range inside it, so that it does
-- not flap; between, it is what it was before. A range that is open on one side has no twentieth.
create function reading_status(
  sensor uuid, metric text, measured_at timestamptz, value double precision, lowest double precision, highest double precision
) returns text language sql stable parallel safe
return case
  when lowest is null and highest is null then 'no_range'
  when value < lowest then 'low'
  when value > highest then 'high'
  when value < lowest + (highest - lowest) * 0.05 or value > highest - (highest - lowest) * 0.05
    then status_before(sensor, metric, measured_at, lowest, highest)
  else 'ok'
end;

-- The latest of each metric, until when it is fresh, and how it stands to what the plant's groups want of it. Two intervals may pass before
-- there should be another reading. Light is judged by the day: that of yesterday is fresh until that of the next day is told, which takes the
-- server some minutes, and where light is measured and its day is not known, there is a row that never was fresh.
create view sensor_readings as
select s.id as sensor_id, latest.metric, latest.value, latest.measured_at, wanted.min, wanted.max,
  coalesce(
    latest.measured_at + case latest.metric when 'dli' then interval '25 hours' else make_interval(secs => 2 * s.reporting_interval_s) end,
    '-infinity'
  ) as fresh_until,
  reading_status(s.id, latest.metric, latest.measured_at, latest.value, wanted.min, wanted.max) collate "C" as judged
from sensors s
-- What a plant's groups want is looked up once a sensor, not once a metric: every batch judges.
left join plants p on p.id = s.plant_id
left join humidity_groups h on h.id = p.humidity_group_id
left join temperature_groups t on t.id = p.temperature_group_id
left join light_groups l on l.id = p.light_group_id
cross join lateral (
  select metric, value, measured_at from sensor_latest where sensor_id = s.id
  union all
  select 'dli', null, null from sensor_latest where sensor_id = s.id
  having bool_or(metric in ('ppfd', 'illuminance')) and not bool_or(metric = 'dli')
) as latest
left join lateral (values
  ('soil_moisture', h.soil_moisture_min, h.soil_moisture_max),
  ('air_humidity', h.air_humidity_min, h.air_humidity_max),
  ('air_temperature', t.min_c, t.max_c),
  ('soil_ec', p.soil_ec_min, p.soil_ec_max),
  ('dli', l.dli_min, l.dli_max)
) as wanted (metric, min, max) on wanted.metric = latest.metric;

-- How a sensor stands by all its readings, worst first. What that takes is stored as two moments, so that lists find it by an index: until
-- when one of its readings is low or high, and until when all are fresh that are judged; 'infinity' where none is, null where there is none.
-- Whoever changes a reading, a range or an interval judges the sensors that it concerns in the same transaction: see condition.ts.
alter table sensor_stats
  add column stray_until timestamptz,
  add column judged_until timestamptz;
create index sensor_stats_stray_until on sensor_stats (stray_until, sensor_id) where stray_until is not null;

create function sensor_condition(stray_until timestamptz, judged_until timestamptz) returns text language sql stable parallel safe
return case
  when stray_until >= now() then 'out_of_range'
  when judged_until = 'infinity' then 'no_range'
  when judged_until >= now() then 'ok'
  else 'no_data'
end;

-- What is told of a sensor: with its state, whom it belongs to, the groups of its plant, and how its readings stand.
create view sensors_view as
select s.*,
  stats.last_seen_at, stats.online_until, stats.battery_pct, stats.rssi_dbm, stats.snr_db, stats.firmware_version,
  case
    when stats.last_seen_at is not null and device_state(gateway.online_until) <> 'online' and gateway.id is not null
      then 'unreachable'
    else device_state(stats.online_until)
  end collate "C" as state,
  coalesce(stats.battery_pct < 20, false) as battery_low,
  gateway.name as gateway_name,
  plant.title as plant_name,
  stats.datapoint_count as datapoints_count,
  plant.humidity_group_id,
  plant.temperature_group_id,
  plant.light_group_id,
  sensor_condition(stats.stray_until, stats.judged_until) collate "C" as condition
from sensors s
join sensor_stats stats on stats.sensor_id = s.id
left join gateways gateway on gateway.id = s.gateway_id
left join plants plant on plant.id = s.plant_id;
