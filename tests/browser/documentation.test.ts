import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'

const browser = startChromium()

describe('the API documentation', () => {
  it('opens in a tab of its own, lists the calls and unfolds one when the menu leads there', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    const opened = page.context().waitForEvent('page')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /API Documentation/ })
      .click()
    const docs = await opened
    const registering = docs.getByText('/api/v1/gateways/register')
    await docs.getByText('/api/v1/users/login').first().waitFor()
    // The reader draws what is near the window.
    const scrolled = async () => {
      await docs.mouse.wheel(0, 400)
      return registering.count()
    }
    await expect.poll(scrolled).toBeGreaterThan(0)
    await registering.first().click()
    await docs.getByText('serialNumber').first().waitFor()
  })
})
