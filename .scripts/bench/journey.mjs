// The steps that are measured, as an administrator takes them: sign in, dashboard, list, sort, next page, back, form.
import { adminEmail, adminPassword } from '../product.mjs'

const rows = 'main tbody tr'
const firstName = 'main tbody tr:first-child th'

/** Takes every step on a page that `drive` opened; answers name → measurement. Each step waits for what a person would see. */
export async function takeJourney(driven, origin) {
  const { go, act, back, heap, page } = driven
  const steps = {}
  steps.signIn = await go(`${origin}/sign-in`, { selector: 'input[name=email]', hydrated: true })
  await page.getByLabel('Email').fill(adminEmail)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  steps.dashboard = await act(press('button', 'Login'), {
    selector: 'main .stats[aria-busy=false] li',
    path: '/pages/dashboard',
    min: 5,
  })
  steps.list = await act(press('link', 'Gateways'), { selector: rows, path: '/pages/gateways', min: 25 })
  steps.list.heap = await heap()
  steps.sort = await act(press('button', /^Name/), { selector: rows, min: 25, changed: firstName })
  steps.nextPage = await act(press('button', 'Next page'), { selector: rows, changed: firstName })
  steps.back = await back({ selector: rows, min: 25, changed: firstName })
  steps.form = await act(press('link', 'New gateway'), { selector: 'main input[name=eui]', path: '/pages/gateways/new' })
  return steps
}

/** The same steps over plain HTML pages, each a new document. */
export async function takePlainJourney({ go, leave }, origin) {
  const follow = (name) => (page) => page.getByRole('link', { name }).first().click()
  const rowsOf = (path) => ({ path, selector: 'tbody tr', min: 25 })
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

function press(role, name) {
  return (page) =>
    page
      .getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) })
      .first()
      .click()
}
