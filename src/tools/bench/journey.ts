// The steps that are measured, as an administrator takes them: sign in, dashboard, list, sort, next page, back, another area, form; and a
// list opened by its address in a browser that has the session and no file yet, then once more.
import type { Page } from 'playwright-core'
import { adminEmail, adminPassword } from '../product'
import type { Driven, Step, Storage } from './drive'
import type { Frames, Want } from './probe'

/** The steps, in the order in which they are taken. */
export const stepNames = ['signIn', 'dashboard', 'list', 'sort', 'nextPage', 'back', 'seen', 'secondArea', 'form'] as const
/** The list by its address: with no file of the console here, and with all. */
export const deepNames = ['deepLink', 'deepLinkAgain'] as const
export type StepName = (typeof stepNames)[number] | (typeof deepNames)[number]
/** The measurement of each step; `heap` is the bytes after the list. */
export type Journey = Readonly<Record<(typeof stepNames)[number], Step>> & { readonly heap: number }
type DeepSteps = Readonly<Record<(typeof deepNames)[number], Step>>

const rows = { selector: 'main tbody tr', min: 25 }
const changed = { ...rows, changed: 'main tbody tr:first-child th' }

/** Takes every step on a page that `drive` opened; returns name → measurement. Each step waits for what a person would see. */
export async function takeJourney({ go, act, back, heap, page }: Driven, origin: string): Promise<Journey> {
  const dashboardShown = { selector: 'main .stats[aria-busy=false] li', path: '/pages/dashboard', min: 5 }
  const signIn = await go(`${origin}/sign-in`, { selector: 'input[name=email]', hydrated: true })
  await page.getByLabel('Email').fill(adminEmail)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  const dashboard = await act(press('button', 'Login'), dashboardShown)
  const list = await act(press('link', 'Gateways'), { ...rows, path: '/pages/gateways' })
  const heapAfterList = await heap()
  const sort = await act(press('button', /^Name/), changed)
  const nextPage = await act(press('button', 'Next page'), { ...changed, min: 1 })
  const returned = await back(changed)
  await act(press('link', 'Frond, home'), dashboardShown)
  const seen = await act(press('link', 'Gateways'), { ...rows, path: '/pages/gateways' })
  const secondArea = await act(press('link', 'Sensors'), { ...changed, path: '/pages/sensors' })
  const form = await act(press('link', 'New sensor'), { selector: 'main input[name=eui]', path: '/pages/sensors/new' })
  return { signIn, dashboard, list, sort, nextPage, back: returned, seen, secondArea, form, heap: heapAfterList }
}

/** Opens a list by its address, twice, on a page that was opened with a session. */
export async function takeDeepLinks({ go }: Driven, origin: string): Promise<DeepSteps> {
  const address = `${origin}/pages/sensors`
  return { deepLink: await go(address, rows), deepLinkAgain: await go(address, rows) }
}

/** The same steps on the trial app, as far as it has them. */
export async function takeLeanJourney({ go, act, page }: Driven, origin: string): Promise<Partial<Record<StepName, Step>>> {
  const lines = { selector: '.row', min: 25 }
  const others = { ...lines, changed: '.row .c-name' }
  const dashboardShown = { selector: '#dash-ready' }
  const signIn = await go(`${origin}/login`, { selector: '#u', hydrated: true })
  await page.fill('#u', 'admin')
  await page.fill('#p', 'admin123')
  const dashboard = await act(pressOn('button[type=submit]'), dashboardShown)
  const list = await act(pressOn("a[href='/devices']"), lines)
  const sort = await act(pressOn('.s-name'), others)
  const nextPage = await act(pressOn('button.next'), others)
  await act(pressOn("a[href='/']"), dashboardShown)
  const seen = await act(pressOn("a[href='/devices']"), lines)
  const secondArea = await act(pressOn("a[href='/gateways']"), others)
  const form = await act(pressOn("a[href='/gateways/create']"), { selector: 'input[name=description]' })
  return { signIn, dashboard, list, sort, nextPage, seen, secondArea, form }
}

/** The deep links of the trial app; the second one finds its files in the cache. */
export async function takeLeanDeepLinks({ go }: Driven, origin: string): Promise<DeepSteps> {
  const want: Want = { selector: '.row', min: 25 }
  return { deepLink: await go(`${origin}/devices`, want), deepLinkAgain: await go(`${origin}/devices?again`, want) }
}

/** Scrolls a list of 200 rows. */
export function takeScroll(driven: Driven, origin: string): Promise<Frames> {
  return scrolled(driven, `${origin}/pages/sensors?pageSize=200`, 'main tbody tr')
}

/** The same in the trial app. */
export function takeLeanScroll(driven: Driven, origin: string): Promise<Frames> {
  return scrolled(driven, `${origin}/devices?ps=200`, '.row')
}

async function scrolled({ go, scroll }: Driven, address: string, selector: string): Promise<Frames> {
  await go(address, { selector, min: 15 })
  return scroll(selector)
}

/** The session of the trial app. */
export function leanSession(origin: string): Storage {
  return { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: 't' }] }] }
}

/** The same steps over plain HTML pages, each a new document. */
export async function takePlainJourney({ go, leave }: Driven, origin: string): Promise<Partial<Record<StepName, Step>>> {
  const follow = (name: string) => (page: Page) => page.getByRole('link', { name }).first().click()
  const rowsOf = (path: string) => ({ path, selector: 'tbody tr', min: 25 })
  return {
    signIn: await go(`${origin}/sign-in`, { selector: 'input[name=email]' }),
    dashboard: await leave((page) => page.getByRole('button').click(), { path: '/dashboard', selector: 'dl dd', min: 5 }),
    list: await leave(follow('Gateways'), rowsOf('/list')),
    sort: await leave(follow('Name'), rowsOf('/sorted')),
    nextPage: await leave(follow('Next page'), rowsOf('/next')),
    back: await leave((page) => page.goBack(), rowsOf('/sorted')),
    form: await leave(follow('New gateway'), { path: '/form', selector: 'input[name=eui]' }),
  }
}

function press(role: 'button' | 'link', name: string | RegExp) {
  return (page: Page): Promise<void> =>
    page
      .getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) })
      .first()
      .click()
}

function pressOn(selector: string) {
  return (page: Page): Promise<void> => page.locator(selector).first().click()
}
