import type { OpenedDialog } from '../../../src/auth/ports'
import type { Provider } from '../../../src/contract/constants'

/** The console's own origin in these tests. */
export const PAGE_ORIGIN = 'https://frond.example.com'

/** A provider's window that a test controls. */
export interface FakeWindow {
  readonly provider: Provider
  readonly state: string
  /** Whether it was closed, by the test or the console. */
  readonly isClosed: () => boolean
  /** Posts this message to the page that opened it; `state` and `from` default to the window's own. */
  answer(said: { readonly token?: string; readonly error?: string; readonly state?: string }, from?: Partial<From>): void
  /** Closes it, as the user does. */
  leave(): void
}

interface From {
  readonly origin: string
  readonly source: unknown
}

/** Creates a substitute for the browser's windows; `blocked`: none opens. */
export function createDialogs({ blocked = false } = {}) {
  const windows: FakeWindow[] = []
  const focus = { isHere: true }
  const page = Object.assign(new EventTarget(), { location: { origin: PAGE_ORIGIN }, document: { hasFocus: () => focus.isHere } })

  function openDialog(provider: Provider): OpenedDialog {
    const state = `state-${windows.length + 1}-${Math.random()}`
    const popup = {
      closed: false,
      close: () => {
        popup.closed = true
      },
    }
    windows.push({
      provider,
      state,
      isClosed: () => popup.closed,
      leave: popup.close,
      answer({ token = null, error = null, ...said }, from = {}) {
        const data = { state: said.state ?? state, token, error }
        page.dispatchEvent(Object.assign(new Event('message'), { data, origin: PAGE_ORIGIN, source: popup, ...from }))
      },
    })
    return { state, page: page as unknown as Window, popup: blocked ? null : (popup as unknown as Window) }
  }
  return { windows, openDialog, focus }
}
