-- Views that derive states and counts from several topics. Only left joins: the planner removes those of which a query reads no column, so that
-- counting and ordering read no more than they need.

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
  (select count(*) from gateways g where g.target_firmware_id = f.id and firmware_update(
    g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.target_reported_at, g.last_seen_at, g.told_step, g.told_at
  ) = 'pending') as pending_count,
  (select count(*) from gateways g where g.target_firmware_id = f.id and firmware_update(
    g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.target_reported_at, g.last_seen_at, g.told_step, g.told_at
  ) = 'failed') as failed_count,
  (select count(*) from rollouts r where r.firmware_id = f.id) as rollouts_count
from gateway_firmwares f;

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
  -- Ignores sensors that were registered after the gateway had reported them. `offset 0` prevents a join, whose size the planner estimates wrongly.
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

create view sensors_view as
select s.*,
  stats.last_seen_at, stats.online_until, stats.battery_pct, stats.rssi_dbm, stats.snr_db, stats.firmware_version,
  case
    when stats.last_seen_at is not null and device_state(gateway.online_until) <> 'online' and gateway.id is not null
      then 'unreachable'
    else device_state(stats.online_until)
  end collate "C" as state,
  coalesce(battery_low(stats.battery_pct, s.external_power), false) as battery_low,
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

create view humidity_groups_view as
select g.*,
  (select count(*) from plants p where p.humidity_group_id = g.id) as plants_count,
  (select count(*) from plants p join sensors s on s.plant_id = p.id where p.humidity_group_id = g.id) as sensors_count
from humidity_groups g;

create view temperature_groups_view as
select g.*,
  (select count(*) from plants p where p.temperature_group_id = g.id) as plants_count,
  (select count(*) from plants p join sensors s on s.plant_id = p.id where p.temperature_group_id = g.id) as sensors_count
from temperature_groups g;

create view light_groups_view as
select g.*,
  (select count(*) from plants p where p.light_group_id = g.id) as plants_count,
  (select count(*) from plants p join sensors s on s.plant_id = p.id where p.light_group_id = g.id) as sensors_count
from light_groups g;

create view plants_view as
select p.id, p.version, p.created_at, p.updated_at, p.scientific_name, p.cultivar, p.common_names, p.synonyms, p.family, p.category,
  p.status, p.humidity_group_id, p.temperature_group_id, p.light_group_id, p.ph_min, p.ph_max, p.soil_ec_min, p.soil_ec_max,
  jsonb_build_object(
    'watering', p.care ->> 'watering', 'sunlight', p.care ->> 'sunlight', 'soil', p.care ->> 'soil',
    'pruning', p.care ->> 'pruning', 'fertilization', p.care ->> 'fertilization'
  ) as care,
  p.toxicity, p.image_url, p.image_credit, p.source_url, p.title, p.names, p.search, p.missing,
  completeness_pct(p.missing) as completeness_pct,
  humidity.name as humidity_group_name,
  temperature.name as temperature_group_name,
  light.name as light_group_name,
  (select count(*) from sensors s where s.plant_id = p.id) as sensors_count,
  (select count(*) from troubleshoots t where t.plant_id = p.id) as troubleshoots_count
from plants p
left join humidity_groups humidity on humidity.id = p.humidity_group_id
left join temperature_groups temperature on temperature.id = p.temperature_group_id
left join light_groups light on light.id = p.light_group_id;
