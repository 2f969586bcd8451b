import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { everyArea } from '../../../src/areas'
import { offers, type AnyStandardArea } from '../../../src/crud/model/declaration'
import type { AnyRow } from '../../../src/crud/model/crudCalls'
import { detailPath, editPath, listPath } from '../../../src/crud/model/paths'
import { nameOf } from '../../../src/crud/model/reference'
import type { Chromium } from './browser'
import { signInRemotely } from './remote'

/** Every call except those of the session. */
export const calls = /\/api\/v[12]\/(?!auth\/)/
/** Milliseconds that cover the console's time-out for a call. */
const PATIENCE_MS = 31_000

/** A fault between page and server. */
export interface Fault {
  readonly name: string
  /** The server itself refused the call, so nothing was saved; otherwise that is unknown. */
  readonly refused?: true
  /** No answer arrives before the console's time-out. */
  readonly hangs?: true
  /** An empty answer, which is right for some calls. */
  readonly empty?: true
  readonly fail: (route: Route) => Promise<void>
}

const json = { contentType: 'application/json' }
const problem = (message: string, code: string) => ({ message, code, requestId: 'r-1' })

/** Every fault between page and server. */
export const faults: readonly Fault[] = [
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
    fail: (route) => route.fulfill({ status: 503, json: problem('The database is away, please try again', 'unavailable') }),
  },
  // The last one, because it needs the clock to move.
  { name: 'the server does not answer', hangs: true, fail: () => new Promise(() => undefined) },
]

/** A page of the signed-in area, and the element that shows that it has loaded. */
export interface Place {
  readonly path: string
  readonly sign: (page: Page) => Locator
}

/** An area and one of its rows in the demo. */
export interface AreaRow {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  /** A row that has a form. */
  readonly editable: AnyRow | undefined
}

export const main = (page: Page) => page.getByRole('main')
export const heading = (page: Page, name: string) => main(page).getByRole('heading', { level: 1, name })
export const retry = (page: Page) => main(page).getByRole('button', { name: 'Retry', exact: true })
/** Reads a row of every area of the running product, and lists every page of the signed-in area. */
export async function surveyed(): Promise<{ readonly areaRows: readonly AreaRow[]; readonly places: readonly Place[] }> {
  const remote = await signInRemotely()
  const declared = await Promise.all(everyArea.map((area) => area.declared()))
  const areaRows = await Promise.all(
    declared.map(async (area) => {
      const { body } = await remote.call('GET', `/..${area.resource.listPath.replace('/api', '')}?pageSize=200`)
      const rows = body.result as readonly AnyRow[]
      const [row] = rows
      if (row === undefined) throw new Error(`The demo has no ${area.resource.nouns.many}`)
      return { area, row, editable: rows.find((one) => offers(area, 'update', one)) }
    }),
  )
  const places: readonly Place[] = [
    { path: '/pages/dashboard', sign: (page) => main(page).getByRole('listitem').first() },
    { path: '/pages/activity', sign: (page) => main(page).getByRole('listitem').first() },
    { path: '/pages/account', sign: (page) => main(page).getByRole('button', { name: 'Save name' }) },
    {
      path: '/pages/users/invitations',
      sign: (page) => main(page).getByRole('table').or(main(page).getByText('No open invitations')),
    },
    ...areaRows.flatMap(({ area, row, editable }): readonly Place[] => [
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
  return { areaRows, places }
}

/** Runs `work` while the fault applies to the page's calls; resolves once a call has met it. */
export async function under({ fail, hangs }: Fault, page: Page, work: () => Promise<unknown>): Promise<void> {
  await page.route(calls, fail)
  const request = page.waitForRequest(calls)
  await work()
  await request
  if (hangs) await page.clock.fastForward(PATIENCE_MS)
}

/** Dismisses the alerts, which cover the page. */
export async function dismissAlerts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect
    .poll(async () => {
      const left = await dismiss.count()
      if (left > 0) await dismiss.first().click()
      return left
    })
    .toBe(0)
}

/** Presses every Retry until the page has loaded and no Retry is left: a busy server may refuse a retry, too. */
export async function tryAgain(page: Page, sign: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        const left = await retry(page).count()
        if (left === 0) return sign.isVisible()
        await retry(page)
          .first()
          .click({ timeout: 1000 })
          .catch(() => undefined)
        return false
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}

/** Opens a page to which the fault can apply. */
export async function openUnder({ openSignedIn }: Chromium, fault: Fault, path: string): Promise<Page> {
  const page = await openSignedIn(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (fault.hangs) await page.clock.install()
  return page
}
