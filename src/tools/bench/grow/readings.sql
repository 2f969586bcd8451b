-- What the sensors of rows.sql measured: five metrics each, {moments} times until {until}; the first one's soil moisture besides, {curve}
-- times, every ten seconds. Each month is filled in the order in which readings arrive, then given its index, then made a part of the whole.

-- month
create table {part} (like datapoints including defaults);

insert into {part} (sensor_id, metric, measured_at, value, received_at)
select made_id(11, i), metric, at, {value}, at + interval '2 seconds'
from (
  select {until}::timestamptz - n * make_interval(secs => {cadence}) as at, n
  from generate_series({moments} - 1, 0, -1) n
) as moment
cross join generate_series(2, {sensors}) i
cross join unnest(array['air_humidity', 'air_temperature', 'battery', 'illuminance', 'soil_moisture']) metric
where at >= {from} and at < {to};

insert into {part} (sensor_id, metric, measured_at, value, received_at)
select made_id(11, 1), 'soil_moisture', at, 40 + 30 * sin(n / 5000.0), at + interval '2 seconds'
from (select {until}::timestamptz - n * interval '10 seconds' as at, n from generate_series({curve} - 1, 0, -1) n) as moment
where at >= {from} and at < {to};

alter table {part} add primary key (sensor_id, metric, measured_at);

alter table datapoints attach partition {part} for values from ({from}) to ({to});

-- whole
insert into datapoints_hourly (sensor_id, metric, at, min, max, sum, count)
select sensor_id, metric, date_trunc('hour', measured_at, 'UTC'), min(value), max(value), sum(value), count(*)
from datapoints group by 1, 2, 3;

insert into datapoints_daily (sensor_id, metric, at, min, max, sum, count)
select sensor_id, metric, date_trunc('day', at, 'UTC'), min(min), max(max), sum(sum), sum(count)
from datapoints_hourly group by 1, 2, 3;

insert into rollup_progress (name, received_until) values ('datapoints', now());

update sensor_stats set datapoint_count = made.count, reporting_interval_s = 86400, last_seen_at = least(last_seen_at, {until})
from (select sensor_id, sum(count) as count from datapoints_daily group by 1) as made
where made.sensor_id = sensor_stats.sensor_id;

insert into sensor_latest (sensor_id, metric, value, measured_at)
select sensor_id, metric, value, measured_at from datapoints where measured_at = {until};

-- No device goes offline during the bench, and none has a last-seen in the future.
update sensors set reporting_interval_s = 86400;

update gateways set reporting_interval_s = 86400, last_seen_at = least(last_seen_at, {until});

insert into gateway_keys (gateway_id, key_hash)
select made_id(10, i), encode(sha256(convert_to('fgk_grow' || i, 'UTF8')), 'hex') from generate_series(1, {gateways}) i;

-- A week of calls.
insert into gateway_check_ins (gateway_id, at, stored, duplicates, refusals, unknown, firmware_version)
select made_id(10, i), {until}::timestamptz - n * make_interval(secs => {cadence}), 50, 0, '{}', 0, '2.1.0'
from generate_series(604800 / {cadence}, 1, -1) n cross join generate_series(1, {gateways}) i;
