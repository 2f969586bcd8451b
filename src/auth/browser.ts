import type { Provider } from '../contract/constants'
import type { Clock, OpenedDialog, Stores, WebStorage } from './ports'
import { DASHBOARD_PATH } from './returnUrl'
import { openDialog, type Dialogs } from './socialWindow'
import { browserTabs } from './tabs'

/** The browser's clock. */
export function browserClock(window: Pick<Window, 'setTimeout' | 'clearTimeout'>): Clock {
  const now = () => Date.now()
  const later = (ms: number, work: () => void) => {
    const timer = window.setTimeout(work, ms)
    return () => window.clearTimeout(timer)
  }
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = () => {
        cancel()
        reject(signal?.reason)
      }
      const cancel = later(ms, () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      })
      if (signal?.aborted) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    })
  return { now, later, sleep }
}

/** What `createSession` takes from the browser: its stores, its other tabs, its windows and its page. */
export function browserSession(window: Window & typeof globalThis, clock: Clock, dialogs: Dialogs) {
  return {
    clock,
    stores: { local: storeOf(() => window.localStorage), tab: storeOf(() => window.sessionStorage) } satisfies Stores,
    tabs: browserTabs(
      {
        window,
        document: window.document,
        locks: window.navigator.locks,
        channel: () => ('BroadcastChannel' in window ? new window.BroadcastChannel('frond.auth') : null),
      },
      clock,
    ),
    openDialog: (provider: Provider, signal: AbortSignal): OpenedDialog =>
      dialogs[provider] === '' ? 'notConfigured' : (openDialog(window, dialogs[provider], signal) ?? 'blocked'),
    reload: () => window.location.replace(DASHBOARD_PATH),
  }
}

/** Merely reaching for a blocked store may throw. */
function storeOf(reach: () => WebStorage): WebStorage | null {
  try {
    return reach()
  } catch {
    return null
  }
}
