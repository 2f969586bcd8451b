import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser'
import { newEui, newName } from '../support/remote'

const browser = startChromium()
const sensors = /\/api\/v1\/sensors(\/register)?(\?.*)?$/

interface Fault {
  readonly name: string
  /** The server said so itself: then nothing was saved; else that is not known. */
  readonly refused?: true
  readonly fail: (route: Route) => Promise<void>
}

/** What can go wrong on the way to a server and back. */
const faults: readonly Fault[] = [
  { name: 'there is no network', fail: (route) => route.abort('internetdisconnected') },
  { name: 'the connection is reset', fail: (route) => route.abort('connectionreset') },
  {
    name: 'a proxy answers 502 with HTML',
    fail: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }),
  },
  {
    name: 'the answer is cut JSON',
    fail: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"result":[{"id":"0' }),
  },
  { name: 'the answer is empty', fail: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '' }) },
  {
    name: 'the server is asked too often',
    refused: true,
    fail: (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '3' },
        json: { message: 'Too many requests, please try again in 3 seconds', code: 'too_many_requests', requestId: 'r-429' },
      }),
  },
  {
    name: 'the database is away',
    refused: true,
    fail: (route) =>
      route.fulfill({
        status: 503,
        json: { message: 'The database is away, please try again', code: 'unavailable', requestId: 'r-503' },
      }),
  },
]

function alert(page: Page) {
  return page.getByRole('alert').first()
}

describe.each(faults)('when $name', ({ refused, fail }) => {
  it('a list says so and comes back with Retry', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    await page.route(sensors, fail)
    await page.getByRole('navigation').getByRole('link', { name: 'Sensors' }).first().click()
    await alert(page).waitFor()
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    await page.unroute(sensors)
    await retry.click()
    await page.getByRole('main').getByRole('rowheader').first().waitFor()
  })

  it('a form says so, keeps what was typed and saves when it is sent again', async () => {
    const name = newName('Fault')
    const page = await browser.openSignedIn('/pages/sensors/new')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('EUI').fill(newEui())
    await page.route(sensors, fail)
    const create = page.getByRole('button', { name: 'Create sensor' })
    await create.click()
    const words = refused ? 'Nothing was saved' : 'It is not known whether this was saved'
    await page.getByRole('main').getByRole('alert').filter({ hasText: words }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe(name)
    await page.unroute(sensors)
    await create.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  })
})

describe('when an answer does not come', () => {
  it('the list of the next question is shown, not that of the one before', async () => {
    const page = await browser.openSignedIn('/pages/sensors')
    await page.getByRole('main').getByRole('rowheader').first().waitFor()
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/api\/v1\/sensors\?.*q=Fern/, async (route) => {
      await held
      await route.continue()
    })
    const box = page.getByRole('searchbox')
    const asked = page.waitForRequest(/q=Fern/)
    await box.fill('Fern')
    await asked
    await box.fill('nothing is called so')
    const rows = page.getByRole('main').getByRole('rowheader')
    await expect.poll(() => rows.count()).toBe(0)
    const late = page.waitForResponse(/q=Fern/)
    release()
    await late
    await page.waitForLoadState('networkidle')
    expect(await rows.count()).toBe(0)
  })
})
