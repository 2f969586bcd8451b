import { createApi } from '@reduxjs/toolkit/query/react'
import type { ResourceName } from '../contract'
import { baseQuery } from './baseQuery'

/** What an endpoint may provide and invalidate: one tag a resource, the dashboard's counts, and what is one's own. */
export type Tag = ResourceName | 'Analytics' | 'Account' | 'Session' | 'Invitation' | 'Activity'

/** Unused answers stay this long, in seconds, so that Back is instant. */
const KEEP_UNUSED_S = 300

/** The signed-in area's calls; areas inject theirs. It is emptied whenever a session ends. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  // A resource's tag is added with its endpoints, so that the contract's schemas are not fetched before its screens.
  tagTypes: ['Analytics'] as Tag[],
  keepUnusedDataFor: KEEP_UNUSED_S,
  endpoints: () => ({}),
})

/** What RTK Query calls a resource's endpoint: it keeps one list of names for all resources. `getSensor`. */
export function endpointName(verb: string, resource: string): string {
  return `${verb}${resource}`
}
