import { describe, expect, it } from 'vitest'
import { sessionPaths } from '../../src/contract/constants'
import { createBrowserModel } from '../support/session/browserModel'
import { ada, bob, MINUTE, sessionTab, TTL_S, where } from '../support/session/sessionTab'
import { loadConsole } from '../support/session/sessionWorld'

const { browser, clock, load, server, signedIn, tab } = sessionTab()

/** Puts a token into the tab's storage, written as by the cipher of tests/support/session/sessionWorld.ts. */
function putStored(token: string | undefined, expiresAt: number): void {
  tab.local.setItem('token_expiration', String(expiresAt))
  tab.local.setItem('token', `U2FsdGVkX1${Buffer.from(token ?? '').toString('base64')}`)
}

describe('session, over several tabs', () => {
  it('begins in every tab when it begins in one', async () => {
    const other = await load(browser.openTab())
    await signedIn()
    expect(where(other)).toBe('session.authenticated')
    expect(other.emitted).toEqual([{ type: 'session.started', via: 'elsewhere' }])
  })

  it('is refreshed by one tab only', async () => {
    const consoles = [await signedIn()]
    for (let i = 0; i < 4; i += 1) consoles.push(await load(browser.openTab()))
    await clock.advance(TTL_S * 3_000)
    const ids = new Set(consoles.map(({ session }) => session.actor.getSnapshot().context.tokenId))
    expect(ids.size).toBe(1)
    expect(server.faults).toEqual([])
    expect(server.sent()).toBeLessThanOrEqual(1 + 4)
  })

  it('switches in every tab to another user who was signing in, and clears the first user’s answers', async () => {
    const other = await load(browser.openTab())
    const one = await load()
    one.session.actor.send(ada)
    await clock.advance(30)
    other.session.actor.send(bob)
    await clock.advance(20)
    const answer = await clock.run(one.ask())
    await clock.advance(100)
    expect(answer).not.toHaveProperty('data')
    expect(one.emitted.map(({ type }) => type)).toEqual(['session.started', 'session.switched'])
    expect(one.session.actor.getSnapshot().context.subject).toBe(bob.email)
    expect([one.cached(), one.alerts]).toEqual([0, []])
  })

  it('clears the previous user’s answers in the step in which the user changes', async () => {
    const slow: typeof globalThis.fetch = (input, init) => clock.sleep(500).then(() => server.fetch(input, init))
    const other = await loadConsole(browser.openTab(), clock, slow)
    const one = await load()
    const cached: number[] = []
    one.session.actor.on('session.switched', () => cached.push(one.cached()))
    other.session.actor.send(bob)
    one.session.actor.send(ada)
    await clock.advance(200)
    expect([await clock.run(one.ask()), one.shown()]).toEqual([{ data: ada.email }, [ada.email]])
    await clock.advance(1_000)
    expect([cached, one.session.actor.getSnapshot().context.subject]).toEqual([[0], bob.email])
  })

  it('does not end a session that began after a sign-out whose message comes late', async () => {
    const other = await signedIn(browser.openTab())
    const one = await load()
    one.session.actor.send({ type: 'signOut' })
    one.session.actor.send(bob)
    await clock.advance(MINUTE)
    expect([where(one), where(other)]).toEqual(['session.authenticated', 'session.authenticated'])
    expect(other.session.actor.getSnapshot().context.subject).toBe(bob.email)
  })

  it('adopts the session in storage when the message about another session’s end arrives', async () => {
    const one = await signedIn()
    const other = await signedIn(createBrowserModel(clock, 5).openTab(), bob)
    putStored(other.session.port.read()?.token, clock.now() + MINUTE)
    one.session.actor.send({ type: 'peer.signedOut', sessionId: one.session.actor.getSnapshot().context.sessionId ?? '' })
    await clock.idle()
    expect(one.emitted.slice(1)).toEqual([
      { type: 'session.ended', reason: 'elsewhere' },
      { type: 'session.started', via: 'elsewhere' },
    ])
    expect(one.session.actor.getSnapshot().context.subject).toBe(bob.email)
  })

  it('refreshes its own token while the refresh of the previous session is still unanswered', async () => {
    let answersAfter = 9_000
    const slow: typeof globalThis.fetch = async (input, init) => {
      if (input === sessionPaths.refresh) await clock.sleep(answersAfter)
      return server.fetch(input, init)
    }
    const one = await loadConsole(tab, clock, slow)
    one.session.actor.send(ada)
    await clock.advance(TTL_S * 1_000 - MINUTE + 1_000)
    expect(where(one)).toBe('session.refreshing')
    answersAfter = 0
    const other = await signedIn(createBrowserModel(clock, 5).openTab(), bob)
    putStored(other.session.port.read()?.token, clock.now() - 1)
    one.session.actor.send({ type: 'sync', cause: 'storage' })
    await clock.advance(10)
    expect(one.emitted.at(-1)).toEqual({ type: 'session.switched' })
    expect(await clock.run(one.ask())).toEqual({ data: bob.email })
    expect(server.faults).toEqual([])
  })

  it('begins in a tab whose own sign-in failed while another tab’s succeeded', async () => {
    const other = await load(browser.openTab())
    const one = await load()
    one.session.actor.send(bob)
    other.session.actor.send(ada)
    await clock.advance(30)
    one.session.actor.send({ type: 'cancel' })
    one.session.actor.send(bob)
    await clock.advance(30)
    expect([where(one), where(other)]).toEqual(['guest.signingIn', 'session.authenticated'])
    one.session.actor.send({ type: 'cancel' })
    await clock.idle()
    expect(one.session.actor.getSnapshot().context.subject).toBe(ada.email)
  })

  it('begins in a tab that requested a mailed link while another tab signed in', async () => {
    const slow: typeof globalThis.fetch = async (input, init) => {
      if (input !== sessionPaths.forgotPassword) return server.fetch(input, init)
      await clock.sleep(500)
      return Response.json({ message: 'You will receive an email' })
    }
    const other = await load(browser.openTab())
    const one = await loadConsole(tab, clock, slow)
    one.session.actor.send({ type: 'forgotPassword', email: bob.email })
    other.session.actor.send(ada)
    await clock.advance(1_000)
    expect([where(one), where(other)]).toEqual(['session.authenticated', 'session.authenticated'])
  })

  it('does not wait for an unanswered refresh of the previous session', async () => {
    let isHanging = true
    const hanging: typeof globalThis.fetch = async (input, init) =>
      isHanging && input === sessionPaths.refresh ? new Promise(() => {}) : server.fetch(input, init)
    const one = await loadConsole(tab, clock, hanging)
    one.session.actor.send(ada)
    await clock.advance(TTL_S * 1_000 - MINUTE + 1_000)
    expect(where(one)).toBe('session.refreshing')
    one.session.actor.send({ type: 'signOut' })
    isHanging = false
    await clock.advance(3_000)
    const other = await signedIn(createBrowserModel(clock, 5).openTab(), bob)
    putStored(other.session.port.read()?.token, clock.now() - 1)
    const next = await load(browser.openTab())
    await clock.advance(200)
    expect(where(next)).toBe('session.authenticated')
    expect(await clock.run(next.ask())).toEqual({ data: bob.email })
  })

  it.each([
    ['a token without its expiration', 'token'],
    ['an expiration without its token', 'token_expiration'],
  ])('clears %s from storage, whether a tab is signed in or not', async (_, key) => {
    const one = await signedIn()
    const [token, expiration] = [tab.local.getItem('token') ?? '', tab.local.getItem('token_expiration') ?? '']
    const intruder = browser.openTab()
    intruder.local.removeItem(key === 'token' ? 'token_expiration' : 'token')
    await clock.advance(3_000)
    expect([where(one), tab.local.length]).toEqual(['guest.signedOut', 0])
    intruder.local.setItem(key, key === 'token' ? token : expiration)
    await clock.advance(3_000)
    expect([where(one), tab.local.length]).toEqual(['guest.signedOut', 0])
  })

  it('waits until another tab has written both entries', async () => {
    const one = await load()
    const other = await signedIn(createBrowserModel(clock, 5).openTab(), bob)
    const writer = browser.openTab()
    writer.local.setItem('token_expiration', String(clock.now() + MINUTE))
    await clock.advance(500)
    const token = Buffer.from(other.session.port.read()?.token ?? '').toString('base64')
    writer.local.setItem('token', `U2FsdGVkX1${token}`)
    await clock.advance(3_000)
    expect(where(one)).toBe('session.authenticated')
  })

  it('continues in both tabs when a tab with Remember me off is duplicated', async () => {
    const one = await load()
    one.session.actor.send({ ...ada, remember: false })
    await clock.advance(200)
    const twin = browser.openTab()
    for (const [key, value] of tab.session.entries) twin.session.setItem(key, value)
    const other = await load(twin)
    await clock.advance(TTL_S * 5_000)
    expect([where(one), where(other)]).toEqual(['session.authenticated', 'session.authenticated'])
    expect(other.session.port.read()?.tokenId).toBe(one.session.port.read()?.tokenId)
    expect([server.faults, tab.local.length]).toEqual([[], 0])
    one.session.actor.send({ type: 'signOut' })
    await clock.advance(10)
    expect(where(other)).toBe('guest.signedOut')
    expect(twin.session.entries.size).toBe(0)
  })

  it('clears the session that just ended when a suspended tab writes it again', async () => {
    const one = await signedIn()
    const [token, expiration] = [tab.local.getItem('token') ?? '', tab.local.getItem('token_expiration') ?? '']
    one.session.actor.send({ type: 'signOut' })
    const sleeper = browser.openTab()
    await clock.advance(500)
    sleeper.local.setItem('token_expiration', expiration)
    sleeper.local.setItem('token', token)
    await clock.advance(500)
    expect(where(one)).toBe('guest.signedOut')
    expect(tab.local.length).toBe(0)
  })
})
