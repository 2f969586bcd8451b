-- Readings sent by gateways, and the roll-ups and counters that spare counting and scanning them.

-- The secrets by which gateways authenticate. Stores only their SHA-256.
create table gateway_keys (
  gateway_id uuid primary key constraint gateway_keys_gateway_id_fkey references gateways (id) on delete cascade,
  key_hash text collate "C" not null constraint gateway_keys_key_hash_key unique,
  created_at timestamptz not null default now()
);

-- Returns the gateway that has the key, null if none has, and the result of `count_attempt` for its batches. One function, because every batch
-- needs both.
create function admit_batch(of_hash text, window_s integer, at timestamptz, out gateway uuid, out hits integer, out seconds_left integer)
language plpgsql as $$
begin
  select gateway_id into gateway from gateway_keys where key_hash = of_hash;
  if gateway is not null then
    select counted.hits, counted.seconds_left into hits, seconds_left from count_attempt('batch ' || gateway, window_s, at) as counted;
  end if;
end
$$;

-- Batches and their results. Deleted after a week.
create table gateway_check_ins (
  gateway_id uuid not null constraint gateway_check_ins_gateway_id_fkey references gateways (id) on delete cascade,
  at timestamptz not null default now(),
  stored integer not null,
  duplicates integer not null,
  -- Number of refused readings by reason; `report` counts refused reports of sensors about themselves.
  refusals jsonb not null default '{}',
  unknown integer not null,
  firmware_version text
);
create index gateway_check_ins_at on gateway_check_ins (gateway_id, at desc);

-- Seconds for which a gateway was online on a day (UTC). No row means none.
create table gateway_days (
  gateway_id uuid not null constraint gateway_days_gateway_id_fkey references gateways (id) on delete cascade,
  day date not null,
  online_s double precision not null,
  primary key (gateway_id, day)
) with (fillfactor = 50);

-- Adds the time for which a gateway was online since it was last seen. Call it in the transaction that updates `last_seen_at`, before the
-- update. Locks the gateway's row first, so that two batches of one gateway never count the same minute twice.
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

-- The latest reading of each metric; `dli` is yesterday's light, from the roll-ups. A fill factor of 50 makes most updates heap-only, without
-- new index entries.
create table sensor_latest (
  -- References sensor_stats, whose row every batch locks first, so that storing never waits for a transaction that deletes the sensor.
  sensor_id uuid not null constraint sensor_latest_sensor_id_fkey references sensor_stats (sensor_id) on delete cascade,
  metric text collate "C" not null,
  value double precision not null,
  measured_at timestamptz not null,
  primary key (sensor_id, metric)
) with (fillfactor = 50);

-- Roll-ups of a metric by hour and by day (UTC). Computed again from all readings of the hour or day whenever one of them arrives.
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
-- For the daily light of all sensors.
create index datapoints_hourly_light on datapoints_hourly (at) where metric in ('ppfd', 'illuminance');

-- Readings of all sensors in an hour (UTC), the sums of `datapoints_hourly`, for the dashboard.
create table readings_hourly (
  at timestamptz primary key,
  count bigint not null
);

-- Numbers of rows at the last count of a day (UTC), for the dashboard.
create table count_days (
  day date primary key,
  users bigint not null,
  gateways bigint not null,
  sensors bigint not null,
  datapoints bigint not null,
  plants bigint not null
);

-- The roll-ups contain all readings that arrived before this time.
create table rollup_progress (
  name text primary key,
  received_until timestamptz not null
);

-- Yesterday's light (UTC), mol/m²/d: from PPFD, or from lux by the factor of sunlight. No row unless at least 20 hours were measured.
create view sensor_light as
select sensor_id, dli, day + interval '1 day' as measured_at
from (
  select sensor_id, date_trunc('day', at, 'UTC') as day,
    sum(case metric when 'ppfd' then 1 else 0.0185 end * sum / count) * 86400 / 1000000 / count(*) as dli,
    count(*) as hours,
    -- Prefers PPFD where a sensor measures both, because that is the light which plants use.
    rank() over (partition by sensor_id, date_trunc('day', at, 'UTC') order by metric = 'ppfd' desc) as choice
  from datapoints_hourly
  where metric in ('ppfd', 'illuminance')
    and at >= date_trunc('day', now(), 'UTC') - interval '1 day' and at < date_trunc('day', now(), 'UTC')
  group by sensor_id, metric, date_trunc('day', at, 'UTC')
) as days
where choice = 1 and hours >= 20;

-- Judges as judgement.ts does, for alerts and the dashboard, which search all sensors for readings out of range.
-- Returns the status of the last reading within the day before that was clearly low, high or inside; 'ok' if there is none. In PL/pgSQL, which
-- plans the query once for each connection; SQL would plan it with each batch that needs it.
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

-- Compares a reading of any age with a range. Applies hysteresis, so that the status does not flap: a reading leaves low or high only when it is
-- inside by a twentieth of the range; nearer to the end it keeps its status. A range that is open on one side has no hysteresis.
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

-- The latest reading of each metric, until when it is fresh, and its status in the target range of the plant's groups. A reading is fresh for two
-- intervals. Light is judged by the day: yesterday's is fresh until the next day's is computed, some minutes after midnight. A sensor that
-- measures light but has no daily light yet gets a row that is never fresh.
create view sensor_readings as
select s.id as sensor_id, latest.metric, latest.value, latest.measured_at, wanted.min, wanted.max,
  coalesce(
    latest.measured_at + case latest.metric when 'dli' then interval '25 hours' else make_interval(secs => 2 * s.reporting_interval_s) end,
    '-infinity'
  ) as fresh_until,
  reading_status(s.id, latest.metric, latest.measured_at, latest.value, wanted.min, wanted.max) collate "C" as judged
from sensors s
-- Joins the groups once for each sensor rather than for each metric, because every batch judges its sensors.
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

-- The condition of a sensor, derived from two stored times, so that lists can filter by an index. `stray_until`: until when a fresh reading is low
-- or high. `judged_until`: until when all readings with a range are fresh; 'infinity' if none has a range, null if there are no readings. Code
-- that changes a reading, a range or an interval judges the sensors concerned in the same transaction: see condition.ts.
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

-- A sensor as the API shows it: with its state, its gateway, its plant with its groups, and the condition of its readings.
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
