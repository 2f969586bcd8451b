-- A rule is silenced until a time. Nothing resets the column afterwards, so the view hides a time in the past.
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
  )::text[] as scope_names
from alert_rules r;

-- The page of a rollout lists its alerts, like those of gateways and sensors.
alter table alerts add column rollout_id uuid generated always as (case when subject = 'Rollout' then subject_id end) stored;
create index alerts_rollout_id on alerts (rollout_id, opened_at desc);
create or replace view alerts_view as
select a.id, a.version, a.created_at, a.updated_at, a.rule_id, a.rule_name, a.kind, a.metric, a.severity, a.subject, a.subject_id,
  a.subject_name, a.title, a.gateway_id, a.sensor_id, a.value, a.opened_at, a.times_raised, a.status, a.over_at, a.resolved_at,
  a.resolved_by_id, a.acknowledged_at, a.acknowledged_by_id, a.note, a.snoozed_until, a.told_at, a.severity_order, a.search,
  coalesce(a.snoozed_until > now(), false) and a.status <> 'resolved' as snoozed,
  acknowledger.fullname as acknowledged_by_name,
  resolver.fullname as resolved_by_name,
  a.rollout_id
from alerts a
left join users acknowledger on acknowledger.id = a.acknowledged_by_id
left join users resolver on resolver.id = a.resolved_by_id;

-- `told_at` of an alert whose condition ended: set while its channels are still to be notified of the end, which happens once the alert can no
-- longer reopen. Before, they were notified at once.
update alerts set told_at = null where over_at is not null;
create index alerts_ending on alerts (rule_id, over_at) where told_at is not null and over_at is not null;

-- Entries are inserted, and deleted when they are old, but never updated. This table is local on Citus, too, so it can have triggers.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the activity are never changed';
end $$;
create trigger audit_entries_unchanged before update on audit_entries for each statement execute function refuse_change();

-- Since when a sensor reports a low battery. Null if it was low already before this column existed.
alter table sensor_stats add column battery_low_since timestamptz;
