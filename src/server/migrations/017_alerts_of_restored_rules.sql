-- An alert keeps its rule's id when the rule is deleted, so that a restored rule has its alerts again. Without a rule, the view has none.

-- Another process may be judging a rule, which locks the rule before its alerts: the same order here prevents a deadlock.
lock table alert_rules, alerts in access exclusive mode;
alter table alerts drop constraint alerts_rule_id_fkey;
create or replace view alerts_view as
select a.id, a.version, a.created_at, a.updated_at,
  (select r.id from alert_rules r where r.id = a.rule_id) as rule_id,
  a.rule_name, a.kind, a.metric, a.severity, a.subject, a.subject_id,
  a.subject_name, a.title, a.gateway_id, a.sensor_id, a.value, a.opened_at, a.times_raised, a.status, a.over_at, a.resolved_at,
  a.resolved_by_id, a.acknowledged_at, a.acknowledged_by_id, a.note, a.snoozed_until, a.told_at, a.severity_order, a.search,
  coalesce(a.snoozed_until > now(), false) and a.status <> 'resolved' as snoozed,
  acknowledger.fullname as acknowledged_by_name,
  resolver.fullname as resolved_by_name,
  a.rollout_id,
  (case a.status when 'open' then '1' when 'acknowledged' then '2' else '3' end) collate "C" as status_order
from alerts a
left join users acknowledger on acknowledger.id = a.acknowledged_by_id
left join users resolver on resolver.id = a.resolved_by_id;
