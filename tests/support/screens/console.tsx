import { setImmediate } from 'node:timers/promises'
import { configure, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router-dom'
import { beforeAll, onTestFinished } from 'vitest'
import type { ApiError } from '../../../src/api/extra'
import { createStore, type AppStore, type StoreDeps } from '../../../src/api/store'
import { loadActivity } from '../../../src/app/activity/Activity'
import { areaRoutes } from '../../../src/app/areaRoutes'
import { LeaveGuardProvider } from '../../../src/app/LeaveGuard'
import { useLinks } from '../../../src/app/useLinks'
import { everyArea } from '../../../src/areas'
import { OwnerProvider } from '../../../src/crud/model/storageOwner'
import { EnvironmentProvider, type Environment, type KeyValueStore } from '../../../src/ui/environment/Environment'
import { useKeptFocus } from '../../../src/ui/environment/useKeptFocus'
import { Toaster } from '../../../src/ui/overlay/Toaster'
import { testEnvironment } from './environment'
import { addressBarOf, initialised, type AddressBar } from './router'
import type { TestServer } from '../server/server'

// Every screen calls a whole server, on a machine that runs other tests, too.
configure({ asyncUtilTimeout: 10_000 })
// Loads the code of all screens before the tests, because it takes longer than most tests.
beforeAll(() => loadScreens())

interface Download {
  readonly fileName: string
  readonly text: Promise<string>
}

/** A browser tab with the screens of the signed-in area, on a real server. */
export interface TestConsole extends AddressBar {
  readonly user: UserEvent
  readonly store: AppStore
  /** Method, path and query of every request so far. */
  readonly calls: readonly string[]
  readonly alerts: readonly ApiError[]
  readonly downloads: readonly Download[]
  /** Puts `fault` between the console and the server until it returns null; for network faults. */
  disturb(fault: (request: Request) => Promise<Response | null> | Response | null): void
}

export interface ConsoleOptions {
  /** The tab's storage, which outlasts reloads. */
  readonly tabStorage?: KeyValueStore
  readonly owner?: string
  readonly environment?: Partial<Environment>
}

/** Opens the console at an address, signed in with `token`. */
export async function openConsole(
  server: Pick<TestServer, 'fetch' | 'settings'>,
  token: string,
  path: string,
  options: ConsoleOptions = {},
): Promise<TestConsole> {
  const calls: string[] = []
  const alerts: ApiError[] = []
  const downloads: Download[] = []
  let fault: (request: Request) => Promise<Response | null> | Response | null = () => null
  const fetch: typeof globalThis.fetch = async (input, given) => {
    const init = await sendable(given)
    const request = new Request(typeof input === 'string' ? new URL(input, server.settings.publicUrl) : input, init)
    const url = new URL(request.url)
    calls.push(`${request.method} ${url.pathname}${url.search}`)
    const answer = (await fault(request.clone())) ?? (await server.fetch(input, init))
    // Delays the answer until the page has gone on, as every network does: React renders and runs effects in a turn of the event loop each.
    for (let turn = 0; turn < 4; turn += 1) await setImmediate()
    return answer
  }
  const store = createStore(extraOf(fetch, token, alerts))
  const environment = testEnvironment({
    tabStorage: options.tabStorage ?? createTabStorage(),
    download: (fileName, content) => void downloads.push({ fileName, text: content.text() }),
    ...options.environment,
  })
  const { owner = 'ada' } = options
  const { browserStorage } = environment
  const pages = [
    ...areaRoutes({ dispatch: store.dispatch, browserStorage, currentUserId: () => owner }),
    { path: '/pages/activity', lazy: async () => ({ Component: (await loadActivity()).Screen }) },
    { path: '/pages/account', lazy: async () => ({ Component: (await import('../../../src/app/account/Account')).Account }) },
  ]
  const routes = [
    {
      element: <Frame owner={owner} />,
      HydrateFallback: () => null,
      children: [...pages, { path: '*', element: <p>Another page</p> }],
    },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  onTestFinished(() => router.dispose())
  await initialised(router)
  render(
    <EnvironmentProvider value={environment}>
      <Provider store={store}>
        <RouterProvider router={router} useTransitions={false} />
      </Provider>
    </EnvironmentProvider>,
  )
  return {
    ...addressBarOf(router),
    user: userEvent.setup(),
    store,
    calls,
    alerts,
    downloads,
    disturb: (next) => {
      fault = next
    },
  }
}

/** Creates a tab's storage; with the same one, a second console is a reload of the first. */
export function createTabStorage(): KeyValueStore {
  const stored = new Map<string, string>()
  return {
    get: (key) => stored.get(key) ?? null,
    set: (key, value) => void stored.set(key, value),
    remove: (key) => void stored.delete(key),
  }
}

/** Makes the dependencies of a store whose `token` never changes. */
export function extraOf(fetch: typeof globalThis.fetch, token: string, alerts: ApiError[]): StoreDeps {
  return {
    session: {
      isGuest: () => false,
      epoch: () => 1,
      read: () => ({ token, tokenId: 'test', expired: false }),
      refresh: () => Promise.resolve(true),
      reportRejected: () => Promise.resolve(false),
    },
    apiUrl: '',
    fetch,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms)
        signal?.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(new Error('Aborted'))
        })
      }),
    now: () => Date.now(),
    alert: (error) => void alerts.push(error),
    succeeded: () => undefined,
  }
}

/** Rebuilds a form for Node's fetch, which does not understand jsdom's FormData. */
async function sendable(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof FormData)) return init
  const boundary = 'frond-test-boundary'
  const parts: (string | Uint8Array)[] = []
  for (const [name, value] of init.body) {
    const isFile = typeof value !== 'string'
    const fileName = isFile ? `; filename="${value.name}"\r\nContent-Type: ${value.type}` : ''
    parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n\r\n`)
    parts.push(isFile ? new Uint8Array(await value.arrayBuffer()) : value, '\r\n')
  }
  const body = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
  const headers = { ...(init.headers as Record<string, string>), 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { ...init, headers, body }
}

/** Loads the code of every screen. */
async function loadScreens(): Promise<void> {
  const loads = everyArea.flatMap(({ screens, pages = {} }) => [
    ...Object.values(screens),
    ...Object.values(pages).map(({ screen }) => screen),
  ])
  await Promise.all(loads.map((load) => load()))
}

/** Gives a page the application's frame, without menu and session. */
function Frame({ owner }: { readonly owner: string }) {
  useLinks()
  useKeptFocus()
  const { pathname } = useLocation()
  return (
    <OwnerProvider value={{ user: owner, userOrSession: owner }}>
      <Toaster>
        <LeaveGuardProvider isOver={() => false}>
          <main key={pathname}>
            <Outlet />
          </main>
        </LeaveGuardProvider>
      </Toaster>
    </OwnerProvider>
  )
}
