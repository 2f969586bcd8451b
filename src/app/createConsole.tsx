import type { History } from 'history'
import type { ReactElement } from 'react'
import { createAlerts } from '../api/alerts'
import type { ApiError, Uploader } from '../api/extra'
import type { AppStore } from '../api/store'
import type { Clock, Stores, Tabs } from '../auth/ports'
import { DASHBOARD_PATH } from '../auth/returnUrl'
import { createSession, type Session, type SessionDeps } from '../auth/session'
import { download } from '../ui/download'
import type { Environment } from '../ui/Environment'
import { SignIn } from './account/SignIn'
import { createAlertList } from './alerts'
import { App } from './App'
import { createRouting, type Routing } from './router/routing'
import { createAddresses, type AccountPageName } from './addresses'

/** Everything outside that the console touches; a browser brings its own, and so does a test. */
export interface Outside extends Pick<SessionDeps, 'inspect' | 'openDialog'> {
  readonly history: History
  readonly clock: Clock
  readonly stores: Stores
  readonly tabs: Tabs
  readonly environment: Environment
  /** Resolves once what the browser keeps can be read. */
  readonly kept: Promise<void>
  readonly fetch: typeof globalThis.fetch
  /** The console's own origin. */
  readonly origin: string
  /** The API's origin; empty: the console's own. */
  readonly apiOrigin: string
  readonly passwordMin: number
  /** Hears of what others change, as it happens. */
  readonly live?: boolean
  /** Loads the page anew, at the dashboard. */
  reload(): void
}

export interface Console {
  readonly session: Session
  readonly routing: Routing
  readonly element: ReactElement
  /** Fetches what a guest at sign-in will need next: the calls, the cipher, the signed-in area. */
  prefetch(): void
}

/** Puts the console together: session, store, routes. The store and the signed-in area are fetched when they are needed. */
export async function createConsole(outside: Outside): Promise<Console> {
  const { history, clock, environment } = outside
  const alerts = createAlertList(clock.now)
  const alert = createAlerts({ now: clock.now, show: (error) => alerts.add(said(error)) })

  const loadStore = download(async () => {
    const [{ createStore, createGoneRows, createOwnChanges }, { keepCachesClean }] = await Promise.all([
      import('../api/store'),
      import('../auth/caches'),
    ])
    const { fetch, apiOrigin } = outside
    const { sleep, now } = clock
    const upload: Uploader = async (address, init) => (await import('../api/upload')).sendForm(address, init)
    const store = createStore({
      session: session.port,
      origin: apiOrigin,
      fetch,
      upload,
      sleep,
      now,
      alert,
      own: createOwnChanges(),
      gone: createGoneRows(),
    })
    keepCachesClean(session.actor, store, clock)
    return store
  })
  const loadCalls = download(async () => {
    const [{ createCalls }, store] = await Promise.all([import('../auth/calls'), loadStore()])
    return createCalls(store)
  })
  const session = await createSession({ ...outside, alert, calls: loadCalls })
  session.start()

  const routing = createRouting({
    history,
    actor: session.actor,
    origin: outside.origin,
    pageAt: createAddresses({
      signIn: () => Promise.resolve({ Screen: SignIn }),
      pages: download(async () => {
        const [{ createPages }, store] = await Promise.all([import('./pages'), loadStore(), outside.kept])
        return createPages({ store, block: routing.block, docsUrl: `${outside.apiOrigin}/docs`, live: outside.live ?? false })
      }),
      account: (page) => accountPage(page, loadStore),
    }),
  })
  const element = (
    <App actor={session.actor} routing={routing} environment={environment} alerts={alerts} passwordMin={outside.passwordMin} />
  )
  const prefetch = () => {
    const area = Promise.resolve(routing.bring(DASHBOARD_PATH))
    // Whatever does not come now is asked for again when it is needed.
    Promise.all([import('../auth/cipher'), loadCalls(), area]).catch(() => undefined)
  }
  return { session, routing, element, prefetch }
}

function accountPage(page: AccountPageName, loadStore: () => Promise<AppStore>) {
  return download(async () => {
    const [{ createAccountPage }, store] = await Promise.all([import('./account/pages'), loadStore()])
    return { Screen: createAccountPage(page, store) }
  })
}

/** An error as the alert says it: the server's sentence, and the number that finds it in the log. spec §8. */
function said({ problem }: ApiError) {
  return { message: problem.message, ...(problem.requestId !== '' && { detail: `Request ${problem.requestId}` }) }
}
