import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'
import { signInRemotely, type Row } from '../support/browser/remote'

const browser = startChromium()
const forced = { forcedColors: 'active', colorScheme: 'dark' } as const

/** Number of colours in the middle of what is drawn of an element, without its border, its focus and the pointer. */
async function coloursOf(page: Page, element: Locator): Promise<number> {
  await page.mouse.move(0, 0)
  await element.blur()
  const picture = await element.screenshot()
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes]))
    const { width, height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(image, 0, 0)
    const { data = [] } = context?.getImageData(4, 4, width - 8, height - 8) ?? {}
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join())
    return colours.size
  }, picture.toString('base64'))
}

describe('with forced colours', () => {
  it('a selected row has a tick, and the button of its menu has dots', async () => {
    const page = await browser.openSignedIn('/pages/humidity-groups', forced)
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Bog' }) })
    const checkbox = row.getByRole('checkbox')
    expect(await coloursOf(page, checkbox)).toBe(1)
    await checkbox.check()
    await expect.poll(() => coloursOf(page, checkbox)).toBeGreaterThan(1)
    expect(await coloursOf(page, row.getByRole('button', { name: 'Actions for Bog' }))).toBeGreaterThan(1)
  })

  it('a switch shows its thumb, on and off', async () => {
    const page = await browser.open('/sign-in', forced)
    const remember = page.getByLabel('Remember me')
    expect(await coloursOf(page, remember)).toBeGreaterThan(1)
    await remember.uncheck()
    expect(await coloursOf(page, remember)).toBeGreaterThan(1)
  })

  it('a curve shows on its target range, and the chosen period among the others', async () => {
    const { call } = await signInRemotely()
    const { body } = await call('GET', '/sensors?condition=ok&state=online')
    const [sensor] = body.result as Row[]
    const page = await browser.openSignedIn(`/pages/sensors/${sensor?.id}?last=7d`, forced)
    const canvas = page.locator('.chart-plot canvas')
    const opaque = () =>
      canvas.evaluate((element: HTMLCanvasElement) => {
        const { data = [] } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {}
        return data.filter((part, at) => at % 4 === 3 && part === 255).length / (data.length / 4)
      })
    await expect.poll(opaque).toBeGreaterThan(0)
    expect(await opaque()).toBeLessThan(0.3)
    const background = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor)
    expect(await background('7 d')).not.toBe(await background('30 d'))
  })

  it('the current tab of a list and the days of low uptime stand out', async () => {
    const colour = (element: Locator, property: 'borderBottomColor' | 'fill') =>
      element.evaluate((one, name) => getComputedStyle(one)[name], property)
    const requests = await browser.openSignedIn('/pages/plant-requests?status=requested', forced)
    const tabs = requests.getByRole('navigation', { name: 'Plant requests by status' })
    const borders = ['Requested', 'Approved'].map((name) => colour(tabs.getByRole('link', { name }), 'borderBottomColor'))
    expect(new Set(await Promise.all(borders)).size).toBe(2)
    const { call } = await signInRemotely()
    const { body } = await call('GET', '/gateways?state=offline')
    const [gateway] = body.result as Row[]
    const page = await browser.openSignedIn(`/pages/gateways/${gateway?.id}`, forced)
    const bars = page.getByRole('slider', { name: 'Uptime by day' })
    const fills = ['.bar-low', '.bar-value:not(.bar-low)'].map((bar) => colour(bars.locator(bar).first(), 'fill'))
    expect(new Set(await Promise.all(fills)).size).toBe(2)
  })

  it('the option that Enter chooses stands out', async () => {
    const page = await browser.openSignedIn('/pages/sensors/new', forced)
    await page.getByRole('combobox', { name: 'Gateway' }).press('ArrowDown')
    const first = page.getByRole('option').first()
    await first.waitFor()
    await page.keyboard.press('ArrowDown')
    const outlines = () =>
      page
        .getByRole('option')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle).filter((style) => style === 'solid'))
    await expect.poll(outlines).toHaveLength(1)
  })
})
