import type { BulkRows } from '../../../machines/bulkEditMachine'
import { grouped } from '../../ui/text/numberWords'
import { ROWS_PER_CALL } from '../model/callLimits'
import type { AnyRow } from '../model/crudCalls'

/** Divides rows into calls; all that match a filter are one call. */
export function partsOf(rows: BulkRows): readonly BulkRows[] {
  if (!('ids' in rows)) return [rows]
  const { ids } = rows
  return Array.from({ length: Math.ceil(ids.length / ROWS_PER_CALL) }, (_none, at) => ({
    ids: ids.slice(at * ROWS_PER_CALL, (at + 1) * ROWS_PER_CALL),
  }))
}

/** ", 61 left as they were": the rows that were not sent after Stop; empty when all were. */
export function leftWords(left: number): string {
  return left === 0 ? '' : `, ${grouped(left)} left as ${left === 1 ? 'it was' : 'they were'}`
}

/** Names rows by their ids. */
export function byId(rows: readonly Pick<AnyRow, 'id'>[]) {
  return { ids: rows.map(({ id }) => id) }
}
