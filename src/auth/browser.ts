import { SOCIAL_RETURN_PATH, type Provider } from '../contract/constants'
import type { Clock, OpenedDialog, Stores, WebStorage } from './ports'
import { DASHBOARD_PATH } from './returnUrl'
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

/** The providers' addresses, from the server; empty when not configured. */
export type DialogUrls = Readonly<Record<Provider, string>>

/** The browser's part of `createSession`: its stores, tabs, windows and page. */
export function browserSession(window: Window & typeof globalThis, clock: Clock, dialogs: DialogUrls) {
  return {
    clock,
    stores: browserStores(window),
    tabs: browserTabs(
      {
        window,
        document: window.document,
        locks: window.navigator.locks,
        channel: () => ('BroadcastChannel' in window ? new window.BroadcastChannel('frond.auth') : null),
      },
      clock,
    ),
    openDialog: (provider: Provider) => (dialogs[provider] === '' ? null : openPopup(window, dialogs[provider])),
    reload: () => window.location.replace(DASHBOARD_PATH),
  }
}

/** The browser's two stores; null where blocked. */
export function browserStores(window: Window): Stores {
  return { local: storeUnlessBlocked(() => window.localStorage), tab: storeUnlessBlocked(() => window.sessionStorage) }
}

/**
 * Opens a provider's window for a new attempt. The page that it returns to repeats its answer, because the code that reads it may still be
 * loading.
 */
function openPopup(page: Window & typeof globalThis, dialog: string): OpenedDialog {
  const state = page.crypto.getRandomValues(new Uint32Array(4)).join('-')
  const back = encodeURIComponent(page.location.origin + SOCIAL_RETURN_PATH)
  const popup = page.open(`${dialog}&redirect_uri=${back}&state=${state}`, '_blank', 'popup,width=520,height=640')
  return { state, popup, page }
}

/** Even accessing a blocked store may throw. */
function storeUnlessBlocked(access: () => WebStorage): WebStorage | null {
  try {
    return access()
  } catch {
    return null
  }
}
