import { configure, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createMemoryHistory, type MemoryHistory } from 'history'
import { StrictMode, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { Route, Router, Routes, useLocation } from 'react-router-dom'
import { beforeAll } from 'vitest'
import type { ApiError, ApiExtra } from '../../src/api/extra'
import { createGoneRows, createOwnChanges, createStore, type AppStore } from '../../src/api/store'
import { createBlocker } from '../../src/app/router/blocker'
import { RouterLink } from '../../src/app/router/RouterLink'
import { areas, unlisted } from '../../src/areas'
import { DraftOwnerProvider } from '../../src/crud/draftOwner'
import { EnvironmentProvider, type Environment, type KeyValueStore } from '../../src/ui/Environment'
import { LeaveGuardProvider } from '../../src/ui/LeaveGuard'
import { LinkProvider } from '../../src/ui/Link'
import { Toaster } from '../../src/ui/Toaster'
import { later, memoryStore } from './environment'
import type { TestServer } from './server'

// A whole server answers behind every screen, on a machine that runs other tests too.
configure({ asyncUtilTimeout: 10_000 })
// The code of all screens takes longer than most tests do: no test's time is spent on it.
beforeAll(() => loadScreens())

export interface Download {
  readonly fileName: string
  readonly text: Promise<string>
}

/** A browser tab with the signed-in area's screens in it, talking to a real server. */
export interface TestConsole {
  readonly user: UserEvent
  readonly history: MemoryHistory
  readonly store: AppStore
  /** Method, path and query of every request so far. */
  readonly calls: readonly string[]
  readonly alerts: readonly ApiError[]
  readonly downloads: readonly Download[]
  /** Path and query that the screens stand at. */
  address(): string
  /** Puts `fault` between the console and the server until it answers null; for network faults. */
  disturb(fault: (request: Request) => Promise<Response | null> | Response | null): void
}

export interface ConsoleOptions {
  /** Kept from one console to the next, as a tab keeps it over reloads. */
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
    return (await fault(request.clone())) ?? server.fetch(input, init)
  }
  const store = createStore(extraOf(fetch, token, alerts))
  const history = createMemoryHistory({ initialEntries: [path] })
  const { block } = createBlocker(history)
  const environment: Environment = {
    now: () => Date.now(),
    later,
    tabStorage: options.tabStorage ?? createTabStorage(),
    keptStorage: memoryStore(),
    savesData: false,
    download: (fileName, content) => void downloads.push({ fileName, text: content.text() }),
    ...options.environment,
  }
  const screens = await loadScreens()
  render(
    <StrictMode>
      <EnvironmentProvider value={environment}>
        <Provider store={store}>
          <LinkProvider value={RouterLink}>
            <HistoryRouter history={history}>
              <DraftOwnerProvider value={options.owner ?? 'ada'}>
                <LeaveGuardProvider block={block}>
                  <Toaster>
                    <Screens screens={screens} />
                  </Toaster>
                </LeaveGuardProvider>
              </DraftOwnerProvider>
            </HistoryRouter>
          </LinkProvider>
        </Provider>
      </EnvironmentProvider>
    </StrictMode>,
  )
  return {
    user: userEvent.setup(),
    history,
    store,
    calls,
    alerts,
    downloads,
    address: () => `${history.location.pathname}${history.location.search}`,
    disturb: (next) => {
      fault = next
    },
  }
}

/** A tab's storage; hand the same one to two consoles and the second one is a reload of the first. */
export function createTabStorage(): KeyValueStore {
  const kept = new Map<string, string>()
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  }
}

/** The outside of a store that holds `token` for good. */
export function extraOf(fetch: typeof globalThis.fetch, token: string, alerts: ApiError[]): ApiExtra {
  return {
    session: {
      isGuest: () => false,
      epoch: () => 1,
      read: () => ({ token, tokenId: 'test', expired: false }),
      refreshed: () => Promise.resolve(true),
      rejected: () => Promise.resolve(false),
    },
    origin: '',
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
    own: createOwnChanges(),
    gone: createGoneRows(),
    alert: (error) => void alerts.push(error),
  }
}

/** jsdom's forms mean nothing to Node's fetch: the same form of Node's own bytes. */
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

/** The router alone: every screen's code is here already, and nobody is sent anywhere. */
function HistoryRouter({ history, children }: { readonly history: MemoryHistory; readonly children: ReactNode }) {
  const [shown, setShown] = useState({ location: history.location, action: history.action })
  useLayoutEffect(() => history.listen(setShown), [history])
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={history}>
      {children}
    </Router>
  )
}

interface LoadedScreen {
  readonly path: string
  readonly Screen: ComponentType
}

/** The routes of every area, as the application has them. */
async function loadScreens(): Promise<readonly LoadedScreen[]> {
  const loaded = [...areas, ...unlisted].flatMap(({ slug, screens, pages = {} }) => [
    screens.list().then(({ Screen }) => ({ path: `/pages/${slug}`, Screen })),
    screens.form().then(({ Screen }) => ({ path: `/pages/${slug}/new`, Screen })),
    screens.detail().then(({ Screen }) => ({ path: `/pages/${slug}/:id`, Screen })),
    screens.form().then(({ Screen }) => ({ path: `/pages/${slug}/:id/edit`, Screen })),
    ...Object.entries(pages).map(([part, load]) => load().then(({ Screen }) => ({ path: `/pages/${slug}/${part}`, Screen }))),
  ])
  return Promise.all(loaded)
}

function Screens({ screens }: { readonly screens: readonly LoadedScreen[] }) {
  const { pathname } = useLocation()
  return (
    <main key={pathname}>
      <Routes>
        {screens.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="*" element={<p>Another page</p>} />
      </Routes>
    </main>
  )
}
