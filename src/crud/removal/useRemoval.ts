import { isApiError } from '../problems'
import { BULK_IDS_MAX } from '../../contract/bulk'
import type { Problem } from '../../contract/problem'
import { crudCalls, type AnyRow } from '../crudSlice'
import type { AnyResource } from '../declaration'

export interface FailedRow {
  readonly row: AnyRow
  readonly message: string
  /** Who uses it, when that is why. */
  readonly users?: Problem['users'] | undefined
}

/** What became of the rows: gone, or still there and why. `stale`: changed by somebody since they were read. */
export interface RemovalOutcome {
  readonly removed: readonly string[]
  readonly failed: readonly FailedRow[]
  readonly stale: boolean
}

/**
 * Deletes rows: one by itself, at the version that was read, and with `reassignTo` after its users were given that row; several by their
 * ids, going on past what fails.
 */
export function useRemoval(resource: AnyResource): (rows: readonly AnyRow[], reassignTo?: string) => Promise<RemovalOutcome> {
  const calls = crudCalls(resource)
  const [remove] = calls.remove.useMutation()
  const [bulkRemove] = calls.bulkRemove.useMutation()

  const removeOne = async (row: AnyRow, reassignTo?: string): Promise<RemovalOutcome> => {
    const { error } = await remove({ id: row.id, version: row.version, reassignTo })
    // Somebody else deleted it: it is as gone as it was meant to be.
    if (error === undefined || (isApiError(error) && error.status === 404)) return { removed: [row.id], failed: [], stale: false }
    const stale = isApiError(error) && error.problem.code === 'stale'
    const users = isApiError(error) ? error.problem.users : undefined
    return { removed: [], failed: [{ row, message: sentenceOf(error), users }], stale }
  }
  const removeSome = async (rows: readonly AnyRow[]): Promise<RemovalOutcome> => {
    const { data, error } = await bulkRemove(rows.map((row) => row.id))
    if (data === undefined) return { removed: [], failed: rows.map((row) => ({ row, message: sentenceOf(error) })), stale: false }
    const reasons = new Map(data.failed.map(({ id, message }) => [id, message]))
    return {
      removed: rows.filter((row) => !reasons.has(row.id)).map((row) => row.id),
      failed: rows.flatMap((row) => {
        const message = reasons.get(row.id)
        return message === undefined ? [] : [{ row, message }]
      }),
      stale: false,
    }
  }
  return async (rows, reassignTo) => {
    const [first] = rows
    if (rows.length === 1 && first !== undefined) return removeOne(first, reassignTo)
    const outcomes: RemovalOutcome[] = []
    for (let at = 0; at < rows.length; at += BULK_IDS_MAX) outcomes.push(await removeSome(rows.slice(at, at + BULK_IDS_MAX)))
    return {
      removed: outcomes.flatMap((outcome) => outcome.removed),
      failed: outcomes.flatMap((outcome) => outcome.failed),
      stale: false,
    }
  }
}

function sentenceOf(error: unknown): string {
  return isApiError(error) ? error.problem.message : 'The server gave no answer'
}
