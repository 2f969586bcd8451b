import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { areas, listed, names } from '../support/browser/areas'
import { startChromium } from '../support/browser/browser'
import { dealt } from '../support/full'
import { newName, remoteOnce } from '../support/browser/remote'

const browser = startChromium()
const remote = remoteOnce()

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.waitForURL((url) => url.searchParams.get('q') === text)
}

function params(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams
}

async function columnOf(page: Page, title: string): Promise<string[]> {
  const heads = await page.getByRole('main').getByRole('columnheader').allInnerTexts()
  const at = heads.findIndex((head) => head.trim() === title)
  return page
    .getByRole('main')
    .locator(`tbody tr > :nth-child(${at + 1})`)
    .allInnerTexts()
}

describe.each(dealt(areas, 0, areas.length))('the list of $slug', (area) => {
  const { slug, title, one } = area

  it('finds a row by its name and its EUI when it is searched', async () => {
    const row = await remote.create(slug, { name: newName('Sought') })
    const page = await browser.openSignedIn(`/pages/${slug}`)
    await listed(page)
    for (const text of [row.name, String(row['eui'])]) {
      await search(page, text)
      await expect.poll(() => names(page)).toEqual([row.name])
    }
  })

  it('shows only the filtered state, and all rows without the filter', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}`)
    await listed(page)
    await page.getByRole('main').getByLabel('State').selectOption({ label: 'Offline' })
    await page.waitForURL((url) => url.searchParams.get('state') === 'offline')
    await expect.poll(async () => new Set(await columnOf(page, 'State'))).toEqual(new Set(['Offline']))
    await page.getByRole('main').getByRole('button', { name: /clear/i }).first().click()
    await page.waitForURL((url) => !url.searchParams.has('state'))
    await expect.poll(async () => new Set(await columnOf(page, 'State')).size).toBeGreaterThan(1)
  })

  it('sorts both ways and says so when a heading is pressed', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}`)
    await listed(page)
    const head = page.getByRole('columnheader', { name: 'Name' })
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
    const ascending = await names(page)
    await head.getByRole('button').click()
    await page.waitForURL((url) => url.searchParams.get('sort') === '-name')
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
    await expect.poll(() => names(page)).not.toEqual(ascending)
    const descending = await names(page)
    const byCode = (one: string, other: string) => (one < other ? -1 : 1)
    expect(ascending).toEqual(ascending.toSorted(byCode))
    expect(descending).toEqual(descending.toSorted(byCode).toReversed())
  })

  it('keeps page, sort and filter after a row was opened, on Back and after a reload', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}?sort=-name`)
    await listed(page)
    const first = await names(page)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL((url) => url.searchParams.get('page') === '2')
    await expect.poll(() => names(page)).not.toEqual(first)
    const second = await names(page)
    expect(second.filter((name) => first.includes(name))).toEqual([])
    await page.getByRole('link', { name: second[0] ?? '', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: second[0] ?? '' }).waitFor()
    await page.goBack()
    await expect.poll(() => names(page)).toEqual(second)
    await page.reload()
    await expect.poll(() => names(page)).toEqual(second)
    expect(params(page).get('sort')).toBe('-name')
    await page.goBack()
    await expect.poll(() => names(page)).toEqual(first)
  })

  it('offers to clear the filters when nothing matches', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}?q=there-is-no-such-thing`)
    await page.getByRole('main').getByRole('status').getByRole('button', { name: 'Clear filters' }).click()
    await listed(page)
  })

  it('drops unknown parts of the address, and says so', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}?state=broken&colour=green&page=1`)
    await listed(page)
    await page.waitForURL((url) => !url.searchParams.has('state') && !url.searchParams.has('colour'))
    await page.getByRole('main').getByText('Part of the address could not be read and was ignored').waitFor()
  })

  it('downloads the rows of the filter as CSV when they are exported', async () => {
    const word = newName('Export')
    const rows = await Promise.all(['one', 'two, with "quotes"'].map((end) => remote.create(slug, { name: `${word} ${end}` })))
    const page = await browser.openSignedIn(`/pages/${slug}?q=${encodeURIComponent(word)}`)
    await expect.poll(async () => (await names(page)).length).toBe(2)
    await page.getByRole('button', { name: /^Export/ }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Export|Download)/ })
        .click(),
    ])
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${slug}.*\\.csv$`))
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array))
    const text = Buffer.concat(chunks).toString('utf8')
    const lines = text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/name/i)
    expect(lines[1]).toContain(rows[0]?.name)
    expect(lines[2]).toContain(`"${word} two, with ""quotes"""`)
  })

  it('deletes the selected rows together when that is confirmed', async () => {
    const word = newName('Bulk')
    for (const end of ['a', 'b', 'c']) await remote.create(slug, { name: `${word} ${end}` })
    const page = await browser.openSignedIn(`/pages/${slug}?q=${encodeURIComponent(word)}`)
    await expect.poll(async () => (await names(page)).length).toBe(3)
    for (const end of ['a', 'b']) await page.getByRole('checkbox', { name: `Select ${word} ${end}` }).check()
    await page
      .getByRole('button', { name: 'Delete', exact: false })
      .filter({ hasText: /delete/i })
      .first()
      .click()
    const dialog = page.getByRole('alertdialog')
    if (area.typed) await dialog.getByRole('textbox').fill(`delete 2 ${slug}`)
    await dialog.getByRole('button', { name: `Delete 2 ${slug}` }).click()
    await expect.poll(() => names(page)).toEqual([`${word} c`])
    const { body } = await remote.call('GET', `/${slug}?q=${encodeURIComponent(word)}`)
    expect(body.meta?.total).toBe(1)
  })

  it('works with the keyboard alone', async () => {
    const row = await remote.create(slug, { name: newName('Keys') })
    const page = await browser.openSignedIn(`/pages/${slug}`)
    await listed(page)
    await page.keyboard.press('/')
    await page.keyboard.type(row.name)
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual([row.name])
    await page.keyboard.press('Tab')
    await page.locator('body').press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: row.name }).waitFor()
  })

  it(`opens a new ${one} and is left through the menu`, async () => {
    const page = await browser.openSignedIn(`/pages/${slug}`)
    await listed(page)
    await page.getByRole('link', { name: `New ${one}` }).click()
    await page.getByRole('heading', { level: 1, name: `New ${one}` }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: title }).first().click()
    await listed(page)
  })
})

describe('a list on a phone', () => {
  it.each([
    ['gateways', 'New gateway'],
    ['temperature-groups', 'New temperature group'],
    ['users', 'Invite'],
  ])('of %s has its actions beside its title, and filters beside the search', async (slug, main) => {
    const page = await browser.openSignedIn(`/pages/${slug}`, { viewport: { width: 375, height: 720 } })
    await page.getByRole('main').getByRole('rowheader').first().waitFor()
    const middleOf = async (role: 'button' | 'link' | 'searchbox', name: string | RegExp) => {
      const { y = 0, height = 0 } = (await page.getByRole('main').getByRole(role, { name }).first().boundingBox()) ?? {}
      return y + height / 2
    }
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    const bottom = (title?.y ?? 0) + (title?.height ?? 0)
    expect(await middleOf('button', 'More actions')).toBeLessThan(bottom)
    expect(await middleOf('link', main)).toBeLessThan(bottom)
    expect(await middleOf('button', 'Filters')).toBeCloseTo(await middleOf('searchbox', /^Search/), 0)

    await page.getByRole('button', { name: 'More actions' }).click()
    // By the keyboard: before a click on an item that is still opening, the driver may scroll the page, and with it the menu.
    await page.getByRole('menuitem', { name: 'Export' }).press('Enter')
    await page
      .getByRole('dialog', { name: /^Export/ })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More actions')
  })
})
