import sql, { raw } from 'sql-template-tag'
import { alertRules } from '../../contract/alertRules'
import { audit, type Actor } from '../activity/audit'
import type { Reassignment } from '../crud/hooks'
import { columnName } from '../crud/table'
import type { Queryable } from '../db/database'

/** Fields of a rule that limit it to the plants of some groups. */
export type GroupScope = 'humidityGroupIds' | 'temperatureGroupIds' | 'lightGroupIds'

/** Limits the rules that are limited to a group to its successor: the group's plants move there. */
export async function moveScopes(tx: Queryable, field: GroupScope, { from, to }: Reassignment, actor: Actor): Promise<void> {
  const column = raw(columnName(field))
  const { rows } = await tx.query<{ id: string; before: string[] }>(sql`
    select id, ${column} as before from alert_rules where ${from}::uuid = any(${column}) order by id for update`)
  for (const { id, before } of rows)
    await changeScope(tx, field, id, before, [...before.filter((each) => each !== from && each !== to), to], actor)
}

interface Moved {
  readonly id: string
  readonly now: readonly string[]
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Limits rules to a restored group again, in place of a successor that they did not name before; except those changed since. */
export async function returnScopes(
  tx: Queryable,
  field: GroupScope,
  groupId: string,
  deletionId: number,
  actor: Actor,
): Promise<void> {
  const { rows } = await tx.query<Moved>(sql`
    select rule.id, rule.${raw(columnName(field))} as now, entry.before -> ${field}::text as before, entry.after -> ${field}::text as after
    from audit_entries deletion
    join audit_entries entry on entry.at = deletion.at and entry.request_id = deletion.request_id
      and entry.action = 'updated' and entry.subject = ${alertRules.name}
    join alert_rules rule on rule.id::text = entry.subject_id
    where deletion.id = ${deletionId} and entry.before -> ${field}::text @> to_jsonb(${groupId}::text)
      and not entry.after -> ${field}::text @> to_jsonb(${groupId}::text)
    order by rule.id for update of rule`)
  for (const { id, now, before, after } of rows) {
    const heirs = after.filter((each) => !before.includes(each))
    const isChanged = now.length === 0 || !heirs.every((each) => now.includes(each))
    if (!isChanged) await changeScope(tx, field, id, now, [...now.filter((each) => !heirs.includes(each)), groupId], actor)
  }
}

async function changeScope(
  tx: Queryable,
  field: GroupScope,
  id: string,
  before: readonly string[],
  after: readonly string[],
  actor: Actor,
): Promise<void> {
  await tx.query(sql`
    update alert_rules set ${raw(columnName(field))} = ${after}::uuid[], version = version + 1, updated_at = now() where id = ${id}`)
  const changed = { before: { [field]: before }, after: { [field]: after } }
  await audit(tx, { ...actor, action: 'updated', subject: alertRules.name, subjectId: id, ...changed })
}
