import type { FailedRow } from '../../../machines/manyRowsMachine'
import { readOnce } from '../../api/readOnce'
import type { BulkFailure } from '../../contract/bulk'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import type { ApiDispatch } from '../model/reference'

/** Maximum of failed rows named in a report. */
export const FAILURES_NAMED = 50

/**
 * The failed rows with their titles: a row that is not loaded is fetched, and named by its id when that fails or the failure says that it does
 * not exist.
 */
export function failedRows(
  dispatch: ApiDispatch,
  resource: AnyResource,
  failed: readonly BulkFailure[],
  loadedRows: readonly AnyRow[],
): Promise<FailedRow[]> {
  const rows = new Map(loadedRows.map((row) => [row.id, row]))
  const unknown = (id: string): AnyRow => ({ id, version: 0 })
  // Not from the cache: a row often fails because somebody else has just changed it.
  const { get } = crudCalls(resource)
  const read = (id: string): Promise<AnyRow> =>
    readOnce(dispatch(get.initiate(id, { forceRefetch: true }))).catch(() => unknown(id))
  return Promise.all(
    failed.map(async ({ id, code, message }, at) => {
      const canRead = at < FAILURES_NAMED && code !== 'not_found'
      const row = rows.get(id) ?? (canRead ? await read(id) : unknown(id))
      return { row, message }
    }),
  )
}
