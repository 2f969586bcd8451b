import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'
import { newEui, signInRemotely } from '../support/browser/remote'

const browser = startChromium()

/** Returns the elements in which a name is cut without an ellipsis, or that are cut themselves. */
const cutNames = (page: Page, name: string) =>
  page.evaluate((text) => {
    const hasEllipsis = (element: Element) => getComputedStyle(element).textOverflow === 'ellipsis'
    const rightOf = (box: Element | Range) => box.getBoundingClientRect().right
    const endOf = (element: Element) => {
      if (hasEllipsis(element)) return rightOf(element)
      const range = document.createRange()
      range.selectNodeContents(element)
      return rightOf(range)
    }
    const boxesOf = (element: Element): Element[] => [element, ...(element.parentElement ? boxesOf(element.parentElement) : [])]
    const isCut = (element: Element) =>
      boxesOf(element).some((box) => getComputedStyle(box).overflowX !== 'visible' && endOf(element) > rightOf(box) + 1)
    return [...document.querySelectorAll('main *, dialog[open] *')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.includes(text)))
      .filter((element) => element.closest('.sr-only') === null && isCut(element))
      .map((element) => element.outerHTML)
  }, name)

describe.each([375, 1440])('a name without a space, at %i pixels,', (width) => {
  it('is broken or ends in an ellipsis in lists, chips and the command palette', async () => {
    const remote = await signInRemotely()
    const name = `Gateway${'w'.repeat(39)}${width}`
    const gateway = await remote.create('gateways', { name, eui: newEui() })
    await remote.create('sensors', { gatewayId: gateway.id })
    const page = await browser.openSignedIn(`/pages/sensors?gatewayId=${gateway.id}`, { viewport: { width, height: 760 } })
    await page.getByRole('rowheader').first().waitFor()
    await page.getByRole('list', { name: 'Filters' }).getByText(name).waitFor()
    const found = await cutNames(page, name)
    // The filter's title stays in one line.
    expect((await page.locator('.chip-label').boundingBox())?.height).toBeLessThan(24)

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(name)
    await page.getByRole('option', { name }).first().waitFor()
    expect([...found, ...(await cutNames(page, name))]).toEqual([])
  })
})

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

describe('the activity on a phone', () => {
  it('has its filters in a drawer, and does not scroll sideways', async () => {
    // A phone enlarges `innerWidth` to what overflows, which a small window does not.
    const phone = { viewport: { width: 375, height: 720 }, isMobile: true, hasTouch: true }
    const page = await browser.openSignedIn('/pages/activity', phone)
    await page.getByRole('button', { name: 'Filters' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })
})

describe('the bar of a selection on a phone', () => {
  it.each(['plant-requests', 'alerts'])('has all its buttons inside it, for %s', async (slug) => {
    const page = await browser.openSignedIn(`/pages/${slug}`, { viewport: { width: 375, height: 760 } })
    await page.locator('[data-row] .select-target').first().click()
    const bar = page.getByRole('region', { name: 'Selection' })
    const ends = await bar
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().right))
    const right = await bar.evaluate((box) => box.getBoundingClientRect().right)
    expect(ends.length).toBeGreaterThan(3)
    expect(ends.filter((end) => end > right)).toEqual([])
  })
})
