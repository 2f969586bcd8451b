import { SOCIAL_RETURN_PATH, type Provider } from '../contract/constants'
import type { SocialWindow } from './ports'

/** Where the providers are asked, from the server; empty: not configured. */
export type Dialogs = Readonly<Record<Provider, string>>

/**
 * Opens a provider's window. This much travels with the page, since a browser lets a window open in the click itself alone; what is made
 * of its answer is fetched meanwhile.
 */
export function openDialog(window: Window & typeof globalThis, dialog: string, signal: AbortSignal): SocialWindow | null {
  const { origin } = window.location
  const state = window.crypto.getRandomValues(new Uint32Array(4)).join('-')
  const back = encodeURIComponent(origin + SOCIAL_RETURN_PATH)
  const popup = window.open(`${dialog}&redirect_uri=${back}&state=${state}`, '_blank', 'popup,width=520,height=640')
  if (popup === null) return null
  const ended = new AbortController()
  const answer = new Promise<unknown>((resolve) => {
    const hear = (event: MessageEvent) => {
      if (event.source === popup && event.origin === origin) resolve(event.data)
    }
    window.addEventListener('message', hear, { signal: ended.signal })
  })
  const end = () => {
    ended.abort()
    popup.close()
  }
  signal.addEventListener('abort', end)
  return { state, answer, isLeft: () => popup.closed && window.document.hasFocus(), end }
}
