import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminEmail, adminPassword, type Product } from '../../src/tools/product'
import { addAuthenticator } from '../support/browser/passkeys'
import { startChromium } from '../support/browser/browser'
import { startNamedDemo } from '../support/browser/demo'
import { sheetsOf } from '../support/browser/printed'
import { codeAt } from '../model/secondStep'

const browser = startChromium()
let product: Product

beforeAll(async () => {
  product = await startNamedDemo()
})
afterAll(() => product.stop())

async function login(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(adminEmail)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
const secondStep = (page: Page) => page.getByRole('heading', { level: 1, name: 'Second step' }).waitFor()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

describe('second factors, on the account page and at the next sign-in', () => {
  it('are an app with recovery codes, and a passkey that is the second step or signs in alone', async () => {
    const page = await browser.open('/sign-in', { baseURL: product.origin })
    await addAuthenticator(page)
    // A browser that is not remembered needs the second step at its next sign-in.
    await page.getByLabel('Remember me').uncheck()
    await login(page)
    await dashboard(page)
    await page.goto('/pages/account')
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(adminPassword)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = (await dialog.locator('code').first().textContent()) ?? ''
    await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret.replaceAll(' ', ''), Date.now()))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const listed = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await listed.first().waitFor()
    const codes = await listed.allTextContents()
    expect(new Set(codes).size).toBe(10)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading').allTextContents()).toEqual([`Recovery codes of ${adminEmail} for Frond`])
    for (const code of await listed.all()) expect(await code.isVisible()).toBe(true)
    expect(await sheetsOf(page)).toBe(1)
    await page.emulateMedia({ media: null })
    await dialog.getByRole('button', { name: 'I have saved them' }).click()

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByLabel('Name').fill('Laptop')
    await dialog.getByLabel('Current password').fill(adminPassword)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor()

    await signOut(page)
    await page.getByRole('button', { name: 'Passkey' }).click()
    await dashboard(page)
    await signOut(page)
    await login(page)
    await secondStep(page)
    // The choice of the passkey, and then what asks the device for it.
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('Use the passkey of this account').waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await dashboard(page)

    const elsewhere = await browser.open('/sign-in', { baseURL: product.origin })
    await login(elsewhere)
    await secondStep(elsewhere)
    await elsewhere.getByRole('button', { name: 'Use a recovery code' }).click()
    await elsewhere.getByLabel('Recovery code').fill(codes[0] ?? '')
    await elsewhere.getByRole('button', { name: 'Continue' }).click()
    await dashboard(elsewhere)
    // The browser is remembered from here on.
    await signOut(elsewhere)
    await login(elsewhere)
    await dashboard(elsewhere)

    await page.goto('/pages/account')
    await page.getByText('9 codes left').waitFor()
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor()
    await page.getByText(/last used/).waitFor()
  })
})
