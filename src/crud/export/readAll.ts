import { readOnce } from '../../api/readOnce'
import { PAGE_SIZE_MAX, type ListQuery, type Page } from '../../contract/list'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import { isMissing } from '../model/problems'
import type { ApiDispatch } from '../model/reference'

/** Attempts at reading a list that changes between its pages. */
const ATTEMPTS = 3
const LIST_CHANGED = 'The list kept changing while it was read'

export interface ReadOptions {
  readonly signal?: AbortSignal
  /** Called after each page with the number of rows read, and the list's total. */
  readonly onProgress?: (done: number, total: number) => void
  /** Ids to read; reading stops once all are found. */
  readonly only?: ReadonlySet<string>
}

/**
 * Reads every row of a query in its order, page by page. Starts again when the list gains or loses rows while it is read, so that the
 * result is complete; throws after `ATTEMPTS`.
 */
export async function readAll(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
  options: ReadOptions = {},
): Promise<readonly AnyRow[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const rows = await readPages(dispatch, resource, query, options)
    if (rows !== null) return rows
  }
  throw new Error(LIST_CHANGED)
}

/** Reads all pages; null when rows were repeated or missing between them. */
async function readPages(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
  { signal, onProgress, only }: ReadOptions,
): Promise<AnyRow[] | null> {
  const rows = new Map<string, AnyRow>()
  let readCount = 0
  for (let page = 1; ; page += 1) {
    const { result, meta } = await readPage(dispatch, resource, { ...query, page, pageSize: PAGE_SIZE_MAX }, signal)
    readCount += result.length
    for (const row of result) if (only === undefined || only.has(row.id)) rows.set(row.id, row)
    onProgress?.(Math.min(readCount, meta.total), meta.total)
    const isComplete = only === undefined ? rows.size === readCount && (meta.totalCapped || readCount === meta.total) : true
    if (only !== undefined && rows.size === only.size) return [...rows.values()]
    if (result.length < PAGE_SIZE_MAX) return isComplete ? [...rows.values()] : null
  }
}

/** Reads these rows in a query's order; then those that it no longer matches. Omits deleted rows. */
export async function readSelected(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
  only: ReadonlySet<string>,
  options: Omit<ReadOptions, 'only'>,
): Promise<readonly AnyRow[]> {
  const listed = await readAll(dispatch, resource, query, { ...options, only })
  const others = new Set(only)
  for (const { id } of listed) others.delete(id)
  const rows = [...listed]
  for (const id of others) {
    options.signal?.throwIfAborted()
    const row = await readOnce(dispatch(crudCalls(resource).get.initiate(id, { forceRefetch: true })), options.signal).catch(
      (error: unknown) => (isMissing(error) ? null : Promise.reject<null>(error)),
    )
    if (row !== null) rows.push(row)
  }
  return rows
}

async function readPage(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
  signal: AbortSignal | undefined,
): Promise<Page<AnyRow>> {
  signal?.throwIfAborted()
  return readOnce(dispatch(crudCalls(resource).list.initiate(query, { forceRefetch: true })), signal)
}
