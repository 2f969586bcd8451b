import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { adminEmail, adminPassword } from '../../src/tools/product'
import { listed } from '../support/browser/areas'
import { signIn, startChromium, submitSignIn } from '../support/browser/browser'

const browser = startChromium()
const rows = (page: Page) => page.getByRole('main').locator('[data-row]')

async function heads(page: Page): Promise<string[]> {
  const texts = await page.getByRole('main').getByRole('columnheader').allInnerTexts()
  return texts.map((text) => text.trim()).filter((text) => text !== '' && text !== 'Actions')
}

async function openColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('list', { name: 'Columns' }).waitFor()
}

describe('a user’s preferences for a list', () => {
  it('last over a sign-out, and apply to no other user', async () => {
    const person = await browser.person()
    const page = await person.newPage()
    await page.goto('/sign-in')
    await signIn(page)
    await page.goto('/pages/gateways')
    await listed(page)
    const plain = await heads(page)
    await openColumns(page)
    await page.getByRole('checkbox', { name: 'EUI' }).uncheck()
    await page.getByRole('button', { name: 'Move Firmware up' }).click()
    await page.getByRole('radio', { name: 'Compact' }).check()
    const chosen = await heads(page)
    expect(chosen).not.toContain('EUI')
    await page.keyboard.press('Escape')

    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.goto('/sign-in?returnUrl=%2Fpages%2Fgateways')
    await submitSignIn(page, adminEmail, adminPassword)
    await listed(page)
    expect(await heads(page)).toEqual(chosen)
    await page.getByRole('table', { name: 'Gateways' }).and(page.locator('.data-table-compact')).waitFor()

    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.goto('/sign-up')
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Email').fill(`grace${process.pid}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill('moss and morning dew 7')
    await page.getByLabel('Confirm password').fill('moss and morning dew 7')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.goto('/pages/gateways')
    await listed(page)
    expect(await heads(page)).toEqual(plain)
  })

  it('apply in other tabs, and two concurrent changes are both kept', async () => {
    const one = await browser.openSignedIn('/pages/sensors')
    const other = await one.context().newPage()
    await other.goto('/pages/sensors')
    for (const page of [one, other]) await listed(page)
    await openColumns(one)
    await one.getByRole('checkbox', { name: 'EUI' }).uncheck()
    await expect.poll(() => heads(other)).not.toContain('EUI')

    await openColumns(other)
    // A tab may receive the other's change between its click and the new mark: only the final state counts.
    await Promise.all([
      one.getByRole('checkbox', { name: 'Battery' }).press(' '),
      other.getByRole('radio', { name: 'Compact' }).press(' '),
    ])
    for (const page of [one, other]) {
      await expect.poll(() => heads(page)).not.toContain('Battery')
      await page.locator('.data-table-compact').waitFor()
      await page.reload()
      await listed(page)
      expect(await heads(page)).not.toContain('Battery')
      expect(await heads(page)).not.toContain('EUI')
      await page.locator('.data-table-compact').waitFor()
    }
  })
})

describe('a list on paper', () => {
  it('has its rows and their range, and no controls', async () => {
    const page = await browser.openSignedIn('/pages/gateways?pageSize=10')
    await listed(page)
    await page.emulateMedia({ media: 'print' })
    expect(
      await page
        .getByRole('main')
        .getByText(/^1–10 of \d+ gateways$/)
        .isVisible(),
    ).toBe(true)
    expect(await page.getByRole('main').getByRole('rowheader').first().isVisible()).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    for (const part of [
      page.getByRole('navigation', { name: 'Menu' }),
      page.getByRole('banner'),
      page.getByRole('searchbox'),
      page.getByRole('button', { name: 'Export' }),
      page.getByRole('button', { name: 'Next page' }),
      page.getByRole('combobox', { name: 'Rows per page' }),
      page.getByRole('checkbox', { name: 'Select all on this page' }),
    ])
      expect(await part.isVisible()).toBe(false)
  })
})

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (box === null) throw new Error('A part of the list is not to be seen')
  return box
}
const topOf = async (part: Locator) => (await boxOf(part)).y
const bottomOf = async (part: Locator) => boxOf(part).then(({ y, height }) => y + height)

describe.each([1440, 1024])('a list at %i pixels', (width) => {
  it('cuts no column, keeps titles and selection visible, and never covers the focus', async () => {
    const page = await browser.openSignedIn('/pages/sensors', { viewport: { width, height: 700 } })
    await listed(page)
    const frame = page.locator('.table-frame')
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await rows(page).first().getByRole('checkbox').check()
    await rows(page).last().getByRole('link').first().focus()
    const head = page.getByRole('columnheader', { name: 'Name' })
    const bar = page.getByRole('region', { name: 'Selection' })
    expect(await bottomOf(bar)).toBeLessThanOrEqual(await topOf(page.getByRole('navigation', { name: 'Pages' })))
    expect(await bottomOf(head)).toBeLessThan(200)
    const links = rows(page).locator('th a')
    const last = (await links.count()) - 1
    for (let at = last; at > 5; at -= 1) {
      await links.nth(at).focus()
      expect(await topOf(links.nth(at))).toBeGreaterThanOrEqual(await bottomOf(head))
    }
    const barTop = await topOf(bar)
    for (let at = 0; at <= last; at += 1) {
      await links.nth(at).focus()
      expect(await bottomOf(links.nth(at))).toBeLessThanOrEqual(barTop)
    }
  })

  it('leaves the last row free of a bar with many actions, however many lines that has', async () => {
    const page = await browser.openSignedIn('/pages/plant-requests?view=all', {
      viewport: { width: width === 1024 ? 768 : width, height: 700 },
    })
    await listed(page)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Approve' }).waitFor()
    const last = rows(page).last()
    await last.scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 20_000)
    const gap = async () => (await topOf(bar)) - (await bottomOf(last))
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
  })

  it('moves no row when the first is selected', async () => {
    const page = await browser.openSignedIn('/pages/gateways', { viewport: { width, height: 700 } })
    await listed(page)
    const before = await rows(page).nth(2).boundingBox()
    await rows(page).first().getByRole('checkbox').check()
    await page.getByRole('region', { name: 'Selection' }).waitFor()
    expect(await rows(page).nth(2).boundingBox()).toEqual(before)
  })
})

describe.each([1440, 1024])('a list with more columns than fit into %i pixels', (width) => {
  /** How far the frame is scrolled and the page could be, and where the frame, its titles and the cells of its last row are. */
  const places = (page: Page) =>
    page.locator('.table-frame').evaluate((frame) => {
      const placeOf = (one: Element) => one.getBoundingClientRect().toJSON() as DOMRect
      const [heads, cells] = ['thead th', 'tbody tr:last-child > *'].map((those) =>
        [...frame.querySelectorAll(those)].map(placeOf),
      )
      const { scrollTop: top, scrollLeft: left } = frame
      return { top, left, beyond: document.documentElement.scrollHeight - innerHeight, frame: placeOf(frame), heads, cells }
    })

  it('keeps titles above their columns and menus in sight both ways, hides no focus, and is left and found again', async () => {
    const page = await browser.openSignedIn('/pages/sensors', { viewport: { width, height: 700 } })
    await listed(page)
    await openColumns(page)
    const boxes = page.getByRole('list', { name: 'Columns' }).getByRole('checkbox', { checked: false })
    while ((await boxes.count()) > 0) await boxes.first().check()
    await page.keyboard.press('Escape')
    await rows(page).first().getByRole('checkbox').check()
    const frame = page.locator('.table-frame')
    await frame.evaluate((one) => one.scrollTo(one.scrollWidth, one.scrollHeight))
    const { top, left, heads, cells, beyond, ...at } = await places(page)
    expect(beyond).toBe(0)
    expect(Math.min(top, left)).toBeGreaterThan(20)
    expect(heads?.map((head) => [head.left, head.width])).toEqual(cells?.map((cell) => [cell.left, cell.width]))
    for (const head of heads ?? []) expect(Math.abs(head.top - at.frame.top)).toBeLessThan(2)
    expect(cells?.at(-1)?.right).toBeLessThanOrEqual(at.frame.right)

    const covered = await rows(page)
      .locator('a, button')
      .evaluateAll((controls) =>
        controls.toReversed().filter((control) => {
          ;(control as HTMLElement).focus()
          const { left, right, top, bottom } = control.getClientRects()[0] ?? new DOMRect()
          const points = [left + 3, (left + right) / 2, right - 3]
          return points.every((x) => !control.contains(document.elementFromPoint(x, (top + bottom) / 2)))
        }),
      )
    expect(covered).toHaveLength(0)

    await frame.evaluate((one) => one.scrollTo(0, 250))
    const link = rows(page).nth(9).getByRole('link').first()
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Sensors' }).waitFor({ state: 'detached' })
    await page.goBack()
    await expect.poll(async () => (await places(page)).top).toBe(250)
    await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(async () => (await places(page)).top).toBe(0)
  })
})

describe('a tooltip over the button below', () => {
  it('gives way to the pointer, whose press moves that column and leaves the panel open', async () => {
    const page = await browser.openSignedIn('/pages/gateways')
    await listed(page)
    await openColumns(page)
    const downs = page.getByRole('button', { name: /^Move .+ down$/ })
    const names = () => downs.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
    const before = await names()
    await downs.first().hover()
    await page.getByRole('tooltip').waitFor()
    const { x, y, width, height } = (await downs.nth(1).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 8 })
    await page.mouse.down()
    await page.mouse.up()
    await expect.poll(names).toEqual([before[0], before[2], before[1], ...before.slice(3)])
  })
})

describe('a list on a phone', () => {
  it('tells the exact moment of a time that is tapped', async () => {
    const phone = { viewport: { width: 375, height: 720 }, hasTouch: true }
    const page = await browser.openSignedIn('/pages/gateways', phone)
    await listed(page)
    const time = rows(page).locator('time').first()
    const moment = await time.getAttribute('data-tip')
    await time.tap()
    await page
      .getByRole('tooltip')
      .filter({ hasText: moment ?? 'no moment' })
      .waitFor()
  })

  it('shows cards with labelled values, and filters in a drawer', async () => {
    const page = await browser.openSignedIn('/pages/gateways', { viewport: { width: 375, height: 720 } })
    await listed(page)
    const card = rows(page).first()
    const tops = await card.locator('[data-label]').evaluateAll((facts) => facts.map((fact) => fact.getBoundingClientRect().top))
    expect(tops).toHaveLength(3)
    expect(new Set(tops).size).toBe(1)
    expect(
      await card
        .locator('[data-label="State"]')
        .evaluate((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')),
    ).toBe('State')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.getByRole('button', { name: 'Filters' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByLabel('State').selectOption({ label: 'Offline' })
    await page.waitForURL((url) => url.searchParams.get('state') === 'offline')
    await drawer.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
  })

  it('keeps every EUI on one line on a narrow screen, as a row’s page does', async () => {
    const page = await browser.openSignedIn('/pages/gateways', { viewport: { width: 320, height: 640 } })
    await listed(page)
    const lines = () =>
      page
        .getByRole('main')
        .getByText(/^[\dA-F]{16}$/)
        .evaluateAll((found) => [...new Set(found.map((eui) => eui.getClientRects().length))])
    // A card shows few facts, so this one is chosen.
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'EUI' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await lines()).toEqual([1])
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('button', { name: 'Copy EUI' }).waitFor()
    expect(await lines()).toEqual([1])
  })
})
