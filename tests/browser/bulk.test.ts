import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findings } from '../support/browser/barriers'
import { startChromium } from '../support/browser/browser'
import { newName, remoteOnce, type Row } from '../support/browser/remote'

const browser = startChromium()
const remote = remoteOnce()

/** Creates two sensors that one search finds, and opens their list. */
async function twoSensors(): Promise<{ page: Page; word: string; rows: readonly Row[] }> {
  const word = newName('Many')
  const rows = [await remote.create('sensors', { name: `${word} a` }), await remote.create('sensors', { name: `${word} b` })]
  const page = await browser.openSignedIn(`/pages/sensors?q=${encodeURIComponent(word)}`)
  await page.getByRole('main').getByRole('rowheader').nth(1).waitFor()
  return { page, word, rows }
}

async function sensor({ id }: Row): Promise<Row> {
  const { body } = await remote.call('GET', `/sensors/${id}`)
  return body.result as Row
}

describe('a selection of sensors', () => {
  it('is edited and put back by the keyboard alone', async () => {
    const { page, rows } = await twoSensors()
    const box = page.getByRole('checkbox', { name: 'Select all on this page' })
    await box.focus()
    await page.keyboard.press('Space')
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Edit' }).focus()
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: 'Edit 2 sensors' })
    await dialog.getByRole('checkbox', { name: 'Reporting interval' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await dialog
      .locator('input:focus')
      .and(dialog.getByRole('textbox', { name: 'Reporting interval' }))
      .waitFor()
    expect(await findings(page)).toEqual([])
    await page.keyboard.type('1800')
    await page.keyboard.press('Enter')

    const question = page.getByRole('dialog', { name: 'Change 2 sensors?' })
    await question.getByText('30 min').waitFor()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('2 sensors changed', { exact: true }).waitFor()
    for (const row of rows) expect(await sensor(row)).toMatchObject({ reportingIntervalS: 1800, version: 2 })

    await page.getByRole('button', { name: 'Undo', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('2 sensors changed back', { exact: true }).waitFor()
    for (const row of rows) expect(await sensor(row)).toMatchObject({ reportingIntervalS: 30, version: 3 })
  })

  it('is back after its deletion when Undo is pressed twice', async () => {
    const { page, rows } = await twoSensors()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 sensors' }).click()
    await page.getByText('2 sensors deleted', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).dblclick()
    await page.getByText('2 sensors restored', { exact: true }).waitFor()
    await page.getByRole('main').getByRole('rowheader').nth(1).waitFor()
    for (const row of rows) expect(await sensor(row)).toMatchObject({ name: row.name, version: 2 })
  })
})
