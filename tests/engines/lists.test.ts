// @module-tag full
import { describe, expect, it } from 'vitest'
import { areas, unlisted } from '../../src/areas'
import { listPath } from '../../src/crud/model/paths'
import { startChromium } from '../support/browser/browser'
import { cutCells } from '../support/browser/cells'

const browser = startChromium()
const slugs = [...areas, ...unlisted].map(({ slug }) => slug)

describe.each([1024, 1440, 1920])('at %i pixels', (width) => {
  it.each(slugs)('the list of %s has every cell within its frame', async (slug) => {
    const page = await browser.openSignedIn(listPath(slug), { viewport: { width, height: 900 } })
    await page.getByRole('main').getByRole('rowheader').first().waitFor()
    await page.locator('main table[aria-busy=false]').waitFor()
    const frame = page.locator('.table-frame')
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await page.evaluate(cutCells)).toEqual([])
  })
})

describe('the measurement', () => {
  it('finds a cell beyond the frame, and a text that its cell cuts', async () => {
    const page = await browser.openSignedIn('/pages/gateways')
    await page.getByRole('main').getByRole('rowheader').first().waitFor()
    expect(await page.evaluate(cutCells)).toEqual([])
    const state = page.locator('main tbody td[data-label=State]').first()
    await state.evaluate((cell) =>
      Object.assign(cell.style, { display: 'block', width: '20px', overflow: 'hidden', whiteSpace: 'nowrap' }),
    )
    await page
      .locator('main tbody tr')
      .nth(1)
      .evaluate((row) => Object.assign(row.style, { translate: '50px' }))
    const found = await page.evaluate<string[]>(cutCells)
    expect(found.some((cell) => cell.startsWith('State: '))).toBe(true)
    expect(found.length).toBeGreaterThan(1)
  })
})
