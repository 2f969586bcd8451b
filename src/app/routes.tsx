import type { HydrationState, PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom'
import { INVITED_PATH, SIGN_IN_PATH } from '../auth/returnUrl'
import type { LoadScreen } from '../crud/model/area'
import { SignIn } from './signedOut/SignIn'
import type { SignedOutPageName } from './signedOut/pages'
import type { Access, Guards } from './guards'
import { lazyScreen } from './lazyScreen'
import { PageFailed } from './PageFailed'
import { Root, type RootProps } from './Root'
import { RouteFailed } from './RouteFailed'

const GUESTS = 'guests'
const SIGNED_IN = 'signed-in'

/** Hydrates a router that starts at a guest page whose guard has run already: the page renders at once. */
export const guestsPassed: HydrationState = { loaderData: { [GUESTS]: null } }

interface Deps extends RootProps {
  readonly signedOut: (page: SignedOutPageName) => LoadScreen
}

/** The top-level routes. `discoverPages` loads those below /pages. */
export function createRoutes({ signedOut, ...root }: Deps): RouteObject[] {
  const { guards } = root
  const page = (path: string, name: SignedOutPageName) => ({ path, ...lazyScreen(signedOut(name), PageFailed) })
  const pagesFor = (access: Access) => ({ handle: access, loader: guards.loader(access) })
  return [
    {
      element: <Root {...root} />,
      errorElement: <RouteFailed Failed={PageFailed} onShown={root.onShown} />,
      // index.html's skeleton stays until the first page renders.
      HydrateFallback: Nothing,
      children: [
        {
          id: GUESTS,
          ...pagesFor('guest'),
          children: [{ path: SIGN_IN_PATH, Component: SignIn }, page('/sign-up', 'SignUp')],
        },
        {
          ...pagesFor('either'),
          children: [page('/forgot-password', 'ForgotPassword'), page('/confirmation-instructions', 'ConfirmationInstructions')],
        },
        page('/reset-password', 'ResetPassword'),
        page('/confirm', 'Confirm'),
        page(INVITED_PATH, 'Invited'),
        { index: true, ...pagesFor('session') },
        { id: SIGNED_IN, path: '/pages', ...pagesFor('session'), children: [{ path: '*' }] },
        page('*', 'LostPage'),
      ],
    },
  ]
}

/** Adds the routes of the signed-in area on first use; redirects a guest to sign-in before loading any of its code. */
export function discoverPages(guards: Guards, load: () => Promise<readonly RouteObject[]>): PatchRoutesOnNavigationFunction {
  return async ({ path, matches, patch }) => {
    const isInside = matches.some(({ route }) => route.id === SIGNED_IN)
    if (isInside && guards.redirectOf({ pathname: path, search: '', hash: '' }, 'session') === null)
      patch(SIGNED_IN, [...(await load())])
  }
}

function Nothing() {
  return null
}
