import type { OpenedDialog, SocialWindow } from '../../src/auth/ports'
import type { Provider } from '../../src/contract/constants'

/** A provider's window that a test answers in. */
export interface ToldWindow {
  readonly provider: Provider
  readonly state: string
  /** What the console gave it up by: it is closed. */
  readonly isEnded: () => boolean
  /** The provider's page comes back with this; `state` is the window's own unless told otherwise. */
  answer(said: { readonly token?: string; readonly error?: string; readonly state?: string }): void
  /** The user closes it. */
  leave(): void
}

/** Stands in for the browser's windows; `blocked` opens none. */
export function createDialogs({ blocked = false } = {}) {
  const windows: ToldWindow[] = []
  function openDialog(provider: Provider, signal: AbortSignal): OpenedDialog {
    if (blocked) return 'blocked'
    const state = `state-${windows.length + 1}-${Math.random()}`
    let isLeft = false
    let isEnded = false
    let resolve: (answer: unknown) => void = () => undefined
    const end = () => void (isEnded = true)
    signal.addEventListener('abort', end)
    windows.push({
      provider,
      state,
      isEnded: () => isEnded,
      answer: ({ token = null, error = null, ...said }) => resolve({ state: said.state ?? state, token, error }),
      leave: () => void (isLeft = true),
    })
    return {
      state,
      answer: new Promise((settle) => {
        resolve = settle
      }),
      isLeft: () => isLeft,
      end,
    } satisfies SocialWindow
  }
  return { windows, openDialog }
}
