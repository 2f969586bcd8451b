import type { KeyValueStore } from '../ui/environment/Environment'
import { crudCalls } from './model/crudSlice'
import type { AnyStandardArea } from './model/declaration'
import { preferencesKey, readPreferences, startSearch } from './list/preferences'
import { readAddress } from './list/query'
import type { ApiDispatch } from './model/reference'

/** Sends the request of the list at `search`, unless its answer is in the cache: the list is shown from there, and refetches. */
export function startList(
  dispatch: ApiDispatch,
  area: AnyStandardArea,
  search: string,
  keptStorage: Pick<KeyValueStore, 'get'>,
  owner: string,
): void {
  const preferences = readPreferences(keptStorage.get(preferencesKey(owner, area.slug)))
  const asked = search === '' ? (startSearch(preferences) ?? '') : search
  const { query } = readAddress(area.resource, asked, preferences.pageSize)
  void dispatch(crudCalls(area.resource).list.initiate(query, { subscribe: false }))
}

/** Sends the request of a row, unless it is in the cache. */
export function startRow(dispatch: ApiDispatch, area: AnyStandardArea, id: string): void {
  void dispatch(crudCalls(area.resource).get.initiate(id, { subscribe: false }))
}
