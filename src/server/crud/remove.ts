import { isRestorable, type BulkDeleteOutcome } from '../../contract/bulk'
import { audit, type Actor } from '../activity/audit'
import type { Queryable, Transaction } from '../db/database'
import type { IdempotentRequest } from '../http/conditions'
import { failureOf, inBatches, togetherOrAlone } from './batches'
import { removalClash } from './clashes'
import { reassign } from './reassign'
import { deleteRows, findRows, lockRows, notFound, type Row } from './table'
import { runChange, lockFresh, type Writer } from './write'

/** Deletes one row; throws 404, 412 with the current row, or 409 `in_use`. With `reassignTo`, moves its references to that row first. */
export async function removeRow(
  writer: Writer,
  id: string,
  { ifMatch, reassignTo }: { readonly ifMatch: string | undefined; readonly reassignTo: string | null },
  actor: Actor,
): Promise<void> {
  const { db, resource } = writer
  const work = async (tx: Transaction) => {
    // Locks both rows in one statement, in one order, so that two reassignments cannot deadlock.
    if (reassignTo !== null) await lockRows(tx, resource, [id, reassignTo])
    await lockFresh(tx, resource, id, ifMatch)
    if (reassignTo !== null) await reassign(writer, tx, { from: id, to: reassignTo }, actor)
    await removeLocked(writer, tx, [id], actor)
  }
  await runChange(writer, id, work, (error) => removalClash(db, resource, id, error))
}

/** How rows are deleted: those that use them get `reassignTo` first; a repeated `request` deletes once. */
interface Removal {
  readonly reassignTo: string | null
  readonly request: IdempotentRequest | null
}

type Outcome = Required<Omit<BulkDeleteOutcome, 'done'>>

/** Deletes many rows and continues past those that fail. */
export async function removeRows(
  writer: Writer,
  ids: readonly string[],
  { reassignTo, request }: Removal,
  actor: Actor,
): Promise<BulkDeleteOutcome> {
  const outcomes = await inBatches(writer.db, ids, request, (tx, batch) => removeBatch(writer, tx, batch, reassignTo, actor))
  const failed = outcomes.flatMap((outcome) => outcome.failed)
  return { done: ids.length - failed.length, failed, restorable: outcomes.flatMap(({ restorable }) => restorable) }
}

async function removeBatch(
  writer: Writer,
  tx: Transaction,
  ids: readonly string[],
  reassignTo: string | null,
  actor: Actor,
): Promise<Outcome[]> {
  const { resource } = writer
  // Locks all rows in one statement, in one order, so that two calls cannot deadlock.
  const held = await lockRows(tx, resource, reassignTo === null ? ids : [...ids, reassignTo])
  const locked = held.map(({ id }) => id).filter((id) => id !== reassignTo)
  const missing = ids.filter((id) => !locked.includes(id))
  const { message } = notFound(resource)
  const outcomes = await togetherOrAlone(
    tx,
    locked,
    async (some) => {
      if (reassignTo !== null) for (const from of some) await reassign(writer, tx, { from, to: reassignTo }, actor)
      const deleted = await removeLocked(writer, tx, some, actor)
      return { failed: [], restorable: deleted.filter((row) => isRestorable(resource, row)).map(({ id }) => id) }
    },
    async (id, error): Promise<Outcome> => ({
      failed: [failureOf(id, await removalClash(tx, resource, id, error))],
      restorable: [],
    }),
  )
  return [{ failed: missing.map((id) => ({ id, code: 'not_found', message })), restorable: [] }, ...outcomes]
}

/** Deletes locked rows; returns them as they were. */
export async function removeLocked(
  { resource, hooks }: Omit<Writer, 'db'>,
  tx: Queryable,
  ids: readonly string[],
  actor: Actor,
): Promise<Row[]> {
  const rows = await findRows(tx, resource, ids)
  await hooks.beforeRemove?.(tx, ids, actor)
  await deleteRows(tx, resource, ids)
  await audit(
    tx,
    ...rows.map((before) => ({ ...actor, action: 'deleted', subject: resource.name, subjectId: before.id, before })),
  )
  return rows
}
