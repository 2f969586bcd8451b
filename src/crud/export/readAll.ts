import { PAGE_SIZE_MAX, type ListQuery, type Page } from '../../contract/list'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import type { ApiDispatch } from '../model/reference'

/** How often a list that changes while it is read is read again. */
const ATTEMPTS = 3
const MOVED = 'The list kept changing while it was read'

export interface ReadOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
  /** Ids that are wanted; reading stops when all of them are found. */
  readonly only?: ReadonlySet<string>
}

/**
 * Reads every row of a query, in its order, page after page. A list that gains or loses rows while it is read is read again, so that the
 * answer is whole or there is none.
 */
export async function readAll(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
  options: ReadOptions = {},
): Promise<readonly AnyRow[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const rows = await readOnce(dispatch, resource, query, options)
    if (rows !== null) return rows
  }
  throw new Error(MOVED)
}

/** null: rows came twice or went missing between the pages. */
async function readOnce(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
  { signal, onProgress, only }: ReadOptions,
): Promise<AnyRow[] | null> {
  const rows = new Map<string, AnyRow>()
  let read = 0
  for (let page = 1; ; page += 1) {
    const { result, meta } = await readPage(dispatch, resource, { ...query, page, pageSize: PAGE_SIZE_MAX }, signal)
    read += result.length
    for (const row of result) if (only === undefined || only.has(row.id)) rows.set(row.id, row)
    onProgress?.(Math.min(read, meta.total), meta.total)
    const whole = only === undefined ? rows.size === read && (meta.totalCapped || read === meta.total) : true
    if (only !== undefined && rows.size === only.size) return [...rows.values()]
    if (result.length < PAGE_SIZE_MAX) return whole ? [...rows.values()] : null
  }
}

async function readPage(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
  signal: AbortSignal | undefined,
): Promise<Page<AnyRow>> {
  signal?.throwIfAborted()
  const request = dispatch(crudCalls(resource).list.initiate(query, { subscribe: false, forceRefetch: true }))
  const stop = () => request.abort()
  signal?.addEventListener('abort', stop)
  try {
    return await request.unwrap()
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
