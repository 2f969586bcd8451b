-- Alerts: the rules that raise them, and the channels that notify administrators.

-- Returns a UUIDv7, which sorts by time, for rows that SQL inserts; the server makes its ids alike.
create function new_id() returns uuid language sql volatile
return encode(
  set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid()) placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1),
  'hex')::uuid;

create table notification_channels (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text collate "C" not null,
  kind text collate "C" not null check (kind in ('mail', 'webhook')),
  recipients text[] not null default '{}',
  url text,
  preset text collate "C" not null default 'generic' check (preset in ('generic', 'slack', 'teams', 'ntfy')),
  -- Quiet hours, in local time of the zone.
  quiet_from text,
  quiet_to text,
  zone text,
  tells_resolved boolean not null default false,
  active boolean not null default true,
  -- The server derives the secret that signs a webhook's messages from this id and FROND_SECRET, so that it is not stored.
  secret_id uuid,
  secret_created_at timestamptz,
  search text collate "C" not null generated always as (folded(name)) stored
);
create unique index notification_channels_name_key on notification_channels (folded(name));
create index notification_channels_name on notification_channels (name, id);
create index notification_channels_kind on notification_channels (kind, id);
create index notification_channels_created_at on notification_channels (created_at, id);
create index notification_channels_search on notification_channels using gin (search gin_trgm_ops);

-- Returns when the quiet hours around `at` end; null outside quiet hours.
create function quiet_until(starts text, ends text, zone text, at timestamptz) returns timestamptz language sql stable
return (
  select case
    when starts < ends and local::time >= starts::time and local::time < ends::time then (local::date + ends::time) at time zone place
    when starts > ends and local::time >= starts::time then (local::date + 1 + ends::time) at time zone place
    when starts > ends and local::time < ends::time then (local::date + ends::time) at time zone place
  end
  from (select at at time zone coalesce(zone, 'UTC') as local, coalesce(zone, 'UTC') as place) as there
);

create function severity_order(severity text) returns text language sql immutable parallel safe
return case severity when 'critical' then '1' when 'warning' then '2' else '3' end;

create table alert_rules (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text collate "C" not null,
  kind text collate "C" not null,
  metric text collate "C",
  -- Seconds.
  for_s integer not null default 0,
  severity text collate "C" not null check (severity in ('critical', 'warning', 'info')),
  -- The scope; everything if all are empty. Ids of deleted rows match nothing.
  tags text[] not null default '{}',
  gateway_ids uuid[] not null default '{}',
  plant_ids uuid[] not null default '{}',
  humidity_group_ids uuid[] not null default '{}',
  temperature_group_ids uuid[] not null default '{}',
  light_group_ids uuid[] not null default '{}',
  channel_ids uuid[] not null default '{}',
  active boolean not null default true,
  silenced_until timestamptz,
  -- Time of the last evaluation; the evaluating process holds a lock on the row.
  judged_at timestamptz,
  severity_order text collate "C" not null generated always as (severity_order(severity)) stored,
  search text collate "C" not null generated always as (folded(name)) stored
);
create unique index alert_rules_name_key on alert_rules (folded(name));
create index alert_rules_name on alert_rules (name, id);
create index alert_rules_kind on alert_rules (kind, id);
create index alert_rules_severity on alert_rules (severity_order, id);
create index alert_rules_created_at on alert_rules (created_at, id);
create index alert_rules_channel_ids on alert_rules using gin (channel_ids);
create index alert_rules_search on alert_rules using gin (search gin_trgm_ops);

create table alerts (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Without a foreign key: an alert keeps its rule's id when the rule is deleted, so that a restored rule has its alerts again.
  rule_id uuid,
  -- Copies of the rule's and the subject's fields when the alert was raised.
  rule_name text collate "C" not null,
  kind text collate "C" not null,
  metric text collate "C",
  severity text collate "C" not null,
  subject text collate "C" not null check (subject in ('Gateway', 'Sensor', 'Rollout')),
  subject_id uuid not null,
  subject_name text collate "C" not null,
  title text collate "C" not null,
  gateway_id uuid,
  sensor_id uuid,
  value double precision,
  opened_at timestamptz not null,
  times_raised integer not null default 1,
  status text collate "C" not null default 'open' check (status in ('open', 'acknowledged', 'resolved')),
  -- When the condition ended. It may still hold after an administrator resolved the alert; the rule raises no new one before it has ended.
  over_at timestamptz,
  resolved_at timestamptz,
  resolved_by_id uuid references users (id) on delete set null,
  acknowledged_at timestamptz,
  acknowledged_by_id uuid references users (id) on delete set null,
  note text,
  snoozed_until timestamptz,
  -- When its channels were notified; null while it is snoozed. Once its condition has ended: set while its channels are still to be notified of
  -- the end, which happens once the alert can no longer reopen.
  told_at timestamptz,
  severity_order text collate "C" not null generated always as (severity_order(severity)) stored,
  search text collate "C" not null generated always as (folded(title || U&'\001F' || rule_name)) stored,
  rollout_id uuid generated always as (case when subject = 'Rollout' then subject_id end) stored,
  constraint alerts_over check (over_at is null or status = 'resolved')
);
-- At most one alert at a time for a rule and a subject.
create unique index alerts_current on alerts (rule_id, subject_id) where over_at is null;
create index alerts_rule_id on alerts (rule_id, subject_id, over_at);
create index alerts_unresolved on alerts (severity_order, opened_at desc, id) where status <> 'resolved';
create index alerts_severity on alerts (severity_order, opened_at desc, id);
create index alerts_gateway_id on alerts (gateway_id, opened_at desc);
create index alerts_sensor_id on alerts (sensor_id, opened_at desc);
create index alerts_rollout_id on alerts (rollout_id, opened_at desc);
create index alerts_ending on alerts (rule_id, over_at) where told_at is not null and over_at is not null;
create index alerts_opened_at on alerts (opened_at, id);
create index alerts_resolved_at on alerts (resolved_at nulls first, id);
create index alerts_created_at on alerts (created_at, id);
create index alerts_title on alerts (title, id);
create index alerts_status on alerts (status, id);
create index alerts_search on alerts using gin (search gin_trgm_ops);

-- Conditions that hold but raise no alert yet, and since when: the rule wants them to hold for longer, or the gateway is offline ('infinity').
-- Once the gateway is back, its sensors have two intervals to report.
create table alert_holds (
  rule_id uuid not null references alert_rules (id) on delete cascade,
  subject_id uuid not null,
  since timestamptz not null,
  inhibited boolean not null,
  primary key (rule_id, subject_id)
);

-- When any process last evaluated rules, and since when without a gap. After a gap, devices have two intervals to report.
create table alert_progress (
  only_row boolean primary key default true check (only_row),
  passed_at timestamptz not null,
  resumed_at timestamptz not null
);

-- The outbox of messages to channels, and their results. Alerts of one minute share a message; critical ones ignore quiet hours.
create table alert_deliveries (
  id uuid primary key,
  channel_id uuid not null constraint alert_deliveries_channel_id_fkey references notification_channels (id) on delete cascade,
  kind text collate "C" not null default 'alerts' check (kind in ('alerts', 'test')),
  urgent boolean not null default false,
  alert_ids uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  -- Time of the next attempt; the sending process first moves it ahead, as a lease.
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz,
  answer_status integer,
  answer text,
  took_ms integer
);
-- A message takes further alerts until the first attempt to send it.
create unique index alert_deliveries_gathering on alert_deliveries (channel_id, urgent) where attempts = 0 and kind = 'alerts';
create index alert_deliveries_due_at on alert_deliveries (due_at) where sent_at is null and failed_at is null;
create index alert_deliveries_channel_id on alert_deliveries (channel_id, id desc);
create index alert_deliveries_created_at on alert_deliveries (created_at);

-- Takes the status of a message by mail from the outbox of mails.
create view alert_deliveries_view as
select d.id, d.channel_id, d.kind, d.created_at, cardinality(d.alert_ids) as alerts_count, d.attempts, d.answer_status, d.took_ms,
  case
    when d.failed_at is not null or mail.failed then 'failed'
    when d.sent_at is not null and mail.waiting is not true then 'sent'
    else 'waiting'
  end collate "C" as status,
  case when d.sent_at is null and d.failed_at is null then d.due_at end as next_at,
  coalesce(d.failed_at, d.sent_at) as ended_at,
  coalesce(mail.error, d.answer) as answer
from alert_deliveries d
left join lateral (
  select bool_or(m.failed_at is not null) as failed, bool_or(m.sent_at is null) as waiting, max(m.last_error) as error
  from mails m where m.delivery_id = d.id
) as mail on true;

create view notification_channels_view as
select c.*,
  (select count(*) from alert_rules r where r.channel_ids @> array[c.id]) as rules_count,
  last.created_at as last_delivery_at,
  last.status as last_delivery_status
from notification_channels c
left join lateral (
  select d.created_at, d.status from alert_deliveries_view d where d.channel_id = c.id order by d.id desc limit 1
) as last on true;

-- A rule is silenced until a time. Nothing resets the column afterwards, so the view hides a time in the past.
create view alert_rules_view as
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

-- `rule_id` is null once the rule is deleted. Lists sort alerts by status in the order of work: open, acknowledged, resolved.
create view alerts_view as
select a.id, a.version, a.created_at, a.updated_at,
  (select r.id from alert_rules r where r.id = a.rule_id) as rule_id,
  a.rule_name, a.kind, a.metric, a.severity, a.subject, a.subject_id, a.subject_name, a.title, a.gateway_id, a.sensor_id, a.value, a.opened_at, a.times_raised, a.status, a.over_at, a.resolved_at,
  a.resolved_by_id, a.acknowledged_at, a.acknowledged_by_id, a.note, a.snoozed_until, a.told_at, a.severity_order, a.search,
  coalesce(a.snoozed_until > now(), false) and a.status <> 'resolved' as snoozed,
  acknowledger.fullname as acknowledged_by_name,
  resolver.fullname as resolved_by_name,
  a.rollout_id,
  (case a.status when 'open' then '1' when 'acknowledged' then '2' else '3' end) collate "C" as status_order
from alerts a
left join users acknowledger on acknowledger.id = a.acknowledged_by_id
left join users resolver on resolver.id = a.resolved_by_id;
