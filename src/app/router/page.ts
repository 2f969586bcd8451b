import { matchRoutes, type RouteObject } from 'react-router-dom'
import type { LoadScreen } from '../../crud/area'

/** Who a page is for. guest: a session is sent on. session: a guest is sent to sign-in. anyone: pages that mails link to. */
export type Access = 'guest' | 'session' | 'anyone'

/** What the router knows of a page before it shows it. */
export interface PageHandle {
  readonly title: string
  readonly access: Access
  readonly load: LoadScreen
}

/** The pages of an address, outermost first; the last one is what the user came for. */
export function pagesAt(routes: RouteObject[], pathname: string): readonly PageHandle[] {
  return (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.handle as PageHandle)
}
