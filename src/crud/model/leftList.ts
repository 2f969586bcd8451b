import { useEffect } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { useDraftOwner } from './draftOwner'
import { listPath } from './paths'

/** Keeps how an area's list stands in this tab, for the way back from its rows. */
export function useLeaveList(slug: string, search: string): void {
  const { tabStorage } = useEnvironment()
  const key = keyOf(useDraftOwner(), slug)
  useEffect(() => tabStorage.set(key, search), [tabStorage, key, search])
}

/** Address of an area's list as it was left in this tab: search, filters, order and page. */
export function useLeftList(slug: string): string {
  const { tabStorage } = useEnvironment()
  return listPath(slug) + (tabStorage.get(keyOf(useDraftOwner(), slug)) ?? '')
}

/** Nobody finds what another one searched for. */
function keyOf(owner: string, slug: string): string {
  return `left:${owner}:${slug}`
}
