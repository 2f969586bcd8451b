import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { liveStream, type LiveState } from '../../src/api/live'
import { createOwnChanges } from '../../src/api/ownChanges'
import { createStore, type AppStore } from '../../src/api/store'
import { analyticsApi } from '../../src/app/dashboard/analytics'
import { EVENTS_PATH } from '../../src/contract/constants'
import { gateways } from '../../src/contract/gateways'
import { humidityGroups } from '../../src/contract/humidityGroups'
import type { ListQuery } from '../../src/contract/list'
import { crudCalls } from '../../src/crud/model/crudCalls'
import { openSession } from '../support/session/openSession'
import { createVirtualClock, type VirtualClock } from '../support/session/virtualClock'

const { list, get, bulkRemove } = crudCalls(humidityGroups)
const others = crudCalls(gateways)
const query: ListQuery = { page: 1, pageSize: 25, sort: '', q: '', filter: {} }
const page = { result: [{ id: 'one', version: 1 }], meta: { page: 1, pageSize: 25, total: 1, totalCapped: false } }

/** A call that waits for its answer. */
interface PendingCall {
  readonly path: string
  answer(body?: object): Promise<void>
}

let clock: VirtualClock
let store: AppStore
let calls: PendingCall[]
/** Query strings of the requests for the stream. */
let listenedTo: string[]
/** Writes to the stream. */
let tell: (text: string) => Promise<void>
const own = createOwnChanges()

const paths = () => calls.map(({ path }) => path)
const latest = () => calls.at(-1)?.answer(page)

/** Moves this test's clock and RTK Query's timers. */
async function advance(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms)
  await clock.advance(ms)
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  clock = createVirtualClock(Date.now())
  calls = []
  listenedTo = []
  const written: ReadableStreamDefaultController<Uint8Array>[] = []
  const states: LiveState[] = []
  const fetch: typeof globalThis.fetch = (input) => {
    const { pathname: path, search } = new URL(input instanceof Request ? input.url : input)
    if (path === EVENTS_PATH) {
      listenedTo.push(search)
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void written.push(controller) })
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
    }
    return new Promise((resolve) => {
      calls.push({
        path,
        async answer(body = page) {
          resolve(Response.json(body))
          await clock.idle()
        },
      })
    })
  }
  store = createStore({
    session: openSession,
    apiUrl: 'https://api.example',
    fetch,
    sleep: clock.sleep,
    now: clock.now,
    ownChanges: own,
    alert: () => undefined,
    succeeded: () => undefined,
  })
  tell = async (text) => {
    for (const controller of written) controller.enqueue(new TextEncoder().encode(text))
    await advance(100)
  }
  store.dispatch(liveStream((state) => states.push(state))).send({ type: 'shown' })
  await clock.idle()
  await tell('event: ready\nid: 5@1\ndata: {}\n\n')
  expect(states).toEqual(['live'])
})

/** Opens a list and waits for its first answer. */
async function openList() {
  const watch = store.dispatch(list.initiate(query))
  await clock.idle()
  await latest()
  // Wrapped in an object, because a subscription is also a promise.
  return { watch }
}

/** Writes to the stream, and waits until also readings are applied. */
async function happens(text: string): Promise<void> {
  await tell(text)
  await advance(500)
}

const changed = (more: object = {}) =>
  `data: ${JSON.stringify({ area: 'HumidityGroup', id: 'one', version: 2, change: 'updated', ...more })}\n\n`

const readings = 'event: readings\ndata: {"area":"HumidityGroup","ids":["one"]}\n\n'

const kinds: readonly [string, () => string][] = [
  ['somebody else changed a row', () => changed()],
  ['many rows changed', () => changed({ id: null, version: null })],
  ['a row of it is gone', () => changed({ change: 'deleted' })],
  ['a device was heard', () => readings],
  ['too much happened to be told', () => 'event: reset\nid: 6@2\ndata: {}\n\n'],
  [
    'this page itself changed a row',
    () => {
      own.note('mine', Date.now() + 1)
      return changed({ requestId: 'mine' })
    },
  ],
]

describe.each(kinds)('when %s', (_what, event) => {
  it('refetches a page that has only just been opened', async () => {
    await openList()
    await happens(event())

    expect(paths()).toEqual([humidityGroups.listPath, humidityGroups.listPath])
  })

  it('refetches although the first answer is still under way', async () => {
    void store.dispatch(list.initiate(query))
    await clock.idle()
    await happens(event())
    expect(calls).toHaveLength(1)
    await latest()
    expect(calls).toHaveLength(2)
    await latest()

    expect(calls).toHaveLength(2)
  })

  it('refetches although a later answer is still under way', async () => {
    const { watch } = await openList()
    void watch.refetch()
    await clock.idle()
    await happens(event() + event())
    expect(calls).toHaveLength(2)
    await latest()
    expect(calls).toHaveLength(3)
    await latest()

    expect(calls).toHaveLength(3)
  })

  it('refetches nothing that no page shows', async () => {
    const { watch } = await openList()
    watch.unsubscribe()
    await happens(event())

    expect(calls).toHaveLength(1)
  })

  it('refetches once the other calls are answered', async () => {
    await openList()
    void store.dispatch(others.list.initiate(query))
    void store.dispatch(others.bulkRemove.initiate({ ids: ['another'] }))
    await clock.idle()
    await happens(event())
    await calls[1]?.answer()
    await calls[2]?.answer({ result: { deleted: ['another'], failed: [] } })

    expect(paths()).toContainEqual('/api/v1/gateways/bulk_delete')
    expect(paths().filter((path) => path === humidityGroups.listPath)).toHaveLength(2)
  })
})

it('asks the stream for the most recent changes even before a page is shown, because the page may be read before the stream begins', () => {
  expect(listenedTo).toEqual(['?since=0'])
})

describe('cached data that no page shows', () => {
  const leaveList = async (event: string) => {
    const { watch } = await openList()
    watch.unsubscribe()
    await happens(event)
    void store.dispatch(list.initiate(query))
    await clock.idle()
  }

  it('stays cached when devices report, so that going back to its page is instant', async () => {
    await leaveList(readings)

    expect(calls).toHaveLength(1)
  })

  it('is dropped when it changes', async () => {
    await leaveList(changed())

    expect(calls).toHaveLength(2)
  })

  it('is dropped when its row is deleted', async () => {
    const row = store.dispatch(get.initiate('one'))
    await clock.idle()
    await calls[0]?.answer({ result: { id: 'one', version: 1 } })
    row.unsubscribe()
    await tell(changed({ change: 'deleted' }))
    expect(calls).toHaveLength(1)
    void store.dispatch(get.initiate('one'))
    await clock.idle()

    expect(calls).toHaveLength(2)
  })
})

describe('a live change', () => {
  it('refetches nothing but the rows that it changed and those that count or name them', async () => {
    void store.dispatch(others.list.initiate(query))
    await clock.idle()
    await latest()
    await happens(changed() + readings)
    expect(calls).toHaveLength(1)
    await happens(changed({ area: 'Sensor' }))

    expect(calls).toHaveLength(2)
  })

  it('may be about an area whose screens are not loaded', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const mistakes = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await happens(changed({ area: 'Plant' }))

    expect(mistakes).not.toHaveBeenCalled()
  })

  it('refetches at once, and at most twice a second while more changes come, the last one included', async () => {
    await openList()
    await tell(changed())
    expect(calls).toHaveLength(2)
    await latest()
    for (let times = 0; times < 20; times++) {
      await tell(changed())
      await latest()
    }
    expect(calls.length).toBeGreaterThanOrEqual(5)
    expect(calls.length).toBeLessThanOrEqual(6)
    const before = calls.length
    await tell(changed())
    await advance(500)

    expect(calls).toHaveLength(before + 1)
  })

  it('is ignored by the page that caused it', async () => {
    await openList()
    void store.dispatch(bulkRemove.initiate({ ids: ['one'] }))
    await clock.idle()
    await tell(changed({ change: 'deleted', requestId: 'under way' }))
    expect(calls).toHaveLength(2)
    own.note('under way', Date.now())
    await calls[1]?.answer({ result: { deleted: ['one'], failed: [] } })

    expect(paths()).toEqual([humidityGroups.listPath, '/api/v1/humidity_groups/bulk_delete', humidityGroups.listPath])
  })

  it('refetches the dashboard’s counts soon, but at long intervals', async () => {
    const count = () => calls.at(-1)?.answer({ result: { users: 1, gateways: 1, sensors: 1, datapoints: 1, plants: 1 } })
    void store.dispatch(analyticsApi.endpoints.getAnalytics.initiate())
    await clock.idle()
    await count()
    await happens(readings)
    expect(calls).toHaveLength(2)
    await count()
    await happens(readings)
    await happens(readings)
    expect(calls).toHaveLength(2)
    await advance(10_000)
    expect(calls).toHaveLength(3)
    await count()
    await advance(30_000)

    expect(calls).toHaveLength(3)
  })
})

describe('the page of a row', () => {
  it('refetches a deleted row once, and nothing that belongs to it', async () => {
    void store.dispatch(get.initiate('one'))
    await clock.idle()
    await tell(changed({ change: 'deleted' }))
    await calls[0]?.answer({ result: { id: 'one', version: 1 } })

    expect(paths()).toEqual(['/api/v1/humidity_groups/one', '/api/v1/humidity_groups/one'])
  })
})
