import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { startChromium, submitSignIn } from '../support/browser'
import { newEui, newName, signInRemotely, type Remote } from '../support/remote'

const browser = startChromium()
let remote: Remote
beforeAll(async () => {
  remote = await signInRemotely()
})

const areas = [
  { slug: 'gateways', title: 'Gateways', one: 'gateway', typed: true },
  { slug: 'sensors', title: 'Sensors', one: 'sensor', typed: false },
] as const

/** The rows that the list shows, by name. */
function names(page: Page): Promise<string[]> {
  return page.getByRole('main').getByRole('row').getByRole('rowheader').allInnerTexts()
}

/** Waits for a list that shows something. */
async function listed(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('rowheader').first().waitFor()
}

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

/** Fills what a new row of the area must have. */
async function fillNew(page: Page, area: (typeof areas)[number], name: string, eui = newEui()): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('EUI').fill(eui)
  if (area.slug === 'sensors') return
  await page.getByLabel('Serial number').fill(newName('SN'))
  await page.getByRole('combobox', { name: 'Hardware' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
}

describe('the dashboard', () => {
  it('counts as many gateways and sensors as their lists have rows', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    for (const { slug, title } of areas) {
      const { body } = await remote.call('GET', `/${slug}?pageSize=1`)
      const total = (body.meta?.total ?? 0).toLocaleString('en')
      const stat = page.getByRole('list', { name: 'Counts' }).getByRole('listitem').filter({ hasText: title })
      await expect.poll(async () => (await stat.innerText()).split(/\s+/)).toEqual([title, total])
      await stat.getByRole('link').click()
      await page.getByRole('navigation', { name: 'Pages' }).getByText(`of ${total} ${slug}`).waitFor()
      await page.goBack()
    }
  })
})

describe.each(areas)('the list of $slug', (area) => {
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

  it('shows that state alone when it is filtered, and all when the filter is taken away', async () => {
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

  it('keeps page, sort and filter over Back and a reload when a row was opened', async () => {
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

  it('drops what it does not know from the address, and says so', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}?state=broken&colour=green&page=1`)
    await listed(page)
    await page.waitForURL((url) => !url.searchParams.has('state') && !url.searchParams.has('colour'))
    await page.getByRole('main').getByText(/state/i).first().waitFor()
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

  it('is worked with the keyboard alone when there is no mouse', async () => {
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

describe.each(areas)('the form of $slug', (area) => {
  const { slug, one } = area

  it('creates a row that outlives a reload when it is filled in', async () => {
    const name = newName('New')
    const eui = newEui()
    const page = await browser.openSignedIn(`/pages/${slug}/new`)
    await fillNew(page, area, name, eui)
    await page.getByRole('button', { name: `Create ${one}` }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('main').getByText(eui).first().waitFor()
  })

  it('names each wrong field, goes to the first and sends nothing when it is empty', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}/new`)
    let sent = 0
    page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0))
    await page.getByRole('button', { name: `Create ${one}` }).click()
    await page.getByText('Name is required').waitFor()
    await page.getByText('EUI is required').waitFor()
    expect(await page.getByLabel('Name').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(sent).toBe(0)
  })

  it('leads to the holder and keeps what was typed when the EUI is taken', async () => {
    const holder = await remote.create(slug, { name: newName('Holder') })
    const name = newName('Second')
    const page = await browser.openSignedIn(`/pages/${slug}/new`)
    await fillNew(page, area, name, String(holder['eui']))
    await page.getByRole('button', { name: `Create ${one}` }).click()
    await page.getByRole('main').getByRole('link', { name: holder.name }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe(name)
    expect(await page.getByLabel('EUI').getAttribute('aria-invalid')).toBe('true')
  })

  it('shows the difference and saves the choice when someone else has saved meanwhile', async () => {
    const row = await remote.create(slug, { name: newName('Shared') })
    const mine = await browser.openSignedIn(`/pages/${slug}/${row.id}/edit`)
    await mine.getByLabel('Name').waitFor()
    const theirs = await browser.openSignedIn(`/pages/${slug}/${row.id}/edit`)
    const theirInterval = theirs.getByLabel('Reporting interval')
    await theirInterval.fill('77')
    await theirs.getByRole('button', { name: 'Save changes' }).click()
    await theirs.getByRole('heading', { level: 1, name: row.name }).waitFor()

    const renamed = newName('Mine')
    await mine.getByLabel('Name').fill(renamed)
    await mine.getByRole('button', { name: 'Save changes' }).click()
    const dialog = mine.getByRole('dialog', { name: `This ${one} was changed meanwhile` })
    await dialog.getByRole('row').filter({ hasText: 'Reporting interval' }).waitFor()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await mine.getByRole('heading', { level: 1, name: renamed }).waitFor()
    const { body } = await remote.call('GET', `/${slug}/${row.id}`)
    expect(body.result).toMatchObject({ name: renamed, reportingIntervalS: 77 })
  })

  it('asks before unsaved changes are left, and does not when there are none', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}/new`)
    const toDashboard = page.getByRole('link', { name: 'Frond, home' })
    await page.getByLabel('Name').fill('half a name')
    await toDashboard.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Name').inputValue()).toBe('half a name')
    await page.getByLabel('Name').fill('')
    await toDashboard.click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })

  it('gives back what was typed when the session ended meanwhile', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}/new`)
    const name = newName('Draft')
    await fillNew(page, area, name)
    const ended = { message: 'The session has ended', code: 'unauthenticated', requestId: 'none' }
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: ended }))
    await page.getByRole('button', { name: `Create ${one}` }).click()
    await page.waitForURL('**/sign-in*')
    await page.unroute('**/api/v1/**')
    await submitSignIn(page, inject('adminEmail'), inject('adminPassword'))
    await page.waitForURL(`**/pages/${slug}/new`)
    await page.getByRole('button', { name: 'Restore them' }).click()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(name)
  })

  it('clones a row with its unique fields empty', async () => {
    const row = await remote.create(slug, { reportingIntervalS: 123 })
    const page = await browser.openSignedIn(`/pages/${slug}/${row.id}`)
    await page.getByRole('link', { name: 'Clone' }).click()
    await page.getByRole('heading', { level: 1, name: `New ${one}, like ${row.name}` }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('')
    expect(await page.getByLabel('EUI').inputValue()).toBe('')
    expect(await page.getByLabel('Reporting interval').inputValue()).toBe('123')
  })
})

describe('deleting', () => {
  it('wants the name typed and detaches the sensors when it is a gateway', async () => {
    const gateway = await remote.create('gateways', { name: newName('Doomed') })
    const sensor = await remote.create('sensors', { gatewayId: gateway.id })
    const page = await browser.openSignedIn(`/pages/gateways/${gateway.id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog')
    const confirm = dialog.getByRole('button', { name: 'Delete gateway' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill(gateway.name)
    await confirm.click()
    await page.waitForURL('**/pages/gateways')
    expect((await remote.call('GET', `/gateways/${gateway.id}`)).status).toBe(404)
    expect((await remote.call('GET', `/sensors/${sensor.id}`)).body.result).toMatchObject({ gatewayId: null })
  })

  it('asks once when it is a sensor', async () => {
    const sensor = await remote.create('sensors', {})
    const page = await browser.openSignedIn(`/pages/sensors/${sensor.id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete sensor' }).click()
    await page.waitForURL('**/pages/sensors')
    expect((await remote.call('GET', `/sensors/${sensor.id}`)).status).toBe(404)
  })
})

describe('a plant request', () => {
  it('becomes a plant of the catalogue when it is published, and says so where it was', async () => {
    const page = await browser.openSignedIn('/pages/plant-requests?status=approved')
    await page.getByRole('link', { name: 'Venus flytrap' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Dionaea muscipula' }).first().click()
    await page.waitForURL('**/pages/plants/*')
    await page.getByRole('heading', { level: 1, name: 'Dionaea muscipula' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Venus flytrap' }).waitFor()
    expect(await page.getByRole('button', { name: /Publish|Reject/ }).count()).toBe(0)
  })
})
