-- Gateways, sensors and readings. State, counts and firmware status are not stored: the views at the end derive them. Indexes on nullable
-- columns put nulls first: a backward scan then gives the descending order with nulls last, as lists want it.

-- Returns until when a device counts as online after it was seen. Computes in UTC, without daylight saving, because an index needs an immutable
-- function.
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
  -- The firmware that the gateway reported.
  firmware_id uuid constraint gateways_firmware_id_fkey references gateway_firmwares (id),
  target_firmware_id uuid constraint gateways_target_firmware_id_fkey references gateway_firmwares (id),
  update_channel text collate "C" not null default 'stable' check (update_channel in ('stable', 'beta', 'alpha')),
  -- Seconds.
  reporting_interval_s integer not null default 30,
  -- Whose readings the server stores: of all sensors, or of those that are not assigned to another gateway.
  readings_from text collate "C" not null default 'assigned' check (readings_from in ('assigned', 'all')),
  last_seen_at timestamptz,
  -- Two intervals after it was last seen.
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

-- What changes with every batch, one row for each sensor. Not in sensors, whose rows are wide and in many indexes: each batch would rewrite them.
create table sensor_stats (
  sensor_id uuid primary key constraint sensor_stats_sensor_id_fkey references sensors (id) on delete cascade,
  -- Incremented when readings are stored, so that nothing has to count them.
  datapoint_count bigint not null default 0,
  -- Copy of the sensor's interval.
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

-- Sensors from which a gateway received readings, but which are not registered.
create table unknown_sensors (
  gateway_id uuid not null constraint unknown_sensors_gateway_id_fkey references gateways (id) on delete cascade,
  eui text collate "C" not null,
  first_heard_at timestamptz not null default now(),
  last_heard_at timestamptz not null default now(),
  primary key (gateway_id, eui)
);
create index unknown_sensors_eui on unknown_sensors (eui);

-- Returns the state of a device regardless of others: a sensor is also unreachable while its gateway is offline.
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

-- Only left joins: the planner removes those of which a query reads no column, so that counting and ordering read no more than they need.
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
