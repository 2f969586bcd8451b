import { act, screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { api } from '../../../src/api/api'
import { openConsole, type TestConsole } from '../../support/screens/console'
import { hold } from '../../support/screens/network'
import { insertPlantRequest } from '../../support/rows/rows'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)
const field = (name: string) => screen.findByRole('textbox', { name })

describe('what is typed while a save is under way', () => {
  /** Saves a form, types more before the answer, and restores that in the form which the notification opens. */
  const typeDuringSave = async (opened: TestConsole, button: string, name: string, text: string) => {
    const release = hold(opened)
    await opened.user.click(screen.getByRole('button', { name: button }))
    await opened.user.type(await field(name), text)
    release()
    await opened.user.click(await screen.findByRole('button', { name: 'Open the form' }))
    await opened.user.click(await screen.findByRole('button', { name: 'Restore them' }))
  }

  it('is offered by the form of the saved row', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const opened = await openConsole(server, fleet.token, `/pages/gateways/${id}/edit`)
    await opened.user.type(await field('Name'), ' two')
    await typeDuringSave(opened, 'Save changes', 'Name', ' and three')
    await waitFor(async () => expect(await field('Name')).toHaveValue('Attic two and three'))
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Gateway Attic two and three saved')).toBeVisible()
  })

  it('is kept for a new row, too', async () => {
    const opened = await openConsole(server, fleet.token, '/pages/plants/new')
    await opened.user.type(await field('Scientific name'), 'Hoya carnosa')
    await typeDuringSave(opened, 'Create plant', 'Family', 'Apocynaceae')
    await waitFor(async () => expect(await field('Family')).toHaveValue('Apocynaceae'))
  })

  it('is compared, and saved, when another user has saved first', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', description: 'old' })
    const opened = await openConsole(server, fleet.token, `/pages/gateways/${id}/edit`)
    await opened.user.type(await field('Name'), ' two')
    await fleet.put(`/api/v1/gateways/${id}`, { description: 'new' })
    const release = hold(opened)
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await opened.user.type(await field('Name'), ' and three')
    release()
    const dialog = within(await screen.findByRole('dialog', { name: 'This gateway was changed by someone else' }))
    expect(dialog.getByRole('row', { name: /^Name/ })).toHaveTextContent('NameAttic two and threeAttic')
    await opened.user.click(dialog.getByRole('button', { name: 'Save this choice' }))
    expect(await screen.findByText('Gateway Attic two and three saved')).toBeVisible()
    expect(await fleet.get(`/api/v1/gateways/${id}`)).toMatchObject({ name: 'Attic two and three', description: 'new' })
  })
})

describe('a row that may no longer be edited', () => {
  const title = 'This plant request cannot be edited now'
  const reject = (id: string) =>
    server.db.query(sql`
      update plant_requests set status = 'rejected', rejection_reason = 'unverifiable', version = version + 1 where id = ${id}`)

  it('has no form', async () => {
    const id = await insertPlantRequest(server.db, { requested_name: 'Blue fern' })
    await reject(id)
    await openConsole(server, fleet.token, `/pages/plant-requests/${id}/edit`)
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open Blue fern' })).toHaveAttribute('href', `/pages/plant-requests/${id}`)
    expect(screen.queryByRole('form')).toBeNull()
  })

  it('keeps what was typed before, and cannot be saved', async () => {
    const id = await insertPlantRequest(server.db, { requested_name: 'Blue fern' })
    const { user, store } = await openConsole(server, fleet.token, `/pages/plant-requests/${id}/edit`)
    await user.type(await field('Family'), 'Cyatheaceae')
    await reject(id)
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'PlantRequest', id }])))
    expect(await screen.findByText(title)).toBeVisible()
    expect(await field('Family')).toHaveValue('Cyatheaceae')
    expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  })
})
