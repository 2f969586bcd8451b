import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriers } from '../support/browser/barriers'
import { startChromium } from '../support/browser/browser'

const browser = startChromium()

/**
 * What Swagger UI's own markup breaks: the title and the filter lie outside its landmarks, its groups are headings of the third level below
 * the first, a button holds the link to its call, and examples scroll without a tab stop.
 */
const swagger = ['region', 'heading-order', 'nested-interactive', 'scrollable-region-focusable']

/** Tries the call that lists the light groups; returns the status of the answer. */
async function tryLightGroups(docs: Page): Promise<number> {
  await docs.getByRole('link', { name: 'Light groups', exact: true }).click()
  await docs.getByText('List light groups', { exact: true }).click()
  await docs.getByRole('button', { name: 'Try it out' }).click()
  const response = docs.waitForResponse(/\/api\/v1\/light_groups\?/)
  await docs.getByRole('button', { name: 'Execute' }).click()
  return (await response).status()
}

describe('the API documentation', () => {
  it('opens in a new tab and sends a call with this browser’s session, without showing its token', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    const opened = page.context().waitForEvent('page')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /API Documentation/ })
      .click()
    const docs = await opened
    await docs.getByRole('link', { name: 'Gateways', exact: true }).click()
    await docs.getByText('/api/v1/gateways/register').first().click()
    await docs.getByText('serialNumber').first().waitFor()
    expect(await barriers(docs, '/docs', swagger)).toEqual([])
    await docs.getByText('/api/v1/gateways/register').first().click()

    await docs.getByText(/sends calls with your session/).waitFor()
    expect(await tryLightGroups(docs)).toBe(200)
    await docs
      .getByText(/"plantsCount"/)
      .first()
      .waitFor()
    expect(await docs.locator('body').innerText()).not.toContain('Bearer ')
  })

  it('says that nobody is signed in, and links to sign-in, until a sign-in in another tab', async () => {
    const page = await browser.openSignedIn('/healthz')
    const session = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
    await page.evaluate(() => localStorage.clear())
    await page.goto('/docs')
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await page.evaluate((entries) => {
      Object.assign(localStorage, entries)
      document.dispatchEvent(new Event('visibilitychange'))
    }, session)
    await page.getByText(/sends calls with your session/).waitFor()
  })

  it('says that an expired session has to be renewed, when the page is shown and before a call is sent', async () => {
    const page = await browser.openSignedIn('/docs')
    await page.getByText(/sends calls with your session/).waitFor()
    const expires = (at: string) => page.evaluate((moment) => localStorage.setItem('token_expiration', moment), at)
    const expiration = await page.evaluate(() => localStorage.getItem('token_expiration'))
    await expires(String(Date.now() - 1000))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByText(/^Your session has to be renewed\./).waitFor()
    expect(await page.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe('/pages/dashboard')

    await expires(String(expiration))
    expect(await tryLightGroups(page)).toBe(200)
    await page.getByText(/sends calls with your session/).waitFor()
  })
})
