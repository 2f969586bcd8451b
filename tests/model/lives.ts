import { liveMachine, type LiveContext, type LiveEvent } from '../../machines/liveMachine'
import { after, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const ended = { type: 'ended', none: false, askedMs: null } as const

/** The table of the live connection. */
const cases: readonly Case<LiveContext, LiveEvent, Screen>[] = [
  {
    name: 'page is shown',
    tell: 'The page can be seen.',
    in: ['page.seen', 'page.unseen', 'page.away'],
    event: { type: 'shown' },
  },
  {
    name: 'page is hidden',
    tell: 'Another tab is looked at.',
    in: ['page.seen'],
    event: { type: 'hidden' },
  },
  {
    name: 'page stays hidden',
    tell: 'Half a minute passes.',
    in: ['page.unseen'],
    when: ({ wasLive }) => wasLive,
    event: after('unseen', 'live.page.unseen'),
  },
  { name: 'stream is ready', tell: 'The server tells of changes.', in: ['stream.open.connecting'], event: { type: 'ready' } },
  {
    name: 'connection is lost',
    tell: 'The connection is lost.',
    in: ['stream.open.connecting', 'stream.open.listening'],
    event: ended,
  },
  {
    name: 'server is overloaded',
    tell: 'The server asks for a minute.',
    in: ['stream.open.connecting'],
    event: { ...ended, askedMs: 60_000 },
  },
  {
    name: 'there are no events',
    tell: 'What answers has no live events.',
    in: ['stream.open.connecting'],
    event: { ...ended, none: true },
  },
  {
    name: 'pause is over',
    tell: 'The pause before the next attempt passes.',
    in: ['stream.waiting'],
    event: after('backoff', 'live.stream.waiting'),
  },
  {
    name: 'network has changed',
    tell: 'The network has gone or come back.',
    in: ['stream.open.connecting', 'stream.open.listening', 'stream.waiting', 'stream.none'],
    event: { type: 'network.changed' },
  },
  {
    name: 'it stays away',
    tell: 'Four seconds pass without a connection.',
    in: ['notice.doubting'],
    when: ({ failures }) => failures === 0,
    event: after('lostAfter', 'live.notice.doubting'),
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
  // One failure more makes no other difference.
  facts: ({ failures, askedMs, wasLive }) =>
    [wasLive ? 'was live' : 'never was', failures > 0 ? 'failed' : '', askedMs === null ? '' : 'asked to wait']
      .filter(Boolean)
      .join(', '),
})
