import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { adminEmail, adminPassword, startProduct } from '../../.scripts/product.mjs'
import { startChromium } from '../support/browser'
import { ada, startOauth, type OauthPerson, type OauthServer } from '../support/oauth'

type Name = 'Google' | 'Facebook'

const browser = startChromium()
let oauth: OauthServer
let product: Awaited<ReturnType<typeof startProduct>>
let people = 0

beforeAll(async () => {
  oauth = await startOauth()
  // No demo, so that every request is logged.
  const env = { FROND_DEMO: '0', FROND_ADMIN_EMAIL: adminEmail, FROND_REGISTRATION: 'open', LOG_LEVEL: 'info' }
  product = await startProduct({ env: { ...env, FROND_ADMIN_PASSWORD: adminPassword, ...oauth.env } })
})
afterAll(async () => {
  await product.stop()
  await oauth.close()
})
afterEach(() => Object.assign(oauth, { person: ada, fault: null, audience: null }))

/** Somebody whom neither the providers nor Frond have seen. */
function newPerson(more: Partial<OauthPerson> = {}): OauthPerson {
  people += 1
  oauth.person = { ...ada, subject: `${1_000 + people}`, email: `ada.${people}@gmail.com`, familyName: `Fern ${people}`, ...more }
  return oauth.person
}

async function openSignIn(): Promise<Page> {
  return browser.open('/sign-in', { baseURL: product.origin })
}

/** Presses a provider's button and waits for its window. */
async function choose(
  page: Page,
  name: Name,
  press: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await press(page.getByRole('button', { name, exact: true }))
  const popup = await opening
  await popup.getByRole('heading', { name: `Sign in with ${name}` }).waitFor()
  return popup
}

/** Presses a button of the provider's window, which then comes back and closes. */
async function decide(popup: Page, button: RegExp): Promise<void> {
  const closed = popup.waitForEvent('close')
  // The window may be gone before the click is reported.
  await popup
    .getByRole('button', { name: button })
    .click()
    .catch(() => undefined)
  await closed
}

const allow = (popup: Page) => decide(popup, /^Continue as/)
const alertOf = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

/** Back at rest, still signed out. */
async function atRest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/sign-in')
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.getItem('token')])).toEqual([0, null])
}

/** The bodies that the page sent to the API's social calls. */
function watchCalls(page: Page): string[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/oauth/')) bodies.push(request.postData() ?? '')
  })
  return bodies
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

describe('social sign-in', () => {
  it.each<Name>(['Google', 'Facebook'])(
    'leads to the dashboard, and again to the same account, when %s vouches',
    async (name) => {
      const { familyName = '' } = newPerson()
      const page = await openSignIn()
      await allow(await choose(page, name))
      await dashboard(page)
      await signOut(page)
      await allow(await choose(page, name))
      await dashboard(page)
      await page.goto('/pages/users')
      await expect.poll(() => page.getByRole('row', { name: new RegExp(`Ada ${familyName}\\b`) }).count()).toBe(1)
      await signOut(page)
      await page.goto('/pages/dashboard')
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    },
  )

  it('works with the keyboard alone', async () => {
    newPerson()
    const page = await openSignIn()
    const popup = await choose(page, 'Google', async (button) => {
      await button.focus()
      await page.keyboard.press('Enter')
    })
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: /^Continue as/ }).focus()
    await popup.keyboard.press('Enter').catch(() => undefined)
    await closed
    await dashboard(page)
  })

  it('goes where the visitor wanted to go', async () => {
    newPerson()
    const page = await browser.open('/pages/sensors?state=offline', { baseURL: product.origin })
    await page.waitForURL('**/sign-in?returnUrl=*')
    await allow(await choose(page, 'Google'))
    await page.getByRole('heading', { level: 1, name: 'Sensors' }).waitFor()
  })

  it('is kept in this tab alone when Remember me is off', async () => {
    newPerson()
    const page = await openSignIn()
    await page.getByLabel('Remember me').uncheck()
    await allow(await choose(page, 'Google'))
    await dashboard(page)
    const stored = await page.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('token') !== null])
    expect(stored).toEqual([null, true])
  })

  it('loads nothing of the provider’s into the page, and leaves its token nowhere', async () => {
    newPerson()
    const page = await openSignIn()
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    const popup = await choose(page, 'Google')
    const asked = new URL(popup.url()).searchParams
    expect(asked.get('response_type')).toBe('token')
    expect(asked.get('scope')).toBe('openid profile email')
    expect(asked.get('redirect_uri')).toBe(`${product.origin}/oauth/callback`)
    await allow(popup)
    await dashboard(page)
    expect([...origins]).toEqual([product.origin])
    const token = oauth.issued.at(-1) ?? ''
    expect(token).toMatch(/^ya29\./)
    const kept = await page.evaluate(() =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        location.href,
        history.state,
        document.documentElement.outerHTML,
      ]),
    )
    expect(kept).not.toContain(token)
    const cookies = await page.context().cookies()
    expect(JSON.stringify(cookies)).not.toContain(token)
    expect(product.output()).toContain('/oauth/callback')
    expect(product.output()).toContain('/api/v1/oauth/google')
    for (const each of oauth.issued) expect(product.output()).not.toContain(each)
    expect(oauth.requests.filter((request) => request.includes(token))).toEqual([])
  })

  it('ends what the provider opened when the administrator signs out', async () => {
    newPerson()
    const page = await openSignIn()
    await allow(await choose(page, 'Facebook'))
    const call = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
    await dashboard(page)
    const { authorization = '' } = (await call).headers()
    const ask = () => fetch(`${product.origin}/api/v1/dashboard/analytics`, { headers: { authorization } })
    expect((await ask()).status).toBe(200)
    await signOut(page)
    await expect.poll(async () => (await ask()).status).toBe(401)
  })
})

describe('a provider’s window', () => {
  it('is only a cancel when it is closed', async () => {
    const page = await openSignIn()
    const calls = watchCalls(page)
    const popup = await choose(page, 'Google')
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await popup.close()
    await atRest(page)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(calls).toEqual([])
  })

  it.each<Name>(['Google', 'Facebook'])('says so when %s was told no', async (name) => {
    const page = await openSignIn()
    await decide(await choose(page, name), /^Cancel$/)
    await alertOf(page, `${name} sign-in was declined`).waitFor()
    await atRest(page)
  })

  it('is closed by Cancel', async () => {
    const page = await openSignIn()
    const popup = await choose(page, 'Google')
    const closed = popup.waitForEvent('close')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await closed
    await atRest(page)
  })

  it('gives way to the other provider’s', async () => {
    newPerson()
    const page = await openSignIn()
    const first = await choose(page, 'Google')
    const closed = first.waitForEvent('close')
    const second = await choose(page, 'Facebook')
    await closed
    await allow(second)
    await dashboard(page)
  })

  it('is closed after three minutes without an answer', async () => {
    const context = await browser.person({ baseURL: product.origin })
    const page = await context.newPage()
    await page.clock.install()
    await page.goto('/sign-in')
    const popup = await choose(page, 'Google')
    const closed = popup.waitForEvent('close')
    await page.clock.fastForward(180_000)
    await closed
    await page.getByText('The provider’s window did not answer. Try again.').waitFor()
    await atRest(page)
  })

  it('says how to open it when the browser blocks it', async () => {
    const context = await browser.person({ baseURL: product.origin })
    // What a blocker makes of it.
    await context.addInitScript(() => Object.assign(window, { open: () => null }))
    const page = await context.newPage()
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Google', exact: true }).click()
    await alertOf(page, 'allow pop-up windows for this page').waitFor()
    await atRest(page)
  })

  it('is not believed when it comes back with another attempt’s answer', async () => {
    const page = await openSignIn()
    const calls = watchCalls(page)
    const popup = await choose(page, 'Google')
    await popup.goto(`${product.origin}/oauth/callback#access_token=${oauth.issue('google')}&state=1-2-3-4`)
    await popup.getByText('You can close this window.').waitFor()
    expect(popup.url()).toBe(`${product.origin}/oauth/callback`)
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await popup.close()
    await atRest(page)
    expect(calls).toEqual([])
  })

  it('is not heard while it is another origin’s, whatever it knows', async () => {
    newPerson()
    const page = await openSignIn()
    const calls = watchCalls(page)
    const popup = await choose(page, 'Google')
    await popup.evaluate((token) => {
      const state = new URLSearchParams(location.search).get('state')
      const opener: unknown = window.opener
      if (opener === null) throw new Error('The window knows nobody')
      window.opener.postMessage({ state, token, error: null }, '*')
    }, oauth.issue('google'))
    // Whatever was heard would have been sent by the time the real answer is.
    await allow(popup)
    await dashboard(page)
    const token = oauth.issued.at(-1)
    expect(calls).toEqual([JSON.stringify({ access_token: token, role: 'admin' })])
  })

  it('still answers when the provider has cut it off from the page', async () => {
    newPerson()
    oauth.fault = 'dialog severs'
    const context = await browser.person({ baseURL: product.origin })
    // As it is while the other window has the focus, which a browser without a screen gives to all.
    await context.addInitScript(() => Object.assign(document, { hasFocus: () => false }))
    const page = await context.newPage()
    await page.goto('/sign-in')
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Google', exact: true }).click()
    await allow(await opening)
    await dashboard(page)
  })
})

describe('what the server refuses', () => {
  it.each<[string, Name, () => void, RegExp]>([
    ['the token is another application’s', 'Google', () => (oauth.audience = 'another'), /Google did not vouch for this sign-in/],
    ['the token is another app’s', 'Facebook', () => (oauth.audience = 'another'), /Facebook did not vouch for this sign-in/],
    ['the mail is not verified', 'Google', () => newPerson({ emailVerified: false }), /Google has not verified your email/],
    ['the mail is not told', 'Facebook', () => newPerson({ email: undefined }), /Facebook did not tell your email/],
    ['the mail is an account’s', 'Facebook', () => newPerson({ email: adminEmail }), /sign in to it the way you did before/],
    ['Google is down', 'Google', () => (oauth.fault = 'api fails'), /Google cannot be reached just now/],
    ['Facebook is down', 'Facebook', () => (oauth.fault = 'api answers HTML'), /Facebook cannot be reached just now/],
    ['Google hangs', 'Google', () => (oauth.fault = 'api hangs'), /Google cannot be reached just now/],
  ])('is said in a sentence, and the page is as before, when %s', async (_what, name, arrange, sentence) => {
    newPerson()
    arrange()
    const page = await openSignIn()
    await allow(await choose(page, name))
    await alertOf(page, sentence).waitFor()
    await atRest(page)
  })
})
