import { describe, expect, it } from 'vitest'
import { createSessionServer } from '../support/session/sessionServer'
import { ada, bob, MINUTE, sessionTab, TTL_S, where } from '../support/session/sessionTab'
import { loadConsole } from '../support/session/sessionWorld'

const { browser, clock, tab } = sessionTab()

/** Creates a backend whose tokens do not name their user, and a function that loads the console on it. */
function opaque() {
  const server = createSessionServer(clock, { ttlS: TTL_S, graceMs: 0, latency: () => 20, isOpaque: true })
  return { server, load: (at = tab) => loadConsole(at, clock, server.fetch) }
}

describe('session, with opaque tokens', () => {
  it('switches to another user in every tab, and clears the first user’s answers', async () => {
    const { load } = opaque()
    const [one, other] = [await load(), await load(browser.openTab())]
    one.session.actor.send(ada)
    await clock.advance(30)
    other.session.actor.send(bob)
    await clock.advance(11)
    expect(where(one)).toBe('session.authenticated')
    expect(await clock.run(one.ask())).toHaveProperty('error')
    expect(one.emitted.map(({ type }) => type)).toEqual(['session.started', 'session.switched'])
    expect([one.cached(), one.alerts]).toEqual([0, []])
    expect(await clock.run(one.ask())).toEqual({ data: bob.email })
  })

  it('continues when another tab rotates its token, and after a reload', async () => {
    const { server, load } = opaque()
    const [one, other] = [await load(), await load(browser.openTab())]
    one.session.actor.send(ada)
    await clock.advance(200)
    const { sessionId } = one.session.actor.getSnapshot().context
    await clock.advance(TTL_S * 5_000)
    one.close()
    const again = await load()
    await clock.advance(TTL_S * 3_000)
    expect(other.emitted.map(({ type }) => type)).toEqual(['session.started'])
    for (const { session } of [again, other])
      expect(session.actor.getSnapshot().context).toMatchObject({ sessionId, subject: null })
    expect(server.faults).toEqual([])
  })

  it('continues in both tabs when a tab with Remember me off is duplicated', async () => {
    const { server, load } = opaque()
    const one = await load()
    one.session.actor.send({ ...ada, remember: false })
    await clock.advance(200)
    const twin = browser.openTab()
    for (const [key, value] of tab.session.entries) twin.session.setItem(key, value)
    const other = await load(twin)
    await clock.advance(TTL_S * 5_000)
    expect([where(one), where(other), server.faults]).toEqual(['session.authenticated', 'session.authenticated', []])
    expect([...one.emitted, ...other.emitted].map(({ type }) => type)).toEqual(['session.started'])
  })

  it('switches when another tab’s refresh turns out to belong to another sign-in', async () => {
    const { load } = opaque()
    const one = await load()
    one.session.actor.send(ada)
    await clock.advance(TTL_S * 1000 - MINUTE)
    while (where(one) !== 'session.refreshing') await clock.advance(5)
    const token = `U2FsdGVkX1${Buffer.from('opaque-token-of-somebody').toString('base64')}`
    tab.local.setItem('token_expiration', String(clock.now() + MINUTE))
    tab.local.setItem('token', token)
    await clock.advance(200)
    expect(one.emitted.at(-1)).toEqual({ type: 'session.switched' })
  })
})
