import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import { EXPIRATION_KEY, TOKEN_KEY } from '../../../src/auth/vault'
import { get, register, tokenOf } from '../../support/server/accounts'
import type { OauthServer } from '../../support/server/oauth'
import { ADMIN, type TestServer } from '../../support/server/server'
import { placeOf } from '../../support/session/sessionChart'
import type { Driver, FormName, Outcome, Local, Remote, Stored } from '../driver'
import type { Story } from '../model'
import type { MachineCoverage } from '../play'
import { areas, DUE_MS, forms, lookOf, newEmail, newPerson, OUT_MS, pauseIn } from '../screens'
import { loadConsole, openBrowser, type Browser, type ConsoleTab } from './consoleTab'
import { asking, codeAt, personWithFactors, vouchedWithFactors, type Factors } from '../secondStep'
import { createGate } from './gate'

const TTL_MS = 900_000
const PASSWORD = 'moss and morning dew 7'
/** Milliseconds longer than the console waits for storage and locks, and shorter than it waits for anything else. */
const SHORT_MS = 300

/** The whole console in a DOM, on the real server; the browser around it, its other tabs and its clock are models. */
export function createReactDriver(server: TestServer, oauth: OauthServer, coverage: MachineCoverage): Driver & { close(): void } {
  const gate = createGate(server)
  const user = userEvent.setup({ delay: null })
  let browser: Browser = openBrowser()
  let opened: ConsoleTab | null = null
  let isBlocked = false
  let blockedReloads = 0
  let visits = 0
  let story: Story | null = null
  let factors: Factors | null = null
  const ask = asking(server.settings.publicUrl, (path, init) => server.fetch(path, init))
  const serverTime = () => server.clock.now.getTime()

  function tabNow(): ConsoleTab {
    if (opened === null) throw new Error('The console was never opened')
    return opened
  }

  /** Repeats a check until it passes. Lets only short timers run out meanwhile: on a slow machine, long ones must not. */
  async function until(check: () => void): Promise<void> {
    let looks = 0
    await waitFor(
      async () => {
        const next = browser.clock.nextWithin(SHORT_MS)
        if (next !== null && looks > 0 && (looks < 20 || looks % 20 === 0)) await browser.clock.advance(next)
        looks += 1
        check()
      },
      { timeout: 60_000, interval: 10 },
    )
  }
  async function shortTimersOver(): Promise<void> {
    for (let turns = 0; turns < 20; turns += 1) await browser.clock.advance(browser.clock.nextWithin(SHORT_MS) ?? 0)
  }
  const heldBack = (call: Parameters<typeof gate.isHeld>[0]) => until(() => expect(gate.isHeld(call), call).toBe(true))

  async function load(path: string): Promise<void> {
    opened?.close()
    blockedReloads = 0
    await act(async () => {
      opened = await loadConsole(browser, server, gate, coverage, path)
    })
  }

  const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent
  const button = (name: string) => screen.getByRole('button', { name })

  async function goTo(form: FormName): Promise<void> {
    const { heading: wanted, link } = forms[form]
    for (let tries = 0; heading() !== wanted; tries += 1) {
      if (tries > 3) throw new Error(`No link leads from ${heading()} to ${wanted}`)
      const next = screen.queryByRole('link', { name: link }) ?? screen.getByRole('link', { name: forms.signIn.link })
      const before = heading()
      await user.click(next)
      await until(() => expect(heading()).not.toBe(before))
    }
  }

  function fill(values: Readonly<Record<string, string>>): void {
    for (const [label, value] of Object.entries(values)) fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }

  async function answerInWindow(outcome: Outcome): Promise<void> {
    const opened = browser.dialogs.windows.at(-1)
    if (opened === undefined) throw new Error('No window was opened')
    if (outcome === 'second') factors = await vouchedWithFactors(ask, oauth, opened.provider, serverTime)
    else oauth.person = newPerson()
    const answer = outcome === 'declined' ? { error: 'access_denied' } : { token: oauth.issue(opened.provider) }
    // Repeats its answer, as the real window does, because the console may still be loading the code that listens.
    await until(() => {
      opened.answer(answer)
      expect(opened.isClosed(), 'the window was heard').toBe(true)
    })
  }

  async function tokenOfAdmin(): Promise<string> {
    return server.signIn()
  }

  function write(store: { setItem(key: string, value: string): void }, token: string, expiresAt: number): void {
    store.setItem(EXPIRATION_KEY, String(expiresAt))
    store.setItem(TOKEN_KEY, token)
    gate.setLastToken(token)
  }

  const remotes: Readonly<Record<Remote, (tab: ConsoleTab) => Promise<void> | void>> = {
    signIn: async ({ other, now }) => write(other.local, await tokenOfAdmin(), now() + TTL_MS),
    storeNewer: async ({ other, now }) => write(other.local, await refreshed(server, gate.lastToken()), now() + TTL_MS),
    storeSomebodyElse: async ({ other, now }) =>
      write(other.local, await register(server, { email: newEmail() }), now() + TTL_MS),
    storeGarbage({ other, now }) {
      other.local.setItem(EXPIRATION_KEY, String(now() + TTL_MS))
      other.local.setItem(TOKEN_KEY, 'not a token')
    },
    storeEndedAgain: ({ other, now }) => write(other.local, gate.lastToken(), now() + TTL_MS),
    signOut({ other, session }) {
      const { sessionId } = session.actor.getSnapshot().context
      other.window.channel()?.postMessage({ type: 'signedOut', sessionId })
    },
    clearStorage: ({ other }) => other.local.clear(),
    touchStorage({ other }) {
      const before = other.local.getItem(EXPIRATION_KEY)
      other.local.setItem(EXPIRATION_KEY, String(Number(before ?? 0) + 1))
      if (before === null) other.local.removeItem(EXPIRATION_KEY)
    },
  }

  /** Waits until the other tab sees what this one wrote: nobody switches tabs faster than that. */
  const inAgreement = ({ tab, other }: ConsoleTab) =>
    until(() => {
      for (const key of [EXPIRATION_KEY, TOKEN_KEY]) expect(other.local.getItem(key)).toBe(tab.local.getItem(key))
    })

  const locals: Readonly<Record<Local, (tab: ConsoleTab) => Promise<void> | void>> = {
    clear: ({ tab }) => tab.local.clear(),
    storeSomebodyElse: async ({ tab, now }) => write(tab.local, await register(server, { email: newEmail() }), now() + TTL_MS),
    block(tab) {
      isBlocked = true
      tab.block(true)
    },
  }

  const openings: Readonly<Record<Stored, () => Promise<void>>> = {
    nothing: () => load('/sign-in'),
    async live() {
      write(browser.tab.local, await tokenOfAdmin(), browser.clock.now() + TTL_MS)
      await load('/pages/dashboard')
    },
    async out() {
      write(browser.tab.local, await tokenOfAdmin(), browser.clock.now() - OUT_MS)
      await load('/pages/dashboard')
    },
    async garbage() {
      browser.tab.local.setItem(EXPIRATION_KEY, String(browser.clock.now() + TTL_MS))
      browser.tab.local.setItem(TOKEN_KEY, 'not a token')
      await load('/pages/dashboard')
    },
  }

  const untilDue = ({ session, now }: ConsoleTab) => session.actor.getSnapshot().context.expiresAt - now() - DUE_MS
  const sleeps = {
    due: untilDue,
    out: ({ session, now }: ConsoleTab) => session.actor.getSnapshot().context.expiresAt - now() + OUT_MS,
    minute: () => 61_000,
  }

  return {
    async begin(next) {
      story = next
      await Promise.resolve()
    },
    async open(stored) {
      browser = openBrowser()
      await openings[stored]()
    },
    async submit(form, right) {
      await goTo(form)
      const email = right ? ADMIN.email : newEmail()
      if (right === 'second') {
        const person = await personWithFactors(ask, serverTime)
        factors = person
        fill({ Email: person.email, Password: PASSWORD })
      } else if (form === 'signIn') fill({ Email: email, Password: right ? ADMIN.password : PASSWORD })
      if (form === 'forgotPassword') fill({ Email: newEmail() })
      if (form === 'signUp') {
        const taken = right ? newEmail() : ADMIN.email
        fill({ 'First name': 'Ada', Email: taken, Password: PASSWORD, 'Confirm password': PASSWORD })
      }
      await user.click(button(forms[form].button))
      await heldBack(form)
    },
    async verify(way) {
      const isCode = screen.queryByLabelText('Code') !== null
      // Both the choice of the passkey and what asks for it then are named so.
      if (way === 'passkey' && isCode) await user.click(button('Use a passkey'))
      if (way === 'passkey') return user.click(button('Use a passkey'))
      if (!isCode) await user.click(button('Use the authenticator app'))
      fill({ Code: way === 'right code' ? codeAt(factors?.secret ?? '', serverTime()) : '000000' })
      await user.click(button('Continue'))
      await heldBack('verify')
    },
    async click(what) {
      if (what === 'Google' || what === 'Passkey') await goTo('signIn')
      if (what === 'Passkey') factors = await personWithFactors(ask, serverTime)
      await user.click(what === 'Sign out' ? within(menu()).getByRole('button', { name: what }) : button(what))
    },
    async ask() {
      const isHeld = story?.to.situation.request === 'ours'
      gate.hold(isHeld)
      const area = areas[(visits += 1) % areas.length] ?? ''
      await user.click(within(menu()).getByRole('link', { name: area }))
      if (isHeld) await heldBack('request')
    },
    async settle(call, outcome) {
      if (call === 'reload') {
        // A tab whose reload was blocked before counts that one, too.
        await until(() => expect(tabNow().reloads()).toBe(blockedReloads + 1))
        if (outcome === 'done') await load('/pages/dashboard')
        else blockedReloads += 1
        return
      }
      if (story?.from.situation.passkey) browser.device.answer(outcome === 'declined' ? null : (factors?.passkey ?? null))
      else if (call === 'socialSignIn') await answerInWindow(outcome)
      if (outcome === 'declined' || outcome === 'blocked') return
      if (call === 'request') gate.hold(false)
      else await heldBack(call)
      await act(() => gate.end(call, outcome === 'second' ? 'done' : outcome))
    },
    async remote(what) {
      await inAgreement(tabNow())
      await remotes[what](tabNow())
    },
    async local(what) {
      // Nobody clears storage in the moment in which the console still reads another tab's write.
      await act(shortTimersOver)
      await locals[what](tabNow())
    },
    async elapse(time) {
      const ms = time === 'due' ? untilDue(tabNow()) : time === 'pause' ? pauseIn(story) : time
      await act(() => browser.clock.advance(ms))
    },
    async sleep(time) {
      tabNow().sleep(sleeps[time](tabNow()))
      await Promise.resolve()
    },
    async wake(by) {
      await act(async () => {
        if (by === 'online') tabNow().tab.goOnline()
        else tabNow().tab.show(true)
        await Promise.resolve()
      })
    },
    async expectState(next) {
      const { to, taken, move } = next
      await until(() => {
        const real = tabNow().session.actor.getSnapshot()
        expect(placeOf(real)).toBe(to.place)
        expect(coverage.sinceMark()).toEqual(expect.arrayContaining([...taken]))
        expect(real.context.failures).toBe(to.snapshot?.context.failures)
        expect(browser.device.isAsking(), 'the device asks for a passkey').toBe(to.situation.passkey)
      })
      // The tab holds the lock for a moment after a refresh.
      if (to.place === 'session.refreshing') await heldBack('refresh')
      await until(() => {
        see(next)
        // The screen has sent the requests that it sends when it opens.
        if (heading() === undefined || !gate.isQuiet()) throw new Error('The screen is still loading')
      })
      if (move.says !== undefined) await until(() => expect(document.body).toHaveTextContent(move.says ?? ''))
      if (isBlocked && to.situation.heldIn === 'storage') {
        isBlocked = false
        tabNow().block(false)
      }
    },
    close: () => opened?.close(),
  }
}

/** Refreshes a token; returns the new one. */
async function refreshed(server: TestServer, token: string): Promise<string> {
  return tokenOf(await get(server, sessionPaths.refresh, token))
}

const menu = () => screen.getByRole('navigation', { name: 'Menu' })

/** Checks what the page shows. */
function see({ to }: Story): void {
  const { headings, isInside, canCancel, isBusy, isStale } = lookOf(to)
  if (headings !== null) expect(headings).toContain(screen.getByRole('heading', { level: 1 }).textContent)
  expect(document.querySelectorAll('nav[aria-label="Menu"]')).toHaveLength(isInside ? 1 : 0)
  expect(screen.queryAllByText('The server cannot be reached')).toHaveLength(isStale ? 1 : 0)
  if (isInside) return
  expect(screen.queryAllByRole('button', { name: 'Cancel' })).toHaveLength(canCancel ? 1 : 0)
  expect(document.querySelectorAll('form [aria-busy="true"]')).toHaveLength(isBusy ? 1 : 0)
}
