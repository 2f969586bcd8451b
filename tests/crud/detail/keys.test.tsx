import { act, screen, waitFor } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { api } from '../../../src/api/api'
import { openConsole, type TestConsole } from '../../support/screens/console'
import { memoryStore } from '../../support/screens/environment'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { insertPlantRequest } from '../../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)

/** Renames the row elsewhere, and waits for its page to say so: by then a key pressed before would have led to the form. */
async function rename({ store }: TestConsole): Promise<void> {
  await server.db.query(sql`update gateways set name = 'Loft'`)
  await server.db.query(sql`update plant_requests set requested_name = 'Loft'`)
  act(() => void store.dispatch(api.util.invalidateTags(['Gateway', 'PlantRequest'])))
  await screen.findByRole('heading', { level: 1, name: 'Loft' })
}

describe('the key e on a row’s page', () => {
  it('edits the row, unless single keys are switched off or a dialog is open', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const browserStorage = memoryStore()
    const opened = await openConsole(server, fleet.token, `/pages/gateways/${id}`, { environment: { browserStorage } })
    const { user, address } = opened
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    ;(await screen.findByRole('button', { name: 'Cancel' })).focus()
    await user.keyboard('e{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    browserStorage.set('keys', 'off')
    await user.keyboard('e')
    await rename(opened)
    expect(address()).toBe(`/pages/gateways/${id}`)
    browserStorage.remove('keys')
    await user.keyboard('e')
    await waitFor(() => expect(address()).toBe(`/pages/gateways/${id}/edit`))
  })

  it('does nothing where the page offers no Edit', async () => {
    const id = await insertPlantRequest(server.db, { requested_name: 'Silver fern', status: 'published' })
    const opened = await openConsole(server, fleet.token, `/pages/plant-requests/${id}`)
    const { user, address, go } = opened
    await screen.findByRole('heading', { level: 1, name: 'Silver fern' })
    await user.keyboard('e')
    await rename(opened)
    expect(address()).toBe(`/pages/plant-requests/${id}`)
    const open = await insertPlantRequest(server.db, { requested_name: 'Tree lily' })
    await go(`/pages/plant-requests/${open}`)
    await screen.findByRole('link', { name: 'Edit' })
    await user.keyboard('e')
    await waitFor(() => expect(address()).toBe(`/pages/plant-requests/${open}/edit`))
  })
})
