import sql, { raw } from 'sql-template-tag'
import type { SchemaFieldDescription } from 'yup'
import { ID_PATTERN } from '../../contract/fields'
import { resources } from '../../contract/index'
import { REASSIGN_PARAM, type Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { refusal } from '../problems'
import { invalid } from '../validate'
import type { Actor, Reassignment } from './hooks'
import { lockRows } from './rows'
import { columnName, tableOf } from './table'
import { missing, type Writer } from './write'

/** The row that is to take over, by a DELETE's query; null when it names none. */
export function readReassignTo(resource: Resource, query: unknown): string | null {
  const value: unknown = Object.entries(query ?? {}).find(([name]) => name === REASSIGN_PARAM)?.[1]
  if (value === undefined) return null
  const sentence = resource.reassigns ? `${REASSIGN_PARAM} is one id` : `${REASSIGN_PARAM} is not taken here`
  if (resource.reassigns && typeof value === 'string' && ID_PATTERN.test(value)) return value
  throw refusal(400, 'bad_query', sentence, { fields: { [REASSIGN_PARAM]: sentence } })
}

/** Gives everything that refers to one row another one; each change is a new version, and in the audit log. */
export async function reassign({ resource, hooks }: Writer, tx: Queryable, ids: Reassignment, actor: Actor): Promise<void> {
  const refuse = (sentence: string) => invalid(new Map([[REASSIGN_PARAM, sentence]]))
  if (ids.from === ids.to) throw refuse(`Choose another ${resource.nouns.one} than the one that goes`)
  const [target] = await lockRows(tx, resource, [ids.to])
  if (target === undefined) throw refuse(missing(resource).message)
  await hooks.beforeReassign?.(tx, ids, actor)
  for (const other of resources as readonly Resource[])
    for (const field of referencesTo(resource, other)) await moveReferences(tx, other, field, ids, actor)
}

/** Fields of another resource's draft that hold a row of this one. */
function referencesTo({ name }: Resource, other: Resource): string[] {
  const refers = (field: SchemaFieldDescription) => 'meta' in field && Object(field.meta)['reference'] === name
  return Object.entries(other.draft.describe().fields).flatMap(([field, described]) => (refers(described) ? [field] : []))
}

async function moveReferences(tx: Queryable, other: Resource, field: string, ids: Reassignment, actor: Actor): Promise<void> {
  const { table } = tableOf(other)
  const column = raw(columnName(field))
  await tx.query(sql`
    with held as (
      select id from ${table} where ${column} = ${ids.from} order by id for update
    ), moved as (
      update ${table} as other set ${column} = ${ids.to}::uuid, version = version + 1, updated_at = now()
      from held where other.id = held.id
      returning other.id
    )
    insert into audit_entries (user_id, request_id, action, subject, subject_id, before, after)
    select ${actor.userId}::uuid, ${actor.requestId}, 'updated', ${other.name}, id::text,
      jsonb_build_object(${field}::text, ${ids.from}::text), jsonb_build_object(${field}::text, ${ids.to}::text)
    from moved`)
}
