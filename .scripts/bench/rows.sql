insert into gateway_hardwares (id, vendor, model, revision, status) select gen_random_uuid(), 'Vendor ' || (i%4), 'Model ' || i, 'r1', case when i % 7 = 0 then 'eol' else 'active' end from generate_series(1,20) i;
insert into gateway_firmwares (id, name, semver, channel, status, released_at) select gen_random_uuid(), 'Frond OS', '3.' || i || '.0', (array['stable','beta','alpha'])[1 + i % 3], (array['released','revoked','draft','released'])[1 + i % 4], now() from generate_series(1,30) i;
insert into gateway_firmware_hardwares select f.id, h.id from gateway_firmwares f, gateway_hardwares h;
insert into plants (id, scientific_name, cultivar, family, status) select gen_random_uuid(), 'Species ' || md5(i::text), case when i % 3 = 0 then 'Cv ' || i end, 'Family ' || (i % 100), 'published' from generate_series(1,5000) i;
create temp table h as select id, row_number() over () as n from gateway_hardwares;
create temp table f as select id, row_number() over () as n from gateway_firmwares;
insert into gateways (id, name, eui, serial_number, description, hardware_id, firmware_id, target_firmware_id, update_channel, reporting_interval_s, last_seen_at, tags, created_at)
select gen_random_uuid(), 'Gateway ' || substr(md5(i::text), 1, 8) || ' ' || i, '7' || upper(lpad(to_hex(i), 15, '0')), 'SN-' || i, case when i % 5 = 0 then 'In the greenhouse of ' || md5((i*7)::text) end,
 (select id from h where n = 1 + i % 20), (select id from f where n = 1 + i % 30), case when i % 3 = 0 then (select id from f where n = 1 + (i+1) % 30) end, (array['stable','beta','alpha'])[1 + i % 3], 30,
 case when i % 50 = 0 then null when i % 9 = 0 then now() - interval '3 days' - i * interval '1 second' else now() + interval '10 days' - i * interval '1 ms' end, array['a','b'], now() - i * interval '1 minute'
from generate_series(1,100000) i;
create temp table gw as select id, row_number() over () as n from gateways;
create index on gw(n);
create temp table pl as select id, row_number() over () as n from plants;
create index on pl(n);
insert into sensors (id, name, eui, model, gateway_id, plant_id, reporting_interval_s, last_seen_at, battery_pct, created_at)
select gen_random_uuid(), 'Sensor ' || substr(md5((i*3)::text), 1, 8) || ' ' || i, '8' || upper(lpad(to_hex(i), 15, '0')), 'Model ' || (i % 12),
 case when i % 10 <> 0 then (select id from gw where n = 1 + (i * 7) % 10000) end, case when i % 4 <> 0 then (select id from pl where n = 1 + i % 5000) end, 300,
 case when i % 60 = 0 then null when i % 11 = 0 then now() - interval '3 days' - i * interval '1 second' else now() + interval '10 days' - i * interval '1 ms' end, (i * 37) % 101, now() - i * interval '1 minute'
from generate_series(1,100000) i;
insert into sensor_stats (sensor_id, datapoint_count, last_at) select id, (random()*10000)::int, last_seen_at from sensors;
drop table h;
drop table f;
drop table gw;
drop table pl;
