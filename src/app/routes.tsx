import { matchRoutes, type RouteObject } from 'react-router-dom'
import { areas, unlisted } from '../areas'
import type { Area } from '../crud/area'
import { bringPage, type LoadPage } from './router/page'
import { RouteScreen } from './router/RouteScreen'

/** The routes of the signed-in area, spec §2, and ours. An area has four of them, and its own pages. */
export const routes: RouteObject[] = [
  route('/pages/dashboard', async () => ({ Screen: (await import('./Dashboard')).Dashboard })),
  route('/pages/account', async () => ({ Screen: (await import('./profile/Account')).Account })),
  ...[...areas, ...unlisted].flatMap(areaRoutes),
  route('/pages/*', async () => ({ Screen: (await import('./NotFound')).NotFound })),
]

function route(path: string, load: LoadPage): RouteObject {
  return { path, handle: load, element: <RouteScreen load={load} /> }
}

function areaRoutes({ slug, screens, pages = {} }: Area): RouteObject[] {
  const path = `/pages/${slug}`
  return [
    route(path, screens.list),
    route(`${path}/new`, screens.form),
    route(`${path}/:id`, screens.detail),
    route(`${path}/:id/edit`, screens.form),
    ...Object.entries(pages).map(([part, load]) => route(`${path}/${part}`, load)),
  ]
}

/** Brings the code of an address of the signed-in area; null when it is here. */
export function bringRoute(pathname: string): Promise<unknown> | null {
  const load = matchRoutes(routes, pathname)?.at(-1)?.route.handle as LoadPage | undefined
  return load === undefined ? null : bringPage(load)
}
