import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'

const browser = startChromium()

/** Presses a key so many times; returns the focused elements that something else covers, or that lie outside the window. */
async function coveredFocus(page: Page, key: 'Tab' | 'Shift+Tab', presses: number): Promise<string[]> {
  const covered = new Set<string>()
  for (let at = 0; at < presses; at += 1) {
    await page.keyboard.press(key)
    const found = await page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return null
      const { top, bottom, left } = focused.getBoundingClientRect()
      const shown = [top + 3, bottom - 3].map((y) => document.elementFromPoint(left + 3, y))
      return shown.some((element) => element !== null && focused.contains(element)) ? null : focused.outerHTML
    })
    if (found !== null) covered.add(found)
  }
  return [...covered]
}

describe('what has the focus', () => {
  it.each([
    ['/pages/dashboard', 1440],
    ['/pages/gateways', 1440],
    ['/pages/plants/new', 375],
  ])('is never under the top bar or under a form’s actions: %s at %i pixels', async (path, width) => {
    const page = await browser.openSignedIn(path, { viewport: { width, height: 520 } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('main .btn').first().waitFor()
    expect(await coveredFocus(page, 'Tab', 80)).toEqual([])
    expect(await coveredFocus(page, 'Shift+Tab', 80)).toEqual([])
  })

  it('does not scroll the page when it is in a bar that sticks', async () => {
    const page = await browser.openSignedIn('/pages/plants/new', { viewport: { width: 1440, height: 700 } })
    const actions = page.getByRole('button', { name: 'Create plant' })
    await actions.waitFor()
    const scrolled = () => page.evaluate(() => window.scrollY)
    await page.evaluate(() => window.scrollTo(0, 300))
    await actions.focus()
    expect(await scrolled()).toBe(300)
    await page.getByRole('banner').getByRole('button').first().focus()
    expect(await scrolled()).toBe(300)
  })
})

describe('the menu’s drawer', () => {
  it('has the focus once it is opened, also while it still moves, and returns it on Escape', async () => {
    const page = await browser.openSignedIn('/pages/dashboard', {
      viewport: { width: 375, height: 720 },
      reducedMotion: 'no-preference',
    })
    const toggle = page.getByRole('button', { name: 'Menu', exact: true })
    await toggle.press('Enter')
    await expect.poll(() => page.locator(':focus').allInnerTexts()).toEqual(['Gateways'])
    await page.keyboard.press('Escape')
    await expect.poll(() => toggle.evaluate((button) => button === document.activeElement)).toBe(true)
  })
})
