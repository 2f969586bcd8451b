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

describe('the history of a row', () => {
  it('has the former value before the new one, also when both are written from right to left', async () => {
    const { id } = await remote.create('gateways', { name: 'שרך' })
    await remote.call('PUT', `/gateways/${id}`, { name: 'אזוב' })
    const page = await browser.openSignedIn(`/pages/gateways/${id}`)
    const [former, present] = [page.getByRole('deletion'), page.getByRole('insertion')]
    await present.waitFor()
    const [before, after] = await Promise.all([former.boundingBox(), present.boundingBox()])
    expect(before?.x).toBeLessThan(after?.x ?? 0)
  })
})
