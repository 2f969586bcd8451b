-- Gateways, sensors and what sensors measured. State, counts and firmware status are never stored: the views at the end derive them.
-- Nullable columns that lists sort by are indexed nulls first: read backwards, the same index serves the descending order, nulls last.

-- Until when a device that was last seen then counts as online. In UTC, where no day has another length: an index needs it to be certain.
create function online_until(last_seen_at timestamptz, reporting_interval_s integer) returns timestamptz language sql immutable parallel safe
return (last_seen_at at time zone 'UTC' + make_interval(secs => 2 * reporting_interval_s)) at time zone 'UTC';

create table gateways (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text collate "C" not null,
  -- EUI-64: 16 hexadecimal digits, upper case.
  eui text collate "C" not null,
  serial_number text collate "C" not null,
  description text,
  hardware_id uuid not null constraint gateways_hardware_id_fkey references gateway_hardwares (id),
  -- What the gateway reported.
  firmware_id uuid constraint gateways_firmware_id_fkey references gateway_firmwares (id),
  target_firmware_id uuid constraint gateways_target_firmware_id_fkey references gateway_firmwares (id),
  update_channel text collate "C" not null default 'stable' check (update_channel in ('stable', 'beta', 'alpha')),
  -- Seconds.
  reporting_interval_s integer not null default 30,
  -- Whose readings are stored: those of sensors that no other gateway is assigned to, or of all.
  readings_from text collate "C" not null default 'assigned' check (readings_from in ('assigned', 'all')),
  last_seen_at timestamptz,
  -- Two intervals may pass before it counts as offline.
  online_until timestamptz generated always as (online_until(last_seen_at, reporting_interval_s)) stored,
  latitude double precision,
  longitude double precision,
  altitude_m double precision,
  tags text[] not null default '{}',
  search text collate "C" not null generated always as (
    folded(name || U&'\001F' || eui || U&'\001F' || serial_number || U&'\001F' || coalesce(description, ''))
  ) stored
);
create unique index gateways_name_key on gateways (folded(name));
create unique index gateways_eui_key on gateways (folded(eui));
create unique index gateways_serial_number_key on gateways (folded(serial_number));
create index gateways_name on gateways (name, id);
create index gateways_eui on gateways (eui, id);
create index gateways_serial_number on gateways (serial_number, id);
create index gateways_last_seen_at on gateways (last_seen_at nulls first, id);
create index gateways_online_until on gateways (online_until nulls first, id);
create index gateways_created_at on gateways (created_at, id);
create index gateways_hardware_id on gateways (hardware_id, update_channel, firmware_id);
create index gateways_firmware_id on gateways (firmware_id);
create index gateways_target_firmware_id on gateways (target_firmware_id);
create index gateways_search on gateways using gin (search gin_trgm_ops);

create table sensors (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text collate "C" not null,
  -- EUI-64, or the 12 digits of a MAC-48.
  eui text collate "C" not null,
  model text collate "C",
  gateway_id uuid constraint sensors_gateway_id_fkey references gateways (id),
  plant_id uuid constraint sensors_plant_id_fkey references plants (id),
  -- Seconds.
  reporting_interval_s integer not null default 300,
  external_power boolean not null default false,
  moisture_calibrated boolean not null default false,
  search text collate "C" not null
    generated always as (folded(name || U&'\001F' || eui || U&'\001F' || coalesce(model, ''))) stored
);
create unique index sensors_name_key on sensors (folded(name));
create unique index sensors_eui_key on sensors (folded(eui));
create index sensors_name on sensors (name, id);
create index sensors_eui on sensors (eui, id);
create index sensors_created_at on sensors (created_at, id);
create index sensors_gateway_id on sensors (gateway_id, id);
create index sensors_plant_id on sensors (plant_id, id);
create index sensors_search on sensors using gin (search gin_trgm_ops);

-- One reading. No foreign key: its check would cost a lookup a row; the code that deletes a sensor deletes these. By months, so that a month is
-- dropped at once; a month's part is made by the program that is about to store into it.
create table datapoints (
  sensor_id uuid not null,
  metric text collate "C" not null,
  measured_at timestamptz not null,
  value double precision not null,
  received_at timestamptz not null default now(),
  primary key (sensor_id, metric, measured_at)
) partition by range (measured_at);
-- What came in lately; a hundred times smaller than a tree, and as good for rows that lie in the order of their arrival.
create index datapoints_received_at on datapoints using brin (received_at);

-- The latest readings of a sensor, one row each, apart from the sensor's own row: that is wide and in many indexes, and would be written with every batch.
create table sensor_stats (
  sensor_id uuid primary key constraint sensor_stats_sensor_id_fkey references sensors (id) on delete cascade,
  -- Counted as datapoints are stored, so that counts are exact without counting.
  datapoint_count bigint not null default 0,
  -- As the sensor has it.
  reporting_interval_s integer not null default 300,
  last_seen_at timestamptz,
  online_until timestamptz generated always as (online_until(last_seen_at, reporting_interval_s)) stored,
  battery_pct double precision,
  rssi_dbm double precision,
  snr_db double precision,
  firmware_version text
);
create index sensor_stats_online_until on sensor_stats (online_until nulls first, sensor_id);
create index sensor_stats_last_seen_at on sensor_stats (last_seen_at nulls first, sensor_id);
create index sensor_stats_battery_pct on sensor_stats (battery_pct nulls first, sensor_id);
alter table sensors add constraint sensors_stats_fkey foreign key (id) references sensor_stats (sensor_id) deferrable initially deferred;

-- Sensors that were heard and that nobody has registered.
create table unknown_sensors (
  gateway_id uuid not null constraint unknown_sensors_gateway_id_fkey references gateways (id) on delete cascade,
  eui text collate "C" not null,
  first_heard_at timestamptz not null default now(),
  last_heard_at timestamptz not null default now(),
  primary key (gateway_id, eui)
);
create index unknown_sensors_eui on unknown_sensors (eui);

-- The state of a device by itself.
create function device_state(online_until timestamptz) returns text language sql stable parallel safe
return case when online_until is null then 'never_seen' when online_until >= now() then 'online' else 'offline' end;

create view gateway_hardwares_view as
select h.*, (select count(*) from gateways g where g.hardware_id = h.id) as gateways_count
from gateway_hardwares h;

create view gateway_firmwares_view as
select f.*,
  array(select hardware_id::text from gateway_firmware_hardwares where firmware_id = f.id order by hardware_id) as hardware_ids
from gateway_firmwares f;

create view plants_view as
select p.*, (select count(*) from sensors s where s.plant_id = p.id) as sensors_count
from plants p;

-- Outer joins throughout: one of which nothing is read is dropped, so that counting and ordering touch no more than they need.
create view gateways_view as
select g.*,
  device_state(g.online_until) collate "C" as state,
  hardware.title as hardware_name,
  reported.title as firmware_name,
  assigned.title as target_firmware_name,
  case
    when reported.id is null then 'unknown'
    when reported.status = 'revoked' then 'error'
    when g.target_firmware_id <> g.firmware_id then 'pending'
    when (select max(fh.semver_key) from gateway_firmware_hardwares fh
      where fh.hardware_id = g.hardware_id and fh.channel = g.update_channel and fh.status = 'released') > reported.semver_key then 'update_available'
    else 'in_sync'
  end collate "C" as firmware_status,
  (select count(*) from sensors s where s.gateway_id = g.id) as sensors_count
from gateways g
left join gateway_hardwares hardware on hardware.id = g.hardware_id
left join gateway_firmwares reported on reported.id = g.firmware_id
left join gateway_firmwares assigned on assigned.id = g.target_firmware_id;
