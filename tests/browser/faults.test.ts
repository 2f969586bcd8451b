import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { areas, unlisted } from '../../src/areas'
import { offers, type AnyStandardArea } from '../../src/crud/declaration'
import type { AnyRow } from '../../src/crud/crudSlice'
import { detailPath, editPath, listPath } from '../../src/crud/paths'
import { nameOf } from '../../src/crud/reference'
import { goTo, startChromium } from '../support/browser'
import { newEui, newName, signInRemotely } from '../support/remote'

const browser = startChromium()
/** Every call but the session's own refresh. */
const calls = /\/api\/v[12]\/(?!auth\/)/
const code = /\/assets\/.+\.(js|css)$/
/** Milliseconds after which a call is given up. */
const PATIENCE_MS = 31_000

interface Fault {
  readonly name: string
  /** The server said so itself: then nothing was saved; else that is not known. */
  readonly refused?: true
  /** Nothing comes until the console gives up. */
  readonly hangs?: true
  /** What some calls are to answer. */
  readonly empty?: true
  readonly fail: (route: Route) => Promise<void>
}

const json = { contentType: 'application/json' }
const problem = (message: string, code: string) => ({ message, code, requestId: 'r-1' })

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
    fail: (route) => route.fulfill({ status: 200, ...json, body: '{"result":[{"id":"0' }),
  },
  { name: 'nothing is in the answer', empty: true, fail: (route) => route.fulfill({ status: 204 }) },
  {
    name: 'the server does not understand',
    refused: true,
    fail: (route) => route.fulfill({ status: 400, json: problem('That was not understood', 'bad_request') }),
  },
  {
    name: 'the server is asked too often',
    refused: true,
    fail: (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '3' },
        json: problem('Too many requests, please try again in 3 seconds', 'too_many_requests'),
      }),
  },
  {
    name: 'the database is away',
    refused: true,
    fail: (route) => route.fulfill({ status: 503, json: problem('The database is away, please try again', 'unavailable') }),
  },
  // The last one, since it lets the clock run.
  { name: 'the server does not answer', hangs: true, fail: () => new Promise(() => undefined) },
]

/** A page of the signed-in area, and what is there once it has come. */
interface Place {
  readonly path: string
  readonly sign: (page: Page) => ReturnType<Page['locator']>
}

interface Ground {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  /** A row that a form is for. */
  readonly editable: AnyRow | undefined
}

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => main(page).getByRole('heading', { level: 1, name })
const retry = (page: Page) => main(page).getByRole('button', { name: 'Retry' })
let grounds: readonly Ground[] = []
let places: readonly Place[] = []

beforeAll(async () => {
  const remote = await signInRemotely()
  const declared = await Promise.all(
    [...areas, ...unlisted].flatMap(({ declared: tell }) => (tell === undefined ? [] : [tell()])),
  )
  grounds = await Promise.all(
    declared.map(async (area) => {
      const { body } = await remote.call('GET', `/..${area.resource.listPath.replace('/api', '')}?pageSize=200`)
      const rows = body.result as readonly AnyRow[]
      const [row] = rows
      if (row === undefined) throw new Error(`The demo has no ${area.resource.nouns.many}`)
      return { area, row, editable: rows.find((one) => offers(area, 'update', one)) }
    }),
  )
  places = [
    { path: '/pages/dashboard', sign: (page) => main(page).getByRole('listitem').first() },
    { path: '/pages/account', sign: (page) => main(page).getByRole('button', { name: 'Save name' }) },
    {
      path: '/pages/users/invitations',
      sign: (page) => main(page).getByRole('table').or(main(page).getByText('No open invitations')),
    },
    ...grounds.flatMap(({ area, row, editable }): readonly Place[] => [
      { path: listPath(area.slug), sign: (page) => main(page).getByRole('rowheader').first() },
      { path: detailPath(area.slug, row.id), sign: (page) => heading(page, nameOf(area.resource, row)) },
      ...(editable === undefined
        ? []
        : [
            {
              path: editPath(area.slug, editable.id),
              sign: (page: Page) => main(page).getByRole('button', { name: 'Save changes' }),
            },
          ]),
    ]),
  ]
})

/** Lets the fault stand between page and server while something is done. */
async function under({ fail, hangs }: Fault, page: Page, work: () => Promise<unknown>): Promise<void> {
  await page.route(calls, fail)
  const asked = page.waitForRequest(calls)
  await work()
  await asked
  if (hangs) await page.clock.fastForward(PATIENCE_MS)
}

/** Takes the alerts away, which lie over the page. */
async function dismissAlerts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect
    .poll(async () => {
      const left = await dismiss.count()
      if (left > 0) await dismiss.first().click()
      return left
    })
    .toBe(0)
}

/** Presses every Retry until none is left. */
async function tryAgain(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const left = await retry(page).count()
        if (left > 0)
          await retry(page)
            .first()
            .click({ timeout: 1000 })
            .catch(() => undefined)
        return left
      },
      { timeout: 20_000 },
    )
    .toBe(0)
}

async function openUnder(fault: Fault, path: string): Promise<Page> {
  const page = await browser.openSignedIn(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (fault.hangs) await page.clock.install()
  return page
}

describe.each(faults)('when $name', (fault) => {
  it('every page says so and comes back with Retry', { timeout: 180_000 }, async () => {
    const page = await openUnder(fault, '/pages/nowhere')
    for (const { path, sign } of places) {
      await under(fault, page, () => goTo(page, path))
      await page.getByRole('alert').first().waitFor()
      await retry(page).first().waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.unroute(calls)
      await tryAgain(page)
      await sign(page).waitFor()
    }
  })

  it('every form says so and keeps what was typed', { timeout: 180_000 }, async () => {
    const page = await openUnder(fault, '/pages/nowhere')
    for (const { area, editable } of grounds) {
      if (editable === undefined) continue
      await goTo(page, editPath(area.slug, editable.id))
      await heading(page, `Edit ${nameOf(area.resource, editable)}`).waitFor()
      const field = await filledField(page)
      const before = await field.inputValue()
      await field.fill(`${before}x`)
      await under(fault, page, () => main(page).getByRole('button', { name: 'Save changes' }).click())
      await main(page)
        .getByRole('alert')
        .filter({ hasText: /Nothing was saved|It is not known whether this was saved/ })
        .waitFor()
      expect(await field.inputValue()).toBe(`${before}x`)
      await page.unroute(calls)
      await field.fill(before)
    }
  })

  it('a new row is made by the form that failed, once, when it is sent again', async () => {
    const name = newName('Fault')
    const page = await openUnder(fault, '/pages/sensors/new')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('EUI').fill(newEui())
    const create = page.getByRole('button', { name: 'Create sensor' })
    await under(fault, page, () => create.click())
    const words = fault.refused ? 'Nothing was saved' : 'It is not known whether this was saved'
    await main(page).getByRole('alert').filter({ hasText: words }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe(name)
    await page.unroute(calls)
    await create.click()
    await heading(page, name).waitFor()
  })

  it('the palette, a picker and an export say so and work when they are tried again', async () => {
    const page = await openUnder(fault, '/pages/sensors')
    await main(page).getByRole('rowheader').first().waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.waitFor()
    await under(fault, page, () => page.keyboard.type('fer'))
    await palette.getByText(/could not be searched/).waitFor()
    await page.unroute(calls)
    await page.keyboard.type('n')
    await expect.poll(() => palette.getByText(/could not be searched|Searching/).count()).toBe(0)
    await page.keyboard.press('Escape')
    await dismissAlerts(page)

    await main(page).getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export sensors' })
    await under(fault, page, () => dialog.getByRole('button', { name: 'Download CSV' }).click())
    await dialog.getByRole('alert').filter({ hasText: 'Nothing was exported' }).waitFor()
    await page.unroute(calls)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Try again' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^sensors.*\.csv$/)

    await goTo(page, '/pages/sensors/new')
    const picker = main(page).getByRole('combobox', { name: 'Gateway' })
    await picker.waitFor()
    await under(fault, page, () => picker.click())
    await main(page).getByText('Could not search. Type to try again.').waitFor()
    await page.unroute(calls)
    await picker.pressSequentially('a')
    await main(page)
      .getByText(/\d+ match/)
      .waitFor()
  })

  it('the signed-out pages say so, keep what was typed and can be sent again', async () => {
    const page = await browser.open('/sign-in')
    if (fault.hangs) await page.clock.install()
    const forms = [
      { path: '/sign-in', send: 'Login' },
      { path: '/sign-up', send: 'Sign up' },
      { path: '/forgot-password', send: 'Send reset instructions' },
      { path: '/confirmation-instructions', send: 'Send confirmation instructions' },
      // No answer is the right one to a new password.
      ...(fault.empty ? [] : [{ path: '/reset-password?token=none', send: 'Change password' }]),
    ]
    for (const { path, send } of forms) {
      await goTo(page, path)
      const button = page.getByRole('button', { name: send })
      await button.waitFor()
      const typed = await fillIn(page)
      await under(fault, page, () => button.click())
      await page.getByRole('alert').first().waitFor()
      await expect.poll(() => button.isEnabled()).toBe(true)
      expect(await typedIn(page)).toEqual(typed)
      await page.unroute(calls)
    }
    if (fault.empty) return
    await under(fault, page, () => goTo(page, '/confirm?token=none'))
    await page.getByRole('alert').first().waitFor()
    await page.getByRole('heading', { level: 1, name: /^Not confirmed/ }).waitFor()
    await page.unroute(calls)
    // What the server refuses about the link is no fault of the network.
    if (fault.name === 'the server does not understand') return
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('This link is incomplete, was used before, or is too old.').waitFor()
  })
})

/** The form's first field of text that may be changed and holds something, so that a letter more is right too. */
async function filledField(page: Page) {
  const fields = main(page).locator('form :is(input[type=text]:not([role]), textarea):not([readonly])')
  await fields.first().waitFor()
  const values = await fields.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  return fields.nth(values.findIndex((value) => value !== ''))
}

const typedIn = (page: Page) =>
  page
    .locator('main input:not([type=checkbox])')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

/** Fills every field of a signed-out page as its rules want it. */
async function fillIn(page: Page): Promise<string[]> {
  for (const input of await page.locator('main input:not([type=checkbox])').all()) {
    const type = await input.getAttribute('type')
    await input.fill(type === 'email' ? 'nobody@example.com' : type === 'password' ? 'moss and morning dew 7' : 'Ada')
  }
  return typedIn(page)
}

describe('when the code of what is asked for does not come', () => {
  it('every panel and dialog says so, and opens when it is asked for again', async () => {
    const page = await browser.openSignedIn('/pages/sensors')
    await main(page).getByRole('rowheader').first().waitFor()
    const fails = async (open: () => Promise<unknown>, sign: ReturnType<Page['locator']>) => {
      await page.route(code, (route) => route.abort('internetdisconnected'))
      await open()
      const again = page.getByRole('button', { name: 'Retry' })
      await again.waitFor()
      await again.click()
      await again.waitFor()
      await page.unroute(code)
      await again.click()
      await sign.waitFor()
      await page.keyboard.press('Escape')
    }
    const press = (name: string | RegExp) => () => main(page).getByRole('button', { name }).first().click()
    await fails(press(/^Views/), page.getByRole('list', { name: 'Views' }))
    await fails(press('Export'), page.getByRole('dialog', { name: 'Export sensors' }))
    await fails(press(/^Gateway/), main(page).getByRole('combobox', { name: 'Gateway' }))
    await fails(() => page.keyboard.press('?'), page.getByRole('dialog', { name: 'Keyboard' }))
    await fails(async () => {
      await press(/^Actions for/)()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }, page.getByRole('alertdialog'))
    await fails(() => page.getByRole('navigation').getByRole('link', { name: 'Plants' }).click(), heading(page, 'Plants'))
  })
})

describe('when answers are slow', () => {
  it('every page is busy, not blank, until they come', { timeout: 120_000 }, async () => {
    const page = await browser.openSignedIn('/pages/nowhere')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const { path, sign } of places) {
      let release = () => undefined as void
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(calls, async (route) => {
        await held
        await route.continue()
      })
      const asked = page.waitForRequest(calls)
      await goTo(page, path)
      await asked
      await expect.poll(() => main(page).locator('[aria-busy=true], h1').count(), { message: path }).toBeGreaterThan(0)
      release()
      await sign(page).waitFor()
      await page.unroute(calls)
    }
  })

  it('the list of the next question is shown, not that of the one before', async () => {
    const page = await browser.openSignedIn('/pages/sensors')
    await main(page).getByRole('rowheader').first().waitFor()
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
    const rows = main(page).getByRole('rowheader')
    await expect.poll(() => rows.count()).toBe(0)
    const late = page.waitForResponse(/q=Fern/)
    release()
    await late
    await page.waitForLoadState('networkidle')
    expect(await rows.count()).toBe(0)
  })
})
