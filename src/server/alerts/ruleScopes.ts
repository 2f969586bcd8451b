import sql, { raw } from 'sql-template-tag'
import { alertRules } from '../../contract/alertRules'
import { audit, type Actor } from '../activity/audit'
import type { Reassignment } from '../crud/hooks'
import { listsThatNamed, withRestored, withSuccessor } from '../crud/references'
import { columnName, updateRows } from '../crud/table'
import type { Queryable } from '../db/database'

/** Fields of a rule that limit it to the plants of some groups. */
export type GroupScope = 'humidityGroupIds' | 'temperatureGroupIds' | 'lightGroupIds'

/** Limits the rules that are limited to a group to its successor: the group's plants move there. */
export async function moveScopes(tx: Queryable, field: GroupScope, ids: Reassignment, actor: Actor): Promise<void> {
  const column = raw(columnName(field))
  const { rows } = await tx.query<{ id: string; before: string[] }>(sql`
    select id, ${column} as before from alert_rules where ${ids.from}::uuid = any(${column}) order by id for update`)
  for (const { id, before } of rows) await changeList(tx, field, id, before, withSuccessor(before, ids), actor)
}

/** Limits rules to a restored group again, except those limited otherwise since. */
export async function returnScopes(
  tx: Queryable,
  field: GroupScope,
  groupId: string,
  deletionId: number,
  actor: Actor,
): Promise<void> {
  for (const change of await listsThatNamed(tx, alertRules, field, groupId, deletionId)) {
    const { rows } = await tx.query<{ now: string[] }>(
      sql`select ${raw(columnName(field))} as now from alert_rules where id = ${change.id} for update`,
    )
    const now = rows[0]?.now ?? []
    const list = withRestored(now, groupId, change)
    if (list !== null) await changeList(tx, field, change.id, now, list, actor)
  }
}

/** Changes a list of ids in a rule, which the activity then shows. */
export async function changeList(
  tx: Queryable,
  field: GroupScope | 'channelIds',
  id: string,
  before: readonly string[],
  after: readonly string[],
  actor: Actor,
): Promise<void> {
  await updateRows(tx, alertRules, [id], { [field]: after })
  const changed = { before: { [field]: before }, after: { [field]: after } }
  await audit(tx, { ...actor, action: 'updated', subject: alertRules.name, subjectId: id, ...changed })
}
