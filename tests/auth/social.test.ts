import { beforeEach, describe, expect, it } from 'vitest'
import type { AuthEvent } from '../../machines/authMachine'
import { browserSession } from '../../src/auth/browser'
import { createBrowserModel } from '../support/session/browserModel'
import { createDialogs, PAGE_ORIGIN, type FakeWindow } from '../support/browser/dialogs'
import { placeOf } from '../support/session/sessionChart'
import { createSessionServer } from '../support/session/sessionServer'
import { loadConsole, type Console } from '../support/session/sessionWorld'
import { createVirtualClock, type VirtualClock } from '../support/session/virtualClock'

const google: AuthEvent = { type: 'socialSignIn', provider: 'google' }
const facebook: AuthEvent = { type: 'socialSignIn', provider: 'facebook' }

let clock: VirtualClock
let server: ReturnType<typeof createSessionServer>
let tab: ReturnType<ReturnType<typeof createBrowserModel>['openTab']>
let windows: readonly FakeWindow[]
let focus: { isHere: boolean }
let one: Console

async function load(options = {}): Promise<void> {
  const dialogs = createDialogs(options)
  windows = dialogs.windows
  focus = dialogs.focus
  one = await loadConsole(tab, clock, server.fetch, undefined, dialogs)
}

const where = () => placeOf(one.session.actor.getSnapshot())
const send = (event: AuthEvent) => one.session.actor.send(event)
const sentences = () => one.alerts.map(({ problem }) => problem.message)

/** Moves time in small steps, because code is fetched meanwhile, until the machine reaches a place. */
async function reaches(place: string): Promise<void> {
  await expect
    .poll(async () => {
      await clock.advance(50)
      return where()
    })
    .toBe(place)
}

/** Repeats the window's message until the console receives it, as the window's page does. */
async function answers(said: Parameters<FakeWindow['answer']>[0], place: string, at = 0): Promise<void> {
  const say = () => {
    opened(at).answer(said)
    return clock.advance(50).then(where)
  }
  await expect.poll(say).toBe(place)
}

function opened(at = 0): FakeWindow {
  const window = windows[at]
  if (window === undefined) throw new Error(`There are ${windows.length} windows`)
  return window
}

beforeEach(async () => {
  clock = createVirtualClock()
  server = createSessionServer(clock, { ttlS: 900, graceMs: 0, latency: () => 20 })
  tab = createBrowserModel(clock, 5).openTab()
  await load()
})

describe('a provider’s window', () => {
  it('opens within the click, and its answer signs in', async () => {
    send(google)
    expect(windows.map(({ provider }) => provider)).toEqual(['google'])
    await answers({ token: 'ya29.ada' }, 'session.authenticated')
    expect(one.emitted).toContainEqual({ type: 'session.started', via: 'social' })
    expect(one.session.actor.getSnapshot().context.subject).toBe('ya29.ada')
    expect(tab.local.getItem('token')).toMatch(/^U2FsdGVkX1/)
    expect(opened().isClosed()).toBe(true)
  })

  it('keeps the session in this tab with Remember me off', async () => {
    send({ ...google, remember: false })
    await answers({ token: 'ya29.ada' }, 'session.authenticated')
    expect([tab.local.length, tab.session.getItem('token') !== null]).toEqual([0, true])
  })

  it('is answered on the channel of its attempt when the provider has severed it from the page', async () => {
    send(google)
    focus.isHere = false
    opened().leave()
    const channel = new BroadcastChannel(`frond.social.${opened().state}`)
    const acknowledged = new Promise((resolve) =>
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data)),
    )
    const say = () => {
      channel.postMessage({ state: opened().state, token: 'ya29.ada', error: null })
      return clock.advance(50).then(where)
    }
    await expect.poll(say).toBe('session.authenticated')
    expect(await acknowledged).toBe('received')
    channel.close()
  })

  it('cancels without an alert when it is closed', async () => {
    send(google)
    opened().leave()
    await reaches('guest.noToken')
    expect([one.alerts, server.sent()]).toEqual([[], 0])
  })

  it('counts its answer although it closed itself in the same moment', async () => {
    send(google)
    await reaches('guest.socialSigningIn')
    await clock.advance(1_000)
    opened().leave()
    await clock.advance(399)
    await answers({ token: 'ya29.ada' }, 'session.authenticated')
  })

  it.each([
    ['access_denied', 'Google sign-in was declined'],
    ['server_error', 'Google could not sign you in. Please try again'],
  ])('says so when it comes back with %s', async (error, sentence) => {
    send(google)
    await answers({ error }, 'guest.noToken')
    expect(sentences()).toEqual([sentence])
    expect(server.sent()).toBe(0)
  })

  it('alerts when it returns with neither token nor error', async () => {
    send(facebook)
    await answers({}, 'guest.noToken')
    expect(sentences()).toEqual(['Facebook could not sign you in. Please try again'])
  })

  it.each<[string, Parameters<FakeWindow['answer']>[0], Parameters<FakeWindow['answer']>[1]]>([
    ['of another attempt', { token: 'ya29.eve', state: 'another' }, {}],
    ['from another origin', { token: 'ya29.eve' }, { origin: 'https://evil.example' }],
    ['from another window', { token: 'ya29.eve' }, { source: {} }],
    ['from no window', { token: 'ya29.eve' }, { source: null }],
  ])('is not believed when its answer is %s', async (_what, said, from) => {
    send(google)
    for (let time = 0; time < 40; time += 1) {
      opened().answer(said, from)
      await clock.advance(50)
    }
    expect([where(), server.sent()]).toEqual(['guest.socialSigningIn', 0])
    await answers({ token: 'ya29.ada' }, 'session.authenticated')
    expect(one.session.actor.getSnapshot().context.subject).toBe('ya29.ada')
  })

  it('is waited for while it has the focus, although it seems to be closed', async () => {
    send(google)
    focus.isHere = false
    opened().leave()
    await clock.advance(60_000)
    expect(where()).toBe('guest.socialSigningIn')
    focus.isHere = true
    await reaches('guest.noToken')
  })

  it('explains how to open it when the browser has blocked it', async () => {
    await load({ blocked: true })
    send(google)
    await reaches('guest.noToken')
    expect(sentences()).toEqual(['The browser blocked the window of Google: allow pop-up windows for this page, then try again'])
  })

  it('is closed when the user cancels, and its messages are ignored', async () => {
    send(google)
    await reaches('guest.socialSigningIn')
    await clock.advance(1_000)
    send({ type: 'cancel' })
    await expect.poll(() => opened().isClosed()).toBe(true)
    opened().answer({ token: 'ya29.ada' })
    await clock.advance(5_000)
    expect([where(), server.sent()]).toEqual(['guest.noToken', 0])
  })

  it('is replaced by the other provider’s', async () => {
    send(google)
    send(facebook)
    await expect.poll(() => windows.map((window) => window.isClosed())).toEqual([true, false])
    opened(0).answer({ token: 'ya29.ada' })
    await answers({ token: 'EAAB.ada' }, 'session.authenticated', 1)
    expect(one.session.actor.getSnapshot().context.subject).toBe('EAAB.ada')
  })

  it('is closed after three minutes without an answer', async () => {
    send(google)
    await clock.advance(179_000)
    expect(where()).toBe('guest.socialSigningIn')
    await clock.advance(1_000)
    expect(where()).toBe('guest.noToken')
    expect(opened().isClosed()).toBe(true)
    expect(one.emitted).toContainEqual({ type: 'notice', code: 'socialTimeout' })
  })

  it('alerts the server’s sentence about the token', async () => {
    server.setNetwork('failing')
    send(google)
    await answers({ token: 'ya29.ada' }, 'guest.noToken')
    expect(one.alerts.map(({ status }) => status)).toEqual([502])
    expect(tab.local.length).toBe(0)
  })
})

describe('the browser’s windows', () => {
  const dialogs = { google: 'https://accounts.google.com/auth?client_id=1', facebook: '' }

  /** The part of a browser page that the window needs. */
  function createPage() {
    const addresses: string[] = []
    const open = (address: string) => {
      addresses.push(address)
      return null
    }
    const page = { location: { origin: PAGE_ORIGIN }, crypto, document: {}, navigator: {}, open }
    const { openDialog } = browserSession(page as unknown as Window & typeof globalThis, clock, dialogs)
    return { addresses, openDialog }
  }

  it('are requested for this origin’s own page and a new state every time', () => {
    const { addresses, openDialog } = createPage()
    const states = [1, 2].map(() => openDialog('google')?.state)
    const queries = addresses.map((address) => new URL(address).searchParams)
    expect(queries.map((query) => query.get('redirect_uri'))).toEqual([1, 2].map(() => `${PAGE_ORIGIN}/oauth/callback`))
    expect(queries.map((query) => query.get('state'))).toEqual(states)
    expect(new Set(states).size).toBe(2)
    expect(states[0]).toMatch(/^\d+-\d+-\d+-\d+$/)
  })

  it('are not opened for a provider that is not configured', () => {
    const { addresses, openDialog } = createPage()
    expect(openDialog('facebook')).toBeNull()
    expect(addresses).toEqual([])
  })
})
