import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'

const browser = startChromium()

describe('the API documentation', () => {
  it('opens in a tab of its own, unfolds a call and sends it with this browser’s session, whose token it shows nowhere', async () => {
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
    await docs.getByText('/api/v1/gateways/register').first().click()

    await docs.getByText(/sends calls with your session/).waitFor()
    await docs.getByRole('link', { name: 'Light groups', exact: true }).click()
    await docs.getByText('List light groups', { exact: true }).click()
    await docs.getByRole('button', { name: 'Try it out' }).click()
    const response = docs.waitForResponse(/\/api\/v1\/light_groups\?/)
    await docs.getByRole('button', { name: 'Execute' }).click()
    expect((await response).status()).toBe(200)
    await docs
      .getByText(/"plantsCount"/)
      .first()
      .waitFor()
    expect(await docs.locator('body').innerText()).not.toContain('Bearer ')
  })

  it('says that nobody is signed in, and where to', async () => {
    const page = await browser.open('/docs')
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
  })
})
