import { describe, expect, it } from 'vitest'
import { ada, ends, MINUTE, sessionTab, TTL_S, where } from '../support/session/sessionTab'

const { browser, clock, load, server, signedIn, tab } = sessionTab()

describe('session, while it lasts', () => {
  it('refreshes a minute before the expiry, before any request needs it', async () => {
    const one = await signedIn()
    const first = one.session.port.read()?.tokenId
    await clock.advance(TTL_S * 1000 - 61_000)
    expect(one.session.port.read()?.tokenId).toBe(first)
    await clock.advance(3_000)
    expect([undefined, first]).not.toContain(one.session.port.read()?.tokenId)
    expect(where(one)).toBe('session.authenticated')
    expect(server.sent()).toBe(2)
  })

  it('does not refresh in a hidden tab until it is shown', async () => {
    const one = await signedIn()
    tab.show(false)
    await clock.advance(TTL_S * 2_000)
    expect(server.sent()).toBe(1)
    tab.show(true)
    expect(where(one)).toBe('session.refreshing')
    await clock.advance(100)
    expect(where(one)).toBe('session.authenticated')
  })

  it('lets a request of a hidden tab wait for the refresh that it needs', async () => {
    const one = await signedIn()
    tab.show(false)
    await clock.advance(TTL_S * 2_000)
    expect(await clock.run(one.ask())).toEqual({ data: ada.email })
    expect(server.faults).toEqual([])
  })

  it('refreshes once for many requests at the same time', async () => {
    const one = await signedIn()
    tab.show(false)
    await clock.advance(TTL_S * 2_000)
    const before = server.sent()
    const answers = Array.from({ length: 8 }, () => one.ask())
    await clock.advance(1_000)
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 8 }, () => ({ data: ada.email })))
    expect(server.sent() - before).toBe(1 + 8)
  })

  it.each(['offline', 'failing', 'lost'] as const)(
    'keeps a live token when the refresh finds the network %s',
    async (network) => {
      const one = await signedIn()
      server.setNetwork(network)
      await clock.advance(TTL_S * 1000 - 30_000)
      expect(one.session.actor.getSnapshot().hasTag('session')).toBe(true)
      expect(one.session.port.read()?.expired).toBe(false)
      expect(one.alerts).toEqual([])
    },
  )

  it('retries with growing pauses, and at once when the network is back', async () => {
    const one = await signedIn()
    server.setNetwork('offline')
    await clock.advance(TTL_S * 1000 + 10 * MINUTE)
    expect(where(one)).toBe('session.expired')
    const before = server.sent()
    await clock.advance(10 * MINUTE)
    expect(server.sent() - before).toBeLessThanOrEqual(11)
    expect(server.sent() - before).toBeGreaterThan(7)
    server.setNetwork('well')
    tab.goOnline()
    await clock.advance(100)
    expect(where(one)).toBe('session.authenticated')
  })

  it('fails a request that has waited 15 s in vain', async () => {
    const one = await signedIn()
    server.setNetwork('offline')
    await clock.advance(TTL_S * 1000 + MINUTE)
    const answer = one.ask()
    await clock.advance(15_000)
    expect(await answer).toMatchObject({ error: { kind: 'timeout' } })
    expect(one.session.actor.getSnapshot().hasTag('session')).toBe(true)
  })

  it('ends when the server refuses the live token, once for many requests, with one notice', async () => {
    const one = await signedIn()
    server.revokeAll()
    const answers = Array.from({ length: 8 }, () => one.ask())
    await clock.advance(1_000)
    for (const answer of await Promise.all(answers)) expect(answer).toHaveProperty('error')
    expect(ends(one)).toEqual([{ type: 'session.ended', reason: 'rejected' }])
    expect(new Set(one.alerts.map(({ problem }) => problem.message))).toEqual(new Set(['Your session is over']))
    expect(tab.local.length).toBe(0)
    expect(one.cached()).toBe(0)
  })

  it('ends when the refresh is refused', async () => {
    const one = await signedIn()
    server.revokeAll()
    await clock.advance(TTL_S * 1000)
    expect(ends(one)).toEqual([{ type: 'session.ended', reason: 'rejected' }])
    expect(one.alerts.map(({ problem }) => problem.message)).toEqual(['Your session is over'])
    expect(tab.local.length).toBe(0)
  })
})

describe('session, signing out', () => {
  it('clears storage in the same step, then the other tabs, then the server', async () => {
    const other = await signedIn(browser.openTab())
    const one = await load()
    tab.local.setItem('theme', 'dark')
    const sid = one.session.actor.getSnapshot().context.sessionId ?? ''
    one.session.actor.send({ type: 'signOut' })
    expect([where(one), tab.local.length, server.isAlive(sid)]).toEqual(['guest.signedOut', 0, true])
    await clock.advance(10)
    expect(where(other)).toBe('guest.signedOut')
    await clock.advance(100)
    expect(server.isAlive(sid)).toBe(false)
    expect(ends(one)).toEqual([{ type: 'session.ended', reason: 'user' }])
    expect(ends(other)).toEqual([{ type: 'session.ended', reason: 'elsewhere' }])
  })

  it('stays signed out when a refresh in flight is answered afterwards', async () => {
    const one = await signedIn()
    await clock.advance(TTL_S * 1000 - 61_000)
    while (where(one) !== 'session.refreshing') await clock.advance(10)
    one.session.actor.send({ type: 'signOut' })
    await clock.advance(MINUTE)
    expect(where(one)).toBe('guest.signedOut')
    expect(tab.local.length).toBe(0)
  })

  it('drops the answer to a request of the previous session, without an alert', async () => {
    const one = await signedIn()
    const answer = one.ask()
    await clock.advance(30)
    one.session.actor.send({ type: 'signOut' })
    await clock.advance(500)
    expect(await answer).toHaveProperty('error')
    expect(one.alerts).toEqual([])
    expect(one.cached()).toBe(0)
  })

  it('refuses requests without network afterwards, and without an alert', async () => {
    const one = await signedIn()
    one.session.actor.send({ type: 'signOut' })
    await clock.advance(500)
    const before = server.sent()
    expect(await clock.run(one.ask())).toMatchObject({ error: { kind: 'signedOut' } })
    expect([server.sent(), one.alerts]).toEqual([before, []])
  })
})
