import type { FunctionComponent } from 'react'
import type { RouteObject } from 'react-router-dom'
import type { LoadScreen } from '../crud/model/area'
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
