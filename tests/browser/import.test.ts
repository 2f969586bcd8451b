import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { gateways } from '../../src/contract/gateways'
import { barriers } from '../support/browser/barriers'
import { startChromium } from '../support/browser/browser'
import { newEui, newName, remoteOnce, type Row } from '../support/browser/remote'

const browser = startChromium()
const remote = remoteOnce()

/** Reads the gateways that only this file creates, by the word in their names. */
async function gatewaysOf(word: string): Promise<Row[]> {
  const { body } = await remote.call('GET', `/gateways?q=${encodeURIComponent(word)}&sort=name`)
  return body.result as Row[]
}
const written = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(gateways.draft.fields, name)))

async function exportAll(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('radio', { name: 'All fields' }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  return readFile(await download.path())
}
describe('gateways that were exported', () => {
  it('come back as they were when the file is imported', async () => {
    const word = newName('Roundtrip')
    const extremes = [
      { description: '=HYPERLINK("https://example.com")', tags: ['a, "b"', 'semi;colon'], latitude: -5.25, longitude: 8 },
      { description: 'first line\nsecond line; Grünlilie 🌿', tags: [], altitudeM: -12 },
      { description: "'=quoted", tags: ['[json]'] },
    ]
    for (const [at, fields] of extremes.entries())
      await remote.create('gateways', { name: `${word} ${at}`, eui: newEui(), ...fields })
    const before = await gatewaysOf(word)
    expect(before).toHaveLength(3)
    const page = await browser.openSignedIn(`/pages/gateways?q=${encodeURIComponent(word)}`)
    await page.getByRole('link', { name: `${word} 0` }).waitFor()
    const file = await exportAll(page)
    for (const { id } of before) await remote.call('DELETE', `/gateways/${id}`)

    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByLabel('CSV file').setInputFiles({ name: 'gateways.csv', mimeType: 'text/csv', buffer: file })
    await page.getByRole('button', { name: 'Check 3 rows' }).click()
    await page.getByText('3 gateways can be imported').waitFor()
    await page.getByRole('button', { name: 'Import 3 gateways' }).click()
    await page.getByText('Every row of the file was imported.').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: `${word} 2` }).waitFor()

    const after = await gatewaysOf(word)
    expect(after.map(written)).toEqual(before.map(written))
    expect(after.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id))
  })
})

describe('an import in either theme at any width', () => {
  it('has no findings of axe at any step', async () => {
    const page = await browser.openSignedIn('/pages/sensors?pageSize=10', {
      viewport: { width: 375, height: 800 },
      reducedMotion: 'reduce',
    })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    await page.getByRole('dialog', { name: 'Import sensors' }).waitFor()
    const found = await barriers(page, 'the choice of a file')
    const rows = [`${newName('Fern')};${newEui()};900;yes`, `Moss;${newEui()};soon;yes`, 'X;;900;no']
    const file = Buffer.from(['Name;EUI;Reporting interval;Bogus', ...rows].join('\n'))
    await page.getByLabel('CSV file').setInputFiles({ name: 'sensors.csv', mimeType: 'text/csv', buffer: file })
    await page.getByRole('combobox', { name: 'Bogus goes into' }).waitFor()
    found.push(...(await barriers(page, 'the mapping of columns')))
    await page.getByRole('button', { name: 'Check 3 rows' }).click()
    await page.getByText('1 sensor can be imported').waitFor()
    found.push(...(await barriers(page, 'the checked rows')))
    expect(found).toEqual([])
  })
})

describe('an import by the keyboard alone', () => {
  it('goes from the list to the imported row', async () => {
    const page = await browser.openSignedIn('/pages/humidity-groups')
    const name = newName('Keyboard')
    await page.getByRole('button', { name: 'Import' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Choose a CSV file' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type(`name,soilMoistureMin,soilMoistureMax\n${name},10,20`)
    const reach = async (button: string) => {
      const target = page.getByRole('button', { name: button })
      await target.waitFor()
      while (!(await target.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    }
    await reach('Use pasted rows')
    await reach('Check 1 row')
    await reach('Import 1 humidity group')
    await page.getByText('Every row of the file was imported.').waitFor()
    await reach('Done')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { body } = await remote.call('GET', `/humidity_groups?q=${encodeURIComponent(name)}`)
    expect(body.result).toMatchObject([{ name, soilMoistureMin: 10, soilMoistureMax: 20 }])
  })
})
