import { createApi } from '@reduxjs/toolkit/query/react'
import type { ResourceName } from '../contract'
import { baseQuery } from './baseQuery'

/** Tags that endpoints provide and invalidate: one per resource, the dashboard's counts, what needs attention there, and the user's own data. */
export type Tag = ResourceName | 'Analytics' | 'Attention' | 'Account' | 'Factors' | 'Session' | 'Invitation' | 'Activity'

/** Seconds that unused answers stay cached, so that Back is instant. */
const KEEP_UNUSED_S = 300

/** The API of the signed-in area; areas inject their endpoints. Reset whenever a session ends. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  // A resource's tag is added along with its endpoints, so that the contract's schemas are not loaded before its screens.
  tagTypes: ['Analytics', 'Attention'] as Tag[],
  keepUnusedDataFor: KEEP_UNUSED_S,
  endpoints: () => ({}),
})

/** Resources whose rows the dashboard names or judges. */
const attended: readonly Tag[] = ['Gateway', 'Sensor', 'Plant', 'HumidityGroup', 'TemperatureGroup', 'LightGroup']

/** What a change of a row invalidates on the dashboard: what needs attention, but not the counts, which it leaves as they are. */
export function tagsOfUpdate(type: Tag): { readonly type: 'Attention' }[] {
  return attended.includes(type) ? [{ type: 'Attention' }] : []
}

/**
 * RTK Query's name for a resource's endpoint, e.g. `Sensor.get`. With a dot, because all endpoints share one namespace, and RTK Query silently
 * drops a second endpoint of the same name.
 */
export function endpointName(verb: string, resource: string): string {
  return `${resource}.${verb}`
}

/**
 * The tag of the answer that is a row, which its deletion invalidates. What belongs to the row (its history, its readings) does not provide
 * it, because the server would answer 404 to each.
 */
export const deletionTag = (type: Tag, id: string) => ({ type, id: `deletion of ${id}` }) as const
