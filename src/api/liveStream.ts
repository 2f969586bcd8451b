import { EVENTS_PATH } from '../contract/constants'
import type { ApiExtra } from './extra'
import { readEvents, type StreamEvent } from './eventStream'
import { doubtOf, silenceOf } from './livePatience'

/** How it is with the stream. `none`: this backend has no live events. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'none'

/** Who hears it. */
export interface Listener {
  onEvent(heard: StreamEvent): void
  onState(state: LiveState): void
  /** Whole seconds since the oldest answer shown was asked for; 0 when nothing is shown. */
  age(): number
}

/** A stream that comes back by itself; one at a time. */
export interface LiveStream {
  start(): void
  /** Goes on later where it stopped. */
  stop(): void
}

/** Between a connection that was lost and the next one, ms: at first, and at most. */
const FIRST_MS = 500
const LONGEST_MS = 5000
/** Longest that a server may ask to wait, and between two tries of what never was, ms. */
const ASKED_MAX_MS = 120_000

/** What a connection came to: there are no events here, or it is over; `waitMs`: as the server asks. */
interface Outcome {
  readonly none: boolean
  readonly waitMs?: number
}

type Outside = Pick<ApiExtra, 'session' | 'origin' | 'fetch' | 'sleep' | 'now'>

/** Holds a stream of live events with the session's bearer, and comes again where it left off whenever it is lost. */
export function createLiveStream(outside: Outside, { onEvent, onState, age }: Listener): LiveStream {
  let after: string | null = null
  // One that never was is no loss: another backend's may be out of reach for good, behind a refusal that only the browser sees.
  let wasLive = false
  let stopping: AbortController | null = null

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0
    const doubt = doubtOf(outside, signal, () => onState('lost'))
    while (!signal.aborted) {
      if (wasLive) doubt.begin()
      const outcome = await connect(signal, () => {
        failures = 0
        wasLive = true
        doubt.end()
        onState('live')
      }).catch((): Outcome => ({ none: false }))
      if (signal.aborted) return
      // Where there were events before, something else answers in the server's place, which is away.
      if (outcome.none && !wasLive) return onState('none')
      if (wasLive) doubt.begin()
      const waitMs = outcome.waitMs ?? Math.min(FIRST_MS * 2 ** failures, wasLive ? LONGEST_MS : ASKED_MAX_MS)
      failures += 1
      // Not all windows at once.
      await outside.sleep(waitMs * (0.5 + Math.random() / 2), signal).catch(() => undefined)
    }
  }

  async function connect(signal: AbortSignal, onReady: () => void): Promise<Outcome> {
    const { session, fetch, origin } = outside
    const held = await usable(outside, signal)
    if (held === null) return { none: false }
    const silence = silenceOf(outside)
    try {
      const response = await fetch(`${origin}${EVENTS_PATH}${after === null ? `?since=${age()}` : ''}`, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${held.token}`,
          ...(after !== null && { 'last-event-id': after }),
        },
        signal: AbortSignal.any([signal, silence.signal]),
        cache: 'no-store',
        redirect: 'error',
      })
      if (response.status === 401) {
        await session.rejected(held.tokenId, signal)
        return { none: false }
      }
      if (response.status === 429 || response.status >= 500) return { none: response.status === 501, ...askedWait(response) }
      if (response.status !== 200 || response.body === null || !isEventStream(response)) return { none: true }
      const onCursor = (cursor: string) => {
        after = cursor
      }
      await readEvents(response.body, { onEvent, onReady, onCursor, onSign: silence.renew })
      return { none: false }
    } finally {
      silence.end()
    }
  }

  return {
    start() {
      if (stopping !== null) return
      stopping = new AbortController()
      void run(stopping.signal)
    },
    stop() {
      stopping?.abort()
      stopping = null
    },
  }
}

async function usable({ session }: Outside, signal: AbortSignal) {
  const held = session.read()
  if (held !== null && !held.expired) return held
  if (session.isGuest()) return null
  return (await session.refreshed(signal)) ? session.read() : null
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

function askedWait(response: Response): { waitMs?: number } {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? { waitMs: Math.min(seconds * 1000, ASKED_MAX_MS) } : {}
}
