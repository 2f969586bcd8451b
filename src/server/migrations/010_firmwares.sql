-- The life cycle of firmware: its file, its release and withdrawal, and the progress of gateways' updates.

drop view gateways_view;
drop view gateway_firmwares_view;
drop view gateway_hardwares_view;

alter table gateway_firmwares
  -- Why it was deprecated or revoked.
  add column status_reason text,
  -- When a gateway first reported it; from then on the firmware cannot be deleted.
  add column first_installed_at timestamptz,
  add column semver_order text collate "C" not null generated always as (semver_key(semver)) stored,
  -- Sorts by name, then by version.
  add column title_order text collate "C" not null generated always as (name || U&'\001F' || semver_key(semver)) stored;
update gateway_firmwares set first_installed_at = now() where id in (select firmware_id from gateways);

create index gateway_firmwares_title_order on gateway_firmwares (title_order, id);
create index gateway_firmwares_semver_order on gateway_firmwares (semver_order, id);
create index gateway_firmwares_channel on gateway_firmwares (channel, id);
create index gateway_firmwares_status on gateway_firmwares (status, id);
create index gateway_firmwares_size_bytes on gateway_firmwares (size_bytes nulls first, id);
create index gateway_firmwares_released_at on gateway_firmwares (released_at nulls first, id);
create index gateway_firmwares_created_at on gateway_firmwares (created_at, id);
create index gateway_firmwares_search on gateway_firmwares using gin (search gin_trgm_ops);
create index gateway_hardwares_vendor on gateway_hardwares (vendor, id);
create index gateway_hardwares_model on gateway_hardwares (model, id);
create index gateway_hardwares_status on gateway_hardwares (status, id);
create index gateway_hardwares_created_at on gateway_hardwares (created_at, id);
create index gateway_hardwares_search on gateway_hardwares using gin (search gin_trgm_ops);
alter table gateway_hardwares alter column region type text collate "C";
create index gateway_hardwares_region on gateway_hardwares (region nulls first, id);

-- Firmware files, in chunks. In the database, so that file and row are stored in one transaction, and every process can serve the file.
create table gateway_firmware_pieces (
  firmware_id uuid not null constraint gateway_firmware_pieces_firmware_id_fkey references gateway_firmwares (id) on delete cascade,
  -- From 0.
  place integer not null,
  bytes bytea not null,
  primary key (firmware_id, place)
);
-- Not compressed by PostgreSQL, because firmware images are compressed already.
alter table gateway_firmware_pieces alter column bytes set storage external;

-- Firmwares that are the newest release of their channel for at least one of their hardwares. The code that releases, changes or withdraws a
-- firmware keeps this up to date. Has no foreign key: its check would wait for transactions that change the firmware, while these wait here.
create table latest_firmwares (firmware_id uuid primary key);
insert into latest_firmwares (firmware_id)
select distinct fh.firmware_id from gateway_firmware_hardwares fh
where fh.status = 'released' and not exists (
  select from gateway_firmware_hardwares later
  where later.hardware_id = fh.hardware_id and later.channel = fh.channel and later.status = 'released' and later.semver_key > fh.semver_key
);

alter table gateways add column target_firmware_at timestamptz;
update gateways set target_firmware_at = updated_at where target_firmware_id is not null;

-- Returns the progress of an update. It has failed when the gateway was seen more than a day after the assignment and did not install it.
create function firmware_update(reported_id uuid, target_id uuid, target_at timestamptz, last_seen_at timestamptz)
returns text language sql stable parallel safe
return case
  when target_id is null or target_id is not distinct from reported_id then 'none'
  when last_seen_at > target_at + interval '24 hours' then 'failed'
  else 'pending'
end;

create view gateway_hardwares_view as
select h.*,
  (select count(*) from gateways g where g.hardware_id = h.id) as gateways_count,
  (select count(*) from gateway_firmware_hardwares fh where fh.hardware_id = h.id) as firmwares_count,
  (select count(*) from gateway_firmware_hardwares fh where fh.hardware_id = h.id and fh.status <> 'draft') as released_firmwares_count
from gateway_hardwares h;

create view gateway_firmwares_view as
select f.*,
  array(
    select h.id::text from gateway_firmware_hardwares fh join gateway_hardwares h on h.id = fh.hardware_id
    where fh.firmware_id = f.id order by h.title, h.id
  ) as hardware_ids,
  array(
    select h.title from gateway_firmware_hardwares fh join gateway_hardwares h on h.id = fh.hardware_id
    where fh.firmware_id = f.id order by h.title, h.id
  ) as hardware_names,
  exists (select from latest_firmwares latest where latest.firmware_id = f.id) as latest,
  f.first_installed_at is not null or exists (select from gateways g where g.firmware_id = f.id) as ever_installed,
  (select count(*) from gateways g where g.firmware_id = f.id) as installed_count,
  (select count(*) from gateways g where g.target_firmware_id = f.id
    and firmware_update(g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at) = 'pending') as pending_count,
  (select count(*) from gateways g where g.target_firmware_id = f.id
    and firmware_update(g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at) = 'failed') as failed_count
from gateway_firmwares f;

create view gateways_view as
select g.*,
  device_state(g.online_until) collate "C" as state,
  hardware.title as hardware_name,
  reported.title as firmware_name,
  assigned.title as target_firmware_name,
  firmware_update(g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at) collate "C" as firmware_update,
  case
    when reported.id is null then 'unknown'
    when reported.status = 'revoked' then 'error'
    when firmware_update(g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at) = 'failed' then 'error'
    when firmware_update(g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at) = 'pending' then 'pending'
    when (select max(fh.semver_key) from gateway_firmware_hardwares fh
      where fh.hardware_id = g.hardware_id and fh.channel = g.update_channel and fh.status = 'released') > reported.semver_key then 'update_available'
    else 'in_sync'
  end collate "C" as firmware_status,
  (select count(*) from sensors s where s.gateway_id = g.id) as sensors_count,
  -- unknown_sensors may still have a sensor that was registered meanwhile. `offset 0` keeps the planner from a join whose size it misjudges.
  exists (
    select from unknown_sensors u
    where u.gateway_id = g.id and not exists (select from sensors s where s.eui = u.eui offset 0) offset 0
  ) as hears_unknown
from gateways g
left join gateway_hardwares hardware on hardware.id = g.hardware_id
left join gateway_firmwares reported on reported.id = g.firmware_id
left join gateway_firmwares assigned on assigned.id = g.target_firmware_id;
