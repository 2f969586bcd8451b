import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { adminEmail, type Product } from '../../../src/tools/product'
import { startChromium } from './browser'
import { startNamedDemo } from './demo'
import { ada, startOauth, type OauthPerson, type OauthServer } from '../server/oauth'
import { standIn } from '../standIn'

/** Names of the providers on their buttons. */
export type ProviderName = 'Google' | 'Facebook'

/** Starts the product with the calling file's own providers, which vouch for Ada unless a test says otherwise. */
export function socialProduct() {
  const browser = startChromium()
  let oauth: OauthServer | null = null
  let product: Product | null = null
  let people = 0
  const [providers, running] = [standIn(() => oauth), standIn(() => product)]
  beforeAll(async () => {
    oauth = await startOauth()
    // Without the demo, whose rows are there, the log contains every request.
    const env = { FROND_DEMO: '0', FROND_ADMIN_EMAIL: adminEmail, FROND_REGISTRATION: 'open', LOG_LEVEL: 'info' }
    product = await startNamedDemo({ ...env, ...oauth.env })
  })
  afterAll(async () => {
    await product?.stop()
    await oauth?.close()
  })
  afterEach(() => Object.assign(providers, { person: ada, fault: null, audience: null }))
  return {
    browser,
    oauth: providers,
    product: running,
    openSignIn: () => browser.open('/sign-in', { baseURL: running.origin }),
    /** Makes a person unknown to the providers and to Frond. */
    newPerson: (more: Partial<OauthPerson> = {}): OauthPerson => {
      people += 1
      const person = { subject: `${1_000 + people}`, email: `ada.${people}@gmail.com`, familyName: `Fern ${people}` }
      providers.person = { ...ada, ...person, ...more }
      return providers.person
    },
  }
}

/** Presses a provider's button and waits for its window. */
export async function choose(
  page: Page,
  name: ProviderName,
  press: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await press(page.getByRole('button', { name, exact: true }))
  const popup = await opening
  await popup.getByRole('heading', { name: `Sign in with ${name}` }).waitFor()
  return popup
}

/** Presses a button in the provider's window, which then returns and closes. */
export async function decide(popup: Page, button: RegExp): Promise<void> {
  const closed = popup.waitForEvent('close')
  // The window may close before Playwright reports the click.
  await popup
    .getByRole('button', { name: button })
    .click()
    .catch(() => undefined)
  await closed
}

/** Confirms the sign-in in the provider's window. */
export function allow(popup: Page): Promise<void> {
  return decide(popup, /^Continue as/)
}

/** Finds the page's alert with these words. */
export function alertOf(page: Page, text: string | RegExp): Locator {
  return page.getByRole('alert').filter({ hasText: text })
}

/** Waits for the dashboard. */
export async function dashboard(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

/** Waits until the page is idle again, still signed out. */
export async function atRest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/sign-in')
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.getItem('token')])).toEqual([0, null])
}
