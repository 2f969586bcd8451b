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

-- Readings. Has no foreign key, whose check would cost a lookup for each row; the code that deletes a sensor deletes its readings. Partitioned
-- by month, so that retention drops a month at once; the server creates a partition when it is about to store into it.
create table datapoints (
  sensor_id uuid not null,
  metric text collate "C" not null,
  measured_at timestamptz not null,
  value double precision not null,
  received_at timestamptz not null default now(),
  primary key (sensor_id, metric, measured_at)
) partition by range (measured_at);
-- Finds recent arrivals. BRIN, because rows lie in the order of arrival: a hundred times smaller than a B-tree, and as selective.
create index datapoints_received_at on datapoints using brin (received_at);

-- The latest reading of each metric; `dli` is yesterday's light, from the roll-ups. A fill factor of 50 makes most updates heap-only, without
-- new index entries.
create table sensor_latest (
  -- No foreign key, because readings may be distributed over machines while sensors stay on one: the code that deletes a sensor deletes these.
  sensor_id uuid not null,
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

-- Yesterday's light (UTC), mol/m²/d: of each hour by PPFD, the light that plants use, or from lux by the factor of sunlight. No row unless at
-- least 20 hours were measured.
create view sensor_light as
select sensor_id, sum(ppfd) * 86400 / 1000000 / count(*) as dli, date_trunc('day', now(), 'UTC') as measured_at
from (
  select distinct on (sensor_id, at) sensor_id, case metric when 'ppfd' then 1 else 0.0185 end * sum / count as ppfd
  from datapoints_hourly
  where metric in ('ppfd', 'illuminance')
    and at >= date_trunc('day', now(), 'UTC') - interval '1 day' and at < date_trunc('day', now(), 'UTC')
  order by sensor_id, at, metric = 'ppfd' desc
) as hours
group by sensor_id
having count(*) >= 20;
