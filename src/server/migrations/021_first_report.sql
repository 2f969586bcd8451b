-- An update fails a day after the gateway's first report since the assignment. Before, it failed a day after the assignment, so that a gateway
-- which had been offline for longer failed with its first report.

alter table gateways
  -- Its first report since a firmware was assigned; belongs to an earlier assignment if it is before `target_firmware_at`.
  add column target_reported_at timestamptz;
-- The check-in may have been deleted: they are kept for a week.
update gateways g set target_reported_at = coalesce(
  (select min(c.at) from gateway_check_ins c where c.gateway_id = g.id and c.at >= g.target_firmware_at), g.target_firmware_at
)
where g.last_seen_at >= g.target_firmware_at;

-- The previous version calls the function without `target_reported_at`.
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

create or replace view gateway_firmwares_view as
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
  (select count(*) from gateways g where g.target_firmware_id = f.id and firmware_update(
    g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.target_reported_at, g.last_seen_at, g.told_step, g.told_at
  ) = 'pending') as pending_count,
  (select count(*) from gateways g where g.target_firmware_id = f.id and firmware_update(
    g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.target_reported_at, g.last_seen_at, g.told_step, g.told_at
  ) = 'failed') as failed_count,
  (select count(*) from rollouts r where r.firmware_id = f.id) as rollouts_count
from gateway_firmwares f;

drop view gateways_view;
create view gateways_view as
select g.*,
  device_state(g.online_until) collate "C" as state,
  hardware.title as hardware_name,
  reported.title as firmware_name,
  assigned.title as target_firmware_name,
  progress.firmware_update collate "C" as firmware_update,
  case when g.told_at >= g.target_firmware_at then g.told_step end as update_step,
  case when g.told_at >= g.target_firmware_at then g.told_at end as update_step_at,
  case when g.told_at >= g.target_firmware_at then g.told_note end as update_note,
  case
    when reported.id is null then 'unknown'
    when reported.status = 'revoked' then 'error'
    when progress.firmware_update = 'failed' then 'error'
    when progress.firmware_update = 'pending' then 'pending'
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
cross join lateral (
  select firmware_update(
    g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.target_reported_at, g.last_seen_at, g.told_step, g.told_at
  )
) progress
left join gateway_hardwares hardware on hardware.id = g.hardware_id
left join gateway_firmwares reported on reported.id = g.firmware_id
left join gateway_firmwares assigned on assigned.id = g.target_firmware_id;
