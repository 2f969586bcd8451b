import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../../support/screens/console'
import { memoryStore } from '../../support/screens/environment'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { insertPlantRequest } from '../../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)

describe('the key e on a row’s page', () => {
  it('edits the row, unless single keys are switched off or a dialog is open', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const browserStorage = memoryStore()
    const { user, address } = await openConsole(server, fleet.token, `/pages/gateways/${id}`, { environment: { browserStorage } })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    ;(await screen.findByRole('button', { name: 'Cancel' })).focus()
    await user.keyboard('e{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    browserStorage.set('keys', 'off')
    await user.keyboard('e')
    expect(address()).toBe(`/pages/gateways/${id}`)
    browserStorage.remove('keys')
    await user.keyboard('e')
    await waitFor(() => expect(address()).toBe(`/pages/gateways/${id}/edit`))
  })

  it('does nothing where the page offers no Edit', async () => {
    const id = await insertPlantRequest(server.db, { requested_name: 'Silver fern', status: 'published' })
    const { user, address, go } = await openConsole(server, fleet.token, `/pages/plant-requests/${id}`)
    await screen.findByRole('heading', { level: 1, name: 'Silver fern' })
    await user.keyboard('e')
    expect(address()).toBe(`/pages/plant-requests/${id}`)
    const open = await insertPlantRequest(server.db, { requested_name: 'Tree lily' })
    await go(`/pages/plant-requests/${open}`)
    await screen.findByRole('link', { name: 'Edit' })
    await user.keyboard('e')
    await waitFor(() => expect(address()).toBe(`/pages/plant-requests/${open}/edit`))
  })
})
