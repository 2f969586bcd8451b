import { screen, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { measured } from '../support/rows/measured'
import { insertHumidityGroup } from '../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)

describe('the sensors on a plant’s page', () => {
  it('are listed with their judged latest readings, by one call', async () => {
    const plantId = await fleet.addPlant('Monstera deliciosa')
    const groupId = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
    await server.db.query(sql`update plants set humidity_group_id = ${groupId} where id = ${plantId}`)
    const wet = await fleet.addSensor({ name: 'Wet', plantId })
    const fine = await fleet.addSensor({ name: 'Fine', plantId })
    await fleet.addSensor({ name: 'Silent', plantId })
    await fleet.addSensor({ name: 'Elsewhere' })
    await measured(server, wet.id, 'soil_moisture', [5, 80])
    await measured(server, fine.id, 'soil_moisture', [5, 40])
    await measured(server, fine.id, 'battery', [5, 90])
    const { calls } = await openConsole(server, fleet.token, `/pages/plants/${plantId}`)
    const table = within(await screen.findByRole('table', { name: 'Sensors of the plant' }))
    expect(table.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Battery 90 % No range',
      'Soil moisture 40 % OK',
      'Soil moisture 80 % High',
    ])
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Fine', 'Silent', 'Wet'])
    expect(table.getByRole('link', { name: 'Wet' })).toHaveAttribute('href', `/pages/sensors/${wet.id}`)
    expect(calls.some((call) => call.endsWith('/latest'))).toBe(false)
  })
})
