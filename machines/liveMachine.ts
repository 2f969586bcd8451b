import { assign, emit, fromCallback, raise, setup } from 'xstate'

/** The machine's context. */
export interface LiveContext {
  /** Consecutive failed attempts. */
  readonly failures: number
  /** Milliseconds that the server asks to wait before the next attempt; null: use the back-off. */
  readonly retryAfterMs: number | null
  /** A connection succeeded before: this backend has live events, so their absence is a loss. */
  readonly wasLive: boolean
}

export type LiveEvent =
  /** The page became visible. */
  | { readonly type: 'shown' }
  /** The page became hidden. */
  | { readonly type: 'hidden' }
  /** The network was lost or came back; a stream does not notice either by itself. */
  | { readonly type: 'network.changed' }
  /** No component listens any more. */
  | { readonly type: 'stop' }
  /** The stream is complete from here on. */
  | { readonly type: 'ready' }
  /** The connection ended. `none`: the endpoint has no live events. */
  | { readonly type: 'ended'; readonly none: boolean; readonly retryAfterMs: number | null }

/** The stream's status. `none`: this backend has no live events. */
export interface LiveEmitted {
  readonly type: 'live' | 'lost' | 'none'
}

/**
 * The stream of live changes: connects while the page is visible, reconnects with a growing back-off, and reports a loss only after a while
 * without a connection. `src/api/liveStream.ts` provides the effects.
 */
export const liveMachine = setup({
  types: { context: {} as LiveContext, events: {} as LiveEvent, emitted: {} as LiveEmitted },
  actors: {
    /** Opens the stream after the last event received, and reports its progress. */
    connect: fromCallback<LiveEvent>(() => {}),
  },
  guards: {
    wasLive: ({ context }) => context.wasLive,
    /** The endpoint has no live events, and no earlier connection had any. */
    hasNone: ({ context }, { none }: { none: boolean }) => none && !context.wasLive,
  },
  /** Milliseconds. */
  delays: {
    /** Before the next attempt; provided: longer with each failure, or as long as the server asks. */
    backoff: 500,
    /** How long a connection may be missing before it is reported lost: covers a token refresh and a server restart. */
    lostAfter: 4_000,
    /** How long a hidden page keeps its connection: browsers allow only a few connections per server. */
    unseen: 30_000,
  },
  actions: {
    noteReady: assign({ failures: 0, retryAfterMs: null, wasLive: true }),
    noteEnd: assign(({ context }, { retryAfterMs }: { retryAfterMs: number | null }) => ({
      failures: context.failures + 1,
      retryAfterMs,
    })),
    /** Resets the back-off: earlier failures do not predict the next attempt. */
    forgetFailures: assign({ failures: 0, retryAfterMs: null }),
    stopListening: raise({ type: 'stop' }),
    emitLive: emit({ type: 'live' }),
    emitLost: emit({ type: 'lost' }),
    emitNone: emit({ type: 'none' }),
  },
}).createMachine({
  id: 'live',
  description: 'The stream of live changes: whether the page is visible, the connection, and what the page shows about it.',
  context: { failures: 0, retryAfterMs: null, wasLive: false },
  type: 'parallel',
  states: {
    page: {
      description: 'Whether the page is visible.',
      initial: 'seen',
      states: {
        seen: {
          description: 'The page is visible.',
          on: { hidden: { description: 'The user hides the page.', target: 'unseen' } },
        },
        unseen: {
          description: 'The page was hidden a moment ago: the connection stays open.',
          on: { shown: { description: 'The page is visible again.', target: 'seen' } },
          after: {
            unseen: { description: 'The page stays hidden: the connection is closed.', target: 'away', actions: 'stopListening' },
          },
        },
        away: {
          description: 'The page is hidden.',
          on: { shown: { description: 'The page is visible again.', target: 'seen' } },
        },
      },
    },
    stream: {
      description: 'The connection to the server.',
      initial: 'closed',
      states: {
        closed: {
          description: 'There is no connection.',
          on: { shown: { description: 'The page is visible.', target: 'open' } },
        },
        open: {
          description: 'The connection is open, or being opened.',
          initial: 'connecting',
          invoke: { id: 'connect', src: 'connect' },
          on: {
            ended: [
              {
                description: 'The backend has no live events.',
                guard: { type: 'hasNone', params: ({ event }) => ({ none: event.none }) },
                target: 'none',
              },
              {
                description: 'The connection is lost, or could not be opened.',
                target: 'waiting',
                actions: { type: 'noteEnd', params: ({ event }) => ({ retryAfterMs: event.retryAfterMs }) },
              },
            ],
            'network.changed': {
              description: 'The network changed, so that the connection may be dead: the console opens another one.',
              target: 'open',
              reenter: true,
              actions: 'forgetFailures',
            },
            stop: { description: 'The page stays hidden.', target: 'closed', actions: 'forgetFailures' },
          },
          states: {
            connecting: {
              description: 'The console connects, and asks for changes since the last connection.',
              on: {
                ready: {
                  description: 'The server has accepted: from now on it sends every change.',
                  target: 'listening',
                  actions: ['noteReady', 'emitLive'],
                },
              },
            },
            listening: { description: 'The server sends changes as they happen.' },
          },
        },
        waiting: {
          description: 'The console waits before the next attempt, longer after each failure.',
          after: { backoff: { description: 'The wait is over.', target: 'open' } },
          on: {
            'network.changed': {
              description: 'The network changed: an attempt may succeed now.',
              target: 'open',
              actions: 'forgetFailures',
            },
            stop: { description: 'The page stays hidden.', target: 'closed', actions: 'forgetFailures' },
          },
        },
        none: {
          description: 'The backend has no live events: the console does not connect again.',
          entry: 'emitNone',
          on: { 'network.changed': { description: 'The network changed: another backend may answer.', target: 'open' } },
        },
      },
    },
    notice: {
      description: 'What the page shows about the connection.',
      initial: 'idle',
      on: { stop: { description: 'The page stays hidden.', target: '.idle' } },
      states: {
        idle: {
          description: 'The page is hidden: nothing is shown.',
          on: {
            shown: [
              { description: 'The connection was open before: it should return.', guard: 'wasLive', target: 'doubting' },
              { description: 'The connection was never open: nothing is lost.', target: 'quiet' },
            ],
          },
        },
        quiet: {
          description: 'The page shows nothing.',
          on: {
            ended: { description: 'The connection is lost.', guard: 'wasLive', target: 'doubting' },
            'network.changed': { description: 'The connection may be lost.', guard: 'wasLive', target: 'doubting' },
          },
        },
        doubting: {
          description: 'The connection was lost a moment ago: the page shows nothing yet.',
          on: { ready: { description: 'The connection is back.', target: 'quiet' } },
          after: { lostAfter: { description: 'The connection does not come back.', target: 'lost' } },
        },
        lost: {
          description: 'The page says that changes by others do not appear.',
          entry: 'emitLost',
          on: { ready: { description: 'The connection is back.', target: 'quiet' } },
        },
      },
    },
  },
})
