import type { Clock, PeerMessage, Tabs, TabSignal } from './ports'
import { EXPIRATION_KEY, TOKEN_KEY } from './vault'

/** One at a time over all tabs of this origin, of those with the same end of the name. */
const LOCK = 'frond.auth.'
/** How long a tab waits for its turn, in milliseconds; it never takes another's. */
const LOCK_WAIT_MS = 10_000
/** How long a tab keeps its turn after writing, in milliseconds: storage needs a moment to reach the other tabs. */
const HOLD_MS = 150

/** The parts of a browser tab that reach other tabs. */
export interface TabWindow {
  readonly window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  /** Missing in an insecure context. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  channel(): BroadcastChannel | null
}

/** The other tabs, by Web Locks, BroadcastChannel and storage events; each may be missing. */
export function browserTabs({ window, document, locks, channel: open }: TabWindow, clock: Clock): Tabs {
  let channel: BroadcastChannel | null = null
  const isVisible = () => document.visibilityState === 'visible'

  function watch(listen: (signal: TabSignal) => void): () => void {
    const sources: [Pick<EventTarget, 'addEventListener' | 'removeEventListener'>, string, (event: Event) => void][] = [
      [window, 'storage', (event) => isOurs(event) && listen({ type: 'sync', cause: 'storage' })],
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
    exclusive: (thing, work) => (locks === undefined ? work() : inTurn(locks, LOCK + thing, clock, work)),
    announce: (message) => channel?.postMessage(message),
    watch,
    isVisible,
  }
}

function inTurn<T>(locks: Pick<LockManager, 'request'>, name: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const waiting = new AbortController()
    const stopWaiting = clock.later(LOCK_WAIT_MS, () => waiting.abort())
    const turn = async () => {
      stopWaiting()
      await work().then(resolve, reject)
      await clock.sleep(HOLD_MS)
    }
    locks.request(name, { signal: waiting.signal }, turn).catch(reject)
  })
}

/** `clear()` in another tab has no key. */
function isOurs(event: Event): boolean {
  const key = 'key' in event ? event.key : undefined
  return key === null || key === TOKEN_KEY || key === EXPIRATION_KEY
}

/** Back or Forward brought a page as it was left. */
function isRestored(event: Event): boolean {
  return 'persisted' in event && event.persisted === true
}

/** Only our own pages reach the channel; an older one may still speak otherwise. */
function isPeerMessage(data: unknown): data is PeerMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'signedOut') return 'sessionId' in data && typeof data.sessionId === 'string'
  return data.type === 'rotated' && 'from' in data && 'token' in data && 'expiresAt' in data && 'ttl' in data
}
