import sql, { type Sql } from 'sql-template-tag'
import { alertRules, type AlertRule } from '../../contract/alertRules'
import { alerts } from '../../contract/alerts'
import { audit, type Actor } from '../activity/audit'
import type { AreaHooks } from '../crud/hooks'
import { lockAgainstDeletion, refuseMissing } from '../crud/references'
import { readRow, type Values } from '../crud/table'
import type { Queryable } from '../db/database'
import { metricOf, sentAgain } from './judgement'
import { changeList } from './ruleScopes'

/** Fields that list ids, with the resource that each refers to. */
const references = {
  gatewayIds: 'Gateway',
  plantIds: 'Plant',
  humidityGroupIds: 'HumidityGroup',
  temperatureGroupIds: 'TemperatureGroup',
  lightGroupIds: 'LightGroup',
  channelIds: 'NotificationChannel',
} as const

/**
 * Alert rules: refuses references that do not exist, snoozes open alerts when a rule is silenced, resolves the alerts of a rule that is
 * deleted or looks for something else. A restored rule gets its alerts again, and loses channels that were deleted in the meantime.
 */
export const alertRuleHooks: AreaHooks = {
  filters: {
    channelIds: (values) => sql`v.channel_ids && ${values}::uuid[]`,
  },
  async check(tx, values, before, actor) {
    await refuseMissing(tx, references, values, before)
    if (before === null) return
    if (conditionKey(before) !== conditionKey(values)) await forgetFound(tx, before.id, actor)
    const [from, to] = [silenceOf(before), silenceOf(values)]
    if (from !== to) await moveSnoozes(tx, before.id, from, to, actor)
  },
  beforeRemove: (tx, ids, actor) => endAlerts(tx, sql`rule_id = any(${ids}::uuid[])`, actor),
  async afterRestore(tx, id, deletionId, actor) {
    await dropChannels(tx, id, actor)
    await returnAlerts(tx, id, deletionId, actor)
  },
}

/** Removes deleted channels from a rule. */
async function dropChannels(tx: Queryable, id: string, actor: Actor): Promise<void> {
  const { channelIds } = (await readRow(tx, alertRules, id)) as unknown as AlertRule
  const { rows } = await lockAgainstDeletion(tx, references.channelIds, channelIds)
  const left = channelIds.filter((each) => rows.some((row) => row.id === each))
  if (left.length < channelIds.length) await changeList(tx, 'channelIds', id, channelIds, left, actor)
}

/** Returns the alerts that the rule's deletion ended to their status; they count as sent, unless they were snoozed. */
async function returnAlerts(tx: Queryable, ruleId: string, deletionId: number, actor: Actor): Promise<void> {
  const byDeletion = sql`a.resolved_at = a.over_at`
  const { rows } = await tx.query<{ id: string; title: string; version: number; status: string }>(sql`
    with due as (
      select a.id, deletion.at from alerts a join audit_entries deletion on deletion.id = ${deletionId}
      where a.rule_id = ${ruleId} and a.over_at = deletion.at order by a.id for update of a
    )
    update alerts a set over_at = null, told_at = case when a.snoozed_until > due.at then '-infinity'::timestamptz else now() end,
      status = case when not ${byDeletion} then 'resolved' when a.acknowledged_at is null then 'open' else 'acknowledged' end,
      resolved_at = case when not ${byDeletion} then a.resolved_at end,
      resolved_by_id = case when not ${byDeletion} then a.resolved_by_id end,
      version = a.version + 1, updated_at = now()
    from due where a.id = due.id
    returning a.id, a.title, a.version, a.status`)
  const returned = rows.filter(({ status }) => status !== 'resolved')
  await audit(tx, ...returned.map((row) => entryOf(actor, 'reopened', row)))
}

/** Identifies what a rule looks for. */
function conditionKey(rule: Values): string {
  const { kind, metric } = rule as unknown as AlertRule
  return `${kind} ${metricOf({ kind, metric })}`
}

/** Resolves the alerts of a rule that looks for something else from now on, and forgets how long its conditions have held. */
async function forgetFound(tx: Queryable, ruleId: string, actor: Actor): Promise<void> {
  await endAlerts(tx, sql`rule_id = ${ruleId}`, actor)
  await tx.query(sql`delete from alert_holds where rule_id = ${ruleId}`)
}

/** Until when a rule is silenced; null when it is not, or no longer. */
function silenceOf({ silencedUntil }: Values): string | null {
  return typeof silencedUntil === 'string' && Date.parse(silencedUntil) > Date.now() ? silencedUntil : null
}

/**
 * Snoozes the rule's open alerts until `to`, or moves or ends the snoozes of an earlier silence (`from`), also those of alerts that have been
 * acknowledged or resolved since and may reopen. An alert's own snooze that lasts longer stays. They are sent again when the snooze ends, if
 * they still hold.
 */
async function moveSnoozes(tx: Queryable, ruleId: string, from: string | null, to: string | null, actor: Actor): Promise<void> {
  const { rows } = await tx.query<{ id: string; title: string; version: number; was: string | null }>(sql`
    with due as (
      select id, snoozed_until from alerts
      where rule_id = ${ruleId} and (snoozed_until = ${from}::timestamptz
        or status = 'open' and coalesce(snoozed_until < ${to}::timestamptz, ${to}::timestamptz is not null))
      order by id for update
    )
    update alerts a set snoozed_until = ${to}::timestamptz, told_at = ${sentAgain}, version = a.version + 1, updated_at = now()
    from due where a.id = due.id
    returning a.id, a.title, a.version, due.snoozed_until as was`)
  const action = to === null ? 'snooze_ended' : 'snoozed'
  const entries = rows.map(({ was, ...row }) => {
    const { after, ...entry } = entryOf(actor, action, row)
    return { ...entry, before: { snoozedUntil: was }, after: { ...after, snoozedUntil: to } }
  })
  await audit(tx, ...entries)
}

/** Resolves the current alerts that meet a condition. That is not sent: what they report may still hold. */
async function endAlerts(tx: Queryable, which: Sql, actor: Actor): Promise<void> {
  const { rows } = await tx.query<{ id: string; title: string; version: number; wasOpen: boolean }>(sql`
    with due as (select id, status from alerts where ${which} and over_at is null order by id for update)
    update alerts a set over_at = now(), told_at = null, status = 'resolved', resolved_at = coalesce(a.resolved_at, now()),
      resolved_by_id = case when due.status = 'resolved' then a.resolved_by_id else ${actor.userId} end,
      version = a.version + 1, updated_at = now()
    from due where a.id = due.id
    returning a.id, a.title, a.version, due.status <> 'resolved' as "wasOpen"`)
  await audit(tx, ...rows.filter(({ wasOpen }) => wasOpen).map((row) => entryOf(actor, 'resolved', row)))
}

interface Moved {
  readonly id: string
  readonly title: string
  readonly version: number
}

function entryOf(actor: Actor, action: string, { id, title, version }: Moved) {
  return { ...actor, action, subject: alerts.name, subjectId: id, after: { id, title, version } }
}
