import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TabSignal } from '../../src/auth/ports'
import { browserTabs } from '../../src/auth/tabs'
import { createBrowserModel, type TabModel } from '../support/session/browserModel'
import { createVirtualClock, type VirtualClock } from '../support/session/virtualClock'

let clock: VirtualClock
let browser: ReturnType<typeof createBrowserModel>

beforeEach(() => {
  clock = createVirtualClock()
  browser = createBrowserModel(clock, 5)
})

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function open(tab: TabModel = browser.openTab()) {
  const tabs = browserTabs(tab.window, clock)
  const received: TabSignal[] = []
  stops.push(tabs.watch((signal) => received.push(signal)))
  return { tab, tabs, received, fire: (event: Event) => (tab.window.window as EventTarget).dispatchEvent(event) }
}

const storage = (key: string | null) => Object.assign(new Event('storage'), { key })
const causes = (received: readonly TabSignal[]) =>
  received.map((signal) => (signal.type === 'sync' ? signal.cause : signal.message.type))

describe('browserTabs, listening', () => {
  it.each(['token', 'token_expiration', null])('notices that another tab wrote %s', (key) => {
    const { fire, received } = open()
    fire(storage(key))
    expect(causes(received)).toEqual(['storage'])
  })

  it.each(['theme', 'tokens', ''])('ignores that another tab wrote %j', (key) => {
    const { fire, received } = open()
    fire(storage(key))
    expect(received).toEqual([])
  })

  it('notices that it is visible again, but not that it is hidden', () => {
    const { tab, received } = open()
    tab.show(false)
    expect(received).toEqual([])
    tab.show(true)
    expect(causes(received)).toEqual(['visible'])
  })

  it('notices that the network is back, and that Back restored the page', () => {
    const { fire, received } = open()
    fire(new Event('online'))
    fire(Object.assign(new Event('pageshow'), { persisted: false }))
    fire(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(causes(received)).toEqual(['online', 'restored'])
  })

  it('receives other tabs’ messages, not its own, and ignores unknown ones', async () => {
    const [one, other] = [open(), open()]
    one.tabs.announce({ type: 'signedOut', sessionId: 's1' })
    const channel = browser.openTab().window.channel()
    for (const noise of [null, 'signedOut', {}, { type: 'signedOut' }, { type: 'signedOut', sessionId: 7 }, { type: 'else' }])
      channel?.postMessage(noise)
    await clock.advance(10)
    expect(other.received).toEqual([{ type: 'message', message: { type: 'signedOut', sessionId: 's1' } }])
    expect(one.received).toEqual([])
  })

  it('receives nothing after it was stopped', async () => {
    const [one, other] = [open(), open()]
    stops.pop()?.()
    one.tabs.announce({ type: 'signedOut', sessionId: 's1' })
    other.fire(storage(null))
    await clock.advance(10)
    expect(other.received).toEqual([])
  })

  it('notices writes of other tabs without channels, and announces nothing', async () => {
    const tab = browser.openTab()
    const other = open()
    const { tabs, received, fire } = open({ ...tab, window: { ...tab.window, channel: () => null } })
    tabs.announce({ type: 'signedOut', sessionId: 's1' })
    fire(storage('token'))
    await clock.advance(10)
    expect(causes(received)).toEqual(['storage'])
    expect(other.received).toEqual([])
  })
})

describe('browserTabs, taking turns', () => {
  it('resolves at once but holds its turn for two seconds', async () => {
    const [one, other] = [open().tabs, open().tabs]
    const log: string[] = []
    const first = one.exclusive('t1', async () => 'first').then((answer) => log.push(`${answer} ${clock.now()}`))
    const second = other.exclusive('t1', async () => 'second').then((answer) => log.push(`${answer} ${clock.now()}`))
    const start = clock.now()
    await clock.advance(1_999)
    expect(log).toEqual([`first ${start}`])
    await clock.advance(1)
    expect(log).toEqual([`first ${start}`, `second ${start + 2_000}`])
    await Promise.all([first, second])
  })

  it('gives up after 10 s in the queue and takes no turn', async () => {
    const [one, other] = [open().tabs, open().tabs]
    let runs = 0
    void one.exclusive('t1', () => clock.sleep(60_000))
    await clock.idle()
    const waiting = other
      .exclusive('t1', async () => {
        runs += 1
      })
      .then(
        () => 'ran',
        () => 'gave up',
      )
    await clock.advance(10_000)
    expect([await waiting, runs]).toEqual(['gave up', 0])
    await clock.advance(120_000)
    expect(runs).toBe(0)
  })

  it('does not count the work itself as waiting', async () => {
    const work = open().tabs.exclusive('t1', () => clock.sleep(25_000).then(() => 'done'))
    await clock.advance(25_000)
    expect(await work).toBe('done')
  })

  it('does not wait for turns of another kind', async () => {
    const [one, other] = [open().tabs, open().tabs]
    void one.exclusive('t1', () => clock.sleep(60_000))
    await clock.idle()
    expect(await other.exclusive('t2', async () => 'mine')).toBe('mine')
  })

  it('rejects and releases the turn at once when the work fails', async () => {
    const [one, other] = [open().tabs, open().tabs]
    const failed = one.exclusive('t1', () => Promise.reject(new Error('no'))).catch((error: Error) => error.message)
    const next = other.exclusive('t1', async () => 'mine')
    await clock.idle()
    expect([await failed, await next]).toEqual(['no', 'mine'])
  })

  it('runs at once in a browser without locks', async () => {
    browser = createBrowserModel(clock, 5, { hasLocks: false })
    expect(await open().tabs.exclusive('t1', async () => 'mine')).toBe('mine')
  })
})
