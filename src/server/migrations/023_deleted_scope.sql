-- Rules and rollouts name the deleted rows that still limit them.

create function name_of_deleted(deleted_subject text, deleted_id uuid) returns text language sql stable
return coalesce(
  (
    select coalesce(e.before ->> 'title', e.before ->> 'name') from audit_entries e
    where e.subject = deleted_subject and e.subject_id = deleted_id::text and e.action = 'deleted' order by e.id desc limit 1
  ),
  -- The activity is kept for some time only.
  deleted_id::text
);

create or replace view alert_rules_view as
select r.id, r.version, r.created_at, r.updated_at, r.name, r.kind, r.metric, r.for_s, r.severity,
  r.tags, r.gateway_ids, r.plant_ids, r.humidity_group_ids, r.temperature_group_ids, r.light_group_ids, r.channel_ids, r.active,
  case when r.silenced_until > now() then r.silenced_until end as silenced_until,
  r.judged_at, r.severity_order, r.search,
  (select count(*) from alerts a where a.rule_id = r.id and a.status <> 'resolved') as open_alerts_count,
  array(select name from notification_channels where id = any(r.channel_ids) order by name) as channel_names,
  r.tags || array(
    select name from gateways where id = any(r.gateway_ids)
    union all select title from plants where id = any(r.plant_ids)
    union all select name from humidity_groups where id = any(r.humidity_group_ids)
    union all select name from temperature_groups where id = any(r.temperature_group_ids)
    union all select name from light_groups where id = any(r.light_group_ids)
  )::text[] as scope_names,
  array(
    select name_of_deleted('Gateway', id) from unnest(r.gateway_ids) as limits (id)
      where not exists (select from gateways t where t.id = limits.id)
    union select name_of_deleted('Plant', id) from unnest(r.plant_ids) as limits (id)
      where not exists (select from plants t where t.id = limits.id)
    union select name_of_deleted('HumidityGroup', id) from unnest(r.humidity_group_ids) as limits (id)
      where not exists (select from humidity_groups t where t.id = limits.id)
    union select name_of_deleted('TemperatureGroup', id) from unnest(r.temperature_group_ids) as limits (id)
      where not exists (select from temperature_groups t where t.id = limits.id)
    union select name_of_deleted('LightGroup', id) from unnest(r.light_group_ids) as limits (id)
      where not exists (select from light_groups t where t.id = limits.id)
    order by 1
  )::text[] as deleted_scope_names
from alert_rules r;

create or replace view rollouts_view as
select r.*,
  firmware.title as firmware_name,
  r.needs_approval and r.approved_at is null and r.status = 'scheduled' as awaits_approval,
  requester.fullname as requested_by_name,
  approver.fullname as approved_by_name,
  -- Outside of its hours it is as quiet as a channel in its quiet ones.
  quiet_until(r.window_to, r.window_from, r.zone, now()) as opens_at,
  array(select title from gateway_hardwares where id = any(r.hardware_ids) order by title)::text[] || r.tags
    || case when r.update_channel is null then '{}'::text[] else array[r.update_channel] end
    || array(select title from gateway_firmwares where id = any(r.from_firmware_ids) order by title_order)::text[] as scope_names,
  coalesce(counted.gateways_count, 0) as gateways_count,
  coalesce(counted.waiting_count, 0) as waiting_count,
  coalesce(counted.assigned_count, 0) as assigned_count,
  coalesce(counted.succeeded_count, 0) as succeeded_count,
  coalesce(counted.failed_count, 0) as failed_count,
  coalesce(counted.skipped_count, 0) + (
    select count(*) from rollout_gateways rg where rg.rollout_id = r.id and rg.group_number is null
  ) as skipped_count,
  coalesce(counted.groups, '[]'::jsonb) as groups,
  array(
    select name_of_deleted('GatewayHardware', id) from unnest(r.hardware_ids) as limits (id)
      where not exists (select from gateway_hardwares t where t.id = limits.id)
    union select name_of_deleted('GatewayFirmware', id) from unnest(r.from_firmware_ids) as limits (id)
      where not exists (select from gateway_firmwares t where t.id = limits.id)
    order by 1
  )::text[] as deleted_scope_names
from rollouts r
left join gateway_firmwares firmware on firmware.id = r.firmware_id
left join users requester on requester.id = r.requested_by_id
left join users approver on approver.id = r.approved_by_id
left join lateral (
  select sum(gateways_count)::bigint as gateways_count, sum(waiting_count)::bigint as waiting_count,
    sum(assigned_count)::bigint as assigned_count, sum(succeeded_count)::bigint as succeeded_count,
    sum(failed_count)::bigint as failed_count, sum(skipped_count)::bigint as skipped_count,
    jsonb_agg(jsonb_build_object(
      'number', number, 'kind', kind, 'state', state,
      'startedAt', to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'dueAt', to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'gatewaysCount', gateways_count, 'waitingCount', waiting_count, 'assignedCount', assigned_count,
      'succeededCount', succeeded_count, 'failedCount', failed_count, 'skippedCount', skipped_count
    ) order by number) as groups
  from rollout_groups_view where rollout_id = r.id
) as counted on true;
