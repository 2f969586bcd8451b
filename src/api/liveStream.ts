import { createActor, fromCallback, type ActorRefFrom, type InspectionEvent } from 'xstate'
import { liveMachine, type LiveEvent, type LiveEmitted } from '../../machines/liveMachine'
import { EVENTS_PATH } from '../contract/constants'
import { readEvents, type StreamEvent } from './eventStream'
import type { ApiExtra } from './extra'
import { silenceOf } from './livePatience'
import { clockOf } from './timers'

/** The stream's state. `none`: this backend has no live events. */
export type LiveState = LiveEmitted['type']

/** Callbacks of the stream. */
export interface Listener {
  onEvent(event: StreamEvent): void
  onState(state: LiveState): void
  /** Whole seconds since the oldest cached answer was requested; 0 without any. */
  age(): number
  /** Receives the machine's inspection events. */
  readonly inspect?: ((event: InspectionEvent) => void) | undefined
}

export type LiveStream = ActorRefFrom<typeof liveMachine>

/** Milliseconds before a reconnect: the first, and the maximum. */
const FIRST_MS = 500
const LONGEST_MS = 5000
/** Maximum milliseconds of a wait that the server asks for, and of the wait between attempts before any connection succeeded. */
const WAIT_MAX_MS = 120_000

/** How a connection ended. `none`: the backend has no live events; `retryAfterMs`: the wait that the server asks for. */
type Outcome = Pick<Extract<LiveEvent, { type: 'ended' }>, 'none' | 'retryAfterMs'>

type Outside = Pick<ApiExtra, 'session' | 'origin' | 'fetch' | 'sleep' | 'now'>

const over: Outcome = { none: false, retryAfterMs: null }

/**
 * Creates the stream of live events, which connects with the session's bearer once the page is `shown`, and resumes after its last event.
 */
export function createLiveStream(outside: Outside, { onEvent, onState, age, inspect }: Listener): LiveStream {
  let after: string | null = null
  const place = () => (after === null ? `?since=${age()}` : '')

  /** Holds one connection until it ends. */
  async function connect(signal: AbortSignal, onReady: () => void): Promise<Outcome> {
    const { session, fetch, origin } = outside
    const bearer = await usable(outside, signal)
    if (bearer === null) return over
    const silence = silenceOf(outside)
    try {
      const response = await fetch(`${origin}${EVENTS_PATH}${place()}`, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${bearer.token}`,
          ...(after !== null && { 'last-event-id': after }),
        },
        signal: AbortSignal.any([signal, silence.signal]),
        cache: 'no-store',
        redirect: 'error',
      })
      if (response.status === 401) {
        await session.reportRejected(bearer.tokenId, signal)
        return over
      }
      // 403: the account has to set up a second factor first, which the user may do on this page.
      if (response.status === 403 || response.status === 429 || response.status >= 500)
        return { none: response.status === 501, retryAfterMs: retryAfterOf(response) }
      if (response.status !== 200 || response.body === null || !isEventStream(response)) return { ...over, none: true }
      const onCursor = (cursor: string) => {
        after = cursor
      }
      await readEvents(response.body, { onEvent, onReady, onCursor, onSign: silence.renew })
      return over
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
          .catch(() => over)
          .then((outcome) => sendBack({ type: 'ended', ...outcome }))
        return () => leaving.abort()
      }),
    },
    delays: {
      backoff({ context: { retryAfterMs, failures, wasLive } }) {
        const waitMs = retryAfterMs ?? Math.min(FIRST_MS * 2 ** (failures - 1), wasLive ? LONGEST_MS : WAIT_MAX_MS)
        // Jitter, so that the pages do not reconnect all at once.
        return waitMs * (0.5 + Math.random() / 2)
      },
    },
  })
  const actor = createActor(machine, { clock: clockOf(outside.sleep), ...(inspect && { inspect }) })
  actor.on('*', ({ type }) => onState(type))
  return actor.start()
}

async function usable({ session }: Outside, signal: AbortSignal) {
  const bearer = session.read()
  if (bearer !== null && !bearer.expired) return bearer
  if (session.isGuest()) return null
  return (await session.refresh(signal)) ? session.read() : null
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? Math.min(seconds * 1000, WAIT_MAX_MS) : null
}
