import type { FunctionComponent } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router-dom'
import type { LoadScreen, StartQueries } from '../crud/model/area'
import type { ApiDispatch } from '../crud/model/reference'
import { onDemand } from '../ui/overlay/onDemand'
import type { PageFailedProps } from './PageFailed'

/**
 * A route's code, loaded on the first visit. The router never repeats a failed `lazy`, so a page whose code failed to load renders `Failed`
 * and retries itself.
 */
export function lazyScreen(load: LoadScreen, Failed: FunctionComponent<PageFailedProps>): Pick<RouteObject, 'lazy'> {
  const loadComponent = async () => (await load()).Screen
  return { lazy: async () => ({ Component: await loadComponent().catch(() => onDemand<object>(loadComponent, { Failed })) }) }
}

/** A loader that requests a page's data without waiting for it. When the code of the calls does not load, the page requests the data itself. */
export function startingLoader(dispatch: ApiDispatch, start: StartQueries): LoaderFunction {
  return ({ request }) => {
    start(dispatch, new URL(request.url).search).catch(() => undefined)
    return null
  }
}
