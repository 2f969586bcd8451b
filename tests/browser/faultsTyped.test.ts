// @module-tag full
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { AnyRow } from '../../src/crud/model/crudCalls'
import { editPath } from '../../src/crud/model/paths'
import { nameOf } from '../../src/crud/model/reference'
import { goTo, startChromium } from '../support/browser/browser'
import { calls, dismissAlerts, faults, heading, main, openUnder, surveyed, under, type AreaRow } from '../support/browser/faults'
import { newEui, newName } from '../support/browser/remote'

const browser = startChromium()
let forms: readonly (AreaRow & { readonly editable: AnyRow })[] = []
beforeAll(async () => {
  const { areaRows } = await surveyed()
  forms = areaRows.flatMap(({ editable, ...areaRow }) => (editable === undefined ? [] : [{ ...areaRow, editable }]))
})

it.each(faults)('every form reports it and keeps what was typed when $name', { timeout: 300_000 }, async (fault) => {
  const page = await openUnder(browser, fault, '/pages/nowhere')
  for (const { area, editable } of forms) {
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

it.each(faults)('a form that failed creates its row once when it is sent again after $name', async (fault) => {
  const name = newName('Fault')
  const page = await openUnder(browser, fault, '/pages/sensors/new')
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

it.each(faults)('the palette, a picker and an export report it and work when they are retried after $name', async (fault) => {
  const page = await openUnder(browser, fault, '/pages/sensors')
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
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Retry' }).click()])
  expect(download.suggestedFilename()).toMatch(/^sensors.*\.csv$/)

  await goTo(page, '/pages/sensors/new')
  const picker = main(page).getByRole('combobox', { name: 'Gateway' })
  await picker.waitFor()
  await under(fault, page, () => picker.click())
  await page.getByText('Could not search. Type to try again.').waitFor()
  await page.unroute(calls)
  await picker.pressSequentially('a')
  await page.getByText(/\d+ match/).waitFor()
})

it.each(faults)('the signed-out pages report it, keep what was typed and can be sent again when $name', async (fault) => {
  const page = await browser.open('/sign-in')
  if (fault.hangs) await page.clock.install()
  const forms = [
    { path: '/sign-in', send: 'Login' },
    { path: '/sign-up', send: 'Sign up' },
    { path: '/forgot-password', send: 'Send reset instructions' },
    { path: '/confirmation-instructions', send: 'Send confirmation instructions' },
    // An empty answer cannot be a success of a new password.
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
  // The server's refusal is about the link, not about the network.
  if (fault.name === 'the server does not understand') return
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText(/^This link is incomplete, was used before/).waitFor()
})

/** Finds the form's first editable text field with a value, to which one more letter is valid, too. */
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

/** Fills every field of a signed-out page with a valid value. */
async function fillIn(page: Page): Promise<string[]> {
  for (const input of await page.locator('main input:not([type=checkbox])').all()) {
    const type = await input.getAttribute('type')
    await input.fill(type === 'email' ? 'nobody@example.com' : type === 'password' ? 'moss and morning dew 7' : 'Ada')
  }
  return typedIn(page)
}
