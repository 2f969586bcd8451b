import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { insertPlantRequest } from '../support/rows/rows'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

describe.each([
  ['a plant', () => Promise.resolve('/pages/plants/new')],
  ['a plant request’s draft', async () => `/pages/plant-requests/${await insertPlantRequest(server.db)}/edit`],
])('the form of %s', (_name, pathOf) => {
  it('warns of unusual soil, end by end', async () => {
    const { user } = await openConsole(server, fleet.token, await pathOf())
    for (const [label, value, warning] of [
      ['Lowest pH', '3.5', 'Few plants grow in soil this acid.'],
      ['Highest pH', '9', 'Few plants grow in soil this alkaline.'],
      ['Lowest soil EC', '5000', 'Soil this salty harms most plants.'],
      ['Highest soil EC', '9000', 'Only salt-tolerant plants grow in soil this salty.'],
    ] as const) {
      await user.type(await screen.findByRole('textbox', { name: label }), value)
      expect(await screen.findByText(warning)).toBeVisible()
    }
  })
})
