import type { Clock, PeerMessage, Tabs, TabSignal } from './ports'
import { EXPIRATION_KEY, TOKEN_KEY } from './vault'

/** Prefix of the lock's name: one holder at a time among all tabs of this origin. */
const LOCK = 'frond.auth.'
/** Milliseconds that a tab waits for the lock; it never steals one. */
const LOCK_WAIT_MS = 10_000
/**
 * Milliseconds that a tab holds the lock after its work succeeded: storage takes a moment to reach the other tabs, on a busy computer a long
 * one. A tab that it has reached goes on without the lock.
 */
const HOLD_MS = 2_000

/** The browser APIs that connect tabs. */
export interface TabWindow {
  readonly window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  /** Missing in an insecure context. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  channel(): BroadcastChannel | null
}

/** The other tabs, through Web Locks, BroadcastChannel and storage events; each may be missing. */
export function browserTabs({ window, document, locks, channel: open }: TabWindow, clock: Clock): Tabs {
  let channel: BroadcastChannel | null = null
  const isVisible = () => document.visibilityState === 'visible'

  function watch(listen: (signal: TabSignal) => void): () => void {
    const sources: [Pick<EventTarget, 'addEventListener' | 'removeEventListener'>, string, (event: Event) => void][] = [
      [window, 'storage', (event) => isTokenChange(event) && listen({ type: 'sync', cause: 'storage' })],
      [window, 'online', () => listen({ type: 'sync', cause: 'online' })],
      [window, 'pageshow', (event) => isRestored(event) && listen({ type: 'sync', cause: 'restored' })],
      [document, 'visibilitychange', () => isVisible() && listen({ type: 'sync', cause: 'visible' })],
    ]
    for (const [target, type, listener] of sources) target.addEventListener(type, listener)
    channel = open()
    channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isPeerMessage(data)) listen({ type: 'message', message: data })
    })
    return () => {
      for (const [target, type, listener] of sources) target.removeEventListener(type, listener)
      channel?.close()
      channel = null
    }
  }

  return {
    exclusive: (lockName, work) => (locks === undefined ? work() : withLock(locks, LOCK + lockName, clock, work)),
    announce: (message) => channel?.postMessage(message),
    watch,
    isVisible,
  }
}

function withLock<T>(locks: Pick<LockManager, 'request'>, name: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const waiting = new AbortController()
    const stopWaiting = clock.later(LOCK_WAIT_MS, () => waiting.abort())
    const turn = async () => {
      stopWaiting()
      await work().then((result) => {
        resolve(result)
        return clock.sleep(HOLD_MS)
      }, reject)
    }
    locks.request(name, { signal: waiting.signal }, turn).catch(reject)
  })
}

/** Whether the event concerns Frond's entries; a `clear()` in another tab has no key. */
function isTokenChange(event: Event): boolean {
  const key = 'key' in event ? event.key : undefined
  return key === null || key === TOKEN_KEY || key === EXPIRATION_KEY
}

/** Whether Back or Forward restored the page from the cache. */
function isRestored(event: Event): boolean {
  return 'persisted' in event && event.persisted === true
}

/** Only Frond's pages use the channel, but an older version may send other messages. */
function isPeerMessage(data: unknown): data is PeerMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'signedOut') return 'sessionId' in data && typeof data.sessionId === 'string'
  return data.type === 'rotated' && 'from' in data && 'token' in data && 'expiresAt' in data && 'ttl' in data
}
