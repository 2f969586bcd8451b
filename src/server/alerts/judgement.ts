import sql, { type Sql } from 'sql-template-tag'
import { needsMetric, subjectOf, type AlertRule } from '../../contract/alertRules'
import { alerts } from '../../contract/alerts'
import { resourceNamed } from '../../contract/resource'
import { tableOf } from '../crud/table'
import { CHANNEL } from '../db/database'
import type { Condition } from './hits'
import { phraseOf } from './words'

/** Seconds after its end within which an alert reopens instead of a new one being raised. */
export const SAME_WITHIN_S = 600

/**
 * The `told_at` of an alert that is being snoozed, which sends it again when the snooze ends while it is still open. '-infinity' if channels
 * were sent its beginning, and so are sent its end; null if they were not.
 */
export const sentAgain = sql`case when told_at is not null then '-infinity'::timestamptz end`

/** The fields of a rule that judging needs. */
export interface JudgedRule extends Condition, Pick<AlertRule, 'id' | 'name' | 'severity' | 'forS' | 'channelIds' | 'active'> {
  readonly silencedUntil: string | null
}

/** How many alerts judging a rule changed. */
export interface Judgement {
  readonly raised: number
  readonly reopened: number
  readonly resolved: number
}

/**
 * Builds the one statement that judges a rule by its hits: raises alerts, reopens those that ended within ten minutes, resolves those
 * without a hit, and writes the news to the audit log and the outbox. `resumedAt`: since when Frond has judged without a gap. `requestId`:
 * groups the entries in the log. The caller holds the rule's lock. Compares hits and alerts by `not in`, which PostgreSQL answers from a
 * hash; `not exists` becomes a nested loop, since it expects few rows of these common table expressions.
 */
export function judgement(rule: JudgedRule, found: Sql, resumedAt: string, requestId: string): Sql {
  return sql`
    with current as materialized (
      select id, subject_id, status from alerts where rule_id = ${rule.id} and over_at is null
    ), found as materialized (
      select * from (${found}) as found where ${rule.active}::boolean
    ), hits as materialized (
      select * from found where in_scope and (not stale or subject_id in (select subject_id from current))
    ), over as (
      update alerts a set over_at = now(), status = 'resolved', resolved_at = coalesce(a.resolved_at, now()),
        version = a.version + 1, updated_at = now()
      from current c where a.id = c.id and c.subject_id not in (select subject_id from hits)
      returning a.id, a.title, a.version, c.status <> 'resolved' as is_news
    ), waiting as materialized (
      select hits.*, hold.since as held_since, coalesce(hold.inhibited, false) as was_inhibited
      from hits left join alert_holds hold on hold.rule_id = ${rule.id} and hold.subject_id = hits.subject_id
      where hits.subject_id not in (select subject_id from current)
    ), lasting as materialized (${lastingHits(rule, resumedAt)}),
    ${holds(rule)},
    ${returns(rule)},
    ${deliveryOf(rule)},
    logged as (
      insert into audit_entries (request_id, action, subject, subject_id, after)
      select ${requestId}::text, action, ${alerts.name}::text, id::text, jsonb_build_object('id', id, 'title', title, 'version', version)
      from (
        select 'raised' as action, id, title, version from raised
        union all select 'reopened', id, title, version from reopened
        union all select 'resolved', id, title, version from over where is_news
        union all select 'snooze_ended', id, title, version from woken where was_snoozed
      ) as news
      returning id
    )
    select (select count(*) from raised) as raised, (select count(*) from reopened) as reopened,
      (select count(*) from over where is_news) as resolved,
      (select pg_notify(${CHANNEL}, '') where exists (select from logged))::text as notified`
}

/**
 * Selects the hits that have lasted long enough, with the past alert that each reopens. After a gap, of Frond itself or of the sensor's
 * gateway, devices have two reporting intervals to report again.
 */
function lastingHits({ id, kind, forS, ...rule }: JudgedRule, resumedAt: string): Sql {
  const long = sql`make_interval(secs => ${forS})`
  return sql`
    select w.*, past.id as past_id
    from waiting w left join lateral (
      select a.id from alerts a
      where a.rule_id = ${id} and a.subject_id = w.subject_id
        and a.kind = ${kind} and a.metric is not distinct from ${metricOf({ kind, ...rule })}
        and (a.over_at > now() - make_interval(secs => ${SAME_WITHIN_S}) or (a.over_at is not null and a.snoozed_until > now()))
      order by a.over_at desc limit 1
    ) as past on true
    where not w.inhibited and ${resumedAt}::timestamptz + w.patience <= now()
      and case when w.was_inhibited then w.held_since + greatest(${long}, w.patience)
        else coalesce(w.since, w.held_since, now()) + ${long} end <= now()`
}

/** The metric that a rule compares; null for kinds that need none, whatever the rule holds. */
export function metricOf({ kind, metric = null }: Pick<Condition, 'kind' | 'metric'>): Exclude<Condition['metric'], undefined> {
  return needsMetric(kind) ? metric : null
}

/** Stores since when a hit lasts where no row tells: 'infinity' while the gateway is offline. */
function holds({ id, forS }: JudgedRule): Sql {
  return sql`
    held as (
      insert into alert_holds (rule_id, subject_id, since, inhibited)
      select ${id}, subject_id, case when inhibited then 'infinity' else now() end, inhibited from waiting
      where case when inhibited then held_since is distinct from 'infinity'
        else held_since > now() or (held_since is null and since is null and ${forS}::integer > 0) end
      on conflict (rule_id, subject_id) do update
      set since = excluded.since, inhibited = alert_holds.inhibited or excluded.inhibited
    ), dropped as (
      delete from alert_holds hold where hold.rule_id = ${id} and hold.subject_id not in (select subject_id from waiting)
    )`
}

/** Raises new alerts and reopens recent ones; snoozed, while the rule is silenced. */
function returns({ id, name, kind, severity, silencedUntil, ...rule }: JudgedRule): Sql {
  const metric = metricOf({ kind, ...rule })
  const silence = sql`case when ${silencedUntil}::timestamptz > now() then ${silencedUntil}::timestamptz end`
  return sql`
    reopened as (
      update alerts a set over_at = null, status = 'open', resolved_at = null, resolved_by_id = null, acknowledged_at = null,
        acknowledged_by_id = null, times_raised = a.times_raised + 1, version = a.version + 1, updated_at = now(),
        snoozed_until = greatest(a.snoozed_until, ${silence}),
        told_at = case when ${silence} is null then a.told_at else ${sentAgain} end
      from lasting where a.id = lasting.past_id
      returning a.id, a.title, a.version
    ), raised as (
      insert into alerts (
        id, rule_id, rule_name, kind, metric, severity, subject, subject_id, subject_name, title, gateway_id, sensor_id, value,
        opened_at, snoozed_until, told_at
      )
      select new_id(), ${id}, ${name}, ${kind}, ${metric}, ${severity}, ${subjectOf[kind]}, subject_id, name,
        name || ${phraseOf(kind, metric)}, gateway_id, sensor_id, value,
        coalesce(since, nullif(held_since, 'infinity'), now()),
        ${silence}, case when ${silence} is null then now() end
      from lasting where past_id is null
      returning id, title, version, told_at
    )`
}

/**
 * Queues new alerts, alerts still open when their snooze ends, and, for channels that ask for them, alerts that ended by themselves and can
 * no longer reopen: channels would take one that reopens, which is not sent again, for resolved. Leaves out the end of an alert whose
 * condition holds outside the rule's limits, or may hold: an inactive rule finds nothing, and a deleted device reports nothing. Sending applies
 * the channels' quiet hours: judging does not fail when they cannot be read.
 */
function deliveryOf({ id, kind, severity, channelIds, active }: JudgedRule): Sql {
  return sql`
    woken as (
      update alerts a set told_at = now(), version = a.version + 1, updated_at = now() from current c
      where a.id = c.id and a.status = 'open' and coalesce(a.told_at = '-infinity', true) and coalesce(a.snoozed_until <= now(), true)
        and c.id not in (select id from over)
      returning a.id, a.title, a.version, a.snoozed_until is not null as was_snoozed
    ), settled as (
      update alerts a set told_at = null
      where a.rule_id = ${id} and a.told_at is not null and a.over_at <= now() - make_interval(secs => ${SAME_WITHIN_S})
      returning a.id, a.subject_id, a.resolved_at = a.over_at as ended_itself
    ), news as materialized (
      select id, false as is_over from raised where told_at is not null
      union all select id, false from woken
      union all select id, true from settled
      where ended_itself and ${active}::boolean and subject_id not in (select subject_id from found where not in_scope)
        and subject_id in (select id from ${tableOf(resourceNamed(subjectOf[kind])).table})
    ), queued as (
      insert into alert_deliveries (id, channel_id, urgent, alert_ids, due_at)
      select new_id(), c.id, ${severity === 'critical'}, message.ids, date_trunc('minute', now()) + interval '1 minute'
      from notification_channels c
      cross join lateral (select array_agg(id order by id) as ids from news where c.tells_resolved or not is_over) as message
      where c.id = any(${channelIds}::uuid[]) and c.active and message.ids is not null
      for key share of c
      on conflict (channel_id, urgent) where attempts = 0 and kind = 'alerts'
      do update set alert_ids = array(select distinct unnest(alert_deliveries.alert_ids || excluded.alert_ids) order by 1)
    )`
}
