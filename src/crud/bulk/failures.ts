import type { FailedRow } from '../../../machines/manyRowsMachine'
import { readOnce } from '../../api/readOnce'
import type { BulkFailure } from '../../contract/bulk'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import type { ApiDispatch } from '../model/reference'
import { ROWS_NAMED } from './names'

/** Maximum of failed rows named in a report. */
const FAILURES_NAMED = 50

/** A reason in a report: how many rows failed for it, and the first of them. */
interface Reason<Failed> {
  readonly message: string
  readonly count: number
  readonly named: readonly Failed[]
}

/**
 * Groups failed rows by reason, so that a reason with hundreds of rows does not hide the others. Reasons beyond the report's limit name no
 * rows.
 */
export function reasonsOf<Failed extends { readonly message: string }>(failed: readonly Failed[]): readonly Reason<Failed>[] {
  const groups = new Map<string, Failed[]>()
  for (const one of failed) {
    const group = groups.get(one.message)
    if (group === undefined) groups.set(one.message, [one])
    else group.push(one)
  }
  let room = FAILURES_NAMED
  return [...groups].map(([message, group]) => {
    const named = group.slice(0, Math.min(ROWS_NAMED, room))
    room -= named.length
    return { message, count: group.length, named }
  })
}

/**
 * The failed rows with their titles: a row that a report names and that is not loaded is fetched, and named by its id when that fails or the
 * failure says that it does not exist.
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
  const named = new Set(reasonsOf(failed).flatMap((reason) => reason.named))
  return Promise.all(
    failed.map(async (one) => {
      const { id, code, message } = one
      const canRead = named.has(one) && code !== 'not_found'
      const row = rows.get(id) ?? (canRead ? await read(id) : unknown(id))
      return { row, message }
    }),
  )
}
