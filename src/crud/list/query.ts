import { listParams, PAGE_SIZE, parseListQuery, type ListQuery, type QueryFault } from '../../contract/list'
import type { AnyResource } from '../model/declaration'

/** Stands for the plain list where an empty address stands for the user's default view. */
const PLAIN = 'view'

/**
 * What the address asks for, without what the list does not understand. `pageSize` is the user's own: it holds where the address names
 * neither a size nor a page, since the number of a page means nothing without the size that it was counted with.
 */
export function readAddress(
  resource: AnyResource,
  search: string,
  pageSize: number = PAGE_SIZE,
): { query: ListQuery; faults: readonly QueryFault[] } {
  const params = new URLSearchParams(search)
  if (params.get(PLAIN) === 'all') params.delete(PLAIN)
  if (!params.has('page') && !params.has('pageSize')) params.set('pageSize', String(pageSize))
  return parseListQuery(resource, params)
}

/** The address of a query, as short as `readAddress` understands it. */
export function writeAddress(resource: AnyResource, query: ListQuery, pageSize: number = PAGE_SIZE, hasDefault = false): string {
  const params = listParams(resource, query)
  if (query.page === 1 && query.pageSize === pageSize) params.delete('pageSize')
  else if (query.page === 1) params.set('pageSize', String(query.pageSize))
  if (hasDefault && params.size === 0) params.set(PLAIN, 'all')
  return params.toString()
}

/** Another search or filter begins at the first page. */
export function searched(query: ListQuery, q: string): ListQuery {
  return { ...query, q: q.trim(), page: 1 }
}

export function filtered(query: ListQuery, name: string, values: readonly string[]): ListQuery {
  const { [name]: _replaced, ...others } = query.filter
  return { ...query, filter: values.length === 0 ? others : { ...others, [name]: values }, page: 1 }
}

/** No search and no filter; sort and page size stay. */
export function cleared(query: ListQuery): ListQuery {
  return { ...query, q: '', filter: {}, page: 1 }
}

export type Direction = 'ascending' | 'descending'

/** How the list is sorted by a column, when it is the first sort key. */
export function directionOf(query: ListQuery, key: string): Direction | null {
  const [first] = query.sort.split(',')
  if (first === key) return 'ascending'
  return first === `-${key}` ? 'descending' : null
}

/** A header's click: ascending first, then the other way round. */
export function sorted(query: ListQuery, key: string): ListQuery {
  return { ...query, sort: directionOf(query, key) === 'ascending' ? `-${key}` : key, page: 1 }
}

export function isNarrowed(query: ListQuery): boolean {
  return query.q !== '' || Object.keys(query.filter).length > 0
}

/** The last page that has rows; the first one is always there. */
export function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** Whether two queries match the same rows, whatever their order and page: what a selection depends on. */
export function matchKey(query: ListQuery): string {
  const names = Object.keys(query.filter).sort()
  return JSON.stringify([query.q, names.map((name) => [name, query.filter[name]])])
}

/** What the list matches, as a bulk call takes it: search and filters, without order and page. */
export function matchOf({ q, filter }: ListQuery): Readonly<Record<string, string | readonly string[]>> {
  return { ...filter, ...(q !== '' && { q }) }
}
