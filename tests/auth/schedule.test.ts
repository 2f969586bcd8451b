import { describe, expect, it } from 'vitest'
import { backoffOf, heartbeatOf, marginOf } from '../../src/auth/schedule'
import { createBrowserModel } from '../support/session/browserModel'
import { createSessionServer } from '../support/session/sessionServer'
import { loadConsole } from '../support/session/sessionWorld'
import { createVirtualClock } from '../support/session/virtualClock'

describe('the schedule of a session', () => {
  it('checks the clock at most every second and at least every half minute', () => {
    expect([heartbeatOf(2 ** 40, 0), heartbeatOf(12_000, 0), heartbeatOf(-5, 0)]).toEqual([30_000, 12_000, 1_000])
  })

  it('refreshes a tenth of the lifetime before the expiry, 5 s to 60 s', () => {
    expect([marginOf(10_000), marginOf(300_000), marginOf(3_600_000)]).toEqual([5_000, 30_000, 60_000])
  })

  it('doubles the wait after each failure, up to a minute unless the server asks for more', () => {
    expect([backoffOf(1), backoffOf(3), backoffOf(30), backoffOf(1, 90)]).toEqual([1_000, 4_000, 60_000, 90_000])
  })

  it('leaves ten seconds between two refreshes of a token that lives six', async () => {
    const clock = createVirtualClock()
    const server = createSessionServer(clock, { ttlS: 6, graceMs: 0, latency: () => 20 })
    const one = await loadConsole(createBrowserModel(clock, 5).openTab(), clock, server.fetch)
    one.session.actor.send({ type: 'signIn', email: 'ada@example.com', password: 'correct horse', remember: true })
    await clock.advance(12_000)
    const before = server.sent()
    await clock.advance(60_000)
    expect(server.sent() - before).toBeGreaterThan(3)
    expect(server.sent() - before).toBeLessThanOrEqual(6)
    one.close()
  })
})
