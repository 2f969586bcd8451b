import type { AuthEmitted } from '../../../machines/authMachine'
import { api } from '../../../src/api/api'
import type { ApiError } from '../../../src/api/extra'
import { createStore } from '../../../src/api/store'
import { keepCachesClean } from '../../../src/auth/caches'
import { createCalls } from '../../../src/auth/calls'
import { createSession, type Session, type SessionDeps } from '../../../src/auth/session'
import { browserTabs } from '../../../src/auth/tabs'
import type { TabModel } from './browserModel'
import type { VirtualClock } from './virtualClock'

/** A cipher as fast as a test of thousands of writes needs it. */
const cipher = {
  encrypt: (token: string) => `U2FsdGVkX1${Buffer.from(token).toString('base64')}`,
  decrypt: (text: string) => (text.startsWith('U2FsdGVkX1') ? Buffer.from(text.slice(10), 'base64').toString() : null),
}

const probeApi = api.injectEndpoints({
  endpoints: (build) => ({
    whoAmI: build.query<{ result: string }, number>({ query: () => ({ url: '/api/v1/users' }) }),
    save: build.mutation<{ result: string }, { by: string }>({
      query: (body) => ({ url: '/api/v1/users', method: 'POST', body }),
    }),
  }),
})

/** What one page load of the console is made of, but for its screens. */
export interface Console {
  readonly session: Session
  readonly emitted: AuthEmitted[]
  readonly alerts: ApiError[]
  /** Asks the server for something of the signed-in user; whose answer it was, or why there is none. */
  ask(): Promise<{ data: string } | { error: ApiError }>
  /** Saves what somebody has typed. */
  save(by: string): Promise<unknown>
  /** Answers kept for the screens. */
  cached(): number
  /** Whose those are. */
  shown(): readonly unknown[]
  close(): void
}

/** Loads the console in a tab. */
export async function loadConsole(
  tab: TabModel,
  clock: VirtualClock,
  fetch: typeof globalThis.fetch,
  onReload = () => {},
  more: Pick<SessionDeps, 'openDialog'> = {},
): Promise<Console> {
  const alerts: ApiError[] = []
  const emitted: AuthEmitted[] = []
  let asked = 0
  const alert = (error: ApiError) => void alerts.push(error)
  const session = await createSession({
    clock,
    stores: { local: tab.local, tab: tab.session },
    tabs: browserTabs(tab.window, clock),
    alert,
    reload: onReload,
    calls: () => Promise.resolve(createCalls(store)),
    loadCipher: () => Promise.resolve(cipher),
    ...more,
  })
  const page = new AbortController()
  const pageFetch: typeof globalThis.fetch = (input, init) => {
    const signals = [page.signal, ...(init?.signal ? [init.signal] : [])]
    return fetch(input, { ...init, signal: AbortSignal.any(signals) })
  }
  const store = createStore({ session: session.port, origin: '', fetch: pageFetch, sleep: clock.sleep, now: clock.now, alert })
  const stopCleaning = keepCachesClean(session.actor, store, clock)
  const all = ['session.started', 'session.ended', 'session.switched', 'signedUp', 'notice', 'refused'] as const
  for (const type of all) session.actor.on(type, (event) => emitted.push(event))
  session.start()
  return {
    session,
    emitted,
    alerts,
    async ask() {
      const running = store.dispatch(probeApi.endpoints.whoAmI.initiate((asked += 1)))
      const { data, error } = await running
      return data === undefined ? { error: error as ApiError } : { data: data.result }
    },
    save: async (by) => store.dispatch(probeApi.endpoints.save.initiate({ by })),
    shown: () =>
      Object.values(store.getState().api.queries).flatMap((query) => (query?.data === undefined ? [] : [resultIn(query.data)])),
    cached: () => Object.values(store.getState().api.queries).filter((query) => query?.data !== undefined).length,
    close() {
      stopCleaning()
      session.stop()
      page.abort()
      tab.drop()
    },
  }
}

function resultIn(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'result' in data ? data.result : null
}
