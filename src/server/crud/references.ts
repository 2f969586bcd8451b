import sql, { raw, type Sql } from 'sql-template-tag'
import { resourceNamed, type Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { invalid } from '../http/problems'
import type { Actor } from '../activity/audit'
import type { Reassignment } from './hooks'
import { columnName, tableOf, type Values } from './table'

/**
 * Refuses ids in lists that name no row, and keeps the named rows until the commit. Ids that were in the list before may stay, although their
 * rows have been deleted. `targets`: the name of the resource that each list refers to.
 */
export async function refuseMissing(
  tx: Queryable,
  targets: Readonly<Record<string, string>>,
  values: Values,
  before: Values | null,
): Promise<void> {
  for (const [field, name] of Object.entries(targets)) {
    const added = new Set(values[field] as readonly string[] | undefined)
    for (const id of (before?.[field] ?? []) as readonly string[]) added.delete(id)
    const { rowCount } = await lockAgainstDeletion(tx, name, [...added])
    if (rowCount < added.size) throw invalid(new Map([[field, `One of these ${resourceNamed(name).nouns.many} does not exist`]]))
  }
}

/** Keeps these rows from being deleted before the commit; selects the ids of those that exist. */
export function lockAgainstDeletion(tx: Queryable, name: string, ids: readonly string[]) {
  return tx.query<{ id: string }>(sql`
    select id from ${tableOf(resourceNamed(name)).table} where id = any(${ids}::uuid[]) order by id for key share`)
}

/** The referenced rows and their successor; null: none. */
interface Move {
  readonly from: readonly string[]
  readonly to: string | null
}

/** Moves the references in `field` from these rows to another one, or to none; restore.ts reverts that by the audit entries. */
export async function moveReferences(
  tx: Queryable,
  other: Resource,
  field: string,
  { from, to }: Move,
  actor: Actor,
): Promise<void> {
  await setReferences(tx, other, field, { where: sql`${tableOf(other).column(field)} = any(${from}::uuid[])`, to }, actor)
}

/** A condition for rows, whose table is called `v`, and the row that they are to refer to; null: none. */
interface Target {
  readonly where: Sql
  readonly to: string | null
}

/** Sets `field` of these rows. Each gets a new version and an audit entry. */
export async function setReferences(
  tx: Queryable,
  other: Resource,
  field: string,
  { where, to }: Target,
  actor: Actor,
): Promise<void> {
  const { table, column } = tableOf(other)
  await tx.query(sql`
    with held as (
      select v.id, ${column(field)} as was from ${table} v where ${where} order by v.id for update
    ), moved as (
      update ${table} as other set ${raw(columnName(field))} = ${to}::uuid, version = version + 1, updated_at = now()
      from held where other.id = held.id
      returning other.id, held.was
    )
    insert into audit_entries (user_id, request_id, action, subject, subject_id, before, after)
    select ${actor.userId}::uuid, ${actor.requestId}, 'updated', ${other.name}, id::text,
      jsonb_build_object(${field}::text, was::text), jsonb_build_object(${field}::text, ${to}::text)
    from moved`)
}

/** A list of ids with the successor in place of the deleted row, once. */
export function withSuccessor(list: readonly string[], { from, to }: Reassignment): string[] {
  return [...list.filter((id) => id !== from && id !== to), to]
}

/** How a deletion with a successor changed a list of ids in another row. */
interface ListChange {
  readonly id: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Finds the rows of another resource whose list `field` named this row until its deletion. */
export async function listsThatNamed(
  tx: Queryable,
  { name }: Pick<Resource, 'name'>,
  field: string,
  id: string,
  deletionId: number,
): Promise<ListChange[]> {
  const { rows } = await tx.query<ListChange>(sql`
    select entry.subject_id as id, entry.before -> ${field}::text as before, entry.after -> ${field}::text as after
    from audit_entries deletion
    join audit_entries entry on entry.at = deletion.at and entry.request_id = deletion.request_id
      and entry.action = 'updated' and entry.subject = ${name}
    where deletion.id = ${deletionId} and entry.before -> ${field}::text @> to_jsonb(${id}::text)
      and not entry.after -> ${field}::text @> to_jsonb(${id}::text)
    order by entry.subject_id`)
  return rows
}

/** A list with a restored row's id, in place of a successor that it did not name before; null when it has changed otherwise since. */
export function withRestored(now: readonly string[], id: string, { before, after }: ListChange): string[] | null {
  const successors = after.filter((each) => !before.includes(each))
  if (now.length === 0 || !successors.every((each) => now.includes(each))) return null
  return [...now.filter((each) => !successors.includes(each)), id]
}
