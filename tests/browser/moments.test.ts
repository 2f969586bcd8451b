import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'
import { newName, remoteOnce, type Row } from '../support/browser/remote'

const browser = startChromium()
const remote = remoteOnce()

async function draftRollout(): Promise<Row> {
  const { body: firmwares } = await remote.call('GET', '/gateway_firmwares?status=released')
  const firmwareId = (firmwares.result as Row[])[0]?.id
  const draft = { name: newName('Rollout'), firmwareId, canaryCount: 1, goOnPct: 100, withinH: 24, stopPct: 50 }
  const { body } = await remote.call('POST', '/rollouts/register', draft)
  return body.result as Row
}

describe('a date without a time', () => {
  it('is not saved as an empty moment', async () => {
    const { id, name } = await draftRollout()
    const page = await browser.openSignedIn(`/pages/rollouts/${id}/edit`)
    const start = page.getByLabel(/^Start /)
    await start.focus()
    await page.keyboard.type('11202027')
    expect(await start.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Enter date and time').waitFor()
    expect(await start.evaluate((input) => input === document.activeElement)).toBe(true)

    await start.fill('2027-11-20T10:00')
    await page.getByText('Enter date and time').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    const { body } = await remote.call('GET', `/rollouts/${id}`)
    expect(body.result).toMatchObject({ startAt: expect.stringMatching(/^2027-11-20T/) as string })
  })

  it('is no open end of a chart’s range', async () => {
    const { body } = await remote.call('GET', '/sensors?pageSize=1')
    const [sensor] = body.result as Row[]
    const page = await browser.openSignedIn(`/pages/sensors/${sensor?.id}`)
    await page.getByRole('button', { name: 'Dates' }).click()
    const dates = page.getByRole('form', { name: 'Dates' })
    const from = dates.getByLabel(/^From /)
    await from.focus()
    // Deletes the first part of the date.
    await page.keyboard.press('Delete')
    await dates.getByRole('button', { name: 'Show' }).click()
    await dates.getByText('Enter date and time').waitFor()
    expect(await from.evaluate((input) => input === document.activeElement)).toBe(true)
  })
})
