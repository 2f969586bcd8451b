import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { adminEmail } from '../../src/tools/product'
import { alertOf, allow, atRest, choose, dashboard, type ProviderName, socialProduct } from '../support/browser/socialPage'

const { browser, oauth, product, newPerson, openSignIn } = socialProduct()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

describe('social sign-in', () => {
  it.each<ProviderName>(['Google', 'Facebook'])(
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

  it('has its buttons where they were painted before the page’s script arrived', async () => {
    const page = await (await browser.person({ baseURL: product.origin })).newPage()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/sign-in', { waitUntil: 'commit' })
    const facebook = page.getByRole('button', { name: 'Facebook' })
    const painted = await facebook.boundingBox()
    release()
    await expect.poll(() => facebook.evaluate((one) => Object.keys(one).some((key) => key.startsWith('__react')))).toBe(true)
    await page.getByRole('button', { name: 'Passkey' }).waitFor()
    expect(await facebook.boundingBox()).toEqual(painted)
  })

  it('has its buttons within the window of a phone', async () => {
    const page = await browser.open('/sign-in', { baseURL: product.origin, viewport: { width: 320, height: 640 } })
    await page.getByRole('button', { name: 'Passkey' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

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

  it('leads to the requested page', async () => {
    newPerson()
    const page = await browser.open('/pages/sensors?state=offline', { baseURL: product.origin })
    await page.waitForURL('**/sign-in?returnUrl=*')
    await allow(await choose(page, 'Google'))
    await page.getByRole('heading', { level: 1, name: 'Sensors' }).waitFor()
  })

  it('is stored in this tab alone when Remember me is off', async () => {
    newPerson()
    const page = await openSignIn()
    await page.getByLabel('Remember me').uncheck()
    await allow(await choose(page, 'Google'))
    await dashboard(page)
    const stored = await page.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('token') !== null])
    expect(stored).toEqual([null, true])
  })

  it('loads nothing from the provider into the page, and stores its token nowhere', async () => {
    newPerson()
    const page = await openSignIn()
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    const popup = await choose(page, 'Google')
    const params = new URL(popup.url()).searchParams
    expect(params.get('response_type')).toBe('token')
    expect(params.get('scope')).toBe('openid profile email')
    expect(params.get('redirect_uri')).toBe(`${product.origin}/oauth/callback`)
    await allow(popup)
    await dashboard(page)
    expect([...origins]).toEqual([product.origin])
    const token = oauth.issued.at(-1) ?? ''
    expect(token).toMatch(/^ya29\./)
    const storage = await page.evaluate(() =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        location.href,
        history.state,
        document.documentElement.outerHTML,
      ]),
    )
    expect(storage).not.toContain(token)
    const cookies = await page.context().cookies()
    expect(JSON.stringify(cookies)).not.toContain(token)
    expect(product.output()).toContain('/oauth/callback')
    expect(product.output()).toContain('/api/v1/oauth/google')
    for (const each of oauth.issued) expect(product.output()).not.toContain(each)
    expect(oauth.requests.filter((request) => request.includes(token))).toEqual([])
  })

  it('ends the session when the administrator signs out', async () => {
    newPerson()
    const page = await openSignIn()
    // Before the provider's answer, which may lead to the first call at once.
    const call = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
    await allow(await choose(page, 'Facebook'))
    await dashboard(page)
    const { authorization = '' } = (await call).headers()
    const ask = () => fetch(`${product.origin}/api/v1/dashboard/analytics`, { headers: { authorization } })
    expect((await ask()).status).toBe(200)
    await signOut(page)
    await expect.poll(async () => (await ask()).status).toBe(401)
  })
})

describe('what the server refuses', () => {
  it.each<[string, ProviderName, () => void, RegExp]>([
    ['the token is another application’s', 'Google', () => (oauth.audience = 'another'), /Google did not confirm this sign-in/],
    ['the token is another app’s', 'Facebook', () => (oauth.audience = 'another'), /Facebook did not confirm this sign-in/],
    ['the mail is not verified', 'Google', () => newPerson({ emailVerified: false }), /Google has not verified your email/],
    ['the mail is not told', 'Facebook', () => newPerson({ email: undefined }), /Facebook did not share your email/],
    ['the mail is an account’s', 'Facebook', () => newPerson({ email: adminEmail }), /sign in to it the way you did before/],
    ['Google is down', 'Google', () => (oauth.fault = 'api fails'), /Google cannot be reached right now/],
    ['Facebook is down', 'Facebook', () => (oauth.fault = 'api answers HTML'), /Facebook cannot be reached right now/],
  ])('is said in a sentence, and the page is as before, when %s', async (_what, name, arrange, sentence) => {
    newPerson()
    arrange()
    const page = await openSignIn()
    await allow(await choose(page, name))
    await alertOf(page, sentence).waitFor()
    await atRest(page)
  })
})
