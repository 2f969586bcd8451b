import { audit } from '../audit'
import { isProblemError } from '../problems'
import { removalClash } from './clashes'
import type { Actor } from './hooks'
import { reassign } from './reassign'
import { deleteRows, findRows, lockRows } from './rows'
import { isStale, lockFresh, missing, withRow, type Writer } from './write'

/** Rows deleted in one transaction; when one of them fails, they are tried one by one. */
const BATCH = 100

interface Failure {
  readonly id: string
  readonly code: string
  readonly message: string
}

/**
 * Deletes one row; throws 404, 412 with the row as it is now, or 409 `in_use`. With `reassignTo`, those who use it are given that row
 * first.
 */
export async function removeRow(
  writer: Writer,
  id: string,
  { ifMatch, reassignTo }: { readonly ifMatch: string | undefined; readonly reassignTo: string | null },
  actor: Actor,
): Promise<void> {
  const { db, resource } = writer
  try {
    await db.transaction(async (tx) => {
      // Both at once and in one order, or two reassignments could wait for each other.
      if (reassignTo !== null) await lockRows(tx, resource, [id, reassignTo])
      await lockFresh(tx, resource, id, ifMatch)
      if (reassignTo !== null) await reassign(writer, tx, { from: id, to: reassignTo }, actor)
      await removeLocked(writer, tx, [id], actor)
    })
  } catch (error) {
    throw isStale(error) ? await withRow(db, resource, id, error) : await removalClash(db, resource, id, error)
  }
}

/** Deletes many rows and goes on past those that fail. */
export async function removeRows(
  writer: Writer,
  ids: readonly string[],
  actor: Actor,
): Promise<{ done: number; failed: Failure[] }> {
  const failed: Failure[] = []
  const unique = [...new Set(ids)]
  for (let at = 0; at < unique.length; at += BATCH)
    failed.push(...(await removeBatch(writer, unique.slice(at, at + BATCH), actor)))
  return { done: unique.length - failed.length, failed }
}

async function removeBatch(writer: Writer, ids: readonly string[], actor: Actor): Promise<Failure[]> {
  const { db, resource } = writer
  try {
    const found = await db.transaction(async (tx) => {
      const locked = (await lockRows(tx, resource, ids)).map((row) => row.id)
      await removeLocked(writer, tx, locked, actor)
      return new Set(locked)
    })
    const { message } = missing(resource)
    return ids.filter((id) => !found.has(id)).map((id) => ({ id, code: 'not_found', message }))
  } catch (error) {
    if (ids.length > 1) return oneByOne(writer, ids, actor)
    const [id = ''] = ids
    const clash = await removalClash(db, resource, id, error)
    if (!isProblemError(clash) || clash.statusCode >= 500) throw clash
    return [{ id, code: clash.problemCode, message: clash.message }]
  }
}

async function oneByOne(writer: Writer, ids: readonly string[], actor: Actor): Promise<Failure[]> {
  const failed: Failure[] = []
  for (const id of ids) failed.push(...(await removeBatch(writer, [id], actor)))
  return failed
}

type Transaction = Parameters<Parameters<Writer['db']['transaction']>[0]>[0]

async function removeLocked({ resource, hooks }: Writer, tx: Transaction, ids: readonly string[], actor: Actor): Promise<void> {
  const rows = await findRows(tx, resource, ids)
  await hooks.beforeRemove?.(tx, ids, actor)
  await deleteRows(tx, resource, ids)
  await audit(
    tx,
    ...rows.map((before) => ({ ...actor, action: 'deleted', subject: resource.name, subjectId: before.id, before })),
  )
}
