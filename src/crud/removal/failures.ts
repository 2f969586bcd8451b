import type { BulkFailure } from '../../contract/bulk'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import type { ApiDispatch } from '../model/reference'

/** A row that stayed as it was, and why. */
export interface FailedRow {
  readonly row: AnyRow
  readonly message: string
}

/** Failed rows that a report names. */
export const FAILURES_NAMED = 50

/** The rows that failed, with their names as far as they are known: one that is not known is read, and by its id alone when it cannot be. */
export function failedRows(
  dispatch: ApiDispatch,
  resource: AnyResource,
  failed: readonly BulkFailure[],
  known: readonly AnyRow[],
): Promise<FailedRow[]> {
  const rows = new Map(known.map((row) => [row.id, row]))
  const read = (id: string): Promise<AnyRow> =>
    dispatch(crudCalls(resource).get.initiate(id, { subscribe: false }))
      .unwrap()
      .catch(() => ({ id, version: 0 }))
  return Promise.all(
    failed.map(async ({ id, message }, at) => {
      const row = rows.get(id) ?? (at < FAILURES_NAMED ? await read(id) : { id, version: 0 })
      return { row, message }
    }),
  )
}
