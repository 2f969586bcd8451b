// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { adminEmail, adminPassword } from '../../src/tools/product'
import { startChromium, submitSignIn } from '../support/browser/browser'
import { calls, dismissAlerts, faults, main, openUnder, under, type Fault } from '../support/browser/faults'
import { newEui, newName, remoteOnce, type Row } from '../support/browser/remote'

const browser = startChromium()
const remote = remoteOnce()

const sending = /\/sensors\/import/
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import sensors' })
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()
const halted = (page: Page, what: string) => dialogOf(page).getByRole('alert').filter({ hasText: what }).waitFor()
const into = (page: Page) => dialogOf(page).getByRole('combobox', { name: 'Notes goes into' })

/** Chooses a file of two sensors with this name, and maps its own column. */
async function choose(page: Page, word: string): Promise<void> {
  await main(page).getByRole('rowheader').first().waitFor()
  await main(page).getByRole('button', { name: 'Import' }).click()
  const rows = [1, 2].map((number) => `${word} ${number},${newEui()},900,no,yes,moss`)
  const buffer = Buffer.from(['name,eui,reportingIntervalS,externalPower,moistureCalibrated,Notes', ...rows].join('\n'))
  await page.getByLabel('CSV file').setInputFiles({ name: 'sensors.csv', mimeType: 'text/csv', buffer })
  await into(page).selectOption({ label: 'Model' })
}

/** Passes the rows on to the server, and answers with the fault. */
async function answerLost({ fail, hangs }: Fault, page: Page, work: () => Promise<unknown>): Promise<void> {
  let arrived = () => undefined as void
  const arrival = new Promise<void>((resolve) => (arrived = resolve))
  await page.route(sending, async (route) => {
    await route.fetch()
    arrived()
    await fail(route)
  })
  await work()
  await arrival
  if (hangs) await page.clock.fastForward(31_000)
}

async function imported(word: string): Promise<string[]> {
  const { body } = await remote.call('GET', `/sensors?q=${encodeURIComponent(word)}&sort=name`)
  return (body.result as Row[]).map(({ name }) => name)
}

describe.each(faults)('when $name', (fault) => {
  it('an import keeps file and mapping, continues by Retry, and creates each row once', async () => {
    const word = newName('Halt')
    const page = await openUnder(browser, fault, '/pages/sensors')
    await choose(page, word)
    await under(fault, page, () => press(page, 'Check 2 rows'))
    await halted(page, 'The dry run stopped')
    await page.unroute(calls)
    await press(page, 'Cancel')
    expect(await into(page).inputValue()).toBe('model')
    await press(page, 'Check 2 rows')
    await dialogOf(page).getByText('2 sensors can be imported').waitFor()
    await answerLost(fault, page, () => press(page, 'Import 2 sensors'))
    await halted(page, 'The import stopped')
    await page.unroute(sending)
    await press(page, 'Retry')
    await dialogOf(page).getByText('Every row of the file was imported.').waitFor()
    expect(await imported(word)).toEqual([`${word} 1`, `${word} 2`])
  })
})

describe('when the session ends during an import', () => {
  it('continues after the next sign-in, and creates each row once', async () => {
    const word = newName('Ended')
    const page = await browser.openSignedIn('/pages/sensors')
    await choose(page, word)
    await press(page, 'Check 2 rows')
    await dialogOf(page).getByText('2 sensors can be imported').waitFor()
    const ended = { message: 'The session has ended', code: 'unauthenticated', requestId: 'none' }
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: ended }))
    await press(page, 'Import 2 sensors')
    await page.waitForURL('**/sign-in*')
    expect(await imported(word)).toEqual([])
    await page.unroute('**/api/v1/**')
    await submitSignIn(page, adminEmail, adminPassword)
    await page.waitForURL('**/pages/sensors')
    await dismissAlerts(page)
    await main(page).getByRole('button', { name: 'Import' }).click()
    await halted(page, 'The import stopped')
    await press(page, 'Retry')
    await dialogOf(page).getByText('Every row of the file was imported.').waitFor()
    expect(await imported(word)).toEqual([`${word} 1`, `${word} 2`])
  })
})
