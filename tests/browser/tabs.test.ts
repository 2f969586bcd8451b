import type { BrowserContext, Page } from 'playwright-core'
import { everyArea } from '../../src/areas'
import { describe, expect, it } from 'vitest'
import { signIn, startChromium, submitSignIn } from '../support/browser/browser'
import { adminEmail, adminPassword } from '../../src/tools/product'
import { demo } from '../support/browser/demo'
import {
  bystander,
  outliveToken,
  ownSession,
  openArea,
  refreshesAmong,
  REFRESH,
  requestsOf,
  shows,
  showsSignIn,
  signOut,
  store,
  stopTimers,
  storedIn,
  watchTimers,
} from '../support/browser/tabs'

const browser = startChromium({ separate: true })
const password = 'moss and morning dew 7'

/** Opens a browser with `count` tabs on the gateways, with a separate session: ending it affects no other test. */
async function tabsOf(
  count: number,
  prepare: (context: BrowserContext) => Promise<void> = (context) => context.clock.install(),
): Promise<{ context: BrowserContext; one: Page; other: Page; tabs: readonly Page[] }> {
  const context = await browser.person({ storageState: await ownSession() })
  await prepare(context)
  const open = async () => {
    const tab = await context.newPage()
    await tab.goto('/pages/gateways')
    await shows(tab, 'Gateways')
    return tab
  }
  // The first tab opens alone, because it encrypts the plain token that it finds.
  const one = await open()
  const other = await open()
  const tabs = [one, other, ...(await Promise.all(Array.from({ length: Math.max(count - 2, 0) }, open)))]
  return { context, one, other, tabs }
}

describe('several tabs of one session', () => {
  it('send one refresh when the token expires in all of them at once', async () => {
    const { context, one, tabs } = await tabsOf(3)
    const before = await storedIn(one)
    const requests = requestsOf(context)
    await outliveToken(context)
    // A busy tab may still have sent an earlier request until its clock was moved, too.
    const earlier = requests.length
    await Promise.all(tabs.map((tab) => openArea(tab, 'Sensors')))
    // A second one is printed with its tab, its time and the end of its token.
    const sent = refreshesAmong(requests).map((request) => ({
      tab: tabs.indexOf(request.frame().page()),
      at: request.timing().startTime,
      token: request.headers()['authorization']?.slice(-6),
    }))
    expect(sent).toEqual([expect.anything()])
    const after = await storedIn(one)
    expect(after.token).not.toBe(before.token)
    expect(Number(after.expiration)).toBeGreaterThan(Number(before.expiration))
    const stale = new Set(refreshesAmong(requests).map((request) => request.headers()['authorization']))
    const others = requests.slice(earlier).filter((request) => !refreshesAmong([request]).length)
    expect(others.filter((request) => stale.has(request.headers()['authorization'] ?? ''))).toEqual([])
  })

  it('wait for the tab that refreshes when its answer takes long', async () => {
    const { context, tabs } = await tabsOf(3)
    const requests = requestsOf(context)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await context.route(REFRESH, async (route) => {
      await held
      await route.continue()
    })
    await outliveToken(context)
    const opened = Promise.all(tabs.map((tab) => openArea(tab, 'Sensors')))
    await expect.poll(() => refreshesAmong(requests).length).toBe(1)
    release()
    await opened
    expect(refreshesAmong(requests)).toHaveLength(1)
  })

  it('are all on the sign-in page within a second when one signs out', async () => {
    const { one, tabs } = await tabsOf(3, watchTimers)
    for (const tab of tabs) await stopTimers(tab)
    await signOut(one)
    for (const tab of tabs) await showsSignIn(tab)
    expect(await storedIn(one)).toEqual({ token: null, expiration: null })
  })

  it('switch to another user within a second of the sign-in', async () => {
    const { context, tabs } = await tabsOf(3, watchTimers)
    const other = await (await browser.person()).newPage()
    const name = `Robin ${process.pid}`
    await other.goto('/sign-up')
    await other.getByLabel('First name').fill(name)
    await other.getByLabel('Email').fill(`robin-${process.pid}@example.com`)
    await other.getByLabel('Password', { exact: true }).fill(password)
    await other.getByLabel('Confirm password').fill(password)
    await other.getByRole('button', { name: 'Sign up' }).click()
    await other.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    const theirs = await storedIn(other)

    const beside = await bystander(context)
    const requests = requestsOf(context)
    for (const tab of tabs) await stopTimers(tab)
    await store(beside, theirs)
    for (const tab of tabs) await expect.poll(() => requests.some((request) => request.frame().page() === tab)).toBe(true)
    for (const tab of tabs) {
      await tab.goto('/pages/account')
      await expect.poll(() => tab.getByLabel('First name').inputValue()).toBe(name)
    }
  })

  it('continue as the new user when one user signs out and another signs in', async () => {
    const { one, other } = await tabsOf(2)
    await signOut(one)
    await showsSignIn(other)
    await signIn(one)
    await other.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Sign in' }).waitFor()
  })

  it('are all signed out when storage is cleared', async () => {
    const { context, tabs } = await tabsOf(3)
    const beside = await bystander(context)
    await beside.evaluate(() => localStorage.clear())
    for (const tab of tabs) await showsSignIn(tab)
  })

  it('are all signed out, with storage cleared, when the token is overwritten by something else', async () => {
    const { context, one, tabs } = await tabsOf(2)
    await store(await bystander(context), { token: 'U2FsdGVkX1 something else' })
    for (const tab of tabs) await showsSignIn(tab)
    expect(await storedIn(one)).toEqual({ token: null, expiration: null })
  })

  it('stay signed out when the answer to a refresh arrives after the sign-out', async () => {
    const { context, one, other, tabs } = await tabsOf(2)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await context.route(REFRESH, async (route) => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response })
    })
    const asking = context.waitForEvent('request', (request) => request.url().endsWith('/auth/refresh_token'))
    await outliveToken(context)
    await asking
    const refreshed = context.waitForEvent('requestfinished', (request) => request.url().endsWith('/auth/refresh_token'))
    await signOut(one)
    for (const tab of tabs) await showsSignIn(tab)
    release()
    await refreshed
    // Longer than a sign-out is remembered: a console would have adopted by now whatever the late answer stored.
    await context.clock.fastForward(2500)
    for (const tab of [one, other]) await showsSignIn(tab)
    expect(await storedIn(one)).toEqual({ token: null, expiration: null })
  })

  it('can have sessions of their own with Remember me off', async () => {
    const context = await browser.person()
    const one = await context.newPage()
    await one.goto('/sign-in')
    await one.getByLabel('Remember me').uncheck()
    await signIn(one)
    const other = await context.newPage()
    await other.goto('/pages/gateways')
    await showsSignIn(other)
    await openArea(one, 'Gateways')
  })
})

describe('a storm of refused requests', () => {
  /** One request for each area. */
  const storm = everyArea.length
  const search = /\/api\/v\d\/\w+(\/list)?\?.*\bq=fern/

  /** Makes the palette search all areas at once. */
  async function askEverywhere(page: Page): Promise<void> {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).fill('fern')
  }

  it('is repeated, each request once and without a refresh, when another tab has stored a new token', async () => {
    const { context, one: page } = await tabsOf(2)
    const beside = await bystander(context)
    const requests = requestsOf(context)
    const bearers: string[] = []
    let release: () => void = () => undefined
    const rotated = new Promise<void>((resolve) => (release = resolve))
    await context.route(search, async (route) => {
      const bearer = route.request().headers()['authorization'] ?? ''
      bearers.push(bearer)
      if (bearer !== bearers[0]) return route.continue()
      await rotated
      return route.fulfill({
        status: 401,
        json: { message: 'The session has ended', code: 'unauthenticated', requestId: 'none' },
      })
    })
    await askEverywhere(page)
    await expect.poll(() => bearers.length).toBe(storm)
    const next = await refreshed(bearers[0] ?? '')
    await store(beside, next)
    release()
    await page.getByRole('option').filter({ hasText: /fern/i }).first().waitFor()
    await expect.poll(() => bearers.length).toBe(2 * storm)
    expect(bearers.slice(storm).every((bearer) => bearer === `Bearer ${next.token}`)).toBe(true)
    expect(refreshesAmong(requests)).toEqual([])
    await page.keyboard.press('Escape')
    await openArea(page, 'Sensors')
  })

  it('ends the session once, with one message, when the server has ended it', async () => {
    const { context, one: page, other } = await tabsOf(2)
    const requests = requestsOf(context)
    let bearer = ''
    let held = 0
    let release: () => void = () => undefined
    const ended = new Promise<void>((resolve) => (release = resolve))
    await context.route(search, async (route) => {
      bearer = route.request().headers()['authorization'] ?? ''
      held += 1
      await ended
      await route.continue()
    })
    await askEverywhere(page)
    await expect.poll(() => held).toBe(storm)
    const signedOut = await fetch(`${(await demo()).origin}/api/v1/auth/sign_out`, {
      method: 'POST',
      headers: { authorization: bearer },
    })
    expect(signedOut.status).toBe(204)
    release()
    for (const tab of [page, other]) await showsSignIn(tab)
    expect(await page.getByRole('alert').count()).toBeLessThanOrEqual(1)
    // One refresh decides for all tabs.
    expect(refreshesAmong(requests)).toHaveLength(1)
    expect(await storedIn(page)).toEqual({ token: null, expiration: null })
    await submitSignIn(page, adminEmail, adminPassword)
    await shows(page, 'Gateways')
  })

  /** Refreshes the token outside the browser; returns the entries to store. */
  async function refreshed(authorization: string): Promise<{ token: string; expiration: string }> {
    const answer = await fetch(`${(await demo()).origin}/api/v1/auth/refresh_token`, { headers: { authorization } })
    const { result } = (await answer.json()) as { result: { token: string; expires_at: number } }
    return { token: result.token, expiration: String(Date.now() + result.expires_at * 1000) }
  }
})
