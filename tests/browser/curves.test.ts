import { beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../support/browser/barriers'
import { startChromium } from '../support/browser/browser'
import { signInRemotely, type Row } from '../support/browser/remote'

const browser = startChromium()
let path: string
let plantPath: string
let lightPath: string
beforeAll(async () => {
  const remote = await signInRemotely()
  const { body } = await remote.call('GET', '/sensors?state=online&pageSize=200')
  const sensors = body.result as Row[]
  const sensor = sensors.find((row) => row['model'] === 'Mossgate Leaf' && row['plantId'] !== null)
  const light = sensors.find((row) => row['model'] === 'Tallgrass Lumen')
  if (sensor === undefined || light === undefined) throw new Error('The demo has no such sensor')
  path = `/pages/sensors/${sensor.id}?metric=air_temperature&last=7d`
  plantPath = `/pages/plants/${String(sensor['plantId'])}?metric=air_temperature&last=7d`
  lightPath = `/pages/sensors/${light.id}?metric=dli`
})

describe('a curve', () => {
  it.each(['sensor', 'plant'])('of a %s is drawn within its frame, also after the window has become narrow', async (whose) => {
    const page = await browser.openSignedIn(whose === 'plant' ? plantPath : path)
    const canvas = page.locator('.chart-plot canvas')
    await canvas.waitFor()
    const isDrawn = () =>
      canvas.evaluate((element: HTMLCanvasElement) => {
        const { data = [] } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {}
        return data.some((part) => part !== 0)
      })
    await expect.poll(isDrawn).toBe(true)
    await page.setViewportSize({ width: 375, height: 800 })
    await expect.poll(async () => (await canvas.boundingBox())?.width ?? 1000).toBeLessThan(375)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })

  it.each(['C', 'en_US.UTF-8'])('is drawn where the browser’s language is no language tag: %s', async (language) => {
    const page = await browser.openSignedIn('/pages/dashboard')
    await page.addInitScript((tag) => Object.defineProperty(Navigator.prototype, 'language', { value: tag }), language)
    await page.goto(path)
    await page.locator('.chart-plot canvas').waitFor()
  })

  it('is read by the keyboard', async () => {
    const page = await browser.openSignedIn(path)
    const slider = page.getByRole('slider', { name: 'Points of the curve' })
    await page.locator('.chart-plot canvas').waitFor()
    await slider.press('ArrowLeft')
    const last = await slider.getAttribute('aria-valuetext')
    await slider.press('ArrowLeft')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toBe(last)
    const words = (await slider.getAttribute('aria-valuetext')) ?? ''
    expect(words).toMatch(/^\d+ \w+ \d{4}, .* °C/)
    await page.locator('.chart-readout', { hasText: words }).waitFor()
  })

  it.each(['sensor', 'plant'])('of a %s zooms into a dragged span', async (whose) => {
    const page = await browser.openSignedIn(whose === 'plant' ? plantPath : path)
    await page.locator('.chart-plot canvas').waitFor()
    await page.locator('.chart-plot').scrollIntoViewIfNeeded()
    const over = await page.locator('.chart-plot .u-over').boundingBox()
    if (over === null) throw new Error('The chart is not on the screen')
    await page.mouse.move(over.x + over.width * 0.5, over.y + 80)
    await page.mouse.down()
    await page.mouse.move(over.x + over.width * 0.8, over.y + 90, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => new URL(page.url()).searchParams.has('from')).toBe(true)
    await page.locator('.chart-plot canvas').waitFor()
  })

  it.each(['sensor', 'plant'])('of a %s keeps the point that the keyboard inspects when it is drawn again', async (whose) => {
    const page = await browser.openSignedIn(whose === 'plant' ? plantPath : path, { timezoneId: 'Asia/Tokyo' })
    const slider = page.getByRole('slider', { name: 'Points of the curve' })
    await page.locator('.chart-plot .u-wrap').evaluate((plot) => plot.setAttribute('data-first', ''))
    await slider.press('Home')
    const words = await slider.getAttribute('aria-valuetext')
    const cursor = page.locator('.chart-plot .u-cursor-x')
    const before = (await cursor.boundingBox())?.x
    await page.getByRole('button', { name: 'Times' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'UTC' }).click()
    await page.locator('.chart-plot .u-wrap:not([data-first])').waitFor()
    expect(await slider.getAttribute('aria-valuenow')).toBe('1')
    expect(await slider.getAttribute('aria-valuetext')).not.toBe(words)
    expect((await cursor.boundingBox())?.x).toBeCloseTo(before ?? NaN)
  })

  it('of daily light begins with the first whole day', async () => {
    const page = await browser.openSignedIn(lightPath)
    await page.locator('.chart-plot canvas').waitFor()
    await page.getByRole('slider', { name: 'Points of the curve' }).press('Home')
    const plot = await page.locator('.chart-plot .u-over').boundingBox()
    const mark = await page.locator('.chart-plot .u-cursor-pt:visible').boundingBox()
    expect((mark?.x ?? NaN) + (mark?.width ?? NaN) / 2).toBeGreaterThanOrEqual((plot?.x ?? NaN) - 1)
  })

  it.each(['', '&look=table'])('has no findings of axe in either theme at any width: %o', async (look) => {
    const page = await browser.openSignedIn(`${path}${look}`)
    await page.locator(look === '' ? '.chart-plot canvas' : '.table-scroll').waitFor()
    expect(await barriers(page, path)).toEqual([])
  })
})
