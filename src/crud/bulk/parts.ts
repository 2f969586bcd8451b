import type { BulkRows, ManyRowsContext } from '../../../machines/manyRowsMachine'
import { grouped } from '../../ui/text/numberWords'
import { ROWS_PER_CALL } from '../model/callLimits'
import type { AnyRow } from '../model/crudCalls'

/** The calls of an attempt, how many of them are answered, and the failed rows. */
interface FailedRun extends Pick<ManyRowsContext, 'parts' | 'at'> {
  readonly failed: readonly { readonly row: Pick<AnyRow, 'id'> }[]
}

/** Divides rows into calls; all that match a filter are one call. */
export function partsOf(rows: BulkRows): readonly BulkRows[] {
  if (!('ids' in rows)) return [rows]
  const { ids } = rows
  return Array.from({ length: Math.ceil(ids.length / ROWS_PER_CALL) }, (_none, at) => ({
    ids: ids.slice(at * ROWS_PER_CALL, (at + 1) * ROWS_PER_CALL),
  }))
}

/**
 * Divides the failed rows into calls: those without an answer are sent again as they were, because another body gets another idempotency key,
 * and then the rows that were refused.
 */
export function partsAgain({ parts, at, failed }: FailedRun): readonly BulkRows[] {
  const unanswered = parts.slice(at)
  const sent = new Set(rowsIn(unanswered))
  return [...unanswered, ...partsOf(byId(failed.map(({ row }) => row).filter(({ id }) => !sent.has(id))))]
}

/** Ids of the rows of calls; those of a filter are not known. */
export function rowsIn(parts: readonly BulkRows[]): readonly string[] {
  return parts.flatMap((part) => ('ids' in part ? part.ids : []))
}

/** ", 61 left as they were": the rows that were not sent after Stop; empty when all were. */
export function leftWords(left: number): string {
  return left === 0 ? '' : `, ${grouped(left)} left as ${left === 1 ? 'it was' : 'they were'}`
}

/** Names rows by their ids. */
export function byId(rows: readonly Pick<AnyRow, 'id'>[]) {
  return { ids: rows.map(({ id }) => id) }
}
