import { configure, render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createMemoryRouter, type Location } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'
import { createConsole, type Console, type ConsoleDeps } from '../../../src/app/createConsole'
import { browserClock } from '../../../src/auth/browser'
import type { PeerMessage, TabSignal, Tabs } from '../../../src/auth/ports'
import { EXPIRATION_KEY, TOKEN_KEY } from '../../../src/auth/vault'
import { testEnvironment } from '../../support/screens/environment'
import { addressBarOf, initialised, type AddressBar } from '../../support/screens/router'
import type { TestServer } from '../../support/server/server'
import { createStorage, type MemoryStorage } from '../../support/session/webStorage'

// The app's on-demand modules are compiled on demand here, on a machine that others use as well.
configure({ asyncUtilTimeout: 15_000 })

type Fault = (request: Request) => Promise<Response | null> | Response | null

/** The whole console in a tab, on a real server. */
export interface OpenedApp extends AddressBar {
  readonly user: UserEvent
  readonly router: ReturnType<typeof createMemoryRouter>
  readonly session: Console['session']
  readonly prefetchList: Console['prefetchList']
  readonly prefetch: Console['prefetch']
  readonly storage: MemoryStorage
  readonly reload: ReturnType<typeof vi.fn<() => void>>
  /** Method and path of every request so far. */
  readonly calls: readonly string[]
  readonly announced: readonly PeerMessage[]
  /** Puts `fault` between console and server; a fault that returns null lets a request through. */
  disturb(fault: Fault): void
  /** Delivers a signal from another tab or the browser. */
  hear(signal: TabSignal): void
  button(name: string): HTMLElement
}

interface Options extends Partial<
  Pick<ConsoleDeps, 'apiUrl' | 'environment' | 'live' | 'clock' | 'storageReady' | 'factorRequired' | 'onShown' | 'passkeys'>
> {
  /** The token in storage when the tab starts. */
  readonly token?: string
  /** Seconds that the token has left; negative: expired. */
  readonly expiresInS?: number
  readonly storage?: MemoryStorage
  /** Applies to the requests from the first one on. */
  readonly fault?: Fault
}

/** Opens the console at a path, or at the location of a tab that reloads. */
export async function openApp(
  server: Pick<TestServer, 'fetch' | 'settings'>,
  path: string | Location,
  options: Options = {},
): Promise<OpenedApp> {
  const { storage = createStorage(), token, expiresInS = 900 } = options
  if (token !== undefined) {
    storage.setItem(TOKEN_KEY, token)
    storage.setItem(EXPIRATION_KEY, String(Date.now() + expiresInS * 1000))
  }
  const calls: string[] = []
  let fault = options.fault ?? (() => null)
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, server.settings.publicUrl), init)
    calls.push(`${request.method} ${new URL(request.url).pathname}`)
    return (await fault(request.clone())) ?? server.fetch(input, init)
  }
  const reload = vi.fn<() => void>()
  const { tabs, announced, hear } = aloneTabs()
  const { clock = browserClock(window) } = options
  const { session, prefetchList, prefetch, routes, discover, element } = await createConsole({
    clock,
    tabs,
    stores: { local: storage, tab: createStorage() },
    environment: options.environment ?? testEnvironment(),
    storageReady: options.storageReady ?? Promise.resolve(),
    fetch,
    origin: 'http://localhost',
    apiUrl: options.apiUrl ?? '',
    live: options.live ?? false,
    factorRequired: options.factorRequired ?? false,
    onShown: options.onShown ?? (() => undefined),
    ...(options.passkeys && { passkeys: options.passkeys }),
    reload,
  })
  onTestFinished(() => session.stop())
  const router = createMemoryRouter(routes, { initialEntries: [path], patchRoutesOnNavigation: discover })
  onTestFinished(() => router.dispose())
  await initialised(router)
  render(element(router))
  return {
    ...addressBarOf(router),
    user: userEvent.setup(),
    router,
    session,
    prefetchList,
    prefetch,
    storage,
    reload,
    calls,
    announced,
    hear,
    disturb: (next) => {
      fault = next
    },
    button: (name) => screen.getByRole('button', { name }),
  }
}

/** Creates a browser with one tab. */
function aloneTabs() {
  const announced: PeerMessage[] = []
  const listeners = new Set<(signal: TabSignal) => void>()
  const tabs: Tabs = {
    exclusive: (_, work) => work(),
    announce: (message) => void announced.push(message),
    watch(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    isVisible: () => true,
  }
  const hear = (signal: TabSignal) => {
    for (const listen of listeners) listen(signal)
  }
  return { tabs, announced, hear }
}

/** Sets the window's width, in pixels. */
export function setWindowWidth(width: number): void {
  window.innerWidth = width
  window.dispatchEvent(new Event('resize'))
}

window.scrollTo = () => undefined
