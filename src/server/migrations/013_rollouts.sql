-- Staged rollouts of firmware: rollouts, their groups and gateways.

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
  settled_at timestamptz,
  -- The firmware it was assigned before, unless that had failed. A stop assigns it again if it is still released and made for the hardware.
  previous_firmware_id uuid
);
create unique index rollout_gateways_current on rollout_gateways (gateway_id) where current;
create unique index rollout_gateways_once on rollout_gateways (rollout_id, gateway_id);
create index rollout_gateways_gateway_id on rollout_gateways (gateway_id);
create index rollout_gateways_state on rollout_gateways (rollout_id, state, group_number);
create index rollout_gateways_assigned on rollout_gateways (rollout_id) where state = 'assigned';

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

-- Shows the reported version of a gateway that runs no released firmware.
create view rollout_gateways_view as
select rg.id, rg.rollout_id, rg.gateway_id, rg.group_number, rg.state, rg.code, rg.note, rg.current, rg.assigned_at, rg.settled_at,
  g.name, g.search, coalesce(firmware.title, g.reported_version) as firmware_name,
  case when rg.assigned_at is not null and g.told_at >= rg.assigned_at then g.told_step end as step
from rollout_gateways rg
left join gateways g on g.id = rg.gateway_id
left join gateway_firmwares firmware on firmware.id = g.firmware_id;
