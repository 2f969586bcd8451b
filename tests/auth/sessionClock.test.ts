import { describe, expect, it } from 'vitest'
import { sessionPaths } from '../../src/contract/constants'
import { ada, ends, MINUTE, sessionTab, TTL_S, where } from '../support/session/sessionTab'
import { loadConsole } from '../support/session/sessionWorld'

const { clock, server, tab } = sessionTab()

const HOUR = 60 * MINUTE

describe('session, whose clock is not the server’s', () => {
  /** Signs in in a tab whose clock is set back by an hour ten minutes later. */
  async function setBack() {
    let behind = 0
    const one = await loadConsole(tab, { ...clock, now: () => clock.now() - behind }, server.fetch)
    one.session.actor.send(ada)
    await clock.advance(10 * MINUTE)
    behind = HOUR
    return one
  }

  it('continues after one refresh when the server refuses a token that should be live', async () => {
    const one = await setBack()
    tab.show(false)
    await clock.advance(10 * MINUTE)
    const before = server.sent()
    const answers = Array.from({ length: 8 }, () => one.ask())
    expect(await clock.run(Promise.all(answers))).toEqual(Array.from({ length: 8 }, () => ({ data: ada.email })))
    expect(server.sent() - before).toBe(8 + 1 + 8)
    expect([where(one), one.alerts, ends(one)]).toEqual(['session.authenticated', [], []])
  })

  it('refreshes a token with more time left than its lifetime', async () => {
    const one = await setBack()
    await clock.advance(31_000)
    expect(server.sent()).toBe(2)
    const { expiresAt } = one.session.actor.getSnapshot().context
    expect(expiresAt).toBeLessThanOrEqual(clock.now() - HOUR + TTL_S * 1000)
  })

  it('does not extend the pause between two refreshes by the hour', async () => {
    let behind = 0
    const one = await loadConsole(tab, { ...clock, now: () => clock.now() - behind }, server.fetch)
    one.session.actor.send(ada)
    await clock.advance(TTL_S * 1000 - MINUTE + 1_000)
    expect(server.sent()).toBe(2)
    behind = HOUR
    tab.show(false)
    await clock.advance(TTL_S * 1000 + MINUTE)
    expect(await clock.run(one.ask())).toEqual({ data: ada.email })
  })

  it('retries with a refused token once the server can be reached, and does not send it before', async () => {
    const one = await setBack()
    tab.show(false)
    await clock.advance(10 * MINUTE)
    const answer = one.ask()
    await clock.advance(50)
    server.setNetwork('offline')
    await clock.advance(5_000)
    expect(one.session.port.read()?.expired).toBe(true)
    server.setNetwork('well')
    expect(await clock.run(answer)).toEqual({ data: ada.email })
    expect([ends(one), one.alerts]).toEqual([[], []])
  })

  it('ends when the token of that refresh is refused as well', async () => {
    const deaf: typeof globalThis.fetch = async (input, init) => {
      const answer = await server.fetch(input, init)
      return input === '/api/v1/users'
        ? Response.json({ message: 'Your session is over', code: 'unauthenticated', requestId: 'r' }, { status: 401 })
        : answer
    }
    const one = await loadConsole(tab, clock, deaf)
    one.session.actor.send(ada)
    await clock.advance(200)
    expect(await clock.run(one.ask())).toHaveProperty('error')
    expect(server.sent()).toBe(4)
    expect(ends(one)).toEqual([{ type: 'session.ended', reason: 'rejected' }])
    expect(one.alerts).toHaveLength(1)
  })

  it.each([
    ['sign-in', sessionPaths.signIn, 18_000],
    ['refresh', sessionPaths.refresh, 14_000],
  ])('counts a token’s lifetime from when the %s was sent', async (_, path, ms) => {
    const slow: typeof globalThis.fetch = async (input, init) => {
      const answer = await server.fetch(input, init)
      if (input === path) await clock.sleep(ms)
      return answer
    }
    const one = await loadConsole(tab, clock, slow)
    const begun = clock.now()
    one.session.actor.send(ada)
    await clock.advance(20_000)
    const { expiresAt } = one.session.actor.getSnapshot().context
    expect(expiresAt).toBe(begun + TTL_S * 1000)
    if (path === sessionPaths.signIn) return
    const requestedAt = expiresAt - MINUTE
    await clock.advance(requestedAt + 20_000 - clock.now())
    expect(one.session.actor.getSnapshot().context.expiresAt).toBeLessThanOrEqual(requestedAt + 1_100 + TTL_S * 1000)
    expect(one.session.actor.getSnapshot().context.expiresAt).toBeGreaterThan(expiresAt)
  })
})
