// The steps that are measured, as an administrator takes them: sign in, dashboard, list, sort, next page, back, form.
import type { Page } from 'playwright-core'
import { adminEmail, adminPassword } from '../product'
import type { Driven, Step } from './drive'

/** The steps, in the order in which they are taken. */
export const stepNames = ['signIn', 'dashboard', 'list', 'sort', 'nextPage', 'back', 'form'] as const
export type StepName = (typeof stepNames)[number]
/** What each step came to; `heap` is the bytes after the list. */
export type Journey = Readonly<Record<StepName, Step>> & { readonly heap: number }

const rows = 'main tbody tr'
const firstName = 'main tbody tr:first-child th'

/** Takes every step on a page that `drive` opened; answers name → measurement. Each step waits for what a person would see. */
export async function takeJourney({ go, act, back, heap, page }: Driven, origin: string): Promise<Journey> {
  const signIn = await go(`${origin}/sign-in`, { selector: 'input[name=email]', hydrated: true })
  await page.getByLabel('Email').fill(adminEmail)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  const dashboard = await act(press('button', 'Login'), {
    selector: 'main .stats[aria-busy=false] li',
    path: '/pages/dashboard',
    min: 5,
  })
  const list = await act(press('link', 'Gateways'), { selector: rows, path: '/pages/gateways', min: 25 })
  const heapAfterList = await heap()
  const sort = await act(press('button', /^Name/), { selector: rows, min: 25, changed: firstName })
  const nextPage = await act(press('button', 'Next page'), { selector: rows, changed: firstName })
  const returned = await back({ selector: rows, min: 25, changed: firstName })
  const form = await act(press('link', 'New gateway'), { selector: 'main input[name=eui]', path: '/pages/gateways/new' })
  return { signIn, dashboard, list, sort, nextPage, back: returned, form, heap: heapAfterList }
}

/** The same steps over plain HTML pages, each a new document. */
export async function takePlainJourney({ go, leave }: Driven, origin: string): Promise<Readonly<Record<StepName, Step>>> {
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
