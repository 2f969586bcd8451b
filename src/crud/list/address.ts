import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { listParams, PAGE_SIZE, parseListQuery, type ListQuery, type QueryFault } from '../../contract/list'
import type { AnyResource } from '../model/declaration'
import { VIEW_PARAM, WHOLE_VIEW } from '../model/paths'

/**
 * The query of an address, without parameters that the list does not know. `pageSize` is the user's own: it applies when the address has
 * neither a size nor a page, because a page number only means something with the size that it was counted with.
 */
export function readAddress(
  resource: AnyResource,
  search: string,
  pageSize: number = PAGE_SIZE,
): { query: ListQuery; faults: readonly QueryFault[] } {
  const params = new URLSearchParams(search)
  if (params.get(VIEW_PARAM) === WHOLE_VIEW) params.delete(VIEW_PARAM)
  if (!params.has('page') && !params.has('pageSize')) params.set('pageSize', String(pageSize))
  return parseListQuery(resource, params)
}

/** The shortest query string that `readAddress` parses to the query. `hasDefault`: the user has a default view. */
export function writeAddress(resource: AnyResource, query: ListQuery, pageSize: number = PAGE_SIZE, hasDefault = false): string {
  const params = listParams(resource, query)
  if (query.page === 1 && query.pageSize === pageSize) params.delete('pageSize')
  else if (query.page === 1) params.set('pageSize', String(query.pageSize))
  if (hasDefault && params.size === 0) params.set(VIEW_PARAM, WHOLE_VIEW)
  return params.toString()
}

/** The list's query, and what changes it. */
export interface ListAddress {
  readonly query: ListQuery
  /** Parameters of the address that this list does not know; they have been removed from it. */
  readonly dropped: readonly QueryFault[]
  /** Navigates to another query. `push` adds a history entry; `replace` is for typing. */
  go(next: ListQuery, how: 'push' | 'replace'): void
  /** Opens a saved view by its query string. */
  open(search: string): void
  /** Clears `dropped`. */
  dismiss(): void
}

interface Start {
  readonly pageSize: number
  /** The view that an address without parameters stands for. */
  readonly search: string | null
}

/** Reads and writes the list's state, all of which is in the address. */
export function useListAddress(resource: AnyResource, start: Start): ListAddress {
  const { key, search: addressSearch, pathname, state } = useLocation()
  const navigate = useNavigate()
  const { pageSize } = start
  const isVisit = useNavigationType() !== 'POP' && addressSearch === ''
  // A view that becomes the default while the list is open applies from the next visit on, and not to the list that Back returns to.
  const [visit, setVisit] = useState({ key, search: start.search })
  if (visit.key !== key) setVisit({ key, search: isVisit ? start.search : visit.search })
  const search = addressSearch === '' ? (visit.search ?? '') : addressSearch
  const { query, faults } = useMemo(() => readAddress(resource, search, pageSize), [resource, search, pageSize])
  const [dropped, setDropped] = useState<readonly QueryFault[]>([])

  const navigateTo = useCallback(
    (search: string, how: 'push' | 'replace') =>
      void navigate(
        { pathname, search: search === '' ? '' : `?${search}` },
        { state, replace: how === 'replace', preventScrollReset: how === 'replace' },
      ),
    [navigate, pathname, state],
  )
  const hasDefault = start.search !== null
  const go = useCallback(
    (next: ListQuery, how: 'push' | 'replace') => navigateTo(writeAddress(resource, next, pageSize, hasDefault), how),
    [navigateTo, resource, pageSize, hasDefault],
  )
  useEffect(() => {
    if (faults.length > 0) {
      setDropped(faults)
      go(query, 'replace')
    } else if (search !== addressSearch) navigateTo(search.replace(/^\?/, ''), 'replace')
  }, [faults, query, go, navigateTo, search, addressSearch])

  const open = useCallback((view: string) => navigateTo(view, 'push'), [navigateTo])
  const dismiss = useCallback(() => setDropped([]), [])
  return useMemo(() => ({ query, dropped, go, open, dismiss }), [query, dropped, go, open, dismiss])
}

/** Searches for a text, trimmed; returns to the first page. */
export function searched(query: ListQuery, q: string): ListQuery {
  return { ...query, q: q.trim(), page: 1 }
}

/** Filters by these values of a field, or no longer by it when there are none; returns to the first page. */
export function filtered(query: ListQuery, name: string, values: readonly string[]): ListQuery {
  const { [name]: _replaced, ...others } = query.filter
  return { ...query, filter: values.length === 0 ? others : { ...others, [name]: values }, page: 1 }
}

/** Clears search and filters; keeps sort and page size. */
export function cleared(query: ListQuery): ListQuery {
  return { ...query, q: '', filter: {}, page: 1 }
}

export type Direction = 'ascending' | 'descending'

/** The direction in which the list is sorted by a column, when it is the first sort key. */
export function directionOf(query: ListQuery, key: string): Direction | null {
  const [first] = query.sort.split(',')
  if (first === key) return 'ascending'
  return first === `-${key}` ? 'descending' : null
}

/** The sort after a click on a header: ascending first, then reversed. */
export function sorted(query: ListQuery, key: string): ListQuery {
  return { ...query, sort: directionOf(query, key) === 'ascending' ? `-${key}` : key, page: 1 }
}

/** Whether a search or a filter is set. */
export function isNarrowed(query: ListQuery): boolean {
  return query.q !== '' || Object.keys(query.filter).length > 0
}

/** The last page with rows; at least 1. */
export function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** Identifies the rows that a query matches, regardless of order and page: a selection depends on it. */
export function matchKey(query: ListQuery): string {
  const names = Object.keys(query.filter).sort()
  return JSON.stringify([query.q, names.map((name) => [name, query.filter[name]])])
}

/** Search and filters of a query, without order and page, for a bulk call. */
export function matchOf({ q, filter }: ListQuery): Readonly<Record<string, string | readonly string[]>> {
  return { ...filter, ...(q !== '' && { q }) }
}
