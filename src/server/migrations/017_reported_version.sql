-- The version that a gateway reports when no released firmware has it. Before, such a gateway was shown without a version, or with an older one.

alter table gateways add column reported_version text;

drop view gateways_view;
create view gateways_view as
select g.*,
  device_state(g.online_until) collate "C" as state,
  hardware.title as hardware_name,
  reported.title as firmware_name,
  assigned.title as target_firmware_name,
  firmware_update(
    g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at, g.told_step, g.told_at) collate "C" as firmware_update,
  case when g.told_at >= g.target_firmware_at then g.told_step end as update_step,
  case when g.told_at >= g.target_firmware_at then g.told_at end as update_step_at,
  case when g.told_at >= g.target_firmware_at then g.told_note end as update_note,
  case
    when reported.id is null then 'unknown'
    when reported.status = 'revoked' then 'error'
    when firmware_update(g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at, g.told_step, g.told_at) = 'failed' then 'error'
    when firmware_update(g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at, g.told_step, g.told_at) = 'pending' then 'pending'
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
