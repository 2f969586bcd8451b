import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { insertPlant } from '../../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)
const field = (name: string) => screen.findByRole('textbox', { name })

describe('a new row’s form that is opened over another one of the same area', () => {
  it('begins without what the other’s address filled in', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { go } = await openConsole(server, fleet.token, `/pages/sensors/new?eui=70B3D57ED0001A2F&gatewayId=${id}`)
    expect(await field('EUI')).toHaveValue('70B3D57ED0001A2F')
    await go('/pages/sensors/new')
    await waitFor(async () => expect(await field('EUI')).toHaveValue(''))
    expect(screen.getByRole('combobox', { name: 'Gateway' })).toHaveValue('')
  })

  it('opens only after a question when the other has unsaved text', async () => {
    const source = await insertPlant(server.db, { scientific_name: 'Hoya carnosa' })
    const { user, go, address } = await openConsole(server, fleet.token, `/pages/plants/new?from=${source}`)
    await user.type(await field('Scientific name'), 'Hoya australis')
    await go('/pages/plants/new')
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(await field('Scientific name')).toHaveValue('Hoya australis')
    await go('/pages/plants/new')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/pages/plants/new'))
    await waitFor(async () => expect(await field('Scientific name')).toHaveValue(''))
  })
})
