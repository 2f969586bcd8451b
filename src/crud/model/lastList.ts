import { useEffect } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { useDraftOwner } from './storageOwner'
import { listPath } from './paths'

/** Stores the query string of an area's list in this tab, for the links that lead back from its rows. */
export function useStoreLastList(slug: string, search: string): void {
  const { tabStorage } = useEnvironment()
  const key = keyOf(useDraftOwner(), slug)
  useEffect(() => tabStorage.set(key, search), [tabStorage, key, search])
}

/** Path of an area's list as it was last shown in this tab: with search, filters, order and page. */
export function useLastListPath(slug: string): string {
  const { tabStorage } = useEnvironment()
  return listPath(slug) + (tabStorage.get(keyOf(useDraftOwner(), slug)) ?? '')
}

/** Keyed by user, so that no other user sees the search. */
function keyOf(owner: string, slug: string): string {
  return `left:${owner}:${slug}`
}
