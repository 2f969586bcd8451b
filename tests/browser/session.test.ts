import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { adminEmail, adminPassword } from '../../src/tools/product'
import { demo } from '../support/browser/demo'
import { signIn, submitSignIn, startChromium } from '../support/browser/browser'

const browser = startChromium()
const password = 'moss and morning dew 7'
let people = 0

/** Makes an address that is new in this run. */
function newEmail(): string {
  people += 1
  return `person${people}-${process.pid}@example.com`
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Surname').fill('Fern')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

function stored(page: Page): Promise<{ local: string | null; tab: string | null }> {
  return page.evaluate(() => ({ local: localStorage.getItem('token'), tab: sessionStorage.getItem('token') }))
}

describe('sign-in', () => {
  it('leads to the dashboard with its five counts when mail and password are right', async () => {
    const page = await browser.open('/sign-in')
    await signIn(page)
    const counts = page.getByRole('list', { name: 'Counts' }).getByRole('listitem')
    await expect.poll(() => counts.allInnerTexts()).toHaveLength(5)
    const labels = ['Users', 'Gateways', 'Sensors', 'Datapoints', 'Plants']
    await expect.poll(async () => (await counts.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(labels)
    await expect.poll(async () => (await counts.allInnerTexts()).every((text) => /\n[\d,]+$/.test(text))).toBe(true)
  })

  it('reports a wrong password and keeps the address', async () => {
    const email = newEmail()
    const page = await browser.open('/sign-in')
    await submitSignIn(page, email, 'not the password')
    await page.getByRole('alert').filter({ hasText: 'Email or password is wrong' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    expect(await stored(page)).toEqual({ local: null, tab: null })
  })

  it('reports each empty field, in words and in red', async () => {
    const page = await browser.open('/sign-in')
    const email = page.getByLabel('Email')
    expect(await email.getAttribute('aria-invalid')).toBeNull()
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByText('Email is required').waitFor()
    await page.getByText('Password is required').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    expect(await email.evaluate((input) => input === document.activeElement)).toBe(true)
  })

  it('leads to the deep link that was opened', async () => {
    const page = await browser.open('/pages/sensors?state=offline')
    await page.waitForURL('**/sign-in?returnUrl=*')
    await submitSignIn(page, adminEmail, adminPassword)
    await page.getByRole('heading', { level: 1, name: 'Sensors' }).waitFor()
    expect(new URL(page.url()).search).toBe('?state=offline')
  })

  it('goes to the dashboard when the return address is another site', async () => {
    const page = await browser.open('/sign-in?returnUrl=%2F%2Fexample.org%2Fsteal')
    await signIn(page)
    expect(new URL(page.url()).origin).toBe((await demo()).origin)
  })

  it('works with the keyboard alone when there is no mouse', async () => {
    const page = await browser.open('/sign-in')
    await page.getByLabel('Email').focus()
    await page.keyboard.type(adminEmail)
    await page.keyboard.press('Tab')
    await page.keyboard.type(adminPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })

  it('says that the provider is not configured when Google or Facebook is pressed', async () => {
    const page = await browser.open('/sign-in')
    for (const provider of ['Google', 'Facebook']) {
      await page.getByRole('button', { name: provider }).click()
      await page.getByRole('alert').filter({ hasText: provider }).first().waitFor()
    }
  })

  it('keeps text that was typed before the scripts loaded', async () => {
    const page = await (await browser.person()).newPage()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/sign-in', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill(adminEmail)
    await page.getByLabel('Password', { exact: true }).fill(adminPassword)
    release()
    await expect
      .poll(() => page.getByLabel('Email').evaluate((input) => Object.keys(input).some((key) => key.startsWith('__react'))))
      .toBe(true)
    expect(await page.getByLabel('Email').inputValue()).toBe(adminEmail)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })

  it('sends no password when Enter is pressed while the scripts do not run', async () => {
    const page = await (await browser.person({ javaScriptEnabled: false })).newPage()
    const requests: string[] = []
    page.on('request', (request) => void requests.push(request.url()))
    await page.goto('/sign-in')
    await page.getByLabel('Password', { exact: true }).fill(adminPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.waitForURL('**/forgot-password')
    expect(requests.filter((url) => url.includes('password='))).toEqual([])
  })
})

describe('the stored session', () => {
  it('holds only ciphertext, and lasts over a reload, with Remember me on', async () => {
    const page = await browser.open('/sign-in')
    await signIn(page)
    const { local, tab } = await stored(page)
    expect(tab).toBeNull()
    expect(local).not.toBeNull()
    expect(local).not.toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })

  it('ends with the tab when Remember me is off', async () => {
    const page = await browser.open('/sign-in')
    await page.getByLabel('Remember me').uncheck()
    await signIn(page)
    const { local, tab } = await stored(page)
    expect(local).toBeNull()
    expect(tab).not.toBeNull()
  })

  it.each([
    ['cut', (token: string) => token.slice(0, token.length / 2)],
    ['something else', () => 'not a token'],
    ['empty', () => ''],
  ])('gives a clean sign-in page when the stored token is %s', async (_what, spoil) => {
    const page = await browser.open('/sign-in')
    await signIn(page)
    const { local } = await stored(page)
    await page.evaluate((token) => localStorage.setItem('token', token), spoil(local ?? ''))
    await page.goto('/pages/gateways')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await stored(page)).toEqual({ local: null, tab: null })
  })
})

describe('sign-up', () => {
  it('signs the new administrator in and reloads once when the form is right', async () => {
    const page = await (await browser.person()).newPage()
    let loads = 0
    page.on('domcontentloaded', () => (loads += 1))
    await signUp(page, newEmail())
    // One load of the sign-up page, and one reload.
    await expect.poll(() => loads).toBe(2)
    await page.getByRole('navigation').getByRole('link', { name: 'Gateways' }).click()
    await page.getByRole('heading', { level: 1, name: 'Gateways' }).waitFor()
    expect(loads).toBe(2)
  })

  it('says which rule is broken when the passwords differ', async () => {
    const page = await browser.open('/sign-up')
    await page.getByLabel('Password', { exact: true }).fill('one password')
    await page.getByLabel('Confirm password').fill('another')
    await page.getByRole('button', { name: 'Sign up' }).click()
    for (const message of ['First name is required', 'Email is required', 'Password & Confirm Password does not match'])
      await page.getByText(message).waitFor()
  })

  it('reports a taken address on its field', async () => {
    const page = await browser.open('/sign-up')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Email').fill(adminEmail)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect.poll(() => page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('sign-out', () => {
  it('ends the session in every tab, and on the server, when one tab signs out', async () => {
    const context = await browser.person()
    const one = await context.newPage()
    await one.goto('/sign-in')
    await signIn(one)
    const other = await context.newPage()
    const bearer = other.waitForRequest((request) => request.headers()['authorization'] !== undefined)
    await other.goto('/pages/gateways')
    await other.getByRole('row').nth(1).waitFor()
    const { authorization = '' } = (await bearer).headers()
    await other.getByRole('navigation').getByRole('link', { name: 'Sensors' }).first().click()
    await other.getByRole('heading', { level: 1, name: 'Sensors' }).waitFor()

    await one.getByRole('button', { name: 'Account' }).click()
    await one.getByRole('menuitem', { name: 'Sign out' }).click()
    for (const page of [one, other]) await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await stored(other)).toEqual({ local: null, tab: null })
    await expect
      .poll(async () => (await fetch(`${(await demo()).origin}/api/v1/users`, { headers: { authorization } })).status)
      .toBe(401)
    await other.goBack()
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })
})

describe('a forgotten password', () => {
  it('is replaced once by the mailed link', async () => {
    const email = newEmail()
    const person = await browser.person()
    const page = await person.newPage()
    await signUp(page, email)
    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { level: 1, name: 'Forgot password' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset instructions' }).click()
    await page
      .getByText('You will receive an email with instructions on how to reset your password in a few minutes.', { exact: true })
      .waitFor()

    const link = await mailedLink(page, email, 'Reset your password', 'Choose a new password')
    await page.goto(link)
    await page.getByLabel('Password', { exact: true }).fill('a wholly new fern 9')
    await page.getByLabel('Confirm password').fill('a wholly new fern 9')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('heading', { level: 1, name: 'Password changed' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, email, 'a wholly new fern 9')

    const again = await browser.open(link)
    await again.getByLabel('Password', { exact: true }).fill('yet another fern 9')
    await again.getByLabel('Confirm password').fill('yet another fern 9')
    await again.getByRole('button', { name: 'Change password' }).click()
    await again.getByText(/^This link is incomplete, was used before, is too old/).waitFor()
  })
})

/** Opens the demo's newest mail with this subject to this address; returns the address behind its link. */
async function mailedLink(page: Page, email: string, subject: string, words: string): Promise<string> {
  const mail = page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject }).first()
  await expect
    .poll(async () => {
      await page.goto('/dev/mail')
      return mail.count()
    })
    .toBe(1)
  await mail.click()
  return (await page.getByRole('link', { name: words }).getAttribute('href')) ?? ''
}
