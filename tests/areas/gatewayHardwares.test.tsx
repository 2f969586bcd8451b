import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole } from '../support/console'
import { createFleet, type Fleet } from '../support/fleet'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
let fleet: Fleet
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.truncate()
  fleet = await createFleet(server)
})

const rowOf = async (name: string) => {
  const row = (await screen.findByRole('rowheader', { name })).closest('tr')
  if (row === null) throw new Error(`${name} has no row`)
  return within(row)
}
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling

describe('the gateway hardwares list', () => {
  it('tells the end of life by a word, and leads to the gateways that have a hardware', async () => {
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
  it('makes a hardware, and shows what it bears', async () => {
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

  it('says that a range is upside down, and who has the name already', async () => {
    const { user } = await openConsole(server, fleet.token, '/pages/gateway-hardwares/new')
    await user.type(await screen.findByRole('textbox', { name: 'Vendor' }), 'frond')
    await user.type(screen.getByRole('textbox', { name: 'Model' }), 'base')
    await user.type(screen.getByRole('textbox', { name: 'Revision' }), 'a')
    await user.type(screen.getByRole('textbox', { name: 'Coldest operating temperature' }), '40')
    await user.type(screen.getByRole('textbox', { name: 'Warmest operating temperature' }), '10')
    await user.click(screen.getByRole('button', { name: 'Create gateway hardware' }))
    expect(await screen.findByText('The highest operating temperature is above the lowest')).toBeVisible()
    const warmest = screen.getByRole('textbox', { name: 'Warmest operating temperature' })
    await user.clear(warmest)
    await user.type(warmest, '50')
    await user.click(screen.getByRole('button', { name: 'Create gateway hardware' }))
    const alert = await screen.findByText(/It belongs to/)
    expect(within(alert).getByRole('link', { name: 'Frond Base A' })).toBeVisible()
  })
})

describe('deleting a gateway hardware', () => {
  it('is refused while a gateway has it, with the reason', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user } = await openConsole(server, fleet.token, `/pages/gateway-hardwares/${fleet.hardwareId}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete gateway hardware' }))
    expect(await dialog.findByText(/is used by 1 gateway/)).toBeVisible()
    expect(await fleet.get(`/api/v1/gateway_hardwares/${fleet.hardwareId}`)).toMatchObject({ gatewaysCount: 1 })
  })
})
