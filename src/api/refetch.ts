import type { UnknownAction } from '@reduxjs/toolkit'
import { api } from './api'
import type { AppDispatch, AppStore } from './store'

/** The store with the cached answers. */
export type AnswerStore = Pick<AppStore, 'dispatch' | 'getState'>
export type State = ReturnType<AppStore['getState']>

/** A cached query and its argument. */
export type CachedQuery = ReturnType<typeof api.util.selectInvalidatedBy>[number]

const { removeQueryResult, internal_getRTKQSubscriptions: getSubscriptions } = api.internalActions
type QueryCacheKey = Parameters<typeof removeQueryResult>[0]['queryCacheKey']

/** The part of an endpoint that repeats a query. */
interface Endpoint {
  initiate(arg: unknown, options: { readonly subscribe: false; readonly forceRefetch: true }): UnknownAction
}

/** The subscriptions as the store's middleware knows them; the state lags half a second behind. */
interface Subscriptions {
  getSubscriptionCount(queryCacheKey: string): number
}

/**
 * Refetches the selected answers. Answers on screen, which have a subscription, are refetched at once; queries in flight after their answer,
 * because the server may have read before the change. `unsubscribed`: whether the other answers are removed from the cache, or kept; a page
 * that shows one later refetches it.
 */
export function refetch(
  store: AnswerStore,
  select: (state: State) => readonly CachedQuery[],
  unsubscribed: 'remove' | 'keep',
): void {
  const { dispatch, getState } = store
  const running = dispatch(api.util.getRunningQueriesThunk())
  const runningKeys = new Set<string>(running.map(({ queryCacheKey }) => queryCacheKey))

  function refetchOrRemove(query: CachedQuery): void {
    if (subscriptionsOf(dispatch).getSubscriptionCount(query.queryCacheKey) > 0) repeatQuery(dispatch, query)
    else if (unsubscribed === 'remove') dispatch(removeQueryResult({ queryCacheKey: query.queryCacheKey as QueryCacheKey }))
  }

  for (const query of select(getState())) if (!runningKeys.has(query.queryCacheKey)) refetchOrRemove(query)
  for (const answer of running)
    void answer.then(() => {
      // A newer request for it is in flight.
      if (getState().api.queries[answer.queryCacheKey]?.requestId !== answer.requestId) return
      for (const query of select(getState())) if (query.queryCacheKey === answer.queryCacheKey) refetchOrRemove(query)
    })
}

function subscriptionsOf(dispatch: AppDispatch): Subscriptions {
  return dispatch(getSubscriptions()) as unknown as Subscriptions
}

function repeatQuery(dispatch: AppDispatch, { endpointName, originalArgs }: CachedQuery): void {
  const { [endpointName]: endpoint } = api.endpoints as unknown as Readonly<Record<string, Endpoint>>
  if (endpoint !== undefined) dispatch(endpoint.initiate(originalArgs, { subscribe: false, forceRefetch: true }))
}
