-- Readings as they come in from gateways, and what is kept of them so that nobody has to count or scan.

-- A gateway's own secret; only its SHA-256 is kept.
create table gateway_keys (
  gateway_id uuid primary key constraint gateway_keys_gateway_id_fkey references gateways (id) on delete cascade,
  key_hash text collate "C" not null constraint gateway_keys_key_hash_key unique,
  created_at timestamptz not null default now()
);

-- A batch and what came of it; kept for a week.
create table gateway_check_ins (
  gateway_id uuid not null constraint gateway_check_ins_gateway_id_fkey references gateways (id) on delete cascade,
  at timestamptz not null default now(),
  stored integer not null,
  duplicates integer not null,
  refused integer not null,
  unknown integer not null,
  firmware_version text
);
create index gateway_check_ins_at on gateway_check_ins (gateway_id, at desc);

-- Sensors that were heard and that nobody has registered.
create table unknown_sensors (
  gateway_id uuid not null constraint unknown_sensors_gateway_id_fkey references gateways (id) on delete cascade,
  eui text collate "C" not null,
  first_heard_at timestamptz not null default now(),
  last_heard_at timestamptz not null default now(),
  primary key (gateway_id, eui)
);
create index unknown_sensors_eui on unknown_sensors (eui);

-- The latest reading of each metric.
create table sensor_latest (
  sensor_id uuid not null constraint sensor_latest_sensor_id_fkey references sensors (id) on delete cascade,
  metric text collate "C" not null,
  value double precision not null,
  measured_at timestamptz not null,
  primary key (sensor_id, metric)
);

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

-- Up to which arrival the hours and days tell everything.
create table rollup_progress (
  name text primary key,
  received_until timestamptz not null
);

-- What a plant's groups want of a metric. Light is judged by the day: see sensor_metrics.
create view sensor_ranges as
select s.id as sensor_id, wanted.metric collate "C" as metric, wanted.min, wanted.max
from sensors s
join plants p on p.id = s.plant_id
left join humidity_groups h on h.id = p.humidity_group_id
left join temperature_groups t on t.id = p.temperature_group_id
left join light_groups l on l.id = p.light_group_id
cross join lateral (values
  ('soil_moisture', h.soil_moisture_min, h.soil_moisture_max),
  ('air_humidity', h.air_humidity_min, h.air_humidity_max),
  ('air_temperature', t.min_c, t.max_c),
  ('soil_ec', p.soil_ec_min, p.soil_ec_max),
  ('dli', l.dli_min, l.dli_max)
) as wanted (metric, min, max)
where wanted.min is not null or wanted.max is not null;

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

-- The latest of each metric and how it stands to the plant's groups. A status leaves low or high only when the value is a twentieth of
-- the range inside it, so that it does not flap; between, it is what it was when it was last clear within a day.
create view sensor_metrics as
select latest.sensor_id, latest.metric, latest.value, latest.measured_at, wanted.min, wanted.max,
  case
    when wanted.sensor_id is null then 'no_range'
    when latest.measured_at < now() - latest.fresh then 'no_data'
    when latest.value < wanted.min then 'low'
    when latest.value > wanted.max then 'high'
    when latest.value >= wanted.min + edge.width or wanted.min is null then
      case when latest.value <= wanted.max - edge.width or wanted.max is null then 'ok' else coalesce(before.status, 'ok') end
    else coalesce(before.status, 'ok')
  end collate "C" as status
from (
  select l.sensor_id, l.metric, l.value, l.measured_at, make_interval(secs => 2 * s.reporting_interval_s) as fresh
  from sensor_latest l join sensors s on s.id = l.sensor_id
  union all
  select sensor_id, 'dli' collate "C", dli, measured_at, interval '1 day' from sensor_light
) as latest
left join sensor_ranges wanted on wanted.sensor_id = latest.sensor_id and wanted.metric = latest.metric
left join lateral (select coalesce((wanted.max - wanted.min) * 0.05, 0) as width) as edge on true
left join lateral (
  select case when d.value < wanted.min then 'low' when d.value > wanted.max then 'high' else 'ok' end as status
  from datapoints d
  where d.sensor_id = latest.sensor_id and d.metric = latest.metric
    and d.measured_at < latest.measured_at and d.measured_at >= latest.measured_at - interval '1 day'
    and (d.value < wanted.min or d.value > wanted.max or d.value between wanted.min + edge.width and wanted.max - edge.width)
  order by d.measured_at desc limit 1
) as before on latest.value >= wanted.min and latest.value <= wanted.max
  and (latest.value < wanted.min + edge.width or latest.value > wanted.max - edge.width);
