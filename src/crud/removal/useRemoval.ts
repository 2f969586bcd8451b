import { BULK_IDS_MAX, isRestorable } from '../../contract/bulk'
import type { Problem } from '../../contract/problem'
import { crudCalls, type AnyRow } from '../crudSlice'
import type { AnyResource } from '../declaration'
import { isApiError } from '../problems'
import type { FailedRow } from './failures'

/** What became of the rows: gone, or still there and why. `stale`: changed by somebody since they were read. */
export interface RemovalOutcome {
  readonly removed: readonly string[]
  /** Those of the removed ones that can be brought back. */
  readonly restorable: readonly string[]
  readonly failed: readonly FailedRow[]
  /** Who uses the one row, when that is why it stays. */
  readonly users?: Problem['users'] | undefined
  readonly stale: boolean
}

const nothing: RemovalOutcome = { removed: [], restorable: [], failed: [], stale: false }

/**
 * Deletes rows: one by itself, at the version that was read; several by their ids, going on past what fails. With `reassignTo`, those who
 * use them are given that row first.
 */
export function useRemoval(resource: AnyResource): (rows: readonly AnyRow[], reassignTo?: string) => Promise<RemovalOutcome> {
  const calls = crudCalls(resource)
  const [remove] = calls.remove.useMutation()
  const [bulkRemove] = calls.bulkRemove.useMutation()

  const removeOne = async (row: AnyRow, reassignTo?: string): Promise<RemovalOutcome> => {
    const { error } = await remove({ id: row.id, version: row.version, reassignTo })
    if (error === undefined) return { ...nothing, removed: [row.id], restorable: isRestorable(resource, row) ? [row.id] : [] }
    // Somebody else deleted it: it is as gone as it was meant to be, but not ours to bring back.
    if (isApiError(error) && error.status === 404) return { ...nothing, removed: [row.id] }
    const stale = isApiError(error) && error.problem.code === 'stale'
    const users = isApiError(error) ? error.problem.users : undefined
    return { ...nothing, failed: [{ row, message: sentenceOf(error) }], users, stale }
  }
  const removeSome = async (rows: readonly AnyRow[], reassignTo?: string): Promise<RemovalOutcome> => {
    const { data, error } = await bulkRemove({ ids: rows.map((row) => row.id), reassignTo })
    if (data === undefined) return { ...nothing, failed: rows.map((row) => ({ row, message: sentenceOf(error) })) }
    const reasons = new Map(data.failed.map(({ id, message }) => [id, message]))
    return {
      ...nothing,
      removed: rows.filter((row) => !reasons.has(row.id)).map((row) => row.id),
      restorable: data.restorable ?? [],
      failed: rows.flatMap((row) => {
        const message = reasons.get(row.id)
        return message === undefined ? [] : [{ row, message }]
      }),
    }
  }
  return async (rows, reassignTo) => {
    const [first] = rows
    if (rows.length === 1 && first !== undefined) return removeOne(first, reassignTo)
    const outcomes: RemovalOutcome[] = []
    for (let at = 0; at < rows.length; at += BULK_IDS_MAX)
      outcomes.push(await removeSome(rows.slice(at, at + BULK_IDS_MAX), reassignTo))
    return {
      removed: outcomes.flatMap((outcome) => outcome.removed),
      restorable: outcomes.flatMap((outcome) => outcome.restorable),
      failed: outcomes.flatMap((outcome) => outcome.failed),
      stale: false,
    }
  }
}

function sentenceOf(error: unknown): string {
  return isApiError(error) ? error.problem.message : 'The server gave no answer'
}
