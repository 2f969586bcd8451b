import { useMemo } from 'react'
import { Provider } from 'react-redux'
import { Outlet, type RouteObject } from 'react-router-dom'
import { getAccount } from '../api/accountApi'
import type { AppStore } from '../api/store'
import type { AuthActor } from '../auth/sessionPort'
import type { LoadScreen } from '../crud/model/area'
import { ACCOUNT_PAGE, ACTIVITY_PAGE } from '../crud/model/paths'
import { OwnerProvider } from '../crud/model/storageOwner'
import type { SharedStore } from '../ui/environment/Environment'
import { Toaster } from '../ui/overlay/Toaster'
import { StoredZone } from '../ui/controls/ZoneSwitch'
import { analyticsApi } from './dashboard/analytics'
import { areaRoutes } from './areaRoutes'
import { LeaveGuardProvider } from './LeaveGuard'
import { lazyScreen, startingLoader } from './lazyScreen'
import { PageFailedInside } from './PageFailedInside'
import { PathnameProvider, usePathname } from './pathname'
import { RouteFailed } from './RouteFailed'
import { RequireFactor } from './account/RequireFactor'
import { useSession, useSessionActor } from './SessionProvider'
import { Shell } from './shell/Shell'
import { watchTakeovers } from './takeovers'

interface Deps {
  readonly store: AppStore
  readonly actor: AuthActor
  readonly browserStorage: SharedStore
  readonly docsUrl: string
  readonly live: boolean
  /** The server requires a second factor for every account. */
  readonly factorRequired: boolean
}

/** The routes of the signed-in area; loaded on demand. Loaders request a page's data while its code loads. */
export function createPages({ store, actor, browserStorage, docsUrl, live, factorRequired }: Deps): RouteObject[] {
  const { dispatch } = store
  const isTakenOver = watchTakeovers(actor)
  const currentUserId = () => actor.getSnapshot().context.subject ?? ''
  const page = (load: LoadScreen) => lazyScreen(load, PageFailedInside)
  return [
    {
      element: (
        <Provider store={store}>
          <PathnameProvider>
            <Frame docsUrl={docsUrl} live={live} factorRequired={factorRequired} isTakenOver={isTakenOver} />
          </PathnameProvider>
        </Provider>
      ),
      children: [
        {
          errorElement: <RouteFailed Failed={PageFailedInside} />,
          children: [
            {
              path: '/pages/dashboard',
              ...page(async () => ({ Screen: (await import('./dashboard/Dashboard')).Dashboard })),
              loader() {
                void dispatch(analyticsApi.endpoints.getAnalytics.initiate(undefined, { subscribe: false }))
                return null
              },
            },
            {
              path: ACCOUNT_PAGE,
              ...page(async () => ({ Screen: (await import('./account/Account')).Account })),
              loader() {
                void dispatch(getAccount.initiate(undefined, { subscribe: false }))
                return null
              },
            },
            {
              path: ACTIVITY_PAGE,
              ...page(async () => (await import('./activity/Activity')).loadActivity()),
              loader: startingLoader(dispatch, async (...request) =>
                (await import('./activity/address')).startActivity(...request),
              ),
            },
            ...areaRoutes({ dispatch, browserStorage, currentUserId }),
            // Ranks above the splat route that stands for the area until its code has loaded.
            { path: '/pages/:unknown/*', ...page(async () => ({ Screen: (await import('./NotFound')).NotFound })) },
          ],
        },
      ],
    },
  ]
}

interface FrameProps extends Pick<Deps, 'docsUrl' | 'live' | 'factorRequired'> {
  /** Whether the session of this epoch replaced another user's. */
  readonly isTakenOver: (epoch: number) => boolean
}

/** The frame around every signed-in page. Renders nothing without a session. */
function Frame({ docsUrl, live, factorRequired, isTakenOver }: FrameProps) {
  const actor = useSessionActor()
  const hasSession = useSession((snapshot) => !snapshot.hasTag('guest'))
  const epoch = useSession((snapshot) => snapshot.context.epoch)
  const user = useSession((snapshot) => snapshot.context.subject ?? '')
  const sessionId = useSession((snapshot) => snapshot.context.sessionId ?? '')
  const owner = useMemo(() => ({ user, userOrSession: user || sessionId }), [user, sessionId])
  const pathname = usePathname()
  if (!hasSession) return null
  // A new session remounts the frame, so that nothing typed or shown before remains.
  return (
    <OwnerProvider key={epoch} value={owner}>
      <Toaster>
        <LeaveGuardProvider isOver={() => actor.getSnapshot().hasTag('guest')}>
          <StoredZone>
            <Shell docsUrl={docsUrl} live={live} takenOver={isTakenOver(epoch)}>
              {/* Remounts the page for a new path, such as another row’s, and keeps it when only the query changes. */}
              {factorRequired ? <RequireFactor key={pathname} /> : <Outlet key={pathname} />}
            </Shell>
          </StoredZone>
        </LeaveGuardProvider>
      </Toaster>
    </OwnerProvider>
  )
}
