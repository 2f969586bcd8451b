-- Staged rollouts of firmware: rollouts, their groups and gateways, and what gateways report about an update.

drop view gateways_view;
drop view gateway_firmwares_view;

alter table gateways
  -- The last step of an update that it reported, and when. Concerns the assigned firmware unless it is older than the assignment.
  add column told_step text collate "C" check (told_step in ('downloading', 'verifying', 'installing', 'installed', 'failed')),
  add column told_note text,
  add column told_at timestamptz,
  -- Start of its last firmware download.
  add column fetched_at timestamptz;

-- Returns the progress of an update. It has failed when the gateway says so, or was seen more than a day after the assignment and did not
-- install it.
drop function firmware_update(uuid, uuid, timestamptz, timestamptz);
create function firmware_update(
  reported_id uuid, target_id uuid, target_at timestamptz, last_seen_at timestamptz, told_step text, told_at timestamptz
) returns text language sql stable parallel safe
return case
  when target_id is null or target_id is not distinct from reported_id then 'none'
  when told_step = 'failed' and told_at >= target_at then 'failed'
  when last_seen_at > target_at + interval '24 hours' then 'failed'
  else 'pending'
end;

create table rollouts (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text collate "C" not null,
  firmware_id uuid not null constraint rollouts_firmware_id_fkey references gateway_firmwares (id),
  -- Which gateways it updates; if all are empty, every gateway that the firmware supports.
  hardware_ids uuid[] not null default '{}',
  tags text[] not null default '{}',
  update_channel text collate "C",
  from_firmware_ids uuid[] not null default '{}',
  canary_count integer,
  canary_tag text,
  -- { percent }, rising to 100.
  waves jsonb[] not null default '{}',
  go_on_pct double precision not null,
  within_h integer not null,
  stop_pct double precision not null,
  stop_count integer,
  start_at timestamptz,
  -- Hours of the day in which it assigns the firmware, in local time of the zone.
  window_from text,
  window_to text,
  zone text,
  reason text,
  status text collate "C" not null default 'draft'
    check (status in ('draft', 'scheduled', 'running', 'paused', 'finished', 'stopped')),
  status_reason text,
  -- True if the server stopped it, because too many gateways failed or the firmware was withdrawn.
  halted boolean not null default false,
  needs_approval boolean not null default false,
  requested_by_id uuid references users (id) on delete set null,
  approved_by_id uuid references users (id) on delete set null,
  approved_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  search text collate "C" not null generated always as (folded(name)) stored
);
create unique index rollouts_name_key on rollouts (folded(name));
create index rollouts_name on rollouts (name, id);
create index rollouts_status on rollouts (status, id);
create index rollouts_started_at on rollouts (started_at nulls first, id);
create index rollouts_created_at on rollouts (created_at, id);
create index rollouts_firmware_id on rollouts (firmware_id);
create index rollouts_search on rollouts using gin (search gin_trgm_ops);

create table rollout_groups (
  rollout_id uuid not null references rollouts (id) on delete cascade,
  -- From 1, in the order of their start.
  number integer not null,
  kind text collate "C" not null check (kind in ('canary', 'wave', 'retry')),
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'running', 'done', 'stopped')),
  started_at timestamptz,
  -- Deadline for enough of its gateways to report the new version; null before the first assignment.
  due_at timestamptz,
  primary key (rollout_id, number)
);

create table rollout_gateways (
  id uuid primary key,
  rollout_id uuid not null references rollouts (id) on delete cascade,
  gateway_id uuid not null constraint rollout_gateways_gateway_id_fkey references gateways (id) on delete cascade,
  -- Null if it was excluded from the beginning.
  group_number integer,
  state text collate "C" not null check (state in ('waiting', 'assigned', 'succeeded', 'failed', 'skipped')),
  -- Why it was excluded or failed.
  code text collate "C",
  note text,
  -- True while this rollout holds the gateway: no other may update it.
  current boolean not null default false,
  assigned_at timestamptz,
  settled_at timestamptz
);
create unique index rollout_gateways_current on rollout_gateways (gateway_id) where current;
create unique index rollout_gateways_once on rollout_gateways (rollout_id, gateway_id);
create index rollout_gateways_gateway_id on rollout_gateways (gateway_id);
create index rollout_gateways_state on rollout_gateways (rollout_id, state, group_number);
create index rollout_gateways_assigned on rollout_gateways (rollout_id) where state = 'assigned';

-- Rollouts can have alerts, too.
alter table alerts
  drop constraint alerts_subject_check,
  add constraint alerts_subject_check check (subject in ('Gateway', 'Sensor', 'Rollout'));

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
    g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at, g.told_step, g.told_at) = 'pending') as pending_count,
  (select count(*) from gateways g where g.target_firmware_id = f.id and firmware_update(
    g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at, g.told_step, g.told_at) = 'failed') as failed_count,
  (select count(*) from rollouts r where r.firmware_id = f.id) as rollouts_count
from gateway_firmwares f;

create view gateways_view as
select g.*,
  device_state(g.online_until) collate "C" as state,
  hardware.title as hardware_name,
  reported.title as firmware_name,
  assigned.title as target_firmware_name,
  firmware_update(
    g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at, g.told_step, g.told_at) collate "C" as firmware_update,
  case when g.told_at >= g.target_firmware_at then g.told_step end as update_step,
  case when g.told_at >= g.target_firmware_at then g.told_at end as update_step_at,
  case when g.told_at >= g.target_firmware_at then g.told_note end as update_note,
  case
    when reported.id is null then 'unknown'
    when reported.status = 'revoked' then 'error'
    when firmware_update(g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at, g.told_step, g.told_at) = 'failed' then 'error'
    when firmware_update(g.firmware_id, g.target_firmware_id, g.target_firmware_at, g.last_seen_at, g.told_step, g.told_at) = 'pending' then 'pending'
    when (select max(fh.semver_key) from gateway_firmware_hardwares fh
      where fh.hardware_id = g.hardware_id and fh.channel = g.update_channel and fh.status = 'released') > reported.semver_key then 'update_available'
    else 'in_sync'
  end collate "C" as firmware_status,
  (select count(*) from sensors s where s.gateway_id = g.id) as sensors_count,
  -- unknown_sensors may still have a sensor that was registered meanwhile. `offset 0` keeps the planner from a join whose size it misjudges.
  exists (
    select from unknown_sensors u
    where u.gateway_id = g.id and not exists (select from sensors s where s.eui = u.eui offset 0) offset 0
  ) as hears_unknown
from gateways g
left join gateway_hardwares hardware on hardware.id = g.hardware_id
left join gateway_firmwares reported on reported.id = g.firmware_id
left join gateway_firmwares assigned on assigned.id = g.target_firmware_id;

-- Does not count gateways that were excluded from the beginning: they have no group.
create view rollout_groups_view as
select r.rollout_id, r.number, r.kind, r.state, r.started_at, r.due_at,
  count(rg.id) as gateways_count,
  count(rg.id) filter (where rg.state = 'waiting') as waiting_count,
  count(rg.id) filter (where rg.state = 'assigned') as assigned_count,
  count(rg.id) filter (where rg.state = 'succeeded') as succeeded_count,
  count(rg.id) filter (where rg.state = 'failed') as failed_count,
  count(rg.id) filter (where rg.state = 'skipped') as skipped_count
from rollout_groups r
left join rollout_gateways rg on rg.rollout_id = r.rollout_id and rg.group_number = r.number
group by r.rollout_id, r.number;

create view rollouts_view as
select r.*,
  firmware.title as firmware_name,
  r.needs_approval and r.approved_at is null and r.status = 'scheduled' as awaits_approval,
  requester.fullname as requested_by_name,
  approver.fullname as approved_by_name,
  -- The hours outside its window are its quiet hours.
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
  coalesce(counted.groups, '[]'::jsonb) as groups
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

create view rollout_gateways_view as
select rg.*, g.name, g.search, firmware.title as firmware_name,
  case when rg.assigned_at is not null and g.told_at >= rg.assigned_at then g.told_step end as step
from rollout_gateways rg
left join gateways g on g.id = rg.gateway_id
left join gateway_firmwares firmware on firmware.id = g.firmware_id;
