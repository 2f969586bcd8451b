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
-- new, which were there, by place from 1, the ids of the sensors, null of those whose readings are not stored, and which of these are another
-- gateway's, by place; the others nobody has registered.
--
-- Of each sensor that the batch speaks of, once: its EUI, until when it was heard, how many readings there are of it, and what it says of itself.
-- Of each curve, a metric of one of them: whose it is, by place among those from 1, how many moments it has, the first and the last of them, and
-- the value of that.
-- Of each reading, of one moment of a curve once: its curve, by place, value and moment. Moments are milliseconds since 1970, which are read in
-- a third of the time of dates. `trusting`: readings that are later than all of their curves are taken for new without looking whether they are
-- there, which costs as much as storing them; if one is there, the key is violated.
--
-- A batch without a gateway is of the one that has this key, and counts as its attempt; if there is none, or it had as many as it may, no gateway
-- is answered and nothing is done. It is counted last, so that who waits for its count does not wait for the batch.
create function take_in(
  inout of_gateway uuid, by_key text, attempts integer, window_s integer, attempted_at timestamptz,
  running text, refusals jsonb, trusting boolean,
  euis text[], heard_at bigint[], given integer[],
  batteries double precision[], rssis double precision[], snrs double precision[], firmwares text[],
  places integer[], metrics text[], numbers integer[], firsts bigint[], lasts bigint[], latest double precision[],
  curves integer[], measured double precision[], moments bigint[],
  out stored integer, out known integer[], out sensor_ids uuid[], out elsewhere integer[]
) language plpgsql set enable_seqscan = off as $$
declare
  last_ats timestamptz[];
  strange text[];
  registered integer;
  unregistered integer;
  misdirected integer;
  curve_ids uuid[];
  later boolean;
  untils bigint[] := lasts;
  runs uuid;
  counts boolean := of_gateway is null;
begin
  if of_gateway is null then
    select k.gateway_id into of_gateway from gateway_keys k
    where k.key_hash = by_key
      and not exists (select from throttles t where t.key = 'batch ' || k.gateway_id and t.hits >= attempts and t.ends_at > attempted_at);
    if of_gateway is null then return; end if;
  end if;

  known := '{}';
  -- A key is worth no more than the gateway it was made for: unless an administrator lets it, it tells nothing of another gateway's sensors.
  -- Batches that meet wait for each other in the order of the sensors, so none waits for one that waits for it.
  with held as materialized (
    select s.id, s.eui, stats.last_at, s.gateway_id is null or s.gateway_id = of_gateway
      or exists (select from gateways g where g.id = of_gateway and g.readings_from = 'all') as admitted
    from sensors s join sensor_stats stats on stats.sensor_id = s.id
    where s.eui = any(euis) order by s.id for no key update of stats
  )
  select coalesce(array_agg(case when held.admitted then held.id end order by heard.place), '{}'), array_agg(held.last_at order by heard.place),
    array_agg(heard.eui order by heard.place) filter (where held.id is null),
    coalesce(array_agg(heard.place order by heard.place) filter (where not held.admitted), '{}'),
    coalesce(sum(heard.given) filter (where held.admitted), 0), coalesce(sum(heard.given) filter (where held.id is null), 0),
    coalesce(sum(heard.given) filter (where not held.admitted), 0)
  into sensor_ids, last_ats, strange, elsewhere, registered, unregistered, misdirected
  from unnest(euis, given) with ordinality as heard (eui, given, place) left join held using (eui);

  -- Whose each curve is, and whether all that it tells is later: nobody else stores readings of these sensors meanwhile.
  select array_agg(sensor.id order by curve), trusting and bool_and(sensor.id is null or first > coalesce(last_at, '-infinity')
    or first > coalesce((select l.measured_at from sensor_latest l where l.sensor_id = sensor.id and l.metric = told.metric), '-infinity'))
  into curve_ids, later
  from (
    select curve, place, metric, to_timestamp(at::double precision / 1000) as first
    from unnest(places, metrics, firsts) with ordinality as each (place, metric, at, curve)
  ) as told
  join unnest(sensor_ids, last_ats) with ordinality as sensor (id, last_at, place) using (place);

  if later then
    insert into datapoints (sensor_id, metric, value, measured_at)
    select id, metric, value, to_timestamp(at::double precision / 1000)
    from unnest(curves, measured, moments) as reading (curve, value, at)
    join unnest(curve_ids, metrics) with ordinality as told (id, metric, curve) using (curve)
    where id is not null;
    get diagnostics stored = row_count;
  else
    with reading as materialized (
      select nth, curve, at, id as sensor_id, metric, value, to_timestamp(at::double precision / 1000) as measured_at
      from unnest(curves, measured, moments) with ordinality as each (curve, value, at, nth)
      join unnest(curve_ids, metrics) with ordinality as told (id, metric, curve) using (curve)
      where id is not null
    ), added as (
      insert into datapoints (sensor_id, metric, value, measured_at)
      select sensor_id, metric, value, measured_at from reading
      on conflict do nothing
      returning sensor_id, metric, measured_at
    ), fate as (
      select nth, curve, at, added.sensor_id is not null as new from reading left join added using (sensor_id, metric, measured_at)
    )
    select array(select nth from fate where not new), coalesce(sum(counted.number), 0),
      array_agg(counted.number order by curve), array_agg(counted.until order by curve)
    into known, stored, numbers, untils
    from (
      select curve, count(*) filter (where new) as number, max(at) filter (where new) as until
      from generate_series(1, cardinality(curve_ids)) as each (curve) left join fate using (curve)
      group by curve
    ) as counted;
  end if;

  insert into sensor_latest (sensor_id, metric, value, measured_at)
  select id, metric, value, to_timestamp(at::double precision / 1000)
  from unnest(curve_ids, metrics, latest, lasts) as told (id, metric, value, at) where id is not null
  on conflict (sensor_id, metric) do update set value = excluded.value, measured_at = excluded.measured_at
  where excluded.measured_at > sensor_latest.measured_at;

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
    from unnest(sensor_ids, heard_at, batteries, rssis, snrs, firmwares) with ordinality as each (id, at, battery, rssi, snr, firmware, place)
    left join (
      select place, sum(number) as new, to_timestamp(max(at)::double precision / 1000) as until
      from unnest(places, numbers, untils) as told (place, number, at)
      group by place
    ) as counted using (place)
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
  perform count_online(of_gateway);
  update gateways set last_seen_at = now(), firmware_id = coalesce(runs, firmware_id) where id = of_gateway;
  if runs is not null then
    update gateway_firmwares set first_installed_at = now() where id = runs and first_installed_at is null;
  end if;

  if unregistered > 0 then
    refusals := refusals || jsonb_build_object('unknown_sensor', unregistered);
  end if;
  if misdirected > 0 then
    refusals := refusals || jsonb_build_object('other_gateway', misdirected);
  end if;
  insert into gateway_check_ins (gateway_id, stored, duplicates, refusals, unknown, firmware_version)
  values (of_gateway, stored, registered - stored, refusals, coalesce(cardinality(strange), 0), running);

  if counts then
    perform count_attempt('batch ' || of_gateway, window_s, attempted_at);
  end if;
end
$$;
