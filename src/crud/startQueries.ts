import type { KeyValueStore } from '../ui/environment/Environment'
import type { State } from '../api/liveTags'
import { resources } from '../contract'
import { crudCalls } from './model/crudCalls'
import type { AnyResource, AnyStandardArea } from './model/declaration'
import { preferencesKey, readPreferences, startSearch } from './list/preferences'
import { readAddress } from './list/address'
import { slugOf } from './model/paths'
import type { ApiDispatch } from './model/reference'

/** Requests the list at `search`, unless its answer is cached: the screen then shows the cached rows and refetches. */
export function startList(
  dispatch: ApiDispatch,
  area: Pick<AnyStandardArea, 'slug' | 'resource'>,
  search: string,
  browserStorage: Pick<KeyValueStore, 'get'>,
  owner: string,
): void {
  const preferences = readPreferences(browserStorage.get(preferencesKey(owner, area.slug)))
  const effective = search === '' ? (startSearch(preferences) ?? '') : search
  const { query } = readAddress(area.resource, effective, preferences.pageSize)
  void dispatch(crudCalls(area.resource).list.initiate(query, { subscribe: false }))
}

/**
 * Requests a list by a page's address alone, before the page's code has loaded. Pages without a list send their requests in their loaders.
 */
export function startListAt(
  dispatch: ApiDispatch,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  browserStorage: Pick<KeyValueStore, 'get'>,
  owner: string,
): void {
  const slug = /^\/pages\/([^/]+)\/?$/.exec(pathname)?.[1]
  // The registry's types are narrower than the type that lists are requested with.
  const resource = resources.find((one) => slugOf(one) === slug) as unknown as AnyResource | undefined
  if (slug !== undefined && resource !== undefined) startList(dispatch, { slug, resource }, search, browserStorage, owner)
}

/** Requests a row, unless it is cached. */
export function startRow(dispatch: ApiDispatch, area: AnyStandardArea, id: string): void {
  void dispatch(crudCalls(area.resource).get.initiate(id, { subscribe: false }))
}

/** Requests a form's row, also when it is cached; returns the time of the cached answer, from which the form must not start. */
export function startFormRow(dispatch: ApiDispatch, area: AnyStandardArea, id: string): number | null {
  const { get } = crudCalls(area.resource)
  const cachedAt = dispatch((_dispatch, getState) => get.select(id)(getState() as State).fulfilledTimeStamp ?? null)
  void dispatch(get.initiate(id, { subscribe: false, forceRefetch: true }))
  return cachedAt
}
