import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../../src/api/eventStream'
import { createLiveStream, type LiveState } from '../../src/api/liveStream'
import { createVirtualClock } from '../support/session/virtualClock'

type Reply = (signal: AbortSignal | null | undefined) => Response | Promise<Response>

const change = { area: 'Gateway', id: 'one', version: 2, change: 'updated' }
const frame = (data: object, more = '') => `${more}data: ${JSON.stringify(data)}\n\n`
const ready = frame({}, 'event: ready\nid: 5@1\n')

/** Opens an event stream with these texts, which stays open until it is cut. */
function open(...texts: readonly string[]) {
  let cut = () => undefined as void
  let lose = () => undefined as void
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      cut = () => controller.close()
      lose = () => controller.error(new Error('Aborted'))
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text))
    },
  })
  const reply: Reply = (signal) => {
    signal?.addEventListener('abort', () => lose())
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  }
  return { reply, cut: () => cut() }
}

/** Listens to a stream that gives these replies in turn; later requests get no answer. */
function listen(...replies: readonly Reply[]) {
  const clock = createVirtualClock()
  const requests: { readonly url: string; readonly headers: Headers }[] = []
  const received: StreamEvent[] = []
  const states: LiveState[] = []
  const rejected: string[] = []
  const waiting = [...replies]
  let slept = 0
  const stream = createLiveStream(
    {
      apiUrl: 'https://api.example',
      sleep: clock.sleep,
      now: () => clock.now() + slept,
      fetch: async (url, init) => {
        requests.push({ url: new URL(url instanceof Request ? url.url : url).href, headers: new Headers(init?.headers) })
        const reply = waiting.shift()
        return reply === undefined ? new Promise<never>(() => undefined) : reply(init?.signal)
      },
      session: {
        isGuest: () => false,
        epoch: () => 1,
        read: () => ({ token: 'secret', tokenId: 'fingerprint', expired: false }),
        refresh: () => Promise.resolve(true),
        reportRejected: (tokenId) => {
          rejected.push(tokenId)
          return Promise.resolve(true)
        },
      },
    },
    { onEvent: (one) => received.push(one), onState: (state) => states.push(state), cacheAgeS: () => 7 },
  )
  stream.send({ type: 'shown' })
  /** Suspends the machine, and its timers with it. */
  const fallAsleep = (ms: number) => {
    slept += ms
  }
  return { clock, requests, received, states, rejected, stream, fallAsleep }
}

const missing: Reply = () => Response.json({ message: 'There is nothing here' }, { status: 404 })
const cutOff: Reply = () => Promise.reject(new TypeError('Failed to fetch'))

describe('the live stream', () => {
  it('sends the bearer only in a header, sends the page’s age, and passes its events on', async () => {
    const { requests, received, states, clock } = listen(
      open(ready, frame(change), frame({ area: 'Sensor', ids: null }, 'event: readings\n')).reply,
    )
    await clock.advance(100)

    expect(requests.map(({ url }) => url)).toEqual(['https://api.example/api/v1/events?since=7'])
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer secret')
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
    expect(requests[0]?.headers.get('last-event-id')).toBeNull()
    expect(states).toEqual(['live'])
    expect(received).toEqual([
      { type: 'change', change },
      { type: 'readings', readings: { area: 'Sensor', ids: null } },
    ])
  })

  it.each<[string, Reply]>([
    ['404', missing],
    ['204', () => new Response(null, { status: 204 })],
    ['501', () => new Response(null, { status: 501 })],
    ['a page of HTML', () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
  ])('stops asking a backend that answers %s', async (_what, reply) => {
    const { requests, states, clock } = listen(reply)
    await clock.advance(600_000)

    expect(requests).toHaveLength(1)
    expect(states).toEqual(['none'])
  })

  it('reconnects after a 403, until the account has the second factor that the server requires', async () => {
    const refused = () =>
      Response.json({ message: 'Set up a second factor first', code: 'second_factor_required' }, { status: 403 })
    const { requests, states, clock } = listen(refused, refused, open(ready).reply)
    await clock.advance(10_000)

    expect(requests).toHaveLength(3)
    expect(states).toEqual(['live'])
  })

  it('reports no loss of a connection that was never open', async () => {
    const { requests, states, clock } = listen(cutOff, cutOff, cutOff)
    await clock.advance(60_000)

    expect(requests.length).toBeGreaterThan(2)
    expect(states).toEqual([])
  })

  it('resumes after its last event, and does not report a short loss', async () => {
    const first = open(ready, frame(change, 'id: 6@2\n'))
    const { requests, states, clock } = listen(first.reply, open(ready).reply)
    await clock.advance(100)
    first.cut()
    await clock.advance(2000)

    expect(requests[1]?.url).toBe('https://api.example/api/v1/events')
    expect(requests[1]?.headers.get('last-event-id')).toBe('6@2')
    expect(states).toEqual(['live', 'live'])
  })

  it('reports a lasting loss, and the return', async () => {
    const first = open(ready)
    const { states, clock } = listen(first.reply, cutOff, cutOff, cutOff, cutOff, open(ready).reply)
    await clock.advance(100)
    first.cut()
    await clock.advance(4100)
    expect(states).toEqual(['live', 'lost'])
    // Longer than the longest wait by now, shorter than the silence after which the stream counts as lost again.
    await clock.advance(20_000)

    expect(states).toEqual(['live', 'lost', 'live'])
  })

  it('reconnects within seconds of the server’s return, however long the outage', async () => {
    const first = open(ready)
    let isAway = true
    const away: Reply[] = Array.from({ length: 200 }, () => (signal) => (isAway ? cutOff(signal) : open(ready).reply(signal)))
    const { states, clock } = listen(first.reply, ...away)
    await clock.advance(100)
    first.cut()
    await clock.advance(600_000)
    isAway = false
    await clock.advance(5000)

    expect(states).toEqual(['live', 'lost', 'live'])
  })

  it('also reports a loss when it reconnects after the network was lost', async () => {
    const { states, stream, clock } = listen(open(ready).reply, cutOff, cutOff, cutOff, cutOff)
    await clock.advance(100)
    stream.send({ type: 'stop' })
    stream.send({ type: 'shown' })
    await clock.advance(4100)

    expect(states).toEqual(['live', 'lost'])
  })

  it('counts silence as a loss', async () => {
    const { requests, clock } = listen(open(ready).reply, open(ready).reply)
    await clock.advance(49_000)
    expect(requests).toHaveLength(1)
    await clock.advance(3000)

    expect(requests).toHaveLength(2)
  })

  it('checks the connection soon after the machine has slept', async () => {
    const { requests, fallAsleep, clock } = listen(open(ready).reply, open(ready).reply)
    await clock.advance(1000)
    fallAsleep(3_600_000)
    await clock.advance(6000)

    expect(requests[1]?.headers.get('last-event-id')).toBe('5@1')
  })

  it('reconnects to a server that had events, whatever answers in its place meanwhile', async () => {
    const first = open(ready)
    const { states, clock } = listen(first.reply, missing, missing, open(ready).reply)
    await clock.advance(100)
    first.cut()
    await clock.advance(4000)

    expect(states).toEqual(['live', 'live'])
  })

  it('also reports a loss when it reconnects and gets no answer', async () => {
    const { states, stream, clock } = listen(open(ready).reply)
    await clock.advance(100)
    stream.send({ type: 'stop' })
    stream.send({ type: 'shown' })
    await clock.advance(4100)

    expect(states).toEqual(['live', 'lost'])
  })

  it('reports a refused bearer, and waits as long as the server asks', async () => {
    const { requests, rejected, clock } = listen(
      () => new Response(null, { status: 401 }),
      () => new Response(null, { status: 429, headers: { 'retry-after': '60' } }),
    )
    await clock.advance(25_000)
    expect(rejected).toEqual(['fingerprint'])
    expect(requests).toHaveLength(2)
    await clock.advance(60_000)

    expect(requests).toHaveLength(3)
  })

  it('stops on request, and resumes after its last event', async () => {
    const { requests, stream, clock } = listen(open(ready).reply, open(ready).reply)
    await clock.advance(100)
    stream.send({ type: 'stop' })
    await clock.advance(120_000)
    expect(requests).toHaveLength(1)
    stream.send({ type: 'shown' })
    await clock.advance(100)

    expect(requests[1]?.headers.get('last-event-id')).toBe('5@1')
  })
})
