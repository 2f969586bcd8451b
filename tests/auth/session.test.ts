import { describe, expect, it } from 'vitest'
import type { TabModel } from '../support/session/browserModel'
import { createSessionServer } from '../support/session/sessionServer'
import { ada, MINUTE, sessionTab, TTL_S, where } from '../support/session/sessionTab'
import { loadConsole } from '../support/session/sessionWorld'
import { createBlockedStorage } from '../support/session/webStorage'

const { browser, clock, load, server, signedIn, tab } = sessionTab()

const fields = {
  firstName: 'Ada',
  fullname: 'Ada',
  email: 'ada@example.com',
  password: 'correct horse',
  password_confirmation: 'correct horse',
}

describe('session, at the start', () => {
  it('starts as a guest’s when nothing is stored', async () => {
    const one = await load()
    expect(where(one)).toBe('guest.noToken')
    expect(one.session.port.isGuest()).toBe(true)
    expect(browser.stored().size).toBe(0)
  })

  it('continues with a live token after a reload', async () => {
    const one = await signedIn()
    one.close()
    const again = await load()
    expect(where(again)).toBe('session.authenticated')
    expect(await clock.run(again.ask())).toEqual({ data: ada.email })
  })

  it('refreshes a token that expired while the browser was closed', async () => {
    const one = await signedIn()
    one.close()
    await clock.advance(TTL_S * 1000 + MINUTE)
    const again = await load()
    expect(where(again)).toBe('session.refreshing')
    await clock.advance(100)
    expect(where(again)).toBe('session.authenticated')
    expect(server.faults).toEqual([])
  })

  it('clears an unreadable entry and says so', async () => {
    tab.local.setItem('token', 'U2FsdGVkX1')
    tab.local.setItem('token_expiration', String(clock.now() + MINUTE))
    tab.local.setItem('theme', 'dark')
    const one = await load()
    expect(where(one)).toBe('guest.noToken')
    expect(one.session.actor.getSnapshot().context.reason).toBe('corrupt')
    expect(tab.local.length).toBe(0)
  })
})

describe('session, signing in and signing up', () => {
  it('stores ciphertext only, by the transition and not before', async () => {
    const one = await load()
    one.session.actor.send(ada)
    expect(where(one)).toBe('guest.signingIn')
    await clock.advance(30)
    expect(tab.local.length).toBe(0)
    await clock.advance(30)
    expect(tab.local.getItem('token')).toMatch(/^U2FsdGVkX1/)
    expect(Number(tab.local.getItem('token_expiration')) - clock.now()).toBeGreaterThan(TTL_S * 1000 - 1_000)
    expect(one.emitted).toEqual([{ type: 'session.started', via: 'signIn' }])
  })

  it('keeps password and token out of context and of every snapshot', async () => {
    const one = await load()
    const seen: string[] = []
    one.session.actor.subscribe((snapshot) => seen.push(JSON.stringify(snapshot.context)))
    one.session.actor.send(ada)
    seen.push(JSON.stringify(one.session.actor.getPersistedSnapshot()))
    await clock.advance(200)
    const token = one.session.port.read()?.token ?? 'none'
    seen.push(JSON.stringify(one.session.actor.getPersistedSnapshot()))
    expect(seen.join()).not.toContain(ada.password)
    expect(seen.join()).not.toContain(token)
  })

  it('stores the token of a sign-up with its lifetime, and reloads the page once', async () => {
    let reloads = 0
    const one = await loadConsole(tab, clock, server.fetch, () => {
      reloads += 1
    })
    one.session.actor.send({ type: 'signUp', fields })
    await clock.advance(100)
    expect([where(one), reloads]).toEqual(['enrolled', 1])
    expect(one.emitted).toEqual([{ type: 'signedUp' }])
    one.close()
    expect(where(await load())).toBe('session.authenticated')
  })

  it('continues after a sign-up when the browser blocks the reload', async () => {
    const one = await load()
    one.session.actor.send({ type: 'signUp', fields })
    await clock.advance(3_100)
    expect(where(one)).toBe('session.authenticated')
    expect(one.emitted).toContainEqual({ type: 'session.started', via: 'signUp' })
  })

  it('stores nothing after a cancellation, however late the answer', async () => {
    const one = await load()
    one.session.actor.send(ada)
    await clock.advance(30)
    one.session.actor.send({ type: 'cancel' })
    await clock.advance(MINUTE)
    expect(where(one)).toBe('guest.noToken')
    expect(tab.local.length).toBe(0)
    expect(one.alerts).toEqual([])
  })

  it('alerts once when no answer arrives in 30 s, and can be retried', async () => {
    const one = await load()
    const { fetch } = createSessionServer(clock, { ttlS: TTL_S, graceMs: 0, latency: () => 40_000 })
    const slow = await loadConsole(browser.openTab(), clock, fetch)
    slow.session.actor.send(ada)
    await clock.advance(30_000)
    expect(where(slow)).toBe('guest.noToken')
    expect(slow.alerts.map(({ kind }) => kind)).toEqual(['timeout'])
    expect(slow.session.actor.getSnapshot().hasTag('canSubmit')).toBe(true)
    expect(where(one)).toBe('guest.noToken')
  })

  it('alerts and stays on the form when the server is unreachable', async () => {
    const one = await load()
    server.setNetwork('offline')
    one.session.actor.send(ada)
    await clock.advance(100)
    expect(where(one)).toBe('guest.noToken')
    expect(one.alerts.map(({ kind }) => kind)).toEqual(['offline'])
    expect(one.emitted.map(({ type }) => type)).toEqual(['refused'])
  })

  it('keeps a session in its tab with Remember me off', async () => {
    const other = await load(browser.openTab())
    const one = await load()
    one.session.actor.send({ ...ada, remember: false })
    await clock.advance(200)
    expect(where(one)).toBe('session.authenticated')
    expect(tab.session.entries.get('token')).toMatch(/^U2FsdGVkX1/)
    expect([tab.local.length, where(other)]).toEqual([0, 'guest.noToken'])
  })

  it.each([
    ['google', 'Google sign-in is not configured'],
    ['facebook', 'Facebook sign-in is not configured'],
  ] as const)('says plainly that %s is not configured, and asks nobody', async (provider, message) => {
    const one = await load()
    one.session.actor.send({ type: 'socialSignIn', provider })
    await expect.poll(() => where(one)).toBe('guest.noToken')
    expect(one.alerts.map(({ problem }) => problem.message)).toEqual([message])
    expect(server.sent()).toBe(0)
  })
})

describe('session, where storage is blocked', () => {
  it('lives in memory, with a notice', async () => {
    const blocked: TabModel = {
      ...tab,
      local: createBlockedStorage(),
      session: Object.assign(createBlockedStorage(), { entries: new Map(), log: [] }),
    }
    const one = await load(blocked)
    one.session.actor.send(ada)
    await clock.advance(200)
    expect(where(one)).toBe('session.authenticated')
    expect(one.emitted).toContainEqual({ type: 'notice', code: 'memoryOnly' })
    expect(await clock.run(one.ask())).toEqual({ data: ada.email })
    await clock.advance(TTL_S * 1000)
    expect(where(one)).toBe('session.authenticated')
    expect(one.session.actor.getSnapshot().context.durable).toBe(false)
  })
})
