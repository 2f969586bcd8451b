import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'

const browser = startChromium()

describe('a list with more rows than are rendered', () => {
  it('fills its frame with its columns', async () => {
    const page = await browser.openSignedIn('/pages/sensors?pageSize=100')
    const main = page.getByRole('main')
    await main.getByRole('rowheader').first().waitFor()
    const right = (await main.getByRole('columnheader').last().boundingBox()) ?? { x: 0, width: 0 }
    const frame = (await main.locator('.table-frame').boundingBox()) ?? { x: 0, width: 0 }
    expect(frame.x + frame.width - (right.x + right.width)).toBeLessThan(3)
  })
})
