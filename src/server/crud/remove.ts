import { isRestorable, type BulkDeleteOutcome } from '../../contract/bulk'
import { audit, type Actor } from '../activity/audit'
import type { Queryable, Transaction } from '../db/database'
import { partOf, runOnce, type IdempotentRequest } from '../http/conditions'
import { isProblemError } from '../http/problems'
import { removalClash } from './clashes'
import { reassign } from './reassign'
import { deleteRows, findRows, lockRows, notFound, type Row } from './table'
import { isStale, lockFresh, withRow, type Writer } from './write'

/** Rows deleted per transaction. */
const BATCH = 100

/** Deletes one row; throws 404, 412 with the current row, or 409 `in_use`. With `reassignTo`, moves its references to that row first. */
export async function removeRow(
  writer: Writer,
  id: string,
  { ifMatch, reassignTo }: { readonly ifMatch: string | undefined; readonly reassignTo: string | null },
  actor: Actor,
): Promise<void> {
  const { db, resource } = writer
  try {
    await db.transaction(async (tx) => {
      // Locks both rows in one statement, in one order, so that two reassignments cannot deadlock.
      if (reassignTo !== null) await lockRows(tx, resource, [id, reassignTo])
      await lockFresh(tx, resource, id, ifMatch)
      if (reassignTo !== null) await reassign(writer, tx, { from: id, to: reassignTo }, actor)
      await removeLocked(writer, tx, [id], actor)
    })
  } catch (error) {
    throw isStale(error) ? await withRow(db, resource, id, error) : await removalClash(db, resource, id, error)
  }
}

/** How many rows are deleted: `reassignTo` gets their references first; a repeated `request` deletes them once. */
interface Removal {
  readonly reassignTo: string | null
  readonly request: IdempotentRequest | null
}

/** Deletes many rows and continues past those that fail. */
export async function removeRows(
  writer: Writer,
  ids: readonly string[],
  { reassignTo, request }: Removal,
  actor: Actor,
): Promise<BulkDeleteOutcome> {
  const outcomes: Outcome[] = []
  for (let at = 0; at < ids.length; at += BATCH)
    outcomes.push(
      await writer.db.transaction((tx) =>
        runOnce(tx, partOf(request, at), () => removeBatch(writer, tx, ids.slice(at, at + BATCH), reassignTo, actor)),
      ),
    )
  const { failed, restorable } = together(outcomes)
  return { done: ids.length - failed.length, failed, restorable }
}

type Outcome = Required<Omit<BulkDeleteOutcome, 'done'>>

function together(outcomes: readonly Outcome[]): Outcome {
  return {
    failed: outcomes.flatMap(({ failed }) => failed),
    restorable: outcomes.flatMap(({ restorable }) => restorable),
  }
}

async function removeBatch(
  writer: Writer,
  tx: Transaction,
  ids: readonly string[],
  reassignTo: string | null,
  actor: Actor,
): Promise<Outcome> {
  // Locks all rows in one statement, in one order, so that two calls cannot deadlock.
  const held = await lockRows(tx, writer.resource, reassignTo === null ? ids : [...ids, reassignTo])
  const locked = held.map(({ id }) => id).filter((id) => id !== reassignTo)
  const found = new Set(locked)
  const { message } = notFound(writer.resource)
  const missing = ids.filter((id) => !found.has(id)).map((id) => ({ id, code: 'not_found', message }))
  const outcome = await removeAttempt(writer, tx, locked, reassignTo, actor)
  return { ...outcome, failed: [...missing, ...outcome.failed] }
}

/** Deletes locked rows together, or, when one of them cannot be deleted, each by itself. */
async function removeAttempt(
  writer: Writer,
  tx: Transaction,
  ids: readonly string[],
  reassignTo: string | null,
  actor: Actor,
): Promise<Outcome> {
  const { resource } = writer
  try {
    const deleted = await tx.attempt(async () => {
      if (reassignTo !== null) for (const from of ids) await reassign(writer, tx, { from, to: reassignTo }, actor)
      return removeLocked(writer, tx, ids, actor)
    })
    return { failed: [], restorable: deleted.filter((row) => isRestorable(resource, row)).map(({ id }) => id) }
  } catch (error) {
    if (ids.length > 1) {
      const outcomes: Outcome[] = []
      for (const id of ids) outcomes.push(await removeAttempt(writer, tx, [id], reassignTo, actor))
      return together(outcomes)
    }
    const [id = ''] = ids
    const clash = await removalClash(tx, resource, id, error)
    if (!isProblemError(clash) || clash.statusCode >= 500) throw clash
    return { failed: [{ id, code: clash.problemCode, message: clash.message }], restorable: [] }
  }
}

/** Deletes locked rows; returns them as they were. */
async function removeLocked({ resource, hooks }: Writer, tx: Queryable, ids: readonly string[], actor: Actor): Promise<Row[]> {
  const rows = await findRows(tx, resource, ids)
  await hooks.beforeRemove?.(tx, ids, actor)
  await deleteRows(tx, resource, ids)
  await audit(
    tx,
    ...rows.map((before) => ({ ...actor, action: 'deleted', subject: resource.name, subjectId: before.id, before })),
  )
  return rows
}
