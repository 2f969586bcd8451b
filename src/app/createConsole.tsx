import type { ReactElement } from 'react'
import { matchRoutes, type DataRouter, type Path, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router-dom'
import type { ApiError, Uploader } from '../api/extra'
import { createDevices } from '../auth/devices'
import type { Clock, Stores, Tabs } from '../auth/ports'
import { createSession, type Session, type SessionDeps } from '../auth/session'
import { codeLoader } from '../ui/environment/codeLoader'
import type { Environment } from '../ui/environment/Environment'
import { createAlertList } from './alertList'
import { App } from './App'
import { createGuards, visitorOf, type Access } from './guards'
import { createRoutes, discoverPages } from './routes'

/** The console's environment; the browser provides one, tests another. */
export interface ConsoleDeps extends Pick<SessionDeps, 'inspect' | 'openDialog' | 'passkeys'> {
  readonly clock: Clock
  readonly stores: Stores
  readonly tabs: Tabs
  readonly environment: Environment
  /** Resolves once the persistent store can be read. */
  readonly storageReady: Promise<void>
  readonly fetch: typeof globalThis.fetch
  /** The console's own origin. */
  readonly origin: string
  /** Base URL of the API without a trailing slash; empty: the console's own origin. */
  readonly apiUrl: string
  /** Subscribes to live changes. */
  readonly live?: boolean
  /** The server requires a second factor for every account. */
  readonly factorRequired?: boolean
  /** Reloads the page on the dashboard. */
  reload(): void
  /** Called when the first page is shown. */
  readonly onShown?: () => void
}

export interface Console {
  readonly session: Session
  /** Where a visitor of an address is redirected; null when they may stay. */
  redirectOf(address: Path): string | null
  readonly routes: RouteObject[]
  /** Adds the routes of the signed-in area on demand. */
  readonly discover: PatchRoutesOnNavigationFunction
  /** Renders the console over a router of `routes`. */
  element(router: DataRouter): ReactElement
  /** Requests the list at an address while its code loads; the route's loader reuses the request. */
  prefetchList(address: Path): void
  /** Prefetches what a guest needs after sign-in: the API calls, the cipher, the signed-in area. */
  prefetch(): void
}

/** Composes the console: session, store, routes. The store and the signed-in area load on demand. */
export async function createConsole(outside: ConsoleDeps): Promise<Console> {
  const { clock, environment, onShown = () => undefined } = outside
  const alerts = createAlertList(clock.now)
  const alert = (error: ApiError, call?: string) => alerts.add(alertOf(error), call)

  const loadStore = codeLoader(async () => {
    const [{ createStore }, { resetCachesOnSessionChange }] = await Promise.all([
      import('../api/store'),
      import('../auth/caches'),
    ])
    const { fetch, apiUrl } = outside
    const { sleep, now } = clock
    const upload: Uploader = async (address, init) => (await import('../api/upload')).sendForm(address, init)
    const store = createStore({
      session: session.port,
      apiUrl,
      fetch,
      upload,
      sleep,
      now,
      alert,
      succeeded: alerts.succeeded,
    })
    resetCachesOnSessionChange(session.actor, store, clock)
    return store
  })
  const loadCalls = codeLoader(async () => {
    const [{ createCalls }, store] = await Promise.all([import('../auth/calls'), loadStore()])
    return createCalls(store)
  })
  const devices = createDevices(environment.browserStorage)
  const session = await createSession({ ...outside, alert, calls: loadCalls, devices })
  session.start()

  const loadPages = codeLoader(async () => {
    const [{ createPages }, store] = await Promise.all([import('./pages'), loadStore(), outside.storageReady])
    const { browserStorage } = environment
    return createPages({
      store,
      actor: session.actor,
      browserStorage,
      docsUrl: `${outside.apiUrl}/docs`,
      live: outside.live ?? false,
      factorRequired: outside.factorRequired ?? false,
    })
  })
  const guards = createGuards(session.actor, outside.origin)
  const routes = createRoutes({
    guards,
    alerts,
    onShown,
    signedOut: (page) => async () => {
      const [{ createSignedOutPage }, store] = await Promise.all([import('./signedOut/pages'), loadStore()])
      return { Screen: createSignedOutPage(page, store) }
    },
  })
  return {
    session,
    redirectOf(address) {
      const guarded = matchRoutes(routes, address)?.find(({ route }) => route.handle !== undefined)
      return guarded === undefined ? null : guards.redirectOf(address, guarded.route.handle as Access)
    },
    routes,
    discover: discoverPages(guards, loadPages),
    element: (router) => (
      <App actor={session.actor} router={router} environment={environment} hasPasskeys={outside.passkeys !== undefined} />
    ),
    prefetchList(address) {
      const { actor } = session
      const slug = /^\/pages\/([^/]+)\/?$/.exec(address.pathname)?.[1]
      if (slug === undefined || visitorOf(actor.getSnapshot()) !== 'session') return
      const start = async () => {
        const [{ startList }, { dispatch }] = await Promise.all([
          import('../crud/startQueries'),
          loadStore(),
          outside.storageReady,
        ])
        const owner = actor.getSnapshot().context.subject ?? ''
        startList(dispatch, slug, address.search, environment.browserStorage, owner)
      }
      // The loader repeats failed requests, and reports their errors.
      start().catch(() => undefined)
    },
    prefetch() {
      // A failed chunk is fetched again when its page opens, and that page reports a second failure.
      Promise.all([import('../auth/cipher'), loadCalls(), loadPages(), import('./dashboard/Dashboard')]).catch(() => undefined)
    },
  }
}

/** The text of an alert: the server's sentence, and for a server fault also the request id, which the log has too. */
function alertOf({ problem, status }: ApiError) {
  const isFault = status >= 500 && problem.requestId !== ''
  return { message: problem.message, ...(isFault && { detail: `Request ${problem.requestId}` }) }
}
