import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listed } from '../support/browser/areas'
import { startChromium } from '../support/browser/browser'

const browser = startChromium()
const rows = (page: Page) => page.getByRole('main').locator('[data-row]')

describe.each([1440, 375])('a list of 200 rows at %i pixels', (width) => {
  it('is found again by Back where it was left, with the focus on the row that was opened', async () => {
    const page = await browser.openSignedIn('/pages/sensors?pageSize=200', { viewport: { width, height: 760 } })
    await listed(page)
    // Fewer rows than before the code for many rows has loaded.
    await expect.poll(() => rows(page).count()).toBeLessThan(40)
    await page.evaluate(() => scrollTo(0, 6600))
    const middle = () =>
      page.evaluate(
        () =>
          document
            .elementFromPoint(innerWidth / 2, innerHeight / 2)
            ?.closest('[data-row]')
            ?.querySelector('a')?.textContent,
      )
    await expect.poll(middle).toBeTruthy()
    const name = (await middle()) ?? ''
    await rows(page).getByRole('link', { name, exact: true }).press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goBack()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
    const box = await page.locator(':focus').boundingBox()
    expect(box?.y).toBeGreaterThan(56)
    expect(box?.y).toBeLessThan(700)
  })
})

describe('ten thousand rows at once', () => {
  /** Opens the list as from a server without pages. */
  async function openMany(): Promise<Page> {
    const page = await browser.openSignedIn('/pages/dashboard')
    await page.route(/\/api\/v1\/sensors\?.*pageSize=200/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { result: Record<string, unknown>[]; meta: object }
      const result = Array.from({ length: 10_000 }, (_, at) => ({
        ...body.result[at % body.result.length],
        id: `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`,
        name: `Row ${String(at).padStart(5, '0')}`,
      }))
      await route.fulfill({ json: { result, meta: { ...body.meta, total: 10_000 } } })
    })
    await page.goto('/pages/sensors?pageSize=200')
    await listed(page)
    return page
  }

  /** Counts the rows in the DOM, and those of them in the window. */
  function counted(page: Page): Promise<{ drawn: number; seen: number }> {
    return rows(page).evaluateAll((all) => ({
      drawn: all.length,
      seen: all.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      }).length,
    }))
  }

  it('render only the rows near the window, wherever it is scrolled', async () => {
    const page = await openMany()
    for (const part of [0, 0.5, 1, 0.25]) {
      await page.evaluate((to) => scrollTo(0, document.documentElement.scrollHeight * to), part)
      await expect
        .poll(async () => {
          const { drawn, seen } = await counted(page)
          return seen > 0 && drawn - seen <= 60
        })
        .toBe(true)
    }
  })

  it('are reached by the keyboard, also those that are not rendered', async () => {
    const page = await openMany()
    // Fewer rows than before the code for many rows has loaded.
    await expect.poll(() => rows(page).count()).toBeLessThan(40)
    const step = async (key: 'j' | 'k', to: number) => {
      await page.keyboard.press(key)
      const name = `Row ${String(to).padStart(5, '0')}`
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
    }
    for (let at = 0; at < 45; at += 1) await step('j', at)
    await step('k', 43)
  })

  it('are all printed', async () => {
    const page = await browser.openSignedIn('/pages/sensors?pageSize=200')
    await listed(page)
    // Fewer rows than before the code for many rows has loaded.
    await expect.poll(() => rows(page).count()).toBeLessThan(40)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await rows(page).count()).toBe(200)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(() => rows(page).count()).toBeLessThan(120)
  })
})
