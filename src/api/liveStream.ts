import { createParser } from 'eventsource-parser'
import { EVENTS_PATH } from '../contract/constants'
import type { ChangeEvent, ReadingsEvent } from '../contract/events'
import type { ApiExtra } from './extra'

/** How it is with the stream. `none`: this backend has no live events. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'none'

/** What a stream tells. */
export type Heard =
  | { readonly type: 'change'; readonly change: ChangeEvent }
  | { readonly type: 'readings'; readonly readings: ReadingsEvent }
  | { readonly type: 'reset' }

/** Who hears it. */
export interface Listener {
  onHeard(heard: Heard): void
  onState(state: LiveState): void
  /** Whole seconds since the oldest answer shown was asked for; null when nothing is shown. */
  age(): number | null
}

/** A stream that comes back by itself; one at a time. */
export interface LiveStream {
  start(): void
  /** Goes on later where it stopped. */
  stop(): void
}

/** Silence after which a connection counts as lost, ms: more than two heartbeats of the server. */
const SILENCE_MS = 50_000
/** Time without a connection before anything is said of it, ms: a bearer that is renewed, a server that starts anew. */
const LOST_AFTER_MS = 4000
/** Between a connection that was lost and the next one, ms: at first, and at most. */
const FIRST_MS = 500
const LONGEST_MS = 15_000
/** Longest that a server may ask to wait, and between two tries of what never was, ms. */
const ASKED_MAX_MS = 120_000

/** What a connection came to: there are no events here, or it is over; `waitMs`: as the server asks. */
type Outcome = { readonly none: true } | { readonly none: false; readonly waitMs?: number }

type Outside = Pick<ApiExtra, 'session' | 'origin' | 'fetch' | 'sleep' | 'now'>

/** Holds a stream of live events with the session's bearer, and comes again where it left off whenever it is lost. */
export function createLiveStream(outside: Outside, { onHeard, onState, age }: Listener): LiveStream {
  let after: string | null = null
  // One that never was is no loss: another backend's may be out of reach for good, behind a refusal that only the browser sees.
  let wasLive = false
  let stopping: AbortController | null = null

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0
    const doubt = doubtOf(outside, signal, onState)
    while (!signal.aborted) {
      const outcome = await connect(signal, () => {
        failures = 0
        wasLive = true
        doubt.end()
        onState('live')
      }).catch((): Outcome => ({ none: false }))
      if (signal.aborted) return
      if (outcome.none) {
        doubt.end()
        return onState('none')
      }
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
      const response = await fetch(`${origin}${EVENTS_PATH}${queryOf(after, age)}`, {
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
      await read(response.body, silence.renew, onReady)
      return { none: false }
    } finally {
      silence.end()
    }
  }

  async function read(body: ReadableStream<Uint8Array>, renew: () => void, onReady: () => void): Promise<void> {
    const decoder = new TextDecoder()
    const parser = createParser({
      onEvent({ event, data, id }) {
        if (event === 'ready') onReady()
        else {
          const heard = heardOf(event, data)
          if (heard !== null) onHeard(heard)
        }
        after = id ?? after
      },
    })
    const reader = body.getReader()
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      renew()
      parser.feed(decoder.decode(chunk.value, { stream: true }))
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

function queryOf(after: string | null, age: Listener['age']): string {
  const seconds = after === null ? age() : null
  return seconds === null ? '' : `?since=${seconds}`
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

function askedWait(response: Response): { waitMs?: number } {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? { waitMs: Math.min(seconds * 1000, ASKED_MAX_MS) } : {}
}

/** Null for what is not ours: a later server may tell more. */
function heardOf(event: string | undefined, data: string): Heard | null {
  if (event === 'reset') return { type: 'reset' }
  const told = parsed(data)
  if (typeof told !== 'object' || told === null || !('area' in told) || typeof told.area !== 'string') return null
  if (event === 'readings') return { type: 'readings', readings: told as ReadingsEvent }
  return event === undefined ? { type: 'change', change: told as ChangeEvent } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A signal that is aborted once nothing was heard for too long. */
function silenceOf({ sleep }: Outside) {
  const over = new AbortController()
  let waiting = new AbortController()
  const renew = () => {
    waiting.abort()
    waiting = new AbortController()
    sleep(SILENCE_MS, waiting.signal).then(
      () => over.abort(),
      () => undefined,
    )
  }
  renew()
  return { signal: over.signal, renew, end: () => waiting.abort() }
}

/** Says that the connection is lost once it has been away for a while. */
function doubtOf({ sleep }: Outside, signal: AbortSignal, onState: Listener['onState']) {
  let waiting: AbortController | null = null
  return {
    begin() {
      if (waiting !== null) return
      waiting = new AbortController()
      sleep(LOST_AFTER_MS, AbortSignal.any([signal, waiting.signal])).then(
        () => onState('lost'),
        () => undefined,
      )
    },
    end() {
      waiting?.abort()
      waiting = null
    },
  }
}
