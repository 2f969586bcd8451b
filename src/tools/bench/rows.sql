-- Rows of every area for the benches; {gateways} and the like are how many. Everything is made from the number i, so that rows refer
-- to each other by computing an id; each statement stands alone, on whichever connection. A few rows have most of the others: a fleet
-- has some models and some firmwares that everybody uses, and a catalogue some groups that nearly all plants are in.

create function made_id(kind integer, i bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(1750000000000 + i * 60000), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(i * 2654435761), 15, '0'))::uuid
$$;

-- A number from 1 to n; the low ones more often.
create function made_one(i bigint, salt bigint, n bigint) returns bigint language sql immutable as $$
  select 1 + floor(n * power(((i * 7919 + salt * 104729) % 10007) / 10007.0::double precision, 3))::bigint
$$;

create function made_word(i bigint, salt bigint) returns text language sql immutable as $$
  select substr(md5((i * 31 + salt)::text), 1, 8)
$$;

insert into users (id, created_at, updated_at, first_name, last_name, fullname, email, email_key, active, last_sign_in_at)
select made_id(1, i), now() - i * interval '1 minute', now(), 'Ada ' || made_word(i, 1), 'Moss', 'Ada ' || made_word(i, 1) || ' Moss',
  'ada.' || i || '@example.org', 'ada.' || i || '@example.org', i % 12 <> 0, case when i % 5 <> 0 then now() - i * interval '17 seconds' end
from generate_series(1, {users}) i;

insert into gateway_hardwares (id, vendor, model, revision, part_number, radios, region, power, ip_code, status, created_at)
select made_id(2, i), (array['Fernwerk', 'Moosbach', 'Wetland', 'Taproot', 'Heliotrope'])[1 + i % 5], 'Hub ' || made_word(i / 15, 2), 'r' || i % 15,
  'FW-' || i, '{LoRaWAN,Ethernet}', (array['EU868', 'US915', 'AS923', null])[1 + i % 4], 'PoE', 'IP67', case when i % 9 = 0 then 'eol' else 'active' end,
  now() - i * interval '1 minute'
from generate_series(1, {gateway_hardwares}) i;

-- Two hundred families of firmware; family k runs on the hardware k, and each of its versions on some rare one too.
insert into gateway_firmwares (id, name, semver, channel, status, file_name, size_bytes, sha256, release_notes, released_at, created_at)
select made_id(3, i), 'Hub OS ' || i % 200, 1 + v / 64 || '.' || v / 8 % 8 || '.' || v % 8 || case when i % 11 = 0 then '-rc.1' else '' end,
  (array['stable', 'stable', 'beta', 'alpha'])[1 + (v * 7 + i) % 4],
  case when i % 23 = 0 then 'draft' when i % 29 = 0 then 'revoked' when i % 4 = 0 then 'deprecated' else 'released' end,
  'hub-' || i || '.bin', case when i % 23 <> 0 then 1000000 + i * 7919::bigint % 9000000 end, md5(i::text) || md5(i::text), 'Joins faster.',
  case when i % 23 <> 0 then now() - i * interval '1 hour' end, now() - i * interval '1 minute'
from (select i, i / 200 as v from generate_series(1, {gateway_firmwares}) i) made;

insert into gateway_firmware_hardwares (firmware_id, hardware_id, channel, status, semver_key)
select distinct f.id, made_id(2, h), f.channel, f.status, f.semver_key
from generate_series(1, {gateway_firmwares}) i
join gateway_firmwares f on f.id = made_id(3, i)
cross join unnest(array[1 + i % least(200, {gateway_hardwares}), 1 + i * 7919::bigint % {gateway_hardwares}]) h;

insert into latest_firmwares (firmware_id)
select distinct firmware_id
from (
  select firmware_id, rank() over (partition by hardware_id, channel order by semver_key desc) as place
  from gateway_firmware_hardwares where status = 'released'
) as placed
where place = 1;

insert into humidity_groups (id, name, soil_moisture_min, soil_moisture_max, air_humidity_min, air_humidity_max, created_at)
select made_id(4, i), 'Moist ' || made_word(i, 4) || ' ' || i, i % 40, i % 40 + 30, case when i % 3 <> 0 then i % 30 end,
  case when i % 3 <> 0 then i % 30 + 50 end, now() - i * interval '1 minute'
from generate_series(1, {humidity_groups}) i;

insert into temperature_groups (id, name, min_c, max_c, ideal_min_c, ideal_max_c, created_at)
select made_id(5, i), 'Warm ' || made_word(i, 5) || ' ' || i, i % 20 - 5, i % 20 + 25, i % 20, i % 20 + 10, now() - i * interval '1 minute'
from generate_series(1, {temperature_groups}) i;

insert into light_groups (id, name, exposure, dli_min, dli_max, lux_min, lux_max, created_at)
select made_id(6, i), 'Light ' || made_word(i, 6) || ' ' || i, (array['shade', 'part_shade', 'part_sun', 'full_sun'])[1 + i % 4],
  i % 12, i % 12 + 8, case when i % 2 = 0 then i % 900 end, case when i % 2 = 0 then i % 900 + 9000 end, now() - i * interval '1 minute'
from generate_series(1, {light_groups}) i;

insert into plants (id, scientific_name, cultivar, family, status, category, toxicity, common_names, synonyms, care, humidity_group_id,
  temperature_group_id, light_group_id, ph_min, ph_max, image_url, created_at, updated_at)
select made_id(7, i), initcap(made_word(i / 4, 7)) || ' ' || made_word(i, 8), case when i % 3 = 0 then 'Cultivar ' || i end,
  case when i % 10 <> 0 then 'Family ' || i % 300 end, (array['published', 'published', 'published', 'draft', 'archived'])[1 + i % 5],
  case when i % 7 <> 0 then (array['foliage', 'climber', 'fern', 'herb'])[1 + i % 4] end,
  case when i % 6 <> 0 then (array['none', 'low', 'medium', 'high'])[1 + i % 4] end,
  array[jsonb_build_object('lang', 'en', 'name', made_word(i, 9) || ' leaf'), jsonb_build_object('lang', 'de', 'name', made_word(i, 10) || 'blatt')],
  array['Synonym ' || made_word(i, 11)], jsonb_build_object('watering', 'When the soil is dry.'),
  case when i % 10 <> 0 then made_id(4, made_one(i, 1, case when i % 2 = 0 then least(20, {humidity_groups}) else {humidity_groups} end)) end,
  case when i % 10 <> 1 then made_id(5, made_one(i, 2, case when i % 2 = 0 then least(20, {temperature_groups}) else {temperature_groups} end)) end,
  case when i % 10 <> 2 then made_id(6, made_one(i, 3, case when i % 2 = 0 then least(20, {light_groups}) else {light_groups} end)) end,
  case when i % 2 = 0 then 5.5 end, case when i % 2 = 0 then 7 end, case when i % 3 = 0 then 'https://example.org/' || i end,
  now() - i * interval '1 minute', now() - i * interval '30 seconds'
from generate_series(1, {plants}) i;

insert into troubleshoots (id, plant_id, symptom, affected_part, category, cause, remedy, severity, sort_order, created_at)
select made_id(8, i), made_id(7, made_one(i, 4, {plants})), (array['Brown tips', 'Yellow leaves', 'Curled leaves', 'Soft stem'])[1 + i % 4] || ' ' || made_word(i, 12),
  (array['leaf', 'stem', 'root', 'flower'])[1 + i % 4], (array['abiotic', 'nutrient', 'pest', 'fungal', 'bacterial', 'viral'])[1 + i % 6], 'Cause ' || i,
  '{"immediate": "Rinse it off."}', (array['low', 'medium', 'high'])[1 + i % 3], i % 12, now() - i * interval '1 minute'
from generate_series(1, {troubleshoots}) i;

-- About five requests have the same name.
insert into plant_requests (id, requested_name, proposed_scientific_name, requester_user_id, status, reviewer_id, decided_at, rejection_reason,
  published_plant_id, draft, created_at, updated_at)
select made_id(9, i), 'Leaf ' || made_word(made_one(i, 5, {plant_requests} / 2 + 1), 13), case when i % 2 = 0 then 'Species ' || made_word(i, 14) end,
  made_id(1, 1 + i * 7919::bigint % {users}), status, case when status <> 'requested' then made_id(1, 1 + i % least(20, {users})) end,
  case when status in ('published', 'rejected', 'approved') then now() - i * interval '11 seconds' end,
  case when status = 'rejected' then (array['duplicate', 'unverifiable', 'insufficient_data', 'not_a_plant', 'other'])[1 + i % 5] end,
  case when status = 'published' and i <= {plants} then made_id(7, i) end, '{"family": "Araceae"}', now() - i * interval '1 minute', now() - i * interval '10 seconds'
from (
  select i, (array['requested', 'requested', 'requested', 'requested', 'in_review', 'in_review', 'approved', 'published', 'published', 'rejected'])[1 + i % 10] as status
  from generate_series(1, {plant_requests}) i
) made;

-- Dates last-seen tomorrow, so that no device goes offline during a bench.
insert into gateways (id, name, eui, serial_number, description, hardware_id, firmware_id, target_firmware_id, target_firmware_at,
  target_reported_at, update_channel, reporting_interval_s, last_seen_at, latitude, longitude, tags, readings_from, created_at)
select made_id(10, i), 'Gateway ' || made_word(i, 15) || ' ' || i, '70B3D5' || upper(lpad(to_hex(i), 10, '0')), 'SN-' || i,
  case when i % 5 = 0 then 'In the greenhouse of ' || made_word(i, 16) end, made_id(2, h),
  case when i % 12 <> 0 then made_id(3, f) end, case when i % 8 = 0 then made_id(3, t) end,
  case when i % 8 = 0 then now() - case when i % 16 = 0 then interval '9 days' else interval '-9 days' end end,
  case when i % 16 = 0 and i % 50 <> 0 then now() - interval '9 days' end,
  (array['stable', 'stable', 'beta', 'alpha'])[1 + i % 4], 30,
  case when i % 50 = 0 then null when i % 9 = 0 then now() - interval '3 days' - i * interval '1 second' else now() + interval '1 day' - i * interval '1 ms' end,
  i % 170 - 85, i % 350 - 175, array['north', 'row ' || i % 40],
  -- A batch has the readings of neighbouring sensors, each of any gateway.
  'all', now() - i * interval '1 minute'
from (
  select i, h, least({gateway_firmwares}, greatest(1, 200 * ({gateway_firmwares} / 200 - i % 9) + h - 1)) as f,
    least({gateway_firmwares}, greatest(1, 200 * ({gateway_firmwares} / 200 - i % 5) + h - 1)) as t
  from (
    select i, case when i % 20 = 0 then 1 + i * 7919::bigint % {gateway_hardwares} else made_one(i, 6, least(200, {gateway_hardwares})) end as h
    from generate_series(1, {gateways}) i
  ) chosen
) made;

insert into sensors (id, name, eui, model, gateway_id, plant_id, reporting_interval_s, created_at)
select made_id(11, i), 'Sensor ' || made_word(i, 17) || ' ' || i, 'A84041' || upper(lpad(to_hex(i), 10, '0')), 'Moist ' || i % 12,
  case when i % 10 <> 0 then made_id(10, made_one(i, 7, {gateways})) end, case when i % 4 <> 0 then made_id(7, made_one(i, 8, {plants})) end, 300,
  now() - i * interval '1 minute'
from generate_series(1, {sensors}) i;

-- One in five is out of range; some report nothing or have no target range.
insert into sensor_stats (sensor_id, datapoint_count, reporting_interval_s, last_seen_at, battery_pct, rssi_dbm, firmware_version,
  stray_until, judged_until)
select made_id(11, i), i * 7919::bigint % 100003, 300,
  case when i % 60 = 0 then null when i % 11 = 0 then now() - interval '3 days' - i * interval '1 second' else now() + interval '1 day' - i * interval '1 ms' end,
  i * 37::bigint % 101, -60 - i % 60, '2.1.' || i % 9,
  case when i % 5 = 0 then now() + case when i % 11 = 0 then interval '-1 hour' else interval '1 day' end end,
  case when i % 60 <> 0 then case when i % 9 = 0 then 'infinity' when i % 11 = 0 then now() - interval '1 hour' else now() + interval '1 day' end end
from generate_series(1, {sensors}) i;
