import { readOnce } from '../../api/readOnce'
import { PAGE_SIZE_MAX, type ListQuery } from '../../contract/list'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import { isMissing } from '../model/problems'
import { readPage, type ApiDispatch } from '../model/reference'

/** Further attempts at reading a list that changes between its pages. */
const RETRIES = 2
const LIST_CHANGED = 'The list kept changing while it was read'

interface ReadOptions {
  readonly signal: AbortSignal
  /** Called after each page with the number of rows read, and how many there are; 0 while that is unknown. */
  readonly onProgress: (done: number, total: number) => void
  /** Ids to read; reading stops once all are found, or fewer are missing than pages. */
  readonly only?: ReadonlySet<string>
}

/**
 * Reads every row of a query in its order, page by page. When a page boundary repeats or loses rows, reads again in order of creation, which
 * device reports do not change, and restores the requested order; throws after `RETRIES` more failures. Where the server caps the total, a lost
 * row cannot be noticed, so both readings are merged.
 */
export async function readAll(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
  options: ReadOptions,
): Promise<readonly AnyRow[]> {
  // The second reading reports no total, because the progress bar would start over.
  const again = { ...options, onProgress: (done: number) => options.onProgress(done, 0) }
  const readByCreation = () => readPages(dispatch, resource, { ...query, sort: 'createdAt' }, again)
  const listed = await readPages(dispatch, resource, query, options)
  if (listed.isComplete) return listed.isCapped ? together(listed.rows, (await readByCreation()).rows) : listed.rows
  const places = new Map(listed.rows.map(({ id }, at) => [id, at]))
  const placeOf = ({ id }: AnyRow) => places.get(id) ?? places.size
  for (let retry = 0; retry < RETRIES; retry += 1) {
    const { rows, isComplete, isCapped } = await readByCreation()
    const all = isCapped ? together(rows, listed.rows) : rows
    if (isComplete) return all.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
  throw new Error(LIST_CHANGED)
}

/** The rows of two readings, each once, in the order of the first: a row that was lost from one of them is in the other. */
function together(rows: readonly AnyRow[], others: readonly AnyRow[]): readonly AnyRow[] {
  const ids = new Set(rows.map(({ id }) => id))
  return [...rows, ...others.filter(({ id }) => !ids.has(id))]
}

/** What was read of a list. */
interface Read {
  readonly rows: readonly AnyRow[]
  /** No row was repeated or lost between the pages, as far as the total tells. */
  readonly isComplete: boolean
  /** The server stopped counting. */
  readonly isCapped: boolean
}

/** Reads all pages, and whether no row was repeated or lost between them. */
async function readPages(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
  { signal, onProgress, only }: ReadOptions,
): Promise<Read> {
  const rows = new Map<string, AnyRow>()
  let [readCount, total, hasShrunk] = [0, 0, false]
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted()
    const { result, meta } = await readPage(dispatch, resource, { ...query, page, pageSize: PAGE_SIZE_MAX }, signal)
    readCount += result.length
    // A row that leaves a page that was read moves another one there from the next page.
    hasShrunk ||= meta.total < total
    total = meta.total
    for (const row of result) if (only === undefined || only.has(row.id)) rows.set(row.id, row)
    if (only !== undefined) onProgress(rows.size, only.size)
    else onProgress(Math.min(readCount, total), meta.totalCapped ? 0 : total)
    const isRead = rows.size === readCount && (meta.totalCapped || readCount === total)
    const missing = (only?.size ?? Infinity) - rows.size
    if (missing === 0 || missing < Math.ceil(total / PAGE_SIZE_MAX) - page || result.length < PAGE_SIZE_MAX)
      return {
        rows: [...rows.values()],
        isComplete: only !== undefined || (isRead && !hasShrunk),
        isCapped: only === undefined && meta.totalCapped,
      }
  }
}

/** Reads these rows in a query's order; then, one by one, those far down in it, or no longer matched. Omits deleted rows. */
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
    options.signal.throwIfAborted()
    const row = await readOnce(dispatch(crudCalls(resource).get.initiate(id, { forceRefetch: true })), options.signal).catch(
      (error: unknown) => (isMissing(error) ? null : Promise.reject<null>(error)),
    )
    if (row !== null) rows.push(row)
    options.onProgress(rows.length, only.size)
  }
  return rows
}
