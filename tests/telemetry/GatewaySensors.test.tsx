import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { insertSensor } from '../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)

describe('the sensors on a gateway’s page', () => {
  it('are listed with state, readings and battery, each linked to its page', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', seenS: 5 })
    const near = await fleet.addSensor({ name: 'Near', gatewayId: id, seenS: 5, batteryPct: 12.345 })
    await fleet.addSensor({ name: 'Far', gatewayId: id })
    await fleet.addSensor({ name: 'Elsewhere' })
    await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    const table = within(await screen.findByRole('table', { name: 'Sensors of the gateway' }))
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Far', 'Near'])
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Never seen',
      'No data',
      'Never',
      '—',
      'Online',
      'No data',
      'just now',
      'Low, 12.3 %',
    ])
    expect(table.getByRole('link', { name: 'Near' })).toHaveAttribute('href', `/pages/sensors/${near.id}`)
  })

  it('can be created when there are none', async () => {
    const { id } = await fleet.addGateway()
    await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    expect(await screen.findByText('No sensors yet.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'New sensor' })).toHaveAttribute('href', `/pages/sensors/new?gatewayId=${id}`)
  })

  it('are the first of many, with a link to all', async () => {
    const { id } = await fleet.addGateway()
    for (let made = 0; made < 26; made += 1) await insertSensor(server.db, { gateway_id: id })
    await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    const card = within(await screen.findByRole('region', { name: 'Sensors' }))
    expect(await card.findByText(/^The first 25 of/)).toBeVisible()
    expect(card.getByRole('link', { name: '26 sensors' })).toHaveAttribute('href', `/pages/sensors?gatewayId=${id}`)
  })
})
