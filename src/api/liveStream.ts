import { createActor, fromCallback, type ActorRefFrom, type InspectionEvent } from 'xstate'
import { liveMachine, type LiveEvent, type LiveEmitted } from '../../machines/liveMachine'
import { EVENTS_PATH } from '../contract/constants'
import { usableBearer } from './baseQuery'
import { readEvents, type StreamEvent } from './eventStream'
import { retryAfterOf } from './errors'
import type { ApiExtra } from './extra'
import { machineClock } from './machineClock'
import { watchSilence } from './silence'

/** The stream's state. `none`: this backend has no live events. */
export type LiveState = LiveEmitted['type']

/** Callbacks of the stream. */
export interface Listener {
  onEvent(event: StreamEvent): void
  onState(state: LiveState): void
  /** Whole seconds since the oldest cached answer was requested; 0 without any. */
  cacheAgeS(): number
  /** Receives the machine's inspection events. */
  readonly inspect?: ((event: InspectionEvent) => void) | undefined
}

export type LiveStream = ActorRefFrom<typeof liveMachine>

/** Milliseconds of silence after which a connection counts as lost: more than two of the server's heartbeats. */
const SILENCE_MS = 50_000
/** Milliseconds before a reconnect: the first, and the maximum. */
const BACKOFF_FIRST_MS = 500
const BACKOFF_MAX_MS = 5000
/** Maximum milliseconds of a wait that the server asks for, and of the wait between attempts before any connection succeeded. */
const WAIT_MAX_MS = 120_000

/** How a connection ended. `none`: the backend has no live events; `retryAfterMs`: the wait that the server asks for. */
type Outcome = Pick<Extract<LiveEvent, { type: 'ended' }>, 'none' | 'retryAfterMs'>

type StreamDeps = Pick<ApiExtra, 'session' | 'apiUrl' | 'fetch' | 'sleep' | 'now'>

/** The outcome of a connection that ended, or never began, for none of these reasons. */
const plainEnd: Outcome = { none: false, retryAfterMs: null }

/**
 * Creates the stream of live events, which connects with the session's bearer once the page is `shown`, and resumes after its last event.
 */
export function createLiveStream(deps: StreamDeps, { onEvent, onState, cacheAgeS, inspect }: Listener): LiveStream {
  let lastCursor: string | null = null
  const sinceQuery = () => (lastCursor === null ? `?since=${cacheAgeS()}` : '')

  /** Holds one connection until it ends. */
  async function connect(signal: AbortSignal, onReady: () => void): Promise<Outcome> {
    const { session, fetch, apiUrl } = deps
    const bearer = await usableBearer(session, signal)
    if (bearer === null) return plainEnd
    const silence = watchSilence(deps, SILENCE_MS)
    try {
      const response = await fetch(`${apiUrl}${EVENTS_PATH}${sinceQuery()}`, {
        headers: {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          authorization: `Bearer ${bearer.token}`,
          ...(lastCursor !== null && { 'last-event-id': lastCursor }),
        },
        signal: AbortSignal.any([signal, silence.signal]),
        cache: 'no-store',
        redirect: 'error',
      })
      if (response.status === 401) {
        await session.reportRejected(bearer.tokenId, signal)
        return plainEnd
      }
      // 403: the account has to set up a second factor first, which the user may do on this page.
      if (response.status === 403 || response.status === 429 || response.status >= 500)
        return { none: response.status === 501, retryAfterMs: waitMs(retryAfterOf(response.headers, deps.now())) }
      if (response.status !== 200 || response.body === null || !isEventStream(response)) return { ...plainEnd, none: true }
      const onCursor = (cursor: string) => {
        lastCursor = cursor
      }
      await readEvents(response.body, { onEvent, onReady, onCursor, onChunk: silence.renew })
      return plainEnd
    } finally {
      silence.end()
    }
  }

  const machine = liveMachine.provide({
    actors: {
      connect: fromCallback<LiveEvent>(({ sendBack }) => {
        const leaving = new AbortController()
        void connect(leaving.signal, () => sendBack({ type: 'ready' }))
          // A lost network and an unreadable answer end the connection alike: the machine tries again.
          .catch(() => plainEnd)
          .then((outcome) => sendBack({ type: 'ended', ...outcome }))
        return () => leaving.abort()
      }),
    },
    delays: {
      backoff({ context: { retryAfterMs, failures, wasLive } }) {
        const waitMs = retryAfterMs ?? Math.min(BACKOFF_FIRST_MS * 2 ** (failures - 1), wasLive ? BACKOFF_MAX_MS : WAIT_MAX_MS)
        // Jitter, so that the pages do not reconnect all at once.
        return waitMs * (0.5 + Math.random() / 2)
      },
    },
  })
  const actor = createActor(machine, { clock: machineClock(deps.sleep), ...(inspect && { inspect }) })
  actor.on('*', ({ type }) => onState(type))
  return actor.start()
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

function waitMs(seconds: number | null): number | null {
  return seconds ? Math.min(seconds * 1000, WAIT_MAX_MS) : null
}
