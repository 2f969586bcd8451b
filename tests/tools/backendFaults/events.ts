import { EVENTS_PATH } from '../../../src/contract/constants'
import { ignoring, pathOf, without, type BrokenCall } from '../../support/server/brokenBackend'

const isEvents = (request: Request) => request.method === 'GET' && pathOf(request) === EVENTS_PATH
/** Makes an event stream with this text that then ends. */
const saying = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
const READY = 'event: ready\nid: 1\ndata: {}\n\n'
const EVENTS = `GET ${EVENTS_PATH}`

/** Faults in the live events: missing or wrong ones. */
export const eventFaults: readonly BrokenCall[] = [
  [
    'live changes come as JSON',
    'events',
    (request, pass) => (isEvents(request) ? Response.json({ result: [] }) : pass(request)),
    EVENTS,
    'its Content-Type is application/json instead of text/event-stream',
  ],
  [
    'a stream never says that nothing is missed any more',
    'events',
    (request, pass) => (isEvents(request) ? saying(': hello\n\n') : pass(request)),
    EVENTS,
    'no event named ready came',
  ],
  ['a stream is open to all', 'events', (request, pass) => (isEvents(request) ? saying(READY) : pass(request)), EVENTS, '200'],
  [
    'a stream names no change',
    'events',
    (request, pass) => (isEvents(request) && request.headers.has('authorization') ? saying(READY) : pass(request)),
    EVENTS,
    'no event named it',
  ],
  [
    'what was missed is not sent',
    'events',
    (request, pass) => ignoring(/^since$/)(request, async (kept) => without('last-event-id')(kept, pass)),
    EVENTS,
    'no event named it',
  ],
]
