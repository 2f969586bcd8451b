import type { BrowserContext, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { adminEmail, adminPassword } from '../../../src/tools/product'
import type { OauthServer } from '../../support/server/oauth'
import type { CallName, Driver, FormName, Outcome } from '../driver'
import type { Story } from '../model'
import type { MachineCoverage } from '../play'
import { areas, DUE_MS, forms, lookOf, newEmail, newPerson, OUT_MS, pauseIn } from '../screens'
import { storedIn } from '../../support/browser/tabs'
import { openDevice } from './device'
import { standBetween } from './network'
import { asking, codeAt, personWithFactors, vouchedWithFactors, type Factors } from '../secondStep'
import { PASSWORD } from './people'
import { createStorageMoves } from './storageMoves'
import { emptyStores, openTwoTabs } from './twoTabs'

/** Milliseconds by which short timers advance at once. */
const TICK_MS = 20

/** The built product in Chromium, on a real server; the test moves the browser's own clock. */
export async function createChromiumDriver(
  context: BrowserContext,
  { origin, oauth }: { readonly origin: string; readonly oauth: OauthServer },
  coverage: MachineCoverage,
): Promise<Driver & { page: Page }> {
  const network = await standBetween(context)
  const { page, other, last, now, shortMs, rests } = await openTwoTabs(context, coverage)
  const device = await openDevice(page, origin)
  const { clock } = context
  const { remotes, locals, openings } = createStorageMoves({ origin, page, other, network, now })
  let isBlocked = false
  let visits = 0
  let story: Story | null = null
  let popup: Page | null = null
  let factors: Factors | null = null
  const ask = asking(origin, (path, init) => fetch(`${origin}${path}`, init))
  page.on('popup', (opened) => {
    popup = opened
  })

  /** Repeats a check until it passes. Lets only short timers run out meanwhile: on a slow machine, long ones must not. */
  async function until(check: () => void | Promise<void>): Promise<void> {
    let looks = 0
    await vi.waitFor(
      async () => {
        // The page may be loading, and a provider's window may close meanwhile.
        const isShort = looks > 0 && (looks < 20 || looks % 20 === 0) && (await shortMs().catch(() => 0)) > 0
        if (isShort) await clock.runFor(TICK_MS).catch(() => undefined)
        looks += 1
        await check()
      },
      { timeout: 60_000, interval: 30 },
    )
  }
  const heldBack = (call: CallName) => until(() => expect(network.isHeld(call), `${call} is on its way`).toBe(true))
  const heading = () => page.getByRole('heading', { level: 1 }).first().textContent()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  async function goTo(form: FormName): Promise<void> {
    const { heading: wanted, link } = forms[form]
    for (let tries = 0; (await heading()) !== wanted; tries += 1) {
      const before = await heading()
      if (tries > 3) throw new Error(`No link leads from ${before} to ${wanted}`)
      const direct = page.getByRole('link', { name: link, exact: true })
      await ((await direct.count()) > 0 ? direct : page.getByRole('link', { name: forms.signIn.link, exact: true })).click()
      await until(async () => expect(await heading()).not.toBe(before))
    }
  }

  async function fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
  }

  /** Presses a button in the provider's window, which then returns. */
  async function answerInWindow(outcome: Outcome): Promise<void> {
    const window = popup
    if (window === null) throw new Error('No window was opened')
    const button = window.getByRole('button', { name: outcome === 'declined' ? 'Cancel' : /^Continue as/ })
    await button.waitFor()
    const provider = (await window.title()) === 'Facebook' ? 'facebook' : 'google'
    if (outcome === 'second') factors = await vouchedWithFactors(ask, oauth, provider, Date.now)
    await button.click().catch((error: unknown) => {
      // The window may close before Playwright reports the click.
      if (!window.isClosed()) throw error
    })
  }

  async function openWindow(press: () => Promise<void>): Promise<void> {
    oauth.person = newPerson()
    const opening = page.waitForEvent('popup')
    await press()
    await (await opening).getByRole('heading', { name: /^Sign in with/ }).waitFor()
  }

  /** Waits until the other tab sees what this one wrote: nobody switches tabs faster than that. */
  const inAgreement = () => until(async () => expect(await storedIn(other)).toEqual(await storedIn(page)))

  /** Returns the milliseconds until the stored token has `ms` left. */
  async function untilLeft(ms: number): Promise<number> {
    const expiresAt = await page.evaluate(() => Number(localStorage.getItem('token_expiration')))
    return expiresAt - ms - (await now())
  }

  /** Checks what the page shows. */
  async function see({ to }: Story): Promise<void> {
    const { headings, isInside, canCancel, isBusy, isStale } = lookOf(to)
    if (headings !== null) expect(headings).toContain(await heading())
    expect(await menu.count(), 'menus').toBe(isInside ? 1 : 0)
    expect(await page.getByText('The server cannot be reached').count(), 'banners').toBe(isStale ? 1 : 0)
    if (isInside) return
    expect(await button('Cancel').count(), 'Cancel buttons').toBe(canCancel ? 1 : 0)
    expect(await page.locator('form [aria-busy="true"]').count(), 'busy buttons').toBe(isBusy ? 1 : 0)
  }

  return {
    page,
    async begin(next) {
      story = next
      if (next.to.place === 'enrolled') network.delayReload(true)
      await Promise.resolve()
    },
    async open(stored) {
      await openings[stored]()
    },
    async submit(form, right) {
      await goTo(form)
      const fresh = newEmail()
      if (right === 'second') {
        const person = await personWithFactors(ask, Date.now)
        factors = person
        await fill({ Email: person.email, Password: PASSWORD })
      } else if (form === 'signIn') await fill({ Email: right ? adminEmail : fresh, Password: right ? adminPassword : PASSWORD })
      if (form === 'forgotPassword') await fill({ Email: fresh })
      if (form === 'signUp')
        await fill({ 'First name': 'Ada', Email: right ? fresh : adminEmail, Password: PASSWORD, 'Confirm password': PASSWORD })
      await button(forms[form].button).click()
      await heldBack(form)
    },
    async verify(way) {
      const isCode = (await page.getByLabel('Code', { exact: true }).count()) > 0
      // Both the choice of the passkey and what asks for it then are named so.
      if (way === 'passkey' && isCode) await button('Use a passkey').click()
      if (way === 'passkey') return button('Use a passkey').click()
      if (!isCode) await button('Use the authenticator app').click()
      await fill({ Code: way === 'right code' ? codeAt(factors?.secret ?? '', Date.now()) : '000000' })
      await button('Continue').click()
      await heldBack('verify')
    },
    async click(what) {
      if (what === 'Google' || what === 'Passkey') await goTo('signIn')
      if (what === 'Passkey') factors = await personWithFactors(ask, Date.now)
      const where = what === 'Sign out' ? menu : page
      const press = () => where.getByRole('button', { name: what, exact: true }).click()
      await (what === 'Google' || what === 'Facebook' ? openWindow(press) : press())
    },
    async ask() {
      const isHeld = story?.to.situation.request === 'ours'
      network.hold(isHeld)
      await menu.getByRole('link', { name: areas[(visits += 1) % areas.length] ?? '', exact: true }).click()
      if (isHeld) await heldBack('request')
    },
    async settle(call, outcome) {
      if (story?.from.situation.passkey) await device.answer(outcome === 'declined' ? null : (factors?.passkey ?? null))
      else if (call === 'socialSignIn') await answerInWindow(outcome)
      if (call === 'reload') {
        await until(() => expect(network.reloads(), 'reloads').toBe(1))
        network.delayReload(false)
        if (outcome === 'done') await page.goto('/pages/dashboard')
      }
      if (call === 'reload' || outcome === 'declined' || outcome === 'blocked') return
      if (call === 'request') network.hold(false)
      else await heldBack(call)
      await network.end(call, outcome === 'second' ? 'done' : outcome)
    },
    async remote(what) {
      await inAgreement()
      await remotes[what]()
    },
    async local(what) {
      isBlocked ||= what === 'block'
      await locals[what]()
    },
    // Moves timer by timer: after one leap, a request might see the end of that time before the session's heartbeat.
    elapse: async (time) => clock.runFor(time === 'due' ? await untilLeft(DUE_MS) : time === 'pause' ? pauseIn(story) : time),
    async sleep(time) {
      const ms = time === 'minute' ? 61_000 : await untilLeft(time === 'due' ? DUE_MS : -OUT_MS)
      await clock.setSystemTime((await now()) + ms)
    },
    async wake(by) {
      if (by === 'visible') await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      else {
        await context.setOffline(true)
        await context.setOffline(false)
      }
    },
    async expectState(next) {
      const { to, taken, move } = next
      await until(() => {
        expect(last()?.value).toBe(to.place)
        expect(coverage.sinceMark()).toEqual(expect.arrayContaining([...taken]))
        expect(last()?.context.failures).toBe(to.snapshot?.context.failures)
      })
      // The tab holds the lock for a moment after a refresh.
      if (to.place === 'session.refreshing') await heldBack('refresh')
      await until(async () => {
        await see(next)
        expect(await device.isAsking(), 'the device asks for a passkey').toBe(to.situation.passkey)
        if (to.place !== 'guest.socialSigningIn') expect(popup?.isClosed() ?? true, "the provider's window has closed").toBe(true)
        // The screen has sent the requests that it sends when it opens.
        expect(await page.getByRole('heading', { level: 1 }).count(), 'headings').toBeGreaterThan(0)
        expect(network.isQuiet(), 'nothing is on its way').toBe(true)
        expect(await rests(network.heldBack()), 'the page asks for nothing more').toBe(true)
        // A timer left over would send its request during the next step. Nothing else is under way that its end could overtake.
        const left = await shortMs()
        if (left > 0) await clock.runFor(left)
        expect(left, 'short timers have run out').toBe(0)
        expect(network.isQuiet(), 'nothing is on its way again').toBe(true)
      })
      if (move.says !== undefined)
        await until(async () => expect(await page.getByText(move.says ?? '').count(), move.says).toBeGreaterThan(0))
      if (isBlocked && to.situation.heldIn === 'storage') {
        isBlocked = false
        await emptyStores(page)
      }
    },
  }
}
