import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loseAnswers } from '../../support/screens/network'
import { openConsole, type TestConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { insertHumidityGroup, insertPlant } from '../../support/rows/rows'
import { rowNames } from '../../support/screens/shown'
import { signal } from '../../support/signal'

const server = emptiedServer({ requireIfMatch: true })
const fleet = fleetAt(server)

const open = (path: string) => openConsole(server, fleet.token, path)
const undo = async ({ user }: TestConsole) => user.click(await screen.findByRole('button', { name: 'Undo' }))
const removeAll = async ({ user }: TestConsole, what: string, confirmed = what) => {
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: `Delete ${what}?` })
  await waitFor(() => expect(within(dialog).getByRole('button', { name: `Delete ${confirmed}` })).toBeEnabled())
  await user.click(within(dialog).getByRole('button', { name: `Delete ${confirmed}` }))
}

/** Answers a deletion with as many ids to restore, and one call that restores them for each call of the returned function. */
function restoredByParts({ disturb }: TestConsole, count: number): () => void {
  const restorable = Array.from({ length: count }, (_none, nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`)
  let next = signal()
  disturb(async (request) => {
    if (request.url.endsWith('/bulk_delete')) return Response.json({ result: { done: count, restorable, failed: [] } })
    if (!request.url.endsWith('/restore')) return null
    const { ids } = (await request.json()) as { ids: string[] }
    await next.given
    next = signal()
    return Response.json({ result: { done: ids.length, failed: [] } })
  })
  return () => next.give()
}

describe('Undo of a deletion', { timeout: 120_000 }, () => {
  it('restores the row with its sensors, from the page that follows the deletion', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const sensor = await fleet.addSensor({ gatewayId: id, datapoints: 3 })
    const console = await open(`/pages/gateways/${id}`)
    await console.user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Attic?' })
    expect(dialog).toHaveTextContent('It can be undone right afterwards.')
    await console.user.type(within(dialog).getByRole('textbox'), 'Attic{Enter}')
    await waitFor(() => expect(console.address()).toBe('/pages/gateways'))
    await undo(console)
    expect(await screen.findByText('Attic restored')).toBeVisible()
    await waitFor(() => expect(rowNames()).toEqual(['Attic']))
    expect(await fleet.get(`/api/v1/sensors/${sensor.id}`)).toMatchObject({ gatewayId: id, datapointsCount: 3 })
  })

  it('restores many rows in one call', async () => {
    for (const name of ['Fern', 'Moss', 'Sage']) await fleet.addSensor({ name })
    const console = await open('/pages/sensors')
    await removeAll(console, '3 sensors')
    await waitFor(() => expect(rowNames()).toEqual([]))
    await undo(console)
    expect(await screen.findByText('3 sensors restored')).toBeVisible()
    await waitFor(() => expect(rowNames()).toEqual(['Fern', 'Moss', 'Sage']))
    expect(console.calls.filter((call) => call.endsWith('/restore'))).toEqual(['POST /api/v1/sensors/restore'])
  })

  it('says how far it is, also on another page', async () => {
    await fleet.addSensor({ name: 'Fern' })
    await fleet.addSensor({ name: 'Moss' })
    const console = await open('/pages/sensors')
    const answer = restoredByParts(console, 1000)
    await removeAll(console, '2 sensors')
    await undo(console)
    expect(await screen.findByText('Restoring 1,000 sensors…')).toBeVisible()
    await console.go('/pages/gateways')
    for (const words of ['200 of 1,000', '400 of 1,000', '600 of 1,000', '800 of 1,000']) {
      answer()
      expect(await screen.findByText(`Restoring 1,000 sensors… ${words}`)).toBeVisible()
    }
    answer()
    expect(await screen.findByText('1,000 sensors restored')).toBeVisible()
    expect(screen.queryByText(/^Restoring/)).toBeNull()
  })

  it('is offered, too, when the user leaves the page before the server has answered', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addSensor({ name })
    const console = await open('/pages/sensors')
    const answer = signal()
    console.disturb(async (request) => {
      if (request.url.endsWith('/bulk_delete')) await answer.given
      return null
    })
    await removeAll(console, '2 sensors')
    await waitFor(() => expect(console.calls).toContain('POST /api/v1/sensors/bulk_delete'))
    await console.go('/pages/gateways')
    answer.give()
    expect(await screen.findByText('2 sensors deleted')).toBeVisible()
    await undo(console)
    expect(await screen.findByText('2 sensors restored')).toBeVisible()
  })

  it('restores all rows when their deletion was sent again after a lost answer', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addSensor({ name })
    const console = await open('/pages/sensors')
    const answer = loseAnswers(console, server, '/bulk_delete')
    await removeAll(console, '2 sensors')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 sensors?' })
    await within(dialog).findByRole('alert')
    answer()
    await console.user.click(within(dialog).getByRole('button', { name: 'Delete 2 sensors' }))
    expect(await screen.findByText('2 sensors deleted')).toBeVisible()
    await undo(console)
    expect(await screen.findByText('2 sensors restored')).toBeVisible()
  })

  it('restores a row whose deletion was confirmed again after a lost answer', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const console = await open('/pages/sensors')
    await console.user.click(await screen.findByRole('button', { name: 'Actions for Fern' }))
    await console.user.click(await screen.findByRole('menuitem', { name: /Delete/ }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Fern?' })
    const answer = loseAnswers(console, server, `/sensors/${id}`)
    await console.user.click(within(dialog).getByRole('button', { name: 'Delete sensor' }))
    await within(dialog).findByRole('alert')
    answer()
    await console.user.click(within(dialog).getByRole('button', { name: 'Delete sensor' }))
    expect(await screen.findByText('Fern deleted')).toBeVisible()
    await undo(console)
    expect(await screen.findByText('Fern restored')).toBeVisible()
  })

  it('names the row that has the name now, and does not restore this one', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const console = await open(`/pages/sensors/${id}`)
    // Waits, because a pending request about a deleted sensor would raise an alert.
    await screen.findByText('No readings yet.')
    await console.user.click(await screen.findByRole('button', { name: 'Delete' }))
    await console.user.click(await screen.findByRole('button', { name: 'Delete sensor' }))
    await screen.findByText('Fern deleted')
    await fleet.addSensor({ name: 'Fern' })
    await undo(console)
    const reason = 'Undo failed for Fern: Name is taken by Fern'
    await waitFor(() => expect(console.alerts.map(({ problem }) => problem.message)).toEqual([reason]))
    expect(screen.queryByText('Fern restored')).toBeNull()
  })

  it('reports rows that could not be restored', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addSensor({ name })
    const console = await open('/pages/sensors')
    await removeAll(console, '2 sensors')
    await screen.findByText('2 sensors deleted')
    await fleet.addSensor({ name: 'Moss' })
    await undo(console)
    expect(await screen.findByText('1 of 2 sensors restored. Name is taken by Moss.')).toBeVisible()
  })

  it('retries rows whose outcome is unknown', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addSensor({ name })
    const console = await open('/pages/sensors')
    await removeAll(console, '2 sensors')
    let broken = true
    console.disturb((request) => (broken && request.url.endsWith('/restore') ? Response.error() : null))
    await undo(console)
    const again = await screen.findByRole('button', { name: 'Retry' })
    broken = false
    await console.user.click(again)
    expect(await screen.findByText('2 sensors restored')).toBeVisible()
  })

  it('is offered only for rows that can be restored, and the confirmation says how many cannot', async () => {
    await fleet.addSensor({ name: 'Fern', datapoints: 12 })
    await fleet.addSensor({ name: 'Moss' })
    const console = await open('/pages/sensors')
    await console.user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await console.user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 sensors?' })
    expect(await within(dialog).findByText('12 datapoints are deleted too. 1 of them cannot be restored.')).toBeVisible()
    await console.user.type(within(dialog).getByRole('textbox'), 'delete 2 sensors{Enter}')
    expect(await screen.findByText('2 sensors deleted, 1 of them permanently')).toBeVisible()
    await undo(console)
    expect(await screen.findByText('1 sensor restored')).toBeVisible()
    await waitFor(() => expect(rowNames()).toEqual(['Moss']))
  })

  it('is offered once the report of the rows that could not be deleted is closed', async () => {
    const [used] = [
      await insertHumidityGroup(server.db, { name: 'Moist' }),
      await insertHumidityGroup(server.db, { name: 'Bog' }),
    ]
    await insertPlant(server.db, { humidity_group_id: used })
    const console = await open('/pages/humidity-groups')
    await removeAll(console, '2 humidity groups', '1 humidity group')
    const report = await screen.findByRole('dialog', { name: '1 humidity group could not be deleted' })
    await console.user.click(within(report).getAllByRole('button', { name: 'Close' })[1] ?? report)
    await undo(console)
    expect(await screen.findByText('1 humidity group restored')).toBeVisible()
    await waitFor(() => expect(rowNames()).toEqual(['Bog', 'Moist']))
  })

  it('is offered once the user leaves the page during that report', async () => {
    const used = await insertHumidityGroup(server.db, { name: 'Moist' })
    await insertHumidityGroup(server.db, { name: 'Bog' })
    await insertPlant(server.db, { humidity_group_id: used })
    const console = await open('/pages/humidity-groups')
    await removeAll(console, '2 humidity groups', '1 humidity group')
    await screen.findByRole('dialog', { name: '1 humidity group could not be deleted' })
    await console.go('/pages/gateways')
    expect(await screen.findByText('1 humidity group deleted')).toBeVisible()
    await undo(console)
    expect(await screen.findByText('1 humidity group restored')).toBeVisible()
  })
})

describe('deleting groups of which some are in use', { timeout: 120_000 }, () => {
  it('shows how many are used by what, and gives the plants another group in the same step', async () => {
    const [moist, bog] = [
      await insertHumidityGroup(server.db, { name: 'Moist' }),
      await insertHumidityGroup(server.db, { name: 'Bog' }),
    ]
    const heir = await insertHumidityGroup(server.db, { name: 'Average' })
    const plants = [
      await insertPlant(server.db, { humidity_group_id: moist }),
      await insertPlant(server.db, { humidity_group_id: moist }),
    ]
    const console = await open('/pages/humidity-groups')
    for (const name of ['Moist', 'Bog']) await console.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await console.user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 humidity groups?' })
    expect(await within(dialog).findByText('1 of the 2 humidity groups is used by 2 plants.')).toBeVisible()
    await console.user.click(within(dialog).getByRole('radio', { name: /^Replace them with another humidity group/ }))
    const confirm = within(dialog).getByRole('button', { name: 'Reassign and delete 2 humidity groups' })
    expect(confirm).toBeDisabled()
    await console.user.click(within(dialog).getByRole('combobox', { name: 'Replace with' }))
    expect(await within(dialog).findByRole('option', { name: /Bog/ })).toHaveAttribute('aria-disabled', 'true')
    await console.user.click(within(dialog).getByRole('option', { name: 'Average' }))
    await console.user.click(confirm)
    expect(await screen.findByText('2 humidity groups deleted, replaced by Average')).toBeVisible()
    for (const plant of plants) expect(await fleet.get(`/api/v1/plants/${plant}`)).toMatchObject({ humidityGroupId: heir })

    await undo(console)
    expect(await screen.findByText('2 humidity groups restored')).toBeVisible()
    await waitFor(() => expect(rowNames()).toEqual(['Average', 'Bog', 'Moist']))
    expect(await fleet.get(`/api/v1/plants/${plants[0]}`)).toMatchObject({ humidityGroupId: moist })
    expect((await fleet.get(`/api/v1/humidity_groups/${bog}`)).version).toBe(2)
  })

  it('asks the server what uses them when pages were not loaded', async () => {
    for (const name of ['Arid', 'Bog', 'Cool']) {
      const id = await insertHumidityGroup(server.db, { name })
      if (name === 'Cool') await insertPlant(server.db, { humidity_group_id: id })
    }
    const console = await open('/pages/humidity-groups?pageSize=2')
    await console.user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await console.user.click(await screen.findByRole('button', { name: 'Select all 3 humidity groups' }))
    await console.user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 3 humidity groups?' })
    await waitFor(() => expect(dialog).toHaveTextContent('1 of the 3 humidity groups is used by 1 plant.'))
  })
})
