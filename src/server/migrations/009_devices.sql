-- Gateways and sensors. State, counts and firmware status are not stored: views derive them. Indexes on nullable columns put nulls first: a
-- backward scan then gives the descending order with nulls last, as lists want it.

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
  ) stored,
  target_firmware_at timestamptz,
  -- The last step of an update that it reported, and when. Concerns the assigned firmware unless it is older than the assignment.
  told_step text collate "C" check (told_step in ('downloading', 'verifying', 'installing', 'installed', 'failed')),
  told_note text,
  told_at timestamptz,
  -- Start of its last firmware download.
  fetched_at timestamptz,
  -- The version that it reports when no released firmware has it.
  reported_version text,
  -- Its first report since a firmware was assigned; belongs to an earlier assignment if it is before `target_firmware_at`.
  target_reported_at timestamptz
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
  firmware_version text,
  -- Its condition is derived from two stored times, so that lists can filter by an index. `stray_until`: until when a fresh reading is low or
  -- high. `judged_until`: until when all readings with a range are fresh; 'infinity' if none has a range, null if there are no readings. Code
  -- that changes a reading, a range or an interval judges the sensors concerned in the same transaction: see condition.ts.
  stray_until timestamptz,
  judged_until timestamptz,
  -- Since when it reports a low battery; null if that is not known.
  battery_low_since timestamptz
);
create index sensor_stats_online_until on sensor_stats (online_until nulls first, sensor_id);
create index sensor_stats_last_seen_at on sensor_stats (last_seen_at nulls first, sensor_id);
create index sensor_stats_battery_pct on sensor_stats (battery_pct nulls first, sensor_id);
create index sensor_stats_stray_until on sensor_stats (stray_until, sensor_id) where stray_until is not null;
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

-- Returns whether a battery is low. A sensor on external power never has a low battery, in lists and in alerts; null if the charge is unknown.
create function battery_low(battery_pct double precision, external_power boolean) returns boolean language sql immutable parallel safe
return battery_pct < 20 and not external_power;

create function sensor_condition(stray_until timestamptz, judged_until timestamptz) returns text language sql stable parallel safe
return case
  when stray_until >= now() then 'out_of_range'
  when judged_until = 'infinity' then 'no_range'
  when judged_until >= now() then 'ok'
  else 'no_data'
end;

-- Returns the progress of an update. It has failed when the gateway says so, or did not install it within a day of reports since the
-- assignment.
create function firmware_update(
  reported_id uuid, target_id uuid, target_at timestamptz, target_reported_at timestamptz, last_seen_at timestamptz, told_step text,
  told_at timestamptz
) returns text language sql stable parallel safe
return case
  when target_id is null or target_id is not distinct from reported_id then 'none'
  when told_step = 'failed' and told_at >= target_at then 'failed'
  when target_reported_at >= target_at and last_seen_at > target_reported_at + interval '24 hours' then 'failed'
  else 'pending'
end;
