import { beforeEach, describe, expect, it } from 'vitest'
import type { AuthEvent } from '../../machines/authMachine'
import { openDialog } from '../../src/auth/socialWindow'
import { createBrowserModel } from '../support/browserModel'
import { createDialogs, type ToldWindow } from '../support/dialogs'
import { placeOf } from '../support/sessionChart'
import { createSessionServer } from '../support/sessionServer'
import { loadConsole, type Console } from '../support/sessionWorld'
import { createVirtualClock, type VirtualClock } from '../support/virtualClock'

const google: AuthEvent = { type: 'socialSignIn', provider: 'google' }
const facebook: AuthEvent = { type: 'socialSignIn', provider: 'facebook' }

let clock: VirtualClock
let server: ReturnType<typeof createSessionServer>
let tab: ReturnType<ReturnType<typeof createBrowserModel>['openTab']>
let windows: readonly ToldWindow[]
let one: Console

async function load(options = {}): Promise<void> {
  const dialogs = createDialogs(options)
  windows = dialogs.windows
  one = await loadConsole(tab, clock, server.fetch, undefined, dialogs)
}

const where = () => placeOf(one.session.actor.getSnapshot())
const send = (event: AuthEvent) => one.session.actor.send(event)
const sentences = () => one.alerts.map(({ problem }) => problem.message)

/** Moves time on in small steps, since code is fetched on the way, until the machine is there. */
async function reaches(place: string): Promise<void> {
  await expect
    .poll(async () => {
      await clock.advance(50)
      return where()
    })
    .toBe(place)
}

function opened(at = 0): ToldWindow {
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
  it('is open before the click is over, and its answer signs in', async () => {
    send(google)
    expect(windows.map(({ provider }) => provider)).toEqual(['google'])
    opened().answer({ token: 'ya29.ada' })
    await reaches('session.authenticated')
    expect(one.emitted).toContainEqual({ type: 'session.started', via: 'social' })
    expect(one.session.actor.getSnapshot().context.subject).toBe('ya29.ada')
    expect(tab.local.getItem('token')).toMatch(/^U2FsdGVkX1/)
    expect(opened().isEnded()).toBe(true)
  })

  it('keeps the session for this tab alone when it must not be remembered', async () => {
    send({ ...google, remember: false })
    opened().answer({ token: 'ya29.ada' })
    await reaches('session.authenticated')
    expect([tab.local.length, tab.session.getItem('token') !== null]).toEqual([0, true])
  })

  it('answers on the channel of its attempt when the provider has cut it off', async () => {
    send(google)
    await reaches('guest.socialSigningIn')
    const channel = new BroadcastChannel(`frond.social.${opened().state}`)
    channel.postMessage({ state: opened().state, token: 'ya29.ada', error: null })
    await reaches('session.authenticated')
    channel.close()
  })

  it('cancels without a word when it is closed', async () => {
    send(google)
    opened().leave()
    await reaches('guest.noToken')
    expect([one.alerts, server.sent()]).toEqual([[], 0])
  })

  it('is answered although it closed itself in the same moment', async () => {
    send(google)
    await reaches('guest.socialSigningIn')
    opened().leave()
    await clock.advance(399)
    opened().answer({ token: 'ya29.ada' })
    await reaches('session.authenticated')
  })

  it.each([
    ['access_denied', 'Google sign-in was declined'],
    ['server_error', 'Google could not sign you in. Please try again'],
  ])('says so when it comes back with %s', async (error, sentence) => {
    send(google)
    opened().answer({ error })
    await reaches('guest.noToken')
    expect(sentences()).toEqual([sentence])
    expect(server.sent()).toBe(0)
  })

  it('says so when it comes back with neither token nor error', async () => {
    send(facebook)
    opened().answer({})
    await reaches('guest.noToken')
    expect(sentences()).toEqual(['Facebook could not sign you in. Please try again'])
  })

  it('is not believed when the answer is another attempt’s', async () => {
    send(google)
    opened().answer({ token: 'ya29.eve', state: 'another' })
    await clock.advance(5_000)
    expect(where()).toBe('guest.socialSigningIn')
    expect(server.sent()).toBe(0)
    opened().leave()
    await reaches('guest.noToken')
    expect(server.sent()).toBe(0)
  })

  it('says how to open it when the browser has blocked it', async () => {
    await load({ blocked: true })
    send(google)
    await reaches('guest.noToken')
    expect(sentences()).toEqual(['The browser blocked the window of Google: allow pop-up windows for this page, then try again'])
  })

  it('is closed when the user cancels, and nothing it says is heard', async () => {
    send(google)
    await reaches('guest.socialSigningIn')
    send({ type: 'cancel' })
    expect(opened().isEnded()).toBe(true)
    opened().answer({ token: 'ya29.ada' })
    await clock.advance(5_000)
    expect([where(), server.sent()]).toEqual(['guest.noToken', 0])
  })

  it('gives way to the other provider’s', async () => {
    send(google)
    send(facebook)
    expect(windows.map((window) => window.isEnded())).toEqual([true, false])
    opened(0).answer({ token: 'ya29.ada' })
    opened(1).answer({ token: 'EAAB.ada' })
    await reaches('session.authenticated')
    expect(one.session.actor.getSnapshot().context.subject).toBe('EAAB.ada')
  })

  it('is closed after three minutes without an answer', async () => {
    send(google)
    await clock.advance(179_000)
    expect(where()).toBe('guest.socialSigningIn')
    await clock.advance(1_000)
    expect(where()).toBe('guest.noToken')
    expect(opened().isEnded()).toBe(true)
    expect(one.emitted).toContainEqual({ type: 'notice', code: 'socialTimeout' })
  })

  it('alerts what the server says of the token', async () => {
    server.setNetwork('failing')
    send(google)
    opened().answer({ token: 'ya29.ada' })
    await reaches('guest.noToken')
    expect(one.alerts.map(({ status }) => status)).toEqual([502])
    expect(tab.local.length).toBe(0)
  })
})

describe('openDialog', () => {
  const ORIGIN = 'https://frond.example.com'
  const DIALOG = 'https://accounts.google.com/auth?client_id=1'

  /** As much of a browser's window as it takes. */
  function createPage(popup: { closed: boolean; close(): void } | null) {
    const addresses: string[] = []
    const page = Object.assign(new EventTarget(), {
      location: { origin: ORIGIN },
      crypto,
      document: { hasFocus: () => true },
      open: (address: string) => {
        addresses.push(address)
        return popup
      },
    })
    const say = (source: unknown, origin: string, data: unknown) =>
      page.dispatchEvent(Object.assign(new Event('message'), { source, origin, data }))
    return { page: page as unknown as Window & typeof globalThis, addresses, say }
  }
  const createPopup = () => ({
    closed: false,
    close() {
      this.closed = true
    },
  })

  it('asks for this origin’s own page and a new state every time', () => {
    const { page, addresses } = createPage(createPopup())
    const states = [1, 2].map(() => openDialog(page, DIALOG, new AbortController().signal)?.state)
    const queries = addresses.map((address) => new URL(address).searchParams)
    expect(queries.map((query) => query.get('redirect_uri'))).toEqual([1, 2].map(() => `${ORIGIN}/oauth/callback`))
    expect(queries.map((query) => query.get('state'))).toEqual(states)
    expect(new Set(states).size).toBe(2)
    expect(states[0]).toMatch(/^\d+-\d+-\d+-\d+$/)
  })

  it('hears its own window from its own origin, and nobody else', async () => {
    const popup = createPopup()
    const { page, say } = createPage(popup)
    const opened = openDialog(page, DIALOG, new AbortController().signal)
    say(popup, 'https://evil.example', 'foreign origin')
    say(createPopup(), ORIGIN, 'foreign window')
    say(null, ORIGIN, 'no window')
    say(popup, ORIGIN, 'the answer')
    expect(await opened?.answer).toBe('the answer')
  })

  it('closes it and is deaf from then on when it is aborted', async () => {
    const popup = createPopup()
    const { page, say } = createPage(popup)
    const stop = new AbortController()
    const opened = openDialog(page, DIALOG, stop.signal)
    stop.abort()
    expect(popup.closed).toBe(true)
    say(popup, ORIGIN, 'too late')
    expect(await Promise.race([opened?.answer, Promise.resolve('nothing')])).toBe('nothing')
  })

  it('is null when the browser opens none', () => {
    expect(openDialog(createPage(null).page, DIALOG, new AbortController().signal)).toBeNull()
  })
})
