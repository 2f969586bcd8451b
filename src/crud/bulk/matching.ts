import type { ListQuery } from '../../contract/list'
import type { AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import { readPage, type ApiDispatch } from '../model/reference'
import { ROWS_NAMED } from './names'

/** Refetches the number of rows that match a query, and the first of them. */
export async function fetchMatching(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
): Promise<{ readonly count: number; readonly rows: readonly AnyRow[] }> {
  const first = { ...query, page: 1, pageSize: ROWS_NAMED + 1 }
  const { result, meta } = await readPage(dispatch, resource, first)
  return { count: meta.total, rows: result }
}
