import { isRestorable, type BulkDeleteOutcome } from '../../contract/bulk'
import { audit, type Actor } from '../activity/audit'
import type { Queryable } from '../db/database'
import { isProblemError } from '../http/problems'
import { removalClash } from './clashes'
import { reassign } from './reassign'
import { deleteRows, findRows, lockRows, notFound, type Row } from './table'
import { isStale, lockFresh, withRow, type Writer } from './write'

/** Rows deleted per transaction; when one fails, the batch is repeated row by row. */
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

/** Deletes many rows and continues past those that fail; with `reassignTo`, moves their references to that row first. */
export async function removeRows(
  writer: Writer,
  ids: readonly string[],
  reassignTo: string | null,
  actor: Actor,
): Promise<BulkDeleteOutcome> {
  const outcomes: Outcome[] = []
  for (let at = 0; at < ids.length; at += BATCH)
    outcomes.push(await removeBatch(writer, ids.slice(at, at + BATCH), reassignTo, actor))
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

async function removeBatch(writer: Writer, ids: readonly string[], reassignTo: string | null, actor: Actor): Promise<Outcome> {
  const { db, resource } = writer
  try {
    const deleted = await db.transaction(async (tx) => {
      // Locks all rows in one statement, in one order, so that two reassignments cannot deadlock.
      const held = await lockRows(tx, resource, reassignTo === null ? ids : [...ids, reassignTo])
      const locked = held.map((row) => row.id).filter((id) => id !== reassignTo)
      if (reassignTo !== null) for (const from of locked) await reassign(writer, tx, { from, to: reassignTo }, actor)
      return removeLocked(writer, tx, locked, actor)
    })
    const found = new Set(deleted.map(({ id }) => id))
    const { message } = notFound(resource)
    return {
      failed: ids.filter((id) => !found.has(id)).map((id) => ({ id, code: 'not_found', message })),
      restorable: deleted.filter((row) => isRestorable(resource, row)).map(({ id }) => id),
    }
  } catch (error) {
    if (ids.length > 1) return together(await oneByOne(writer, ids, reassignTo, actor))
    const [id = ''] = ids
    const clash = await removalClash(db, resource, id, error)
    if (!isProblemError(clash) || clash.statusCode >= 500) throw clash
    return { failed: [{ id, code: clash.problemCode, message: clash.message }], restorable: [] }
  }
}

async function oneByOne(writer: Writer, ids: readonly string[], reassignTo: string | null, actor: Actor): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const id of ids) outcomes.push(await removeBatch(writer, [id], reassignTo, actor))
  return outcomes
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
