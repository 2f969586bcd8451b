import type { KeyValueStore } from '../ui/environment/Environment'
import type { State } from '../api/liveTags'
import { resources } from '../contract'
import { crudCalls } from './model/crudCalls'
import type { AnyResource } from './model/declaration'
import { preferencesKey, readPreferences, startSearch } from './list/preferences'
import { readAddress } from './list/address'
import { slugOf } from './model/paths'
import type { ApiDispatch } from './model/reference'

/** Requests a slug's list at `search`, unless its answer is cached: the screen then shows the cached rows and refetches. */
export function startList(
  dispatch: ApiDispatch,
  slug: string,
  search: string,
  browserStorage: Pick<KeyValueStore, 'get'>,
  owner: string,
): void {
  const resource = resourceAt(slug)
  if (resource === undefined) return
  const preferences = readPreferences(browserStorage.get(preferencesKey(owner, slug)))
  const effective = search === '' ? (startSearch(preferences) ?? '') : search
  const { query } = readAddress(resource, effective, preferences.pageSize)
  void dispatch(crudCalls(resource).list.initiate(query, { subscribe: false }))
}

/** Requests a row, unless it is cached. */
export function startRow(dispatch: ApiDispatch, slug: string, id: string): void {
  const resource = resourceAt(slug)
  if (resource !== undefined) void dispatch(crudCalls(resource).get.initiate(id, { subscribe: false }))
}

/** Requests a form's row, also when it is cached; returns the time of the cached answer, from which the form must not start. */
export function startFormRow(dispatch: ApiDispatch, slug: string, id: string): number | null {
  const resource = resourceAt(slug)
  if (resource === undefined) return null
  const { get } = crudCalls(resource)
  const cachedAt = dispatch((_dispatch, getState) => get.select(id)(getState() as State).fulfilledTimeStamp ?? null)
  void dispatch(get.initiate(id, { subscribe: false, forceRefetch: true }))
  return cachedAt
}

/** The resource that `/pages/{slug}` shows, known before its area's code has loaded; undefined when there is none. */
function resourceAt(slug: string): AnyResource | undefined {
  return resources.find((one) => slugOf(one) === slug)
}
