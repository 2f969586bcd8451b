import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { capTotals } from '../../support/screens/cappedTotals'
import { openConsole } from '../../support/screens/console'
import { addDatapoints } from '../../support/rows/fleet'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { declaration as plants } from '../../../src/areas/plants/declaration'
import { signal } from '../../support/signal'
import { rowNames } from '../../support/screens/shown'

const server = emptiedServer()
const fleet = fleetAt(server)

const openMenu = async (user: { click(element: Element): Promise<void> }, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  return screen.findByRole('menu', { name: `Actions for ${name}` })
}

describe('deleting one row', () => {
  it('asks for the gateway’s typed name, says that its sensors are detached, and detaches them', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const sensor = await fleet.addSensor({ gatewayId: id, datapoints: 3 })
    const { user } = await openConsole(server, fleet.token, '/pages/gateways')
    await user.click(within(await openMenu(user, 'Attic')).getByRole('menuitem', { name: /Delete/ }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Attic?' })
    expect(dialog).toHaveTextContent(
      '1 sensor is detached; their datapoints stay. API keys, uptime and places in rollouts are lost, even if the deletion is undone.',
    )
    const confirm = within(dialog).getByRole('button', { name: 'Delete gateway' })
    expect(confirm).toBeDisabled()
    await user.type(within(dialog).getByRole('textbox'), 'Attic')
    await user.click(confirm)
    expect(await screen.findByRole('heading', { name: 'No gateways yet' })).toBeVisible()
    expect(await fleet.get(`/api/v1/sensors/${sensor.id}`)).toMatchObject({ gatewayId: null, datapointsCount: 3 })
  })

  it('says how many datapoints are deleted with a sensor', async () => {
    await fleet.addSensor({ name: 'Fern', datapoints: 1204 })
    const { user } = await openConsole(server, fleet.token, '/pages/sensors')
    await user.click(within(await openMenu(user, 'Fern')).getByRole('menuitem', { name: /Delete/ }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Fern?' })
    expect(dialog).toHaveTextContent('1,204 datapoints are deleted too. This cannot be undone.')
    expect(within(dialog).getByRole('button', { name: 'Delete sensor' })).toBeDisabled()
    await user.type(within(dialog).getByRole('textbox'), 'Fern{Enter}')
    expect(await screen.findByText('Fern deleted')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('promises no Undo for a row in use whose users have neither a list nor another row to use', async () => {
    const { removal } = plants
    const listed = removal?.usersPath
    onTestFinished(() => void Object.assign(removal ?? {}, { usersPath: listed }))
    Object.assign(removal ?? {}, { usersPath: undefined })
    await fleet.addSensor({ plantId: await fleet.addPlant('Hoya carnosa') })
    const { user } = await openConsole(server, fleet.token, '/pages/plants')
    await user.click(within(await openMenu(user, 'Hoya carnosa')).getByRole('menuitem', { name: /Delete/ }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Hoya carnosa?' })
    expect(dialog).toHaveTextContent('Nothing else is deleted.')
    expect(dialog).not.toHaveTextContent('undone')
  })

  it('deletes nothing and says so when another user has changed the row meanwhile', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const { user } = await openConsole(server, fleet.token, `/pages/sensors/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await fleet.put('/api/v1/sensors', { id, model: 'changed' })
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Fern?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete sensor' }))
    expect(await within(dialog).findByRole('alert')).toBeVisible()
    expect((await fleet.get(`/api/v1/sensors/${id}`)).id).toBe(id)
  })

  it('deletes the row that another user has changed meanwhile when that is confirmed once more, from the list too', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const { user } = await openConsole(server, fleet.token, '/pages/sensors')
    await user.click(within(await openMenu(user, 'Fern')).getByRole('menuitem', { name: /Delete/ }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Fern?' })
    expect(await fleet.put('/api/v1/sensors', { id, model: 'changed' })).toBe(200)
    await user.click(within(dialog).getByRole('button', { name: 'Delete sensor' }))
    expect(await within(dialog).findByText(/Someone else changed this sensor/)).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Delete sensor' }))
    expect(await screen.findByText('Fern deleted')).toBeVisible()
  })

  it('asks for the typed name once the list shows that the device has reported meanwhile', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const { user } = await openConsole(server, fleet.token, '/pages/sensors')
    await user.click(within(await openMenu(user, 'Fern')).getByRole('menuitem', { name: /Delete/ }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Fern?' })
    await addDatapoints(server, id, 3)
    expect(await fleet.put('/api/v1/sensors', { id, model: 'changed' })).toBe(200)
    await user.click(within(dialog).getByRole('button', { name: 'Delete sensor' }))
    expect(await within(dialog).findByText('3 datapoints are deleted too. This cannot be undone.')).toBeVisible()
    await user.type(within(dialog).getByRole('textbox'), 'Fern{Enter}')
    expect(await screen.findByText('Fern deleted')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('moves the focus to the row that takes the place of the deleted one', async () => {
    for (const name of ['Fern', 'Ivy', 'Moss']) await fleet.addSensor({ name })
    const { user } = await openConsole(server, fleet.token, '/pages/sensors')
    await user.click(within(await openMenu(user, 'Ivy')).getByRole('menuitem', { name: /Delete/ }))
    await user.click(await screen.findByRole('button', { name: 'Delete sensor' }))
    await waitFor(() => expect(rowNames()).toEqual(['Fern', 'Moss']))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Moss' })).toHaveFocus())
  })

  it('stays on its page beyond the rows that the server counts', async () => {
    for (const name of ['Fern', 'Ivy', 'Moss', 'Sage']) await fleet.addSensor({ name })
    const opened = await openConsole(server, fleet.token, '/pages/gateways')
    capTotals(opened, server, '/sensors', 2)
    await opened.go('/pages/sensors?pageSize=1&page=3')
    await opened.user.click(within(await openMenu(opened.user, 'Moss')).getByRole('menuitem', { name: /Delete/ }))
    await opened.user.click(await screen.findByRole('button', { name: 'Delete sensor' }))
    await waitFor(() => expect(rowNames()).toEqual(['Sage']))
    expect(opened.address()).toBe('/pages/sensors?pageSize=1&page=3')
  })

  it('leads back to the list when it was deleted from its own page, also by another user', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const { user, address } = await openConsole(server, fleet.token, `/pages/sensors/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await fleet.remove(`/api/v1/sensors/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete sensor' }))
    await waitFor(() => expect(address()).toBe('/pages/sensors'))
  })

  it('leads nowhere when the user has left the page before the answer, and offers Undo there', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const { user, disturb, go, address } = await openConsole(server, fleet.token, `/pages/sensors/${id}`)
    const answered = signal()
    disturb(async ({ method }) => {
      if (method === 'DELETE') await answered.given
      return null
    })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete sensor' }))
    await go('/pages/gateways')
    await screen.findByRole('heading', { name: 'No gateways yet' })
    answered.give()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Fern restored')).toBeVisible()
    expect(address()).toBe('/pages/gateways')
  })
})
