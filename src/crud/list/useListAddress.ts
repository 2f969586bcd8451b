import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { listParams, type ListQuery, type QueryFault } from '../../contract/list'
import type { AnyResource } from '../declaration'
import { readAddress } from './query'

export interface ListAddress {
  readonly query: ListQuery
  /** What the address asked for and this list does not know; it was taken out of the address. */
  readonly dropped: readonly QueryFault[]
  /** Goes to another query. `push` leaves a step for Back; `replace` is for typing. */
  go(next: ListQuery, how: 'push' | 'replace'): void
  dismiss(): void
}

/** The list's whole state lives in the address; this reads it and writes it. */
export function useListAddress(resource: AnyResource): ListAddress {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const { query, faults } = useMemo(() => readAddress(resource, search), [resource, search])
  const [dropped, setDropped] = useState<readonly QueryFault[]>([])

  const go = useCallback(
    (next: ListQuery, how: 'push' | 'replace') => {
      const params = listParams(resource, next).toString()
      void navigate({ pathname, search: params === '' ? '' : `?${params}` }, { replace: how === 'replace', state })
    },
    [navigate, pathname, resource, state],
  )
  useEffect(() => {
    if (faults.length === 0) return
    setDropped(faults)
    go(query, 'replace')
  }, [faults, query, go])

  return { query, dropped, go, dismiss: () => setDropped([]) }
}
