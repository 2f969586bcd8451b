-- Since when a sensor has readings out of their ranges, so that the dashboard finds those that went out of range last. Null: no reading is, or
-- only the light of a day is, or nothing has been judged since this step.

-- Locks all that this step and the next two change, in the order in which transactions of the previous version write to it, or read it before
-- they write. The indexes take seconds: otherwise a transaction that used one table before them, and another one after, would end in a deadlock.
lock table users, humidity_groups, temperature_groups, light_groups, plants, troubleshoots, plant_requests, sensors, gateway_hardwares, gateways,
  gateway_firmwares, rollouts, notification_channels, alert_rules in share mode;
lock table sensor_stats in access exclusive mode;
lock table alerts, audit_entries in share mode;

alter table sensor_stats add column stray_since timestamptz;
create index sensor_stats_stray_since on sensor_stats (stray_since desc nulls last, sensor_id) where stray_until is not null;
