import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { areas, unlisted } from '../../../src/areas'
import { offers, type AnyStandardArea } from '../../../src/crud/model/declaration'
import type { AnyRow } from '../../../src/crud/model/crudSlice'
import { detailPath, editPath, listPath } from '../../../src/crud/model/paths'
import { nameOf } from '../../../src/crud/model/reference'
import type { Chromium } from './browser'
import { signInRemotely } from './remote'

/** Every call but the session's own refresh. */
export const calls = /\/api\/v[12]\/(?!auth\/)/
/** Milliseconds after which a call is given up. */
const PATIENCE_MS = 31_000

/** Something that goes wrong between page and server. */
export interface Fault {
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
    refused: true,
    fail: (route) => route.fulfill({ status: 503, json: problem('The database is away, please try again', 'unavailable') }),
  },
  // The last one, since it lets the clock run.
  { name: 'the server does not answer', hangs: true, fail: () => new Promise(() => undefined) },
]

/** A page of the signed-in area, and what is there once it has come. */
export interface Place {
  readonly path: string
  readonly sign: (page: Page) => Locator
}

/** An area and a row of it that the demo has. */
export interface Ground {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  /** A row that a form is for. */
  readonly editable: AnyRow | undefined
}

export const main = (page: Page) => page.getByRole('main')
export const heading = (page: Page, name: string) => main(page).getByRole('heading', { level: 1, name })
export const retry = (page: Page) => main(page).getByRole('button', { name: 'Retry', exact: true })
/** Every area of the running product with a row of it, and every page of the signed-in area. */
export async function surveyed(): Promise<{ readonly grounds: readonly Ground[]; readonly places: readonly Place[] }> {
  const remote = await signInRemotely()
  const declared = await Promise.all(
    [...areas, ...unlisted].flatMap(({ declared: tell }) => (tell === undefined ? [] : [tell()])),
  )
  const grounds = await Promise.all(
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
  return { grounds, places }
}

/** Lets the fault stand between page and server while something is done. */
export async function under({ fail, hangs }: Fault, page: Page, work: () => Promise<unknown>): Promise<void> {
  await page.route(calls, fail)
  const asked = page.waitForRequest(calls)
  await work()
  await asked
  if (hangs) await page.clock.fastForward(PATIENCE_MS)
}

/** Takes the alerts away, which lie over the page. */
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

/** Presses every Retry until what was asked for is there and none is left: a busy server may refuse one, too. */
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

/** A page on which the fault can stand. */
export async function openUnder({ openSignedIn }: Chromium, fault: Fault, path: string): Promise<Page> {
  const page = await openSignedIn(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (fault.hangs) await page.clock.install()
  return page
}
