import sql, { raw } from 'sql-template-tag'
import { bulkRestoreBody, isRestorable, RESTORE_WITHIN_S, type BulkFailure, type BulkOutcome } from '../../contract/bulk'
import { resourceNamed, type Resource } from '../../contract/resource'
import { audit, type Actor } from '../activity/audit'
import type { Queryable } from '../db/database'
import { refusal } from '../http/problems'
import { validated } from '../http/body'
import { failureOf } from './batches'
import { writeClash } from './clashes'
import type { AreaHooks } from './hooks'
import { setReferences } from './references'
import { columnName, findRow, readRow, tableOf, type Row, type Values } from './table'
import type { Writer } from './write'

/** A row's last audit entry. Entries of one transaction have the same `at`. */
interface Entry {
  readonly id: number
  readonly action: string
  readonly before: Row
  readonly fresh: boolean
}

/**
 * Restores a deleted row under its id, with a higher version, together with what was deleted with it and what referred to it. Idempotent.
 * Throws 404, 409 when it is too late or a unique value is taken, and 422 when a row it refers to no longer exists.
 */
export async function restoreRow({ db, resource, hooks }: Writer, id: string, actor: Actor): Promise<Row> {
  let values: Values = {}
  try {
    return await db.transaction(async (tx) => {
      const deletion = await lastEntry(tx, resource, id)
      const there = await findRow(tx, resource, id)
      if (there !== null) return there
      refuseLasting(resource, deletion)
      values = deletion.before
      await insertBack(tx, resource, deletion.before)
      await hooks.storedElsewhere?.write(tx, id, values)
      await restoreBelongings(tx, deletion.id, id, actor)
      await restoreReferences(tx, hooks, deletion.id, id, actor)
      await hooks.afterRestore?.(tx, id, deletion.id, actor)
      await hooks.derivedData?.recompute(tx, [id])
      return restored(tx, resource, id, actor)
    })
  } catch (error) {
    throw await writeClash(db, resource, values, error)
  }
}

/** Restores many rows, each in its own transaction, and continues past those that fail. */
export async function restoreRows(writer: Writer, body: unknown, actor: Actor): Promise<BulkOutcome> {
  const ids = [...new Set(validated(bulkRestoreBody, body).ids)]
  const failed: BulkFailure[] = []
  for (const id of ids) await restoreRow(writer, id, actor).catch((error: unknown) => failed.push(failureOf(id, error)))
  return { done: ids.length - failed.length, failed }
}

/** Reads and locks a row's last entry, so that of two concurrent restores the second finds the row. */
async function lastEntry(tx: Queryable, resource: Resource, id: string): Promise<Entry | undefined> {
  const { rows } = await tx.query<Entry>(sql`
    select id, action, before, at > now() - make_interval(secs => ${RESTORE_WITHIN_S}) as fresh from audit_entries
    where subject = ${resource.name} and subject_id = ${id} order by id desc limit 1 for update`)
  return rows[0]
}

function refuseLasting(resource: Resource, deletion: Entry | undefined): asserts deletion is Entry {
  const { one } = resource.nouns
  if (deletion?.action !== 'deleted') throw refusal(404, 'not_found', `There is no such deleted ${one}`)
  const minutes = RESTORE_WITHIN_S / 60
  if (!deletion.fresh)
    throw refusal(409, 'conflict', `This ${one} cannot be restored: it was deleted more than ${minutes} minutes ago`)
  if (!isRestorable(resource, deletion.before))
    throw refusal(409, 'conflict', `This ${one} cannot be restored: its data was deleted with it`)
}

/** Inserts a row from its audit snapshot; the database recomputes generated columns. */
async function insertBack(tx: Queryable, resource: Resource, snapshot: Row): Promise<void> {
  const { name, table } = tableOf(resource)
  const { rows } = await tx.query<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  const given = new Map(Object.entries(snapshot).map(([field, value]) => [columnName(field), value]))
  given.set('version', snapshot.version + 1).delete('updated_at')
  const names = rows.flatMap((column) => (given.has(column.name) ? [column.name] : []))
  const columns = raw(names.join(', '))
  const values = JSON.stringify(Object.fromEntries(names.map((column) => [column, given.get(column)])))
  await tx.query(sql`
    insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, ${values}::jsonb)`)
}

async function restored(tx: Queryable, resource: Resource, id: string, actor: Actor): Promise<Row> {
  const after = await readRow(tx, resource, id)
  await audit(tx, { ...actor, action: 'restored', subject: resource.name, subjectId: id, after })
  return after
}

/** Restores the rows that were deleted in the same request because they belonged to it. */
async function restoreBelongings(tx: Queryable, deletionId: number, id: string, actor: Actor): Promise<void> {
  const { rows } = await tx.query<{ subject: string; before: Row }>(sql`
    select entry.subject, entry.before
    from audit_entries deletion
    join audit_entries entry on entry.at = deletion.at and entry.request_id = deletion.request_id and entry.action = 'deleted'
    where deletion.id = ${deletionId} and entry.subject <> deletion.subject
      and exists (select from jsonb_each_text(entry.before) as field where field.value = ${id})
    order by entry.id`)
  for (const { subject, before } of rows) {
    const resource = resourceNamed(subject)
    await insertBack(tx, resource, before)
    await restored(tx, resource, before.id, actor)
  }
}

/** Restores references to the row, except where the referring row has changed again or may not refer to it. */
async function restoreReferences(
  tx: Queryable,
  { refersAgainIf = {} }: AreaHooks,
  deletionId: number,
  id: string,
  actor: Actor,
): Promise<void> {
  const { rows } = await tx.query<{ subject: string; field: string; after: string | null; ids: string[] }>(sql`
    select entry.subject, field.key as field, entry.after ->> field.key as after, array_agg(entry.subject_id) as ids
    from audit_entries deletion
    join audit_entries entry on entry.at = deletion.at and entry.request_id = deletion.request_id and entry.action = 'updated',
      jsonb_each_text(entry.before) as field
    where deletion.id = ${deletionId} and field.value = ${id}
    group by 1, 2, 3`)
  for (const { subject, field, after, ids } of rows) {
    const other = resourceNamed(subject)
    const where = sql`
      v.id = any(${ids}::uuid[]) and ${tableOf(other).column(field)}::text is not distinct from ${after}::text
        and ${refersAgainIf[field]?.(id) ?? sql`true`}`
    await setReferences(tx, other, field, { where, to: id }, actor)
  }
}
