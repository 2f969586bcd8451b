import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { editSelection, proceed, selectPage, setField } from '../../support/screens/bulkEditing'
import { loseAnswers } from '../../support/screens/network'
import { openConsole, type TestConsole } from '../../support/screens/console'
import { insertHumidityGroup } from '../../support/rows/rows'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

/** Opens the question of a bulk edit that sets the reporting interval of the two sensors Fern and Moss to ten minutes. */
async function ask(): Promise<{ readonly console: TestConsole; readonly question: HTMLElement; readonly id: string }> {
  const { id } = await fleet.addSensor({ name: 'Fern' })
  await fleet.addSensor({ name: 'Moss' })
  const console = await openConsole(server, fleet.token, '/pages/sensors')
  await selectPage(console)
  const dialog = await editSelection(console, '2 sensors')
  await setField(console, dialog, 'Reporting interval', '600')
  return { console, question: await proceed(console, dialog, '2 sensors'), id }
}

const interval = async (id: string) => (await fleet.get(`/api/v1/sensors/${id}`)).reportingIntervalS
const confirm = async ({ user }: TestConsole, question: HTMLElement) =>
  user.click(within(question).getByRole('button', { name: 'Change 2 sensors' }))

describe('a bulk edit whose answer is lost', { timeout: 120_000 }, () => {
  it('offers Undo for all rows when it is sent again', async () => {
    const { console, question, id } = await ask()
    const answer = loseAnswers(console, server, '/bulk_update')
    await confirm(console, question)
    await within(question).findByRole('alert')
    expect(await interval(id)).toBe(600)
    answer()
    await confirm(console, question)
    expect(await screen.findByText('2 sensors changed')).toBeVisible()
    await console.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('2 sensors changed back')).toBeVisible()
    expect(await interval(id)).toBe(900)
  })

  it('says that it is not known whether it was done, reads the rows again, and clears the selection', async () => {
    const { console, question } = await ask()
    const answer = loseAnswers(console, server, '/bulk_update')
    await confirm(console, question)
    expect(await within(question).findByRole('alert')).toHaveTextContent(
      'It is not known whether this was done. The server cannot be reached. Try again: no row is changed twice.',
    )
    answer()
    const read = console.calls.length
    await console.user.keyboard('{Escape}')
    await console.user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(await screen.findByText('It is not known whether 2 sensors were changed')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
    await waitFor(() => expect(console.calls.slice(read).join()).toContain('GET /api/v1/sensors'))
  })

  it('is another edit with other values', async () => {
    const { console, question, id } = await ask()
    const answer = loseAnswers(console, server, '/bulk_update')
    await confirm(console, question)
    await within(question).findByRole('alert')
    answer()
    await console.user.click(within(question).getByRole('button', { name: 'Back' }))
    const input = await screen.findByRole('textbox', { name: /Reporting interval/ })
    await console.user.clear(input)
    await console.user.type(input, '1200')
    await confirm(console, await proceed(console, screen.getByRole('dialog', { name: 'Edit 2 sensors' }), '2 sensors'))
    expect(await screen.findByText('2 sensors changed')).toBeVisible()
    expect(await interval(id)).toBe(1200)
  })

  it('is undone once when the answer of Undo is lost, too', async () => {
    const { console, question, id } = await ask()
    await confirm(console, question)
    await screen.findByText('2 sensors changed')
    const answer = loseAnswers(console, server, '/bulk_update')
    await console.user.click(screen.getByRole('button', { name: 'Undo' }))
    const again = await screen.findByRole('button', { name: 'Retry' })
    answer()
    await console.user.click(again)
    expect(await screen.findByText('2 sensors changed back')).toBeVisible()
    expect(await fleet.get(`/api/v1/sensors/${id}`)).toMatchObject({ reportingIntervalS: 900, version: 3 })
  })
})

describe('the Undo of a bulk edit', { timeout: 120_000 }, () => {
  it('offers no further try when the server refuses it, whose alert says why', async () => {
    const { console, question } = await ask()
    await confirm(console, question)
    await screen.findByText('2 sensors changed')
    console.disturb(({ method }) =>
      method === 'POST' ? Response.json({ message: 'Read only', code: 'forbidden' }, { status: 403 }) : null,
    )
    await console.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undo failed for 2 sensors')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(console.alerts.map(({ problem }) => problem.message)).toEqual(['Read only'])
  })
})

describe('a bulk edit that was refused', { timeout: 120_000 }, () => {
  it('is judged again when the same rows are tried again', async () => {
    const arid = await insertHumidityGroup(server.db, { name: 'Arid', soil_moisture_min: 5, soil_moisture_max: 20 })
    const console = await openConsole(server, fleet.token, '/pages/humidity-groups')
    await selectPage(console)
    const dialog = await editSelection(console, '1 humidity group')
    await setField(console, dialog, 'Lowest soil moisture', '30')
    const question = await proceed(console, dialog, '1 humidity group')
    await console.user.click(within(question).getByRole('button', { name: 'Change 1 humidity group' }))
    const report = await screen.findByRole('dialog', { name: '1 humidity group could not be changed' })
    await fleet.put(`/api/v1/humidity_groups/${arid}`, { soilMoistureMax: 90 })
    await console.user.click(within(report).getByRole('button', { name: 'Retry failed' }))
    expect(await screen.findByText('1 humidity group changed')).toBeVisible()
    await waitFor(async () => expect(await fleet.get(`/api/v1/humidity_groups/${arid}`)).toMatchObject({ soilMoistureMin: 30 }))
  })
})
