import { beforeEach, describe, expect, it } from 'vitest'
import { placeOf } from '../support/sessionChart'
import { createBrowserModel, type TabModel } from '../support/browserModel'
import { createSessionServer } from '../support/sessionServer'
import { loadConsole, type Console } from '../support/sessionWorld'
import { createVirtualClock, type VirtualClock } from '../support/virtualClock'
import { createBlockedStorage } from '../support/webStorage'

const TTL_S = 900
const MINUTE = 60_000
const ada = { type: 'signIn', email: 'ada@example.com', password: 'correct horse', remember: true } as const
const bob = { ...ada, email: 'bob@example.com' } as const
const fields = {
  firstName: 'Ada',
  fullname: 'Ada',
  email: 'ada@example.com',
  password: 'correct horse',
  password_confirmation: 'correct horse',
}

let clock: VirtualClock
let server: ReturnType<typeof createSessionServer>
let browser: ReturnType<typeof createBrowserModel>
let tab: TabModel

const load = (where = tab) => loadConsole(where, clock, server.fetch)
const where = ({ session }: Console) => placeOf(session.actor.getSnapshot())
const ends = ({ emitted }: Console) => emitted.filter(({ type }) => type === 'session.ended')

async function signedIn(into = tab, credentials: typeof ada | typeof bob = ada): Promise<Console> {
  const one = await load(into)
  one.session.actor.send(credentials)
  await clock.advance(200)
  expect(where(one)).toBe('session.authenticated')
  return one
}

beforeEach(() => {
  clock = createVirtualClock()
  server = createSessionServer(clock, { ttlS: TTL_S, graceMs: 0, latency: () => 20 })
  browser = createBrowserModel(clock, 5)
  tab = browser.openTab()
})

describe('session, at the start', () => {
  it('is a guest’s when nothing is stored, before anything is awaited', async () => {
    const one = await load()
    expect(where(one)).toBe('guest.noToken')
    expect(one.session.port.isGuest()).toBe(true)
    expect(browser.stored().size).toBe(0)
  })

  it('goes on with a live token after a reload', async () => {
    const one = await signedIn()
    one.close()
    const again = await load()
    expect(where(again)).toBe('session.authenticated')
    expect(await clock.run(again.ask())).toEqual({ data: ada.email })
  })

  it('refreshes a token that ran out while the browser was closed', async () => {
    const one = await signedIn()
    one.close()
    await clock.advance(TTL_S * 1000 + MINUTE)
    const again = await load()
    expect(where(again)).toBe('session.refreshing')
    await clock.advance(100)
    expect(where(again)).toBe('session.authenticated')
    expect(server.faults).toEqual([])
  })

  it('clears what nobody can read and says so', async () => {
    tab.local.setItem('token', 'U2FsdGVkX1')
    tab.local.setItem('token_expiration', String(clock.now() + MINUTE))
    tab.local.setItem('theme', 'dark')
    const one = await load()
    expect(where(one)).toBe('guest.noToken')
    expect(one.session.actor.getSnapshot().context.reason).toBe('corrupt')
    expect(tab.local.length).toBe(0)
  })
})

describe('session, the ways in', () => {
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

  it('stores a sign-up with its own lifetime and loads the page anew, once, into the session', async () => {
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

  it('goes on without the reload after a sign-up when the browser blocks it', async () => {
    const one = await load()
    one.session.actor.send({ type: 'signUp', fields })
    await clock.advance(3_100)
    expect(where(one)).toBe('session.authenticated')
    expect(one.emitted).toContainEqual({ type: 'session.started', via: 'signUp' })
  })

  it('writes nothing when cancelled, however late the answer', async () => {
    const one = await load()
    one.session.actor.send(ada)
    await clock.advance(30)
    one.session.actor.send({ type: 'cancel' })
    await clock.advance(MINUTE)
    expect(where(one)).toBe('guest.noToken')
    expect(tab.local.length).toBe(0)
    expect(one.alerts).toEqual([])
  })

  it('says so once when no answer comes in 30 s, and can be tried again', async () => {
    const one = await load()
    server = createSessionServer(clock, { ttlS: TTL_S, graceMs: 0, latency: () => 40_000 })
    const slow = await load(browser.openTab())
    slow.session.actor.send(ada)
    await clock.advance(30_000)
    expect(where(slow)).toBe('guest.noToken')
    expect(slow.alerts.map(({ kind }) => kind)).toEqual(['timeout'])
    expect(slow.session.actor.getSnapshot().hasTag('canSubmit')).toBe(true)
    expect(where(one)).toBe('guest.noToken')
  })

  it('alerts and stays when the server is out of reach', async () => {
    const one = await load()
    server.setNetwork('offline')
    one.session.actor.send(ada)
    await clock.advance(100)
    expect(where(one)).toBe('guest.noToken')
    expect(one.alerts.map(({ kind }) => kind)).toEqual(['offline'])
    expect(one.emitted.map(({ type }) => type)).toEqual(['refused'])
  })

  it('keeps a session that must not be remembered out of the other tabs’ sight', async () => {
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

describe('session, while it lasts', () => {
  it('refreshes a minute before the end, before any request needs it', async () => {
    const one = await signedIn()
    const first = one.session.port.read()?.tokenId
    await clock.advance(TTL_S * 1000 - 61_000)
    expect(one.session.port.read()?.tokenId).toBe(first)
    await clock.advance(3_000)
    expect(one.session.port.read()?.tokenId).not.toBe(first)
    expect(where(one)).toBe('session.authenticated')
    expect(server.sent()).toBe(2)
  })

  it('leaves a hidden tab’s token alone until it is looked at', async () => {
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

  it('tries again ever more slowly, and at once when the network is back', async () => {
    const one = await signedIn()
    server.setNetwork('offline')
    await clock.advance(TTL_S * 1000 + 10 * MINUTE)
    expect(where(one)).toBe('session.expired')
    const before = server.sent()
    await clock.advance(10 * MINUTE)
    expect(server.sent() - before).toBeLessThanOrEqual(11)
    server.setNetwork('well')
    tab.goOnline()
    await clock.advance(100)
    expect(where(one)).toBe('session.authenticated')
  })

  it('answers a request that waited 15 s in vain', async () => {
    const one = await signedIn()
    server.setNetwork('offline')
    await clock.advance(TTL_S * 1000 + MINUTE)
    const answer = one.ask()
    await clock.advance(15_000)
    expect(await answer).toMatchObject({ error: { kind: 'timeout' } })
    expect(one.session.actor.getSnapshot().hasTag('session')).toBe(true)
  })

  it('ends when the server refuses the live token, once for many requests, and tells the user once', async () => {
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

describe('session, the way out', () => {
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

  it('stays out when a refresh in flight is answered afterwards', async () => {
    const one = await signedIn()
    await clock.advance(TTL_S * 1000 - 61_000)
    while (where(one) !== 'session.refreshing') await clock.advance(10)
    one.session.actor.send({ type: 'signOut' })
    await clock.advance(MINUTE)
    expect(where(one)).toBe('guest.signedOut')
    expect(tab.local.length).toBe(0)
  })

  it('drops the answer to a request of the session before, without an alert', async () => {
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

describe('session, over several tabs', () => {
  it('begins in every tab when it begins in one', async () => {
    const other = await load(browser.openTab())
    await signedIn()
    expect(where(other)).toBe('session.authenticated')
    expect(other.emitted).toEqual([{ type: 'session.started', via: 'elsewhere' }])
  })

  it('is refreshed by one tab for all', async () => {
    const consoles = [await signedIn()]
    for (let i = 0; i < 4; i += 1) consoles.push(await load(browser.openTab()))
    await clock.advance(TTL_S * 3_000)
    const ids = new Set(consoles.map(({ session }) => session.actor.getSnapshot().context.tokenId))
    expect(ids.size).toBe(1)
    expect(server.faults).toEqual([])
    expect(server.sent()).toBeLessThanOrEqual(1 + 4)
  })

  it('becomes another’s in every tab when somebody else was signing in, and forgets the first one’s answers', async () => {
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

  it('does not end a session that began after the sign-out another tab hears of late', async () => {
    const other = await signedIn(browser.openTab())
    const one = await load()
    one.session.actor.send({ type: 'signOut' })
    one.session.actor.send(bob)
    await clock.advance(MINUTE)
    expect([where(one), where(other)]).toEqual(['session.authenticated', 'session.authenticated'])
    expect(other.session.actor.getSnapshot().context.subject).toBe(bob.email)
  })

  it('takes up the session that is in storage by the time it hears of the other one’s end', async () => {
    const one = await signedIn()
    const other = await signedIn(createBrowserModel(clock, 5).openTab(), bob)
    const next = other.session.port.read()
    tab.local.setItem('token_expiration', String(clock.now() + MINUTE))
    tab.local.setItem('token', `U2FsdGVkX1${Buffer.from(next?.token ?? '').toString('base64')}`)
    one.session.actor.send({ type: 'peer.signedOut', at: clock.now() })
    await clock.idle()
    expect(one.emitted.slice(1)).toEqual([
      { type: 'session.ended', reason: 'elsewhere' },
      { type: 'session.started', via: 'elsewhere' },
    ])
    expect(one.session.actor.getSnapshot().context.subject).toBe(bob.email)
  })

  it('begins where a sign-in of its own failed while another tab’s did not', async () => {
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

  it('lives on in both when a tab that must not be remembered is duplicated', async () => {
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

  it('clears the session that just ended when a tab that slept writes it again', async () => {
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
