import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { barriers } from '../support/browser/barriers'
import { signIn, startChromium } from '../support/browser/browser'

// Each test opens several pages, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })

const browser = startChromium({ live: true })

/** Opens a page, and waits until it receives live events. */
async function openLive(path: string, prepare: (page: Page) => Promise<void> = async () => undefined): Promise<Page> {
  const page = await (await browser.person()).newPage()
  await prepare(page)
  await page.goto('/sign-in')
  const listening = () =>
    page.waitForResponse((response) => response.url().includes('/api/v1/events') && response.status() === 200)
  await Promise.all([listening(), signIn(page)])
  await Promise.all([listening(), page.goto(path)])
  return page
}

/** Creates a group whose name begins with `what` in the open form, and stays on its page; returns the name. */
async function createGroup(page: Page, what: string): Promise<string> {
  const name = `${what} ${Math.random().toString(36).slice(2, 8)}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Lowest soil moisture').fill('20')
  await page.getByLabel('Highest soil moisture').fill('60')
  await page.getByRole('button', { name: 'Create humidity group' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return name
}

describe('two administrators in two browsers', () => {
  it('see each other’s changes as they happen', async () => {
    const [one, other] = [await openLive('/pages/humidity-groups'), await openLive('/pages/humidity-groups/new')]
    await one.getByRole('rowheader').first().waitFor()
    const name = await createGroup(other, 'Seen at once')

    await one.getByRole('rowheader', { name }).waitFor()
  })
})

describe('a form that is open', () => {
  it('keeps what is typed when another user saves the row, and says so', async () => {
    const one = await openLive('/pages/humidity-groups/new')
    await createGroup(one, 'Edited by two')
    const other = await openLive(`${new URL(one.url()).pathname}/edit`)
    await one.getByRole('link', { name: 'Edit' }).click()
    await one.getByLabel('Highest soil moisture').fill('71')
    await other.getByLabel('Highest soil moisture').fill('72')
    await other.getByRole('button', { name: 'Save changes' }).click()

    await one.getByText('Someone else saved this humidity group.').waitFor()
    expect(await one.getByLabel('Highest soil moisture').inputValue()).toBe('71')
  })
})

describe('a row that somebody else deletes', () => {
  it('is shown as deleted on its page and in its form, which keeps what is typed', async () => {
    const [one, other] = [await openLive('/pages/humidity-groups/new'), await openLive('/pages/humidity-groups')]
    const name = await createGroup(one, 'Deleted by another')
    await other.getByRole('link', { name }).click()
    await other.getByRole('heading', { level: 1, name }).waitFor()
    await one.getByRole('link', { name: 'Edit' }).click()
    await one.getByLabel('Highest soil moisture').fill('71')
    await other.getByRole('button', { name: 'Delete' }).click()
    await other.getByRole('button', { name: 'Delete humidity group' }).click()

    await one.getByText('This humidity group has been deleted').waitFor()
    expect(await one.getByLabel('Highest soil moisture').inputValue()).toBe('71')
    expect(await one.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
    expect(await one.getByRole('alert').count()).toBe(0)
    const found = await barriers(one, 'the form of a deleted row')
    await one.goBack()
    await one.getByRole('button', { name: 'Leave' }).click()
    await one.getByText('This is its last version.').waitFor()
    expect(await one.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    expect([...found, ...(await barriers(one, 'the page of a deleted row'))]).toEqual([])
    await one.getByRole('link', { name: 'All humidity groups' }).click()
    await one.getByRole('heading', { level: 1, name: 'Humidity Groups' }).waitFor()
  })
})

describe('a connection that is lost', () => {
  it('is reported quietly, and missed changes appear when it is back', async () => {
    const install = (page: Page) => page.clock.install()
    const [one, other] = [await openLive('/pages/humidity-groups', install), await openLive('/pages/humidity-groups/new')]
    const status = one.getByRole('status').filter({ hasText: 'Live updates are interrupted' })
    // A lost connection is retried after seconds: each check lets them pass.
    const shows = (line: Locator, count: number) =>
      expect
        .poll(async () => {
          await one.clock.fastForward(1000)
          return line.count()
        })
        .toBe(count)
    await one.context().setOffline(true)
    await shows(status, 1)
    expect(await one.getByRole('alert').count()).toBe(0)
    // A form’s buttons lie at the window’s lower edge, too.
    const [line, pager] = await Promise.all([status.boundingBox(), one.getByRole('navigation', { name: 'Pages' }).boundingBox()])
    expect((line?.y ?? NaN) + (line?.height ?? NaN)).toBeLessThanOrEqual(pager?.y ?? NaN)
    // On a phone, so does the bar of a selection.
    await one.setViewportSize({ width: 375, height: 760 })
    await one.locator('[data-row] .select-target').first().click()
    const bar = await one.getByRole('region', { name: 'Selection' }).boundingBox()
    const above = await status.boundingBox()
    expect((above?.y ?? NaN) + (above?.height ?? NaN)).toBeLessThanOrEqual(bar?.y ?? NaN)
    await one.getByRole('button', { name: 'Clear selection' }).click()
    const name = await createGroup(other, 'Missed at first')
    await one.context().setOffline(false)

    await shows(one.getByRole('rowheader', { name }), 1)
    await shows(status, 0)
  })
})
