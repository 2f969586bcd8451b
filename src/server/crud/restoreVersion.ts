import sql from 'sql-template-tag'
import { restoreVersionBody } from '../../contract/activity'
import { refusal } from '../http/problems'
import { validated } from '../http/body'
import type { Actor } from '../activity/audit'
import { isWhole } from '../activity/changes'
import { notFound, type Row } from './table'
import { changeRow, type Writer } from './write'

/**
 * Restores a row's fields from an audit entry: a change like any other, with its rules, its If-Match and its own entry. Throws 404 for an
 * unknown entry, and 409 for one that does not hold a complete row.
 */
export async function restoreVersion(
  writer: Writer,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
  actor: Actor,
): Promise<Row> {
  const { db, resource } = writer
  const { entryId } = validated(restoreVersionBody, body)
  const { rows } = await db.query<{ snapshot: Row | null }>(sql`
    select after as snapshot from audit_entries where id = ${entryId} and subject = ${resource.name} and subject_id = ${id}`)
  const [entry] = rows
  if (entry === undefined) throw notFound(resource)
  const { snapshot } = entry
  if (snapshot === null || !isWhole(snapshot))
    throw refusal(409, 'conflict', `This entry does not have all fields of the ${resource.nouns.one}: choose another one`)
  const kept = [...resource.immutable, ...resource.keptOnRestore]
  const written = Object.keys(resource.draft.fields).filter((field) => !kept.includes(field) && field in snapshot)
  return changeRow(writer, id, Object.fromEntries(written.map((field) => [field, snapshot[field]])), ifMatch, actor, 'dropped')
}
