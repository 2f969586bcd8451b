import { liveMachine, type LiveContext, type LiveEvent } from '../../machines/liveMachine'
import { after, flowOf, type Case } from './flow'
import type { LiveScreen } from './liveScreen'

const ended = { type: 'ended', none: false, retryAfterMs: null } as const

/** The table of the live connection. On a screen, nobody can leave the page and watch what becomes of it. */
const cases: readonly Case<LiveContext, LiveEvent, LiveScreen>[] = [
  {
    name: 'page is shown',
    tell: 'The page can be seen.',
    in: ['page.seen', 'page.unseen', 'page.away'],
    event: { type: 'shown' },
    drive: (screen) => screen.show(true),
  },
  {
    name: 'page is hidden',
    tell: 'Another tab is looked at.',
    in: ['page.seen'],
    event: { type: 'hidden' },
    drive: (screen) => screen.show(false),
  },
  {
    name: 'page stays hidden',
    tell: 'Half a minute passes.',
    in: ['page.unseen'],
    when: ({ wasLive }) => wasLive,
    event: after('unseen', 'live.page.unseen'),
    drive: (screen) => screen.pass(30_000),
  },
  {
    name: 'stream is ready',
    tell: 'The server tells of changes.',
    in: ['stream.open.connecting'],
    event: { type: 'ready' },
    drive: (screen) => screen.stream('begins'),
  },
  {
    name: 'connection is lost',
    tell: 'The connection is lost.',
    in: ['stream.open.connecting', 'stream.open.listening'],
    event: ended,
    drive: (screen) => screen.stream('lost'),
  },
  {
    name: 'server is overloaded',
    tell: 'The server asks for a second.',
    in: ['stream.open.connecting'],
    event: { ...ended, retryAfterMs: 1_000 },
    drive: (screen) => screen.stream('busy'),
  },
  {
    name: 'there are no events',
    tell: 'What answers has no live events.',
    in: ['stream.open.connecting'],
    event: { ...ended, none: true },
    drive: (screen) => screen.stream('none'),
  },
  {
    name: 'pause is over',
    tell: 'The pause before the next attempt passes.',
    in: ['stream.waiting'],
    event: after('backoff', 'live.stream.waiting'),
    drive: (screen) => screen.pass('pause'),
  },
  {
    name: 'network has changed',
    tell: 'The network has gone or come back.',
    in: ['stream.open.connecting', 'stream.open.listening', 'stream.waiting', 'stream.none'],
    event: { type: 'network.changed' },
    drive: (screen) => screen.goOnline(),
  },
  {
    name: 'it stays away',
    tell: 'Four seconds pass without a connection.',
    in: ['notice.doubting'],
    when: ({ failures }) => failures === 0,
    event: after('lostAfter', 'live.notice.doubting'),
    says: /^Live updates are interrupted/,
    drive: (screen) => screen.pass(4_000),
  },
  {
    name: 'nobody listens',
    tell: 'The page is left.',
    in: ['stream.open.connecting', 'stream.open.listening', 'stream.waiting'],
    event: { type: 'stop' },
  },
]

export const liveFlow = flowOf({
  machine: liveMachine,
  name: 'live',
  cases,
  // Further failures make no other difference.
  facts: ({ failures, retryAfterMs, wasLive }) =>
    [wasLive ? 'was live' : 'never was', failures > 0 ? 'failed' : '', retryAfterMs === null ? '' : 'asked to wait']
      .filter(Boolean)
      .join(', '),
})
