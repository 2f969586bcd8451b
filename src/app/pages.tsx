import { useEffect, useMemo, useState } from 'react'
import { Provider } from 'react-redux'
import { Outlet, type RouteObject } from 'react-router-dom'
import type { AppStore } from '../api/store'
import type { AuthActor } from '../auth/session'
import type { LoadScreen } from '../crud/model/area'
import { OwnerProvider } from '../crud/model/draftOwner'
import type { KeptStore } from '../ui/environment/Environment'
import { Toaster } from '../ui/overlay/Toaster'
import { StoredZone } from '../ui/controls/ZoneSwitch'
import { analyticsApi } from './dashboard/analytics'
import { areaRoutes } from './areaRoutes'
import { LeaveGuardProvider } from './LeaveGuard'
import { lazyScreen } from './lazyScreen'
import { PageFailedInside } from './PageFailedInside'
import { PathnameProvider, usePathname } from './pathname'
import { RouteFailed } from './RouteFailed'
import { FactorFirst } from './profile/FactorFirst'
import { useSession, useSessionActor } from './SessionProvider'
import { Shell } from './shell/Shell'

interface Deps {
  readonly store: AppStore
  readonly actor: AuthActor
  readonly keptStorage: KeptStore
  readonly docsUrl: string
  readonly live: boolean
  /** The server wants every account to have a second factor. */
  readonly factorRequired: boolean
}

/** The routes of the signed-in area, spec §2, and ours; loaded on demand. Loaders start what the pages read, beside their code. */
export function createPages({ store, actor, keptStorage, docsUrl, live, factorRequired }: Deps): RouteObject[] {
  const { dispatch } = store
  const ownerOf = () => actor.getSnapshot().context.subject ?? ''
  const page = (load: LoadScreen) => lazyScreen(load, PageFailedInside)
  return [
    {
      element: (
        <Provider store={store}>
          <PathnameProvider>
            <Frame docsUrl={docsUrl} live={live} factorRequired={factorRequired} />
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
            { path: '/pages/account', ...page(async () => ({ Screen: (await import('./profile/Account')).Account })) },
            { path: '/pages/activity', ...page(async () => (await import('./activity/Activity')).loadActivity()) },
            ...areaRoutes({ dispatch, keptStorage, ownerOf }),
            // Ranks above the splat that stands for the area until it is fetched.
            { path: '/pages/:unknown/*', ...page(async () => ({ Screen: (await import('./NotFound')).NotFound })) },
          ],
        },
      ],
    },
  ]
}

/** What every signed-in page stands in. Without a session it shows nothing, whatever the address. spec §2. */
function Frame({ docsUrl, live, factorRequired }: Pick<Deps, 'docsUrl' | 'live' | 'factorRequired'>) {
  const actor = useSessionActor()
  const held = useSession((snapshot) => !snapshot.hasTag('guest'))
  const epoch = useSession((snapshot) => snapshot.context.epoch)
  const user = useSession((snapshot) => snapshot.context.subject ?? '')
  const sessionId = useSession((snapshot) => snapshot.context.sessionId ?? '')
  const owner = useMemo(() => ({ user, typist: user || sessionId }), [user, sessionId])
  const takenOver = useSwitchedTo() === epoch
  const pathname = usePathname()
  if (!held) return null
  // Another session is another frame: nothing that was typed or shown before is left in it.
  return (
    <OwnerProvider key={epoch} value={owner}>
      <LeaveGuardProvider isOver={() => actor.getSnapshot().hasTag('guest')}>
        <Toaster>
          <StoredZone>
            <Shell docsUrl={docsUrl} live={live} takenOver={takenOver}>
              {/* React mounts a new page for each path, such as another row’s, and keeps the page when only its query changes. */}
              {factorRequired ? <FactorFirst key={pathname} /> : <Outlet key={pathname} />}
            </Shell>
          </StoredZone>
        </Toaster>
      </LeaveGuardProvider>
    </OwnerProvider>
  )
}

/** The epoch in which somebody else's session has taken the place of the one before; null as long as none has. */
function useSwitchedTo(): number | null {
  const actor = useSessionActor()
  const [switchedTo, setSwitchedTo] = useState<number | null>(null)
  useEffect(() => {
    const subscription = actor.on('session.switched', () => setSwitchedTo(actor.getSnapshot().context.epoch))
    return () => subscription.unsubscribe()
  }, [actor])
  return switchedTo
}
