-- By what lists of very many rows are found, where no column of a form has an index for it already.

create index gateways_online_until on gateways (online_until nulls first, id);
create index sensor_stats_online_until on sensor_stats (online_until nulls first, sensor_id);

-- The newest firmware for a hardware on a channel is the first that is there.
create index gateway_firmware_hardwares_newest on gateway_firmware_hardwares (hardware_id, channel, semver_key desc, firmware_id)
  where status = 'released';
