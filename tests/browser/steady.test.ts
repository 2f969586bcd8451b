// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'
import { signal } from '../support/signal'

const browser = startChromium()

/**
 * Opens a list, and has the page record layout shifts, also those right after user input; `buffered`: earlier ones, too. Left out: what
 * moves within a cell of a table's rows, which another page's rows reuse (a text of another width or of two lines).
 */
async function openWatched(path: string, width: number, buffered = false): Promise<Page> {
  const page = await browser.openSignedIn(path, { viewport: { width, height: 900 } })
  await settled(page)
  await painted(page)
  await watch(page, buffered)
  return page
}

async function watch(page: Page, buffered: boolean): Promise<void> {
  await page.evaluate((before) => {
    const moved: string[] = []
    Object.assign(globalThis, { frondMoved: moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(...whatMoved(entry))
    }).observe({ type: 'layout-shift', buffered: before })

    function whatMoved(entry: PerformanceEntry): string[] {
      const { sources = [] } = entry as PerformanceEntry & { sources?: { node: Node | null; currentRect: DOMRect }[] }
      return sources
        .filter(({ node, currentRect: to }) => !isInCell(node, to))
        .map(({ node }) => `${node?.nodeName ?? 'what is gone'}: ${node?.textContent?.slice(0, 40) ?? ''}`)
    }

    /** A generated mark, as of a status, has no node. */
    function isInCell(node: Node | null, { x, y, width, height }: DOMRect): boolean {
      const at = node?.parentElement ?? document.elementFromPoint(x + width / 2, y + height / 2)
      const cell = at?.closest('tbody td, tbody th') ?? null
      return cell !== null && getComputedStyle(cell).display === 'table-cell'
    }
  }, buffered)
}

/** Waits until the requested rows are there. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('rowheader').first().waitFor()
  await page.locator('main table[aria-busy=false]').waitFor()
}

/** Waits until the browser has painted and, once idle, has reported the shifts. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    await new Promise((resolve) => requestIdleCallback(resolve))
  })
}

/** Returns the layout shifts since the last call. */
async function moved(page: Page): Promise<readonly string[]> {
  await settled(page)
  return shifts(page)
}

async function shifts(page: Page): Promise<readonly string[]> {
  await painted(page)
  return page.evaluate(() => (globalThis as unknown as { frondMoved: string[] }).frondMoved.splice(0))
}

/** Returns the first row's name. */
const first = (page: Page) => page.getByRole('main').getByRole('rowheader').first().innerText()

async function becomesOther(page: Page, before: string): Promise<void> {
  await expect.poll(() => first(page)).not.toBe(before)
}

async function turn(page: Page, name: string): Promise<void> {
  const before = await first(page)
  await page.getByRole('button', { name }).click()
  await becomesOther(page, before)
}

async function goBack(page: Page): Promise<void> {
  const before = await first(page)
  await page.goBack()
  await becomesOther(page, before)
}

describe.each([1440, 375])('in a list at %i pixels', (width) => {
  it.each(['gateways?pageSize=10', 'sensors', 'plants?pageSize=10'])('nothing of %s moves with the pages', async (list) => {
    const page = await openWatched(`/pages/${list}`, width)
    for (const step of [
      () => turn(page, 'Next page'),
      () => turn(page, 'Last page'),
      () => turn(page, 'Previous page'),
      () => goBack(page),
      () => goBack(page),
    ]) {
      await step()
      expect(await moved(page)).toEqual([])
    }
  })
})

describe('while a list is loaded by its address', () => {
  it.each(['plants', 'sensors', 'gateways'])('nothing of %s moves, at 1440 and 1024 pixels', async (slug) => {
    for (const width of [1440, 1024]) {
      const page = await openWatched(`/pages/${slug}`, width, true)
      expect(await moved(page)).toEqual([])
      await page.close()
    }
  })
})

describe.each([1440, 375])('while the dashboard loads at %i pixels', (width) => {
  it.each(['alerts', 'rollouts', 'dashboard/attention'])('nothing moves when the answer of %s comes last', async (late) => {
    const page = await browser.openSignedIn('/pages/account', { viewport: { width, height: 900 } })
    // What follows a loading section is hidden for a second: here until its answer comes, however long that takes.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    const others = signal()
    await page.route(new RegExp(`/api/v1/${late}(\\?|$)`), async (route) => {
      await others.given
      await route.continue()
    })
    await page.goto('/pages/dashboard')
    await page.getByText('Readings per hour').first().waitFor({ state: 'attached' })
    await page.getByText('Recent activity').first().waitFor({ state: 'attached' })
    await painted(page)
    others.give()
    await page.getByRole('region', { name: 'Open alerts' }).getByRole('listitem').first().waitFor()
    for (const name of ['Rollouts', 'Needs attention']) await page.getByRole('region', { name }).waitFor()
    await watch(page, true)
    expect(await shifts(page)).toEqual([])
  })
})

describe('in a list', () => {
  it.each(['gateways', 'sensors', 'users'])('nothing of %s moves with their order', async (slug) => {
    const page = await openWatched(`/pages/${slug}`, 1440)
    const sorts = page.getByRole('columnheader').getByRole('button')
    for (const nth of [0, 1, 2, 2]) {
      const before = page.url()
      await sorts.nth(nth).click()
      await expect.poll(() => page.url()).not.toBe(before)
      expect(await moved(page)).toEqual([])
    }
    await page.goBack()
    expect(await moved(page)).toEqual([])
  })

  it('nothing moves on a phone when another order is chosen', async () => {
    const page = await openWatched('/pages/gateways', 375)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Sort by').selectOption({ label: 'EUI' })
    await page.waitForURL((url) => url.searchParams.get('sort') === 'eui')
    expect(await moved(page)).toEqual([])
  })

  it('no column is too narrow for its header', async () => {
    const page = await browser.openSignedIn('/pages/gateways')
    for (const slug of [
      'gateways',
      'sensors',
      'plants',
      'plant-requests',
      'humidity-groups',
      'temperature-groups',
      'light-groups',
      'gateway-hardwares',
      'gateway-firmwares',
      'users',
    ]) {
      await page.goto(`/pages/${slug}`)
      await settled(page)
      for (const width of [700, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const cut = await page
          .getByRole('columnheader')
          .evaluateAll((heads) => heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent))
        expect(cut).toEqual([])
      }
    }
  })
})
