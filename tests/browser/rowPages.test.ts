import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'
import { remoteOnce, type Row } from '../support/browser/remote'

const browser = startChromium()
const remote = remoteOnce()

/** On how many lines the text of an element stands. */
const linesOf = (part: Locator) =>
  part.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })

describe('the page of a plant on paper', () => {
  it('has each name of a range on one line', async () => {
    const { body } = await remote.call('GET', '/plants')
    const plant = (body.result as Row[]).find((row) => row['lightGroupId'] !== null)
    const page = await browser.openSignedIn(`/pages/plants/${plant?.id}`)
    const name = page.getByText('Illuminance', { exact: true })
    await name.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await linesOf(name)).toBe(1)
  })
})
