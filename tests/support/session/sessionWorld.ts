import type { AuthEmitted } from '../../../machines/authMachine'
import { api } from '../../../src/api/api'
import type { ApiError } from '../../../src/api/extra'
import { createStore } from '../../../src/api/store'
import { resetCachesOnSessionChange } from '../../../src/auth/caches'
import { createCalls } from '../../../src/auth/calls'
import { createSession, type Session, type SessionDeps } from '../../../src/auth/session'
import { browserTabs } from '../../../src/auth/tabs'
import type { TabModel } from './browserModel'
import type { VirtualClock } from './virtualClock'

/** A trivial cipher, fast enough for tests with thousands of writes. */
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

/** The parts of one page load of the console, without its screens. */
export interface Console {
  readonly session: Session
  readonly emitted: AuthEmitted[]
  readonly alerts: ApiError[]
  /** Requests data of the signed-in user; returns whose it was, or the error. */
  ask(): Promise<{ data: string } | { error: ApiError }>
  /** Saves a user's input. */
  save(by: string): Promise<unknown>
  /** Counts the cached answers. */
  cached(): number
  /** Lists the owners of the cached answers. */
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
  let probes = 0
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
  const store = createStore({
    session: session.port,
    apiUrl: '',
    fetch: pageFetch,
    sleep: clock.sleep,
    now: clock.now,
    alert,
    succeeded: () => undefined,
  })
  const stopCleaning = resetCachesOnSessionChange(session.actor, store, clock)
  const all = ['session.started', 'session.ended', 'session.switched', 'signedUp', 'notice', 'refused'] as const
  for (const type of all) session.actor.on(type, (event) => emitted.push(event))
  session.start()
  return {
    session,
    emitted,
    alerts,
    async ask() {
      const running = store.dispatch(probeApi.endpoints.whoAmI.initiate((probes += 1)))
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
