import type { RouteObject } from 'react-router-dom'
import { areas, unlisted } from '../areas'
import type { Area } from '../crud/model/area'
import type { ApiDispatch } from '../crud/model/reference'
import { startList, startRow } from '../crud/startReading'
import type { KeptStore } from '../ui/environment/Environment'
import { lazyScreen } from './lazyScreen'
import { PageFailedInside } from './PageFailedInside'

interface Deps {
  readonly dispatch: ApiDispatch
  readonly keptStorage: Pick<KeptStore, 'get'>
  /** The user whose list preferences are read. */
  readonly ownerOf: () => string
}

/** Every area's four routes and its own pages. A loader requests the page's data while the page's code loads. */
export function areaRoutes(deps: Deps): RouteObject[] {
  return [...areas, ...unlisted].flatMap((area) => routesOf(area, deps))
}

function routesOf({ slug, screens, declared, pages = {} }: Area, { dispatch, keptStorage, ownerOf }: Deps): RouteObject[] {
  const path = `/pages/${slug}`
  const row: Pick<RouteObject, 'loader'> = {
    loader: async ({ params: { id = '' } }) => {
      const area = await declared?.()
      if (area !== undefined) startRow(dispatch, area, id)
      return null
    },
  }
  return [
    {
      path,
      ...lazyScreen(screens.list, PageFailedInside),
      loader: async ({ request }) => {
        const area = await declared?.()
        if (area !== undefined) startList(dispatch, area, new URL(request.url).search, keptStorage, ownerOf())
        return null
      },
    },
    { path: `${path}/new`, ...lazyScreen(screens.form, PageFailedInside) },
    { path: `${path}/:id`, ...lazyScreen(screens.detail, PageFailedInside), ...row },
    { path: `${path}/:id/edit`, ...lazyScreen(screens.form, PageFailedInside), ...row },
    ...Object.entries(pages).map(([part, load]) => ({ path: `${path}/${part}`, ...lazyScreen(load, PageFailedInside) })),
  ]
}
