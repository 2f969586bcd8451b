import { beforeEach, describe, expect, it } from 'vitest'
import { ensureAdmin } from '../../src/server/auth/admins'
import { createBrowserModel, type TabModel } from '../support/session/browserModel'
import { emptiedServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { placeOf } from '../support/session/sessionChart'
import { loadConsole, type Console } from '../support/session/sessionWorld'
import { createVirtualClock, type VirtualClock } from '../support/session/virtualClock'

const server = emptiedServer()
let clock: VirtualClock
let tab: TabModel
let browser: ReturnType<typeof createBrowserModel>

beforeEach(async () => {
  await ensureAdmin(server.deps)
  clock = createVirtualClock(server.clock.now.getTime())
  browser = createBrowserModel(clock, 5)
  tab = browser.openTab()
})

const admin = { type: 'signIn', ...ADMIN, remember: true } as const
const load = (at = tab) => loadConsole(at, clock, server.fetch)
const where = ({ session }: Console) => placeOf(session.actor.getSnapshot())

/** Moves the time of the console and of the server. */
async function pass(ms: number): Promise<void> {
  server.clock.advance(ms)
  await clock.advance(ms)
}

/** Waits for the server's own work, which takes real time, and moves the console's time a little. */
async function until(isSo: () => boolean): Promise<void> {
  const look = async () => {
    await clock.advance(5)
    return isSo()
  }
  await expect.poll(look, { timeout: 20_000, interval: 5 }).toBe(true)
}

async function signedIn(at = tab): Promise<Console> {
  const one = await load(at)
  one.session.actor.send(admin)
  await until(() => where(one) !== 'guest.signingIn')
  expect(where(one)).toBe('session.authenticated')
  return one
}

async function ask(one: Console) {
  const state: { answer: Awaited<ReturnType<Console['ask']>> | null } = { answer: null }
  void one.ask().then((answer) => {
    state.answer = answer
  })
  await until(() => state.answer !== null)
  return state.answer
}

describe('session, with the reference API', () => {
  it('begins with the first administrator, whose token lives a quarter of an hour', async () => {
    const one = await signedIn()
    const { ttl, expiresAt, role, subject } = one.session.actor.getSnapshot().context
    expect([ttl, role]).toEqual([900_000, 'admin'])
    expect(expiresAt - clock.now()).toBeGreaterThan(890_000)
    expect(subject).toMatch(/^[0-9a-f-]{36}$/)
    expect(await ask(one)).toHaveProperty('data')
  })

  it('shows the server’s sentence when the password is wrong', async () => {
    const one = await load()
    one.session.actor.send({ ...admin, password: 'not the password' })
    await until(() => where(one) !== 'guest.signingIn')
    expect(where(one)).toBe('guest.noToken')
    expect(one.alerts).toMatchObject([{ status: 401, problem: { code: 'bad_credentials' } }])
    expect(one.emitted).toEqual([{ type: 'refused', message: one.alerts[0]?.problem.message }])
    expect(tab.local.length).toBe(0)
  })

  it('puts the server’s refusals of a sign-up on the fields', async () => {
    const one = await load()
    const fields = {
      firstName: 'Ada',
      fullname: 'Ada',
      email: 'nobody',
      password: 'correct horse',
      password_confirmation: 'other',
    }
    one.session.actor.send({ type: 'signUp', fields })
    await until(() => where(one) !== 'guest.signingUp')
    expect(one.emitted).toMatchObject([
      {
        type: 'refused',
        fields: {
          email: 'Email must be a valid email address',
          password_confirmation: 'Password & Confirm Password does not match',
        },
      },
    ])
  })

  it('registers, reloads the page and goes on', async () => {
    const one = await load()
    const fields = {
      firstName: 'Grace',
      lastName: 'Hopper',
      fullname: 'Grace Hopper',
      email: 'grace@example.com',
      password: 'correct horse battery',
      password_confirmation: 'correct horse battery',
    }
    one.session.actor.send({ type: 'signUp', fields })
    await until(() => where(one) !== 'guest.signingUp')
    expect(where(one)).toBe('enrolled')
    one.close()
    const again = await load()
    expect(where(again)).toBe('session.authenticated')
    expect(await ask(again)).toHaveProperty('data')
  })

  it('rotates its token before the expiry', async () => {
    const one = await signedIn()
    const first = one.session.port.read()
    await pass(841_000)
    await until(() => one.session.port.read()?.tokenId !== first?.tokenId)
    await until(() => where(one) === 'session.authenticated')
    expect(await ask(one)).toHaveProperty('data')
  })

  it('continues although its token expired while the browser was closed', async () => {
    const one = await signedIn()
    one.close()
    await pass(3_600_000)
    const again = await load()
    expect(where(again)).toBe('session.refreshing')
    await until(() => where(again) === 'session.authenticated')
    expect(await ask(again)).toHaveProperty('data')
  })

  it('ends after twelve idle hours', async () => {
    const one = await signedIn()
    one.close()
    await pass(12 * 3_600_000 + 60_000)
    const again = await load()
    await until(() => where(again) === 'guest.signedOut')
    expect(again.emitted).toContainEqual({ type: 'session.ended', reason: 'rejected' })
    expect(tab.local.length).toBe(0)
  })

  it('ends on the server after a sign-out', async () => {
    const one = await signedIn()
    const bearer = one.session.port.read()?.token
    one.session.actor.send({ type: 'signOut' })
    expect(where(one)).toBe('guest.signedOut')
    const answers = async () => (await server.fetch('/api/v1/users', { headers: { authorization: `Bearer ${bearer}` } })).status
    await expect.poll(answers, { timeout: 10_000 }).toBe(401)
  })

  it('asks for reset instructions', async () => {
    const one = await load()
    one.session.actor.send({ type: 'forgotPassword', email: ADMIN.email })
    await until(() => where(one) !== 'guest.requestingReset')
    expect([where(one), one.alerts]).toEqual(['guest.resetSent', []])
  })

  it('is refreshed by one of three tabs', async () => {
    const consoles = [await signedIn()]
    consoles.push(await load(browser.openTab()), await load(browser.openTab()))
    const first = consoles[0]?.session.port.read()?.tokenId
    await pass(841_000)
    const ids = () => new Set(consoles.map(({ session }) => session.port.read()?.tokenId))
    await until(() => consoles.every((one) => where(one) === 'session.authenticated') && ids().size === 1 && !ids().has(first))
    for (const one of consoles) expect(await ask(one)).toHaveProperty('data')
  })
})
