-- Returns whether a battery is low. A sensor on external power never has a low battery, in lists and in alerts; null if the charge is unknown.
create function battery_low(battery_pct double precision, external_power boolean) returns boolean language sql immutable parallel safe
return battery_pct < 20 and not external_power;

create or replace view sensors_view as
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
