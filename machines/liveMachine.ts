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
  description: 'The stream of live changes: whether the page can be seen, the connection, and what is said of it.',
  context: { failures: 0, retryAfterMs: null, wasLive: false },
  type: 'parallel',
  states: {
    page: {
      description: 'Whether the page can be seen.',
      initial: 'seen',
      states: {
        seen: {
          description: 'It can be seen, or could be a moment ago.',
          on: { hidden: { description: 'It cannot be seen any more.', target: 'unseen' } },
        },
        unseen: {
          description: 'It has not been seen for a moment.',
          on: { shown: { description: 'It can be seen again.', target: 'seen' } },
          after: { unseen: { description: 'It stays unseen.', target: 'away', actions: 'stopListening' } },
        },
        away: {
          description: 'Nobody looks at it.',
          on: { shown: { description: 'It can be seen again.', target: 'seen' } },
        },
      },
    },
    stream: {
      description: 'The connection.',
      initial: 'closed',
      states: {
        closed: {
          description: 'Nothing is held.',
          on: { shown: { description: 'The page can be seen.', target: 'open' } },
        },
        open: {
          description: 'A connection is held, or on its way.',
          initial: 'connecting',
          invoke: { id: 'connect', src: 'connect' },
          on: {
            ended: [
              {
                description: 'This backend has no live events.',
                guard: { type: 'hasNone', params: ({ event }) => ({ none: event.none }) },
                target: 'none',
              },
              {
                description: 'The connection is lost, or none came.',
                target: 'waiting',
                actions: { type: 'noteEnd', params: ({ event }) => ({ retryAfterMs: event.retryAfterMs }) },
              },
            ],
            'network.changed': {
              description: 'The connection may be gone without a word: another one is opened.',
              target: 'open',
              reenter: true,
              actions: 'forgetFailures',
            },
            stop: { description: 'Nobody listens any more.', target: 'closed', actions: 'forgetFailures' },
          },
          states: {
            connecting: {
              description: 'The server is asked for what has happened since.',
              on: {
                ready: {
                  description: 'From here on nothing is missed.',
                  target: 'listening',
                  actions: ['noteReady', 'emitLive'],
                },
              },
            },
            listening: { description: 'Changes are heard as they happen.' },
          },
        },
        waiting: {
          description: 'The next attempt waits, longer with each failure.',
          after: { backoff: { description: 'It is time for another attempt.', target: 'open' } },
          on: {
            'network.changed': { description: 'It may succeed now.', target: 'open', actions: 'forgetFailures' },
            stop: { description: 'Nobody listens any more.', target: 'closed', actions: 'forgetFailures' },
          },
        },
        none: {
          description: 'What answered has no live events: it is left in peace.',
          entry: 'emitNone',
          on: { 'network.changed': { description: 'In another network something else may answer.', target: 'open' } },
        },
      },
    },
    notice: {
      description: 'What the page says of it.',
      initial: 'idle',
      on: { stop: { description: 'Nobody listens any more.', target: '.idle' } },
      states: {
        idle: {
          description: 'Nobody listens.',
          on: {
            shown: [
              { description: 'The connection of before is to come back.', guard: 'wasLive', target: 'doubting' },
              { description: 'One that never was is no loss.', target: 'quiet' },
            ],
          },
        },
        quiet: {
          description: 'There is nothing to say.',
          on: {
            ended: { description: 'The connection is lost.', guard: 'wasLive', target: 'doubting' },
            'network.changed': { description: 'The connection may be lost.', guard: 'wasLive', target: 'doubting' },
          },
        },
        doubting: {
          description: 'The connection has been away for a moment: nothing is said yet.',
          on: { ready: { description: 'It is back.', target: 'quiet' } },
          after: { lostAfter: { description: 'It stays away.', target: 'lost' } },
        },
        lost: {
          description: 'The page says that changes by others do not appear.',
          entry: 'emitLost',
          on: { ready: { description: 'It is back.', target: 'quiet' } },
        },
      },
    },
  },
})
