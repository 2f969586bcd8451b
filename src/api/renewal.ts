import type { UnknownAction } from '@reduxjs/toolkit'
import { api } from './api'
import type { AppDispatch, AppStore } from './store'

/** Where answers are kept, and asked for. */
export type AnswerStore = Pick<AppStore, 'dispatch' | 'getState'>
export type State = ReturnType<AppStore['getState']>

/** A query that has been asked, and with what. */
export type Asked = ReturnType<typeof api.util.selectInvalidatedBy>[number]

const { removeQueryResult, internal_getRTKQSubscriptions: getSubscriptions } = api.internalActions
type QueryCacheKey = Parameters<typeof removeQueryResult>[0]['queryCacheKey']

/** Any query's way to ask anew. */
interface Endpoint {
  initiate(arg: unknown, options: { readonly subscribe: false; readonly forceRefetch: true }): UnknownAction
}

/** What the store's middleware knows of who looks at what; the state itself tells it half a second late. */
interface Watches {
  getSubscriptionCount(queryCacheKey: string): number
}

/**
 * Has what is selected read anew: at once what is looked at; what is on its way, once it has come, as it may have been read before. What
 * nobody looks at is forgotten, or kept until somebody does, whose page asks anew by itself.
 */
export function renew(store: AnswerStore, select: (state: State) => readonly Asked[], unseen: 'forgotten' | 'kept'): void {
  const { dispatch, getState } = store
  const running = dispatch(api.util.getRunningQueriesThunk())
  const underWay = new Set<string>(running.map(({ queryCacheKey }) => queryCacheKey))

  function take(asked: Asked): void {
    if (watchesOf(dispatch).getSubscriptionCount(asked.queryCacheKey) > 0) askAnew(dispatch, asked)
    else if (unseen === 'forgotten') dispatch(removeQueryResult({ queryCacheKey: asked.queryCacheKey as QueryCacheKey }))
  }

  for (const asked of select(getState())) if (!underWay.has(asked.queryCacheKey)) take(asked)
  for (const answer of running)
    void answer.then(() => {
      // Somebody else asked anew meanwhile.
      if (getState().api.queries[answer.queryCacheKey]?.requestId !== answer.requestId) return
      for (const asked of select(getState())) if (asked.queryCacheKey === answer.queryCacheKey) take(asked)
    })
}

function watchesOf(dispatch: AppDispatch): Watches {
  return dispatch(getSubscriptions()) as unknown as Watches
}

function askAnew(dispatch: AppDispatch, { endpointName, originalArgs }: Asked): void {
  const { [endpointName]: endpoint } = api.endpoints as unknown as Readonly<Record<string, Endpoint>>
  if (endpoint !== undefined) dispatch(endpoint.initiate(originalArgs, { subscribe: false, forceRefetch: true }))
}
