-- Whose key it is, null when it is nobody's, and what `count_attempt` tells of that gateway's batches: in one call, since every batch asks.
create function admit_batch(of_hash text, window_s integer, at timestamptz, out gateway uuid, out hits integer, out seconds_left integer)
language plpgsql as $$
begin
  select gateway_id into gateway from gateway_keys where key_hash = of_hash;
  if gateway is not null then
    select counted.hits, counted.seconds_left into hits, seconds_left from count_attempt('batch ' || gateway, window_s, at) as counted;
  end if;
end
$$;

-- Takes in what a gateway's batch tells, whole, in one statement: see ingest.ts. PL/pgSQL plans each step once a connection, by indexes even if
-- hardly any row was there then, and nothing has to be sent there and back between them. Answers how many readings are
-- new, which were there, by place from 1, and the ids of the sensors, null of those that nobody has registered.
--
-- Of each sensor that the batch speaks of, once: its EUI, until when it was heard, how many readings there are of it, and what it says of itself.
-- Of each reading, of one moment of a metric once: whose it is, by place among those from 1, and whether it is the batch's latest of the metric.
-- Moments are milliseconds since 1970, which are read in a third of the time of dates. `trusting`: a reading that is later than its metric's
-- latest is taken for new without looking whether it is there, which costs as much as storing it; if it is there, the key is violated.
create function take_in(
  of_gateway uuid, running text, refusals jsonb, trusting boolean,
  euis text[], heard_at bigint[], given integer[],
  batteries double precision[], rssis double precision[], snrs double precision[], firmwares text[],
  places integer[], metrics text[], measured double precision[], moments bigint[], newest boolean[],
  out stored integer, out known integer[], out sensor_ids uuid[]
) language plpgsql set enable_seqscan = off as $$
declare
  last_ats timestamptz[];
  strange text[];
  registered integer;
  unregistered integer;
  counts integer[];
  counted_until timestamptz[];
  runs uuid;
begin
  -- Batches that meet wait for each other in the order of the sensors, so none waits for one that waits for it.
  with held as materialized (
    select s.id, s.eui, stats.last_at from sensors s join sensor_stats stats on stats.sensor_id = s.id
    where s.eui = any(euis) order by s.id for no key update of stats
  )
  select coalesce(array_agg(held.id order by heard.place), '{}'), array_agg(held.last_at order by heard.place),
    array_agg(heard.eui order by heard.place) filter (where held.id is null),
    coalesce(sum(heard.given) filter (where held.id is not null), 0), coalesce(sum(heard.given) filter (where held.id is null), 0)
  into sensor_ids, last_ats, strange, registered, unregistered
  from unnest(euis, given) with ordinality as heard (eui, given, place) left join held using (eui);

  -- Nobody else stores readings of these sensors meanwhile: what is later than the latest can be told from it.
  with reading as materialized (
    select told.nth, sensor.id as sensor_id, sensor.place, told.metric, told.value, told.measured_at, told.newest,
      trusting and (told.measured_at > coalesce(sensor.last_at, '-infinity') or told.measured_at > coalesce((
        select l.measured_at from sensor_latest l where l.sensor_id = sensor.id and l.metric = told.metric), '-infinity')) as later
    from (
      select nth, place, metric, value, to_timestamp(at::double precision / 1000) as measured_at, is_newest as newest
      from unnest(places, metrics, measured, moments, newest) with ordinality as each (place, metric, value, at, is_newest, nth)
    ) as told
    join unnest(sensor_ids, last_ats) with ordinality as sensor (id, last_at, place) using (place)
    where sensor.id is not null
  ), sure as (
    insert into datapoints (sensor_id, metric, value, measured_at)
    select sensor_id, metric, value, measured_at from reading where later
  ), unsure as (
    insert into datapoints (sensor_id, metric, value, measured_at)
    select sensor_id, metric, value, measured_at from reading where not later
    on conflict do nothing
    returning sensor_id, metric, measured_at
  ), latest as (
    insert into sensor_latest (sensor_id, metric, value, measured_at)
    select sensor_id, metric, value, measured_at from reading where reading.newest
    on conflict (sensor_id, metric) do update set value = excluded.value, measured_at = excluded.measured_at
    where excluded.measured_at > sensor_latest.measured_at
  ), counted as (
    select place, count(*) as new, max(measured_at) as until
    from reading left join unsure using (sensor_id, metric, measured_at)
    where later or unsure.sensor_id is not null
    group by place
  )
  select coalesce(sum(counted.new), 0), array_agg(counted.new order by sensor.place), array_agg(counted.until order by sensor.place), array(
    select nth from reading left join unsure using (sensor_id, metric, measured_at) where not later and unsure.sensor_id is null
  )
  into stored, counts, counted_until, known
  from generate_series(1, cardinality(sensor_ids)) as sensor (place) left join counted using (place);

  -- Counts, notes and judges: each row is written once a batch, and not when nothing new is told. A reading that was kept back tells when it was
  -- measured; its sensor is not heard now. No version is counted up: an administrator's form is not stale because a sensor spoke.
  update sensor_stats stats set
    datapoint_count = stats.datapoint_count + coalesce(heard.new, 0),
    last_at = greatest(stats.last_at, heard.until),
    last_seen_at = greatest(stats.last_seen_at, least(heard.at, now())),
    battery_pct = case when heard.battery is null or stats.last_seen_at > heard.at then stats.battery_pct else heard.battery end,
    rssi_dbm = coalesce(heard.rssi, stats.rssi_dbm),
    snr_db = coalesce(heard.snr, stats.snr_db),
    firmware_version = coalesce(heard.firmware, stats.firmware_version),
    stray_until = judged.stray_until,
    judged_until = judged.judged_until
  from (
    select id, to_timestamp(at::double precision / 1000) as at, battery, rssi, snr, firmware, new, until
    from unnest(sensor_ids, heard_at, batteries, rssis, snrs, firmwares, counts, counted_until)
      as each (id, at, battery, rssi, snr, firmware, new, until)
  ) as heard
  left join judgements_of(sensor_ids) as judged on judged.sensor_id = heard.id
  where stats.sensor_id = heard.id and (heard.new > 0 or stats.last_seen_at is null or stats.last_seen_at < heard.at
    or heard.battery is not null or heard.rssi is not null or heard.snr is not null or heard.firmware is not null);

  -- Sensors that nobody has registered are kept in mind, so that an administrator can adopt them: so many of a batch, and of a gateway.
  if strange is not null then
    insert into unknown_sensors (gateway_id, eui)
    select of_gateway, eui
    from (select eui from unnest(strange) as eui where eui ~ '^([0-9A-F]{16}|[0-9A-F]{12})$' limit 100) as real
    where (select count(*) from unknown_sensors u where u.gateway_id = of_gateway) < 1000
      or exists (select from unknown_sensors u where u.gateway_id = of_gateway and u.eui = real.eui)
    order by eui
    on conflict (gateway_id, eui) do update set last_heard_at = now();
  end if;

  -- The firmware that the gateway says it runs is the one of that version made for its hardware.
  if running is not null then
    select f.id into runs from gateways g
    join gateway_firmware_hardwares h on h.hardware_id = g.hardware_id
    join gateway_firmwares f on f.id = h.firmware_id
    where g.id = of_gateway and f.semver = running and f.status <> 'draft'
    order by f.id = g.target_firmware_id desc nulls last, f.id = g.firmware_id desc nulls last, f.id
    limit 1;
  end if;
  update gateways set last_seen_at = now(), firmware_id = coalesce(runs, firmware_id) where id = of_gateway;
  if runs is not null then
    update gateway_firmwares set first_installed_at = now() where id = runs and first_installed_at is null;
  end if;

  if unregistered > 0 then
    refusals := refusals || jsonb_build_object('unknown_sensor', unregistered);
  end if;
  insert into gateway_check_ins (gateway_id, stored, duplicates, refusals, unknown, firmware_version)
  values (of_gateway, stored, registered - stored, refusals, coalesce(cardinality(strange), 0), running);
end
$$;
