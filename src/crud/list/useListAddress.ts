import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ListQuery, QueryFault } from '../../contract/list'
import type { AnyResource } from '../model/declaration'
import { readAddress, writeAddress } from './query'

export interface ListAddress {
  readonly query: ListQuery
  /** Parameters of the address that this list does not know; they have been removed from it. */
  readonly dropped: readonly QueryFault[]
  /** Navigates to another query. `push` adds a history entry; `replace` is for typing. */
  go(next: ListQuery, how: 'push' | 'replace'): void
  /** Opens a saved view. */
  open(search: string): void
  dismiss(): void
}

interface Start {
  readonly pageSize: number
  /** The view that an address without parameters stands for. */
  readonly search: string | null
}

/** Reads and writes the list's state, all of which is in the address. */
export function useListAddress(resource: AnyResource, start: Start): ListAddress {
  const { search: addressSearch, pathname, state } = useLocation()
  const navigate = useNavigate()
  const { pageSize } = start
  const search = addressSearch === '' ? (start.search ?? '') : addressSearch
  const { query, faults } = useMemo(() => readAddress(resource, search, pageSize), [resource, search, pageSize])
  const [dropped, setDropped] = useState<readonly QueryFault[]>([])

  const to = useCallback(
    (search: string, how: 'push' | 'replace') =>
      void navigate(
        { pathname, search: search === '' ? '' : `?${search}` },
        { state, replace: how === 'replace', preventScrollReset: how === 'replace' },
      ),
    [navigate, pathname, state],
  )
  const hasDefault = start.search !== null
  const go = useCallback(
    (next: ListQuery, how: 'push' | 'replace') => to(writeAddress(resource, next, pageSize, hasDefault), how),
    [to, resource, pageSize, hasDefault],
  )
  useEffect(() => {
    if (faults.length > 0) {
      setDropped(faults)
      go(query, 'replace')
    } else if (search !== addressSearch) to(search.replace(/^\?/, ''), 'replace')
  }, [faults, query, go, to, search, addressSearch])

  const open = useCallback((view: string) => to(view, 'push'), [to])
  const dismiss = useCallback(() => setDropped([]), [])
  return useMemo(() => ({ query, dropped, go, open, dismiss }), [query, dropped, go, open, dismiss])
}
