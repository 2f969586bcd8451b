import { useEffect } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { useDraftOwner } from './draftOwner'
import { listPath } from './paths'

/** Stores the state of an area's list in this tab, for returning from its rows. */
export function useLeaveList(slug: string, search: string): void {
  const { tabStorage } = useEnvironment()
  const key = keyOf(useDraftOwner(), slug)
  useEffect(() => tabStorage.set(key, search), [tabStorage, key, search])
}

/** Address of an area's list as the user left it in this tab: search, filters, order and page. */
export function useLeftList(slug: string): string {
  const { tabStorage } = useEnvironment()
  return listPath(slug) + (tabStorage.get(keyOf(useDraftOwner(), slug)) ?? '')
}

/** Keyed by user, so that no other user sees the search. */
function keyOf(owner: string, slug: string): string {
  return `left:${owner}:${slug}`
}
