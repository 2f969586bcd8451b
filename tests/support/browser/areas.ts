import type { Page } from 'playwright-core'
import { newEui, newName } from './remote'

/** Areas whose lists and forms the browser tests use; `typed`: a deletion requires typing. */
export const areas = [
  { slug: 'gateways', title: 'Gateways', one: 'gateway', typed: true },
  { slug: 'sensors', title: 'Sensors', one: 'sensor', typed: false },
] as const

/** Returns the names of the rows that the list shows. */
export function names(page: Page): Promise<string[]> {
  return page.getByRole('main').getByRole('row').getByRole('rowheader').allInnerTexts()
}

/** Waits for a list with rows. */
export async function listed(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('rowheader').first().waitFor()
}

/** Fills the required fields of a new row of the area. */
export async function fillNew(page: Page, slug: (typeof areas)[number]['slug'], name: string, eui = newEui()): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('EUI').fill(eui)
  if (slug === 'sensors') return
  await page.getByLabel('Serial number').fill(newName('SN'))
  await page.getByRole('combobox', { name: 'Hardware' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
}
