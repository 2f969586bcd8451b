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

describe('the API documentation', () => {
  // One test, because Swagger UI takes ten times as long to open as a page of the console.
  it('opens in a new tab, follows this browser’s session, and sends a call with it, without showing its token', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    const opened = page.context().waitForEvent('page')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /API Documentation/ })
      .click()
    const docs = await opened
    // Otherwise it would renew the session, or end it, when the stored one changes.
    await page.close()
    // One call for the whole test: Swagger UI reads the whole document again for each that is opened.
    await docs.getByRole('link', { name: 'Humidity groups', exact: true }).click()
    await docs.getByText('List humidity groups', { exact: true }).click()
    await docs.getByRole('button', { name: 'Try it out' }).waitFor()
    expect(await barriers(docs, '/docs', swagger)).toEqual([])

    const isValid = docs.getByText(/sends calls with your session/)
    await isValid.waitFor()
    const session = await store(docs, {})
    await store(docs, { token_expiration: String(Date.now() - 1000) })
    await show(docs)
    await docs.getByText(/^Your session has to be renewed\./).waitFor()
    expect(await docs.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe('/pages/dashboard')

    await docs.evaluate(() => localStorage.clear())
    await show(docs)
    expect(await docs.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in')

    // The page is not shown again: the call itself finds the session that another tab has begun.
    await store(docs, session)
    await docs.getByRole('button', { name: 'Try it out' }).click()
    const response = docs.waitForResponse(/\/api\/v1\/humidity_groups\?/)
    await docs.getByRole('button', { name: 'Execute' }).click()
    expect((await response).status()).toBe(200)
    await isValid.waitFor()
    await docs
      .getByText(/"plantsCount"/)
      .first()
      .waitFor()
    expect(await docs.locator('body').innerText()).not.toContain('Bearer ')
  })
})

/** Stores these entries; returns all that are stored. */
function store(page: Page, entries: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  return page.evaluate((added) => Object.fromEntries(Object.entries(Object.assign(localStorage, added))), entries)
}

/** Has the page notice that it is shown. */
function show(page: Page): Promise<boolean> {
  return page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
