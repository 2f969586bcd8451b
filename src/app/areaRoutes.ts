import type { RouteObject } from 'react-router-dom'
import { everyArea } from '../areas'
import type { Area } from '../crud/model/area'
import { listPath } from '../crud/model/paths'
import type { ApiDispatch } from '../crud/model/reference'
import { startFormRow, startList, startRow } from '../crud/startQueries'
import type { SharedStore } from '../ui/environment/Environment'
import { lazyScreen, startingLoader } from './lazyScreen'
import { PageFailedInside } from './PageFailedInside'

interface Deps {
  readonly dispatch: ApiDispatch
  readonly browserStorage: Pick<SharedStore, 'get'>
  /** The user whose list preferences are read. */
  readonly currentUserId: () => string
}

/** Every area's four routes and its own pages. A loader requests the page's data while the code of area and page loads. */
export function areaRoutes(deps: Deps): RouteObject[] {
  return everyArea.flatMap((area) => routesOf(area, deps))
}

function routesOf({ slug, screens, pages = {} }: Area, { dispatch, browserStorage, currentUserId }: Deps): RouteObject[] {
  const path = listPath(slug)
  const form: Pick<RouteObject, 'lazy' | 'loader'> = {
    ...lazyScreen(screens.form, PageFailedInside),
    loader: ({ params: { id }, request }) => {
      const source = id ?? new URL(request.url).searchParams.get('from')
      return source === null ? null : startFormRow(dispatch, slug, source)
    },
  }
  return [
    {
      path,
      ...lazyScreen(screens.list, PageFailedInside),
      loader: ({ request }) => {
        startList(dispatch, slug, new URL(request.url).search, browserStorage, currentUserId())
        return null
      },
    },
    { path: `${path}/new`, ...form },
    {
      path: `${path}/:id`,
      ...lazyScreen(screens.detail, PageFailedInside),
      loader: ({ params: { id = '' } }) => {
        startRow(dispatch, slug, id)
        return null
      },
    },
    { path: `${path}/:id/edit`, ...form },
    ...Object.entries(pages).map(([part, { screen, start }]) => ({
      path: `${path}/${part}`,
      ...lazyScreen(screen, PageFailedInside),
      loader: startingLoader(dispatch, start),
    })),
  ]
}
