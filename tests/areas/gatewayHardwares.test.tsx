import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { insertFirmware } from '../support/rows/rows'
import { fact, rowOf } from '../support/screens/shown'

const server = emptiedServer()
const fleet = fleetAt(server)

describe('the gateway hardwares list', () => {
  it('shows the end of life by a word, and leads to the gateways that have a hardware', async () => {
    await fleet.addHardware({ model: 'Trellis', status: 'eol' })
    await fleet.addGateway({ name: 'Attic' })
    await fleet.addGateway({ name: 'Elsewhere', hardwareId: await fleet.addHardware() })
    const { user } = await openConsole(server, fleet.token, '/pages/gateway-hardwares')
    expect((await rowOf('Frond Trellis A')).getByText('End of life')).toBeVisible()
    await user.click((await rowOf('Frond Base A')).getByRole('link', { name: '1' }))
    expect(await screen.findByRole('rowheader', { name: 'Attic' })).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
  })
})

describe('a gateway hardware’s form', () => {
  it('creates a hardware, and shows how many sensors it supports', async () => {
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateway-hardwares/new')
    await user.type(await screen.findByRole('textbox', { name: 'Vendor' }), 'Fernwire')
    await user.type(screen.getByRole('textbox', { name: 'Model' }), 'Canopy 4')
    await user.type(screen.getByRole('textbox', { name: 'Revision' }), 'C')
    await user.type(screen.getByRole('textbox', { name: 'Radios' }), 'LoRaWAN,BLE 5,')
    await user.type(screen.getByRole('textbox', { name: 'IP code' }), 'IP67')
    await user.type(screen.getByRole('textbox', { name: 'Coldest operating temperature' }), '-20')
    await user.type(screen.getByRole('textbox', { name: 'Warmest operating temperature' }), '55')
    await user.click(screen.getByRole('button', { name: 'Create gateway hardware' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Fernwire Canopy 4 C' })).toBeVisible()
    expect(address()).toMatch(/^\/pages\/gateway-hardwares\/[0-9a-f-]{36}$/)
    expect(fact('Operating temperature')).toHaveTextContent('−20 to 55 °C')
    expect(fact('Radios')).toHaveTextContent('LoRaWANBLE 5')
  })

  it('reports a reversed range, and the hardware that has the name already', async () => {
    const { user } = await openConsole(server, fleet.token, '/pages/gateway-hardwares/new')
    await user.type(await screen.findByRole('textbox', { name: 'Vendor' }), 'frond')
    await user.type(screen.getByRole('textbox', { name: 'Model' }), 'base')
    await user.type(screen.getByRole('textbox', { name: 'Revision' }), 'a')
    await user.type(screen.getByRole('textbox', { name: 'Coldest operating temperature' }), '40')
    await user.type(screen.getByRole('textbox', { name: 'Warmest operating temperature' }), '10')
    await user.click(screen.getByRole('button', { name: 'Create gateway hardware' }))
    expect(await screen.findByText('The highest operating temperature must be above the lowest')).toBeVisible()
    const warmest = screen.getByRole('textbox', { name: 'Warmest operating temperature' })
    await user.clear(warmest)
    await user.type(warmest, '50')
    await user.click(screen.getByRole('button', { name: 'Create gateway hardware' }))
    const alert = await screen.findByText(/It belongs to/)
    expect(within(alert).getByRole('link', { name: 'Frond Base A' })).toBeVisible()
  })
})

describe('deleting a gateway hardware', () => {
  const askFor = async (user: UserEvent) => {
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Frond Base A?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete gateway hardware' }))
  }

  it('in use names the gateways, gives them another in one step, and can be undone', async () => {
    const gateway = await fleet.addGateway({ name: 'Attic' })
    const other = await fleet.addHardware({ model: 'Trellis' })
    const { user, address } = await openConsole(server, fleet.token, `/pages/gateway-hardwares/${fleet.hardwareId}`)
    await askFor(user)
    const dialog = await screen.findByRole('alertdialog', { name: 'Frond Base A is in use' })
    expect(dialog).toHaveTextContent('This gateway hardware is used by 1 gateway:Attic.')
    expect(dialog).toHaveTextContent('Both changes are made together. It can be undone right afterwards.')
    const confirm = within(dialog).getByRole('button', { name: 'Reassign and delete' })
    expect(confirm).toBeDisabled()
    await user.click(within(dialog).getByRole('combobox', { name: 'Replace with' }))
    await user.click(await within(dialog).findByRole('option', { name: /Trellis/ }))
    await user.click(confirm)
    expect(await screen.findByText('Frond Base A deleted, replaced by Frond Trellis A')).toBeVisible()
    expect(address()).toBe('/pages/gateway-hardwares')
    expect(await fleet.get(`/api/v1/gateways/${gateway.id}`)).toMatchObject({ hardwareId: other })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Frond Base A restored')).toBeVisible()
    expect(await fleet.get(`/api/v1/gateways/${gateway.id}`)).toMatchObject({ hardwareId: fleet.hardwareId })
  })

  it('says why another one cannot replace it, and lets a third one be chosen', async () => {
    await fleet.addGateway({ name: 'Attic' })
    await fleet.addHardware({ model: 'Trellis', status: 'eol' })
    await fleet.addHardware({ model: 'Umbel' })
    const { user } = await openConsole(server, fleet.token, `/pages/gateway-hardwares/${fleet.hardwareId}`)
    await askFor(user)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Frond Base A is in use' }))
    const give = async (name: RegExp) => {
      await user.click(dialog.getByRole('combobox', { name: 'Replace with' }))
      await user.click(await dialog.findByRole('option', { name }))
      await user.click(dialog.getByRole('button', { name: 'Reassign and delete' }))
    }
    await give(/Trellis/)
    expect(await dialog.findByText('Frond Trellis A is at its end of life and cannot be assigned to new gateways')).toBeVisible()
    await give(/Umbel/)
    expect(await screen.findByText('Frond Base A deleted, replaced by Frond Umbel A')).toBeVisible()
  })

  it('is refused when a firmware was released for it, naming that, and offers no other', async () => {
    await fleet.addGateway({ name: 'Attic' })
    await fleet.addFirmware({ semver: '1.4.0' })
    const { user } = await openConsole(server, fleet.token, `/pages/gateway-hardwares/${fleet.hardwareId}`)
    await askFor(user)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Frond Base A?' }))
    expect(
      await dialog.findByText('This gateway hardware cannot be deleted: 1 gateway firmware is released for it: Root 1.4.0.'),
    ).toBeVisible()
    expect(dialog.queryByRole('combobox')).toBeNull()
    expect(await fleet.get(`/api/v1/gateway_hardwares/${fleet.hardwareId}`)).toMatchObject({ gatewaysCount: 1 })
  })
})

describe('deleting many gateway hardwares', () => {
  it('gives their users another, and reports those that cannot be deleted', async () => {
    const [lasting, used] = [await fleet.addHardware({ model: 'Lasting' }), fleet.hardwareId]
    await insertFirmware(server.db, [lasting])
    const gateway = await fleet.addGateway({ name: 'Attic', hardwareId: used })
    const { user } = await openConsole(server, fleet.token, '/pages/gateway-hardwares')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    const heir = await fleet.addHardware({ model: 'Umbel' })
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 gateway hardwares?' }))
    expect(await dialog.findByText('2 gateway hardwares are used by 1 gateway and 1 gateway firmware.')).toBeVisible()
    expect(dialog.getByText('1 of them cannot be deleted.')).toBeVisible()
    await user.click(dialog.getByRole('combobox', { name: 'Replace with' }))
    await user.click(await dialog.findByRole('option', { name: /Umbel/ }))
    await user.click(dialog.getByRole('button', { name: 'Reassign and delete 1 gateway hardware' }))
    const report = await screen.findByRole('dialog', { name: '1 gateway hardware could not be deleted' })
    expect(report).toHaveTextContent(
      'Frond Lasting A: This gateway hardware cannot be deleted: 1 gateway firmware is released for it',
    )
    expect(await fleet.get(`/api/v1/gateways/${gateway.id}`)).toMatchObject({ hardwareId: heir })
    await user.click(within(report).getByText('Close', { selector: 'button' }))
    expect(await screen.findByText('1 gateway hardware deleted, replaced by Frond Umbel A')).toBeVisible()
  })
})
