import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { adminEmail, adminPassword } from '../../src/tools/product'
import { startChromium } from '../support/browser/browser'
import { newName, signInRemotely } from '../support/browser/remote'

const browser = startChromium()
const entry = /\/assets\/index-[^/]+\.js$/

/** Goes to an address where the console does not run until the page has requested each of these files. */
async function arrive(page: Page, path: string, files: readonly RegExp[]): Promise<void> {
  const requests = Promise.all(files.map((file) => page.waitForRequest(file)))
  await page.route(entry, async (route) => {
    await requests
    await route.continue()
  })
  await page.goto(path)
}

describe('before the console runs, the page requests the files that it starts with', () => {
  it('at sign-in, which can be used then', async () => {
    const page = await (await browser.person()).newPage()
    await arrive(page, '/sign-in', [/\/recorder-[^/]+\.js$/])
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByText('Email is required').waitFor()
  })

  it('at a list that is opened by its address', async () => {
    const page = await browser.openSignedIn('about:blank')
    await arrive(page, '/pages/gateways', [
      /\/recorder-[^/]+\.js$/,
      /\/calls-[^/]+\.js$/,
      /\/inside-[^/]+\.js$/,
      /\/areas-[^/]+\.js$/,
    ])
    await page.getByRole('table').getByRole('rowheader').first().waitFor()
  })
})

describe('a sign-in that is filled in before the console runs', () => {
  it.each([
    ['Login', async (page: Page) => page.getByRole('button', { name: 'Login' }).click()],
    ['Enter', async (page: Page) => page.getByLabel('Password', { exact: true }).press('Enter')],
  ])('is sent by %s, once the console runs', async (_key, send) => {
    const page = await (await browser.person()).newPage()
    let run = () => undefined as void
    const sent = new Promise<void>((resolve) => (run = resolve))
    await page.route(entry, async (route) => {
      await sent
      await route.continue()
    })
    await page.goto('/sign-in', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill(adminEmail)
    await page.getByLabel('Password', { exact: true }).fill(adminPassword)
    await send(page)
    run()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })
})

describe('a form that is opened by its address', () => {
  it('reads its row once, also when its code arrives after the row', async () => {
    const { id } = await (await signInRemotely()).create('sensors', { name: newName('Early') })
    const page = await browser.openSignedIn('about:blank')
    const isRow = (url: string) => new URL(url).pathname === `/api/v1/sensors/${id}`
    const reads: string[] = []
    page.on('request', (request) => void (isRow(request.url()) && reads.push(request.method())))
    const row = page.waitForResponse((response) => isRow(response.url())).then((response) => response.finished())
    await page.route(/\/forms-[^/]+\.js$/, async (route) => {
      await row
      await route.continue()
    })
    await page.goto(`/pages/sensors/${id}/edit`)
    await page.getByLabel('Name').waitFor()
    expect(reads).toEqual(['GET'])
  })
})

describe('an address whose escapes cannot be decoded', () => {
  it.each([
    ['/pages/gateways/%', 'No such gateway'],
    ['/pages/%ff', 'Page not found'],
  ])('opens the console at %s, which says: %s', async (address, heading) => {
    const page = await browser.openSignedIn(address)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  })
})
