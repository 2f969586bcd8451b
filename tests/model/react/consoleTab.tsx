import { cleanup, render } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { createConsole } from '../../../src/app/createConsole'
import type { Clock, WebStorage } from '../../../src/auth/ports'
import type { Session } from '../../../src/auth/session'
import { browserTabs } from '../../../src/auth/tabs'
import { createBrowserModel, type TabModel } from '../../support/session/browserModel'
import { createDialogs } from '../../support/browser/dialogs'
import { testEnvironment } from '../../support/screens/environment'
import { initialised } from '../../support/screens/router'
import type { TestServer } from '../../support/server/server'
import { createVirtualClock } from '../../support/session/virtualClock'
import type { MachineCoverage } from '../play'
import { createDevice } from './device'
import type { Gate } from './gate'

/** A tab with the whole console, and another tab of the same browser. */
export interface ConsoleTab {
  readonly session: Session
  readonly clock: ReturnType<typeof createVirtualClock>
  /** The tab's time: the clock's, plus the time it was suspended. */
  now(): number
  sleep(ms: number): void
  readonly tab: TabModel
  readonly other: TabModel
  readonly reloads: () => number
  /** Fills the storage, or frees it. */
  block(isBlocked: boolean): void
  close(): void
}

export type Browser = ReturnType<typeof openBrowser>

/** Opens a browser with two tabs and one clock for both. */
export function openBrowser() {
  const clock = createVirtualClock(Date.now())
  const model = createBrowserModel(clock, 5)
  return { clock, tab: model.openTab(), other: model.openTab(), dialogs: createDialogs(), device: createDevice(), slept: 0 }
}

/** Loads the console in the browser's first tab. */
export async function loadConsole(
  browser: Browser,
  server: TestServer,
  gate: Gate,
  coverage: MachineCoverage,
  path: string,
): Promise<ConsoleTab> {
  const { tab, other } = browser
  const now = () => browser.clock.now() + browser.slept
  const clock: Clock = { now, later: browser.clock.later, sleep: browser.clock.sleep }
  let isBlocked = false
  let reloads = 0
  const limited = (store: WebStorage): WebStorage => ({
    get length() {
      return store.length
    },
    getItem: (key) => store.getItem(key),
    removeItem: (key) => store.removeItem(key),
    clear: () => store.clear(),
    setItem(key, value) {
      if (isBlocked) throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
      store.setItem(key, value)
    },
  })
  const { session, routes, discover, element } = await createConsole({
    clock,
    tabs: browserTabs(tab.window, clock),
    stores: { local: limited(tab.local), tab: limited(tab.session) },
    environment: testEnvironment({ now, later: clock.later, passwordMin: server.settings.passwordMin }),
    storageReady: Promise.resolve(),
    fetch: gate.fetch,
    origin: 'http://localhost',
    apiUrl: '',
    openDialog: browser.dialogs.openDialog,
    passkeys: browser.device.passkeys,
    inspect: coverage.inspect,
    reload() {
      reloads += 1
    },
  })
  const router = createMemoryRouter(routes, { initialEntries: [path], patchRoutesOnNavigation: discover })
  await initialised(router)
  render(element(router))
  return {
    session,
    clock: browser.clock,
    now,
    sleep(ms) {
      browser.slept += ms
    },
    tab,
    other,
    reloads: () => reloads,
    block(next) {
      isBlocked = next
    },
    close() {
      cleanup()
      router.dispose()
      session.stop()
      tab.drop()
    },
  }
}
