import type { RouteObject } from 'react-router-dom'
import { areas } from '../areas'
import type { Area, LoadScreen } from '../crud/area'
import type { PageHandle } from './router/page'
import { FrameScreen, PageScreen } from './router/RouteScreen'

/** The signed-out pages beside sign-in. */
export type AccountPageName = 'SignUp' | 'ForgotPassword' | 'ConfirmationInstructions' | 'ResetPassword' | 'Confirm'

/** How the pages that need more than their own code are brought: the composition root knows the store. */
export interface PageLoaders {
  readonly signIn: LoadScreen
  /** The signed-in area's frame. */
  readonly pages: LoadScreen
  readonly account: (page: AccountPageName) => LoadScreen
}

function page(path: string, handle: PageHandle): RouteObject {
  return { path, handle, element: <PageScreen load={handle.load} /> }
}

function frame(path: string, handle: PageHandle, children: RouteObject[]): RouteObject {
  return { path, handle, element: <FrameScreen load={handle.load} />, children }
}

/** Every route of spec §2 and ours. One area brings four of them. */
export function createRoutes({ signIn, pages, account }: PageLoaders): RouteObject[] {
  return [
    page('/sign-in', { title: 'Sign in', access: 'guest', load: signIn }),
    page('/sign-up', { title: 'Sign up', access: 'guest', load: account('SignUp') }),
    page('/forgot-password', { title: 'Forgot password', access: 'guest', load: account('ForgotPassword') }),
    page('/confirmation-instructions', {
      title: 'Confirmation instructions',
      access: 'guest',
      load: account('ConfirmationInstructions'),
    }),
    page('/reset-password', { title: 'Reset password', access: 'anyone', load: account('ResetPassword') }),
    page('/confirm', { title: 'Confirm your email', access: 'anyone', load: account('Confirm') }),
    frame('/pages', { title: 'Frond', access: 'session', load: pages }, [
      page('dashboard', { title: 'Dashboard', access: 'session', load: dashboard }),
      ...areas.flatMap(areaRoutes),
      page('*', { title: 'Page not found', access: 'session', load: notFound }),
    ]),
    page('*', { title: 'Page not found', access: 'anyone', load: lostPage }),
  ]
}

function areaRoutes({ slug, title, screens }: Area): RouteObject[] {
  const at = (path: string, name: string, load: LoadScreen) => page(path, { title: name, access: 'session', load })
  if (screens === null) return [at(`${slug}/*`, title, unbuilt(title))]
  return [
    at(slug, title, screens.list),
    at(`${slug}/new`, `New · ${title}`, screens.form),
    at(`${slug}/:id`, title, screens.detail),
    at(`${slug}/:id/edit`, `Edit · ${title}`, screens.form),
  ]
}

const dashboard: LoadScreen = async () => ({ Screen: (await import('./Dashboard')).Dashboard })
const notFound: LoadScreen = async () => ({ Screen: (await import('./NotFound')).NotFound })
const lostPage: LoadScreen = async () => ({ Screen: (await import('./account/LostPage')).LostPage })
const unbuilt =
  (title: string): LoadScreen =>
  async () => {
    const { UnbuiltArea } = await import('./UnbuiltArea')
    return { Screen: () => <UnbuiltArea title={title} /> }
  }
