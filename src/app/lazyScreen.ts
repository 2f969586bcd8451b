import type { FunctionComponent } from 'react'
import type { RouteObject } from 'react-router-dom'
import type { LoadScreen } from '../crud/model/area'
import { onDemand } from '../ui/overlay/onDemand'
import type { PageFailedProps } from './PageFailed'

/**
 * The code of a route, fetched when it is first visited. The router never runs a `lazy` again that failed, so a page whose code did not come
 * says so itself, by `Failed`, and asks for it again.
 */
export function lazyScreen(load: LoadScreen, Failed: FunctionComponent<PageFailedProps>): Pick<RouteObject, 'lazy'> {
  const bring = async () => (await load()).Screen
  return { lazy: async () => ({ Component: await bring().catch(() => onDemand<object>(bring, { Failed })) }) }
}
