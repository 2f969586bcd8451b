import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { adminAreas } from '../../../src/areas'
import { loseAnswers } from '../../support/screens/network'
import { openConsole } from '../../support/screens/console'
import { callWith, rowsOf } from '../../support/server/calls'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { insertHumidityGroup } from '../../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)

const picker = (name: string) => screen.findByRole('combobox', { name })
const field = (name: string) => screen.findByRole('textbox', { name })
const groups = () => rowsOf(callWith(server, fleet.token), '/api/v1/humidity_groups')

/** Opens a new plant's form, types something, and searches its group picker for a name that no group has. */
async function searchGroup(typed: string) {
  const opened = await openConsole(server, fleet.token, '/pages/plants/new')
  await opened.user.type(await field('Scientific name'), 'Hoya kerrii')
  await opened.user.type(await picker('Humidity group'), typed)
  return opened
}

async function beginGroup(typed: string) {
  const opened = await searchGroup(typed)
  await opened.user.click(await screen.findByRole('option', { name: `Create “${typed}” …` }))
  const dialog = await screen.findByRole('dialog', { name: 'New humidity group' })
  return { ...opened, dialog, create: within(dialog).getByRole('button', { name: 'Create humidity group' }) }
}

describe('a picker without a match', () => {
  it('creates the row by its own form and picks it, over the form, which keeps its values', async () => {
    const { user, dialog, create, calls, address } = await beginGroup('Fern bed')
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Fern bed')
    await user.click(create)
    expect(await within(dialog).findAllByText(/soil moisture/i)).not.toHaveLength(0)
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
    await user.type(within(dialog).getByRole('textbox', { name: 'Lowest soil moisture' }), '20')
    await user.type(within(dialog).getByRole('textbox', { name: 'Highest soil moisture' }), '60')
    await user.click(create)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New humidity group' })).toBeNull())
    expect(await picker('Humidity group')).toHaveValue('Fern bed')
    await waitFor(async () => expect(await picker('Humidity group')).toHaveFocus())
    expect(await field('Scientific name')).toHaveValue('Hoya kerrii')
    expect(address()).toBe('/pages/plants/new')
    await user.click(screen.getByRole('button', { name: 'Create plant' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Hoya kerrii' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Fern bed' })).toBeVisible()
  })

  it('asks only for what applies to the values of the new row', async () => {
    const { user } = await openConsole(server, fleet.token, '/pages/alert-rules/new')
    await user.type(await picker('Send to'), 'On call')
    await user.click(await screen.findByRole('option', { name: 'Create “On call” …' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New notification channel' }))
    expect(dialog.getByRole('textbox', { name: 'Recipients' })).toBeVisible()
    expect(dialog.queryByRole('textbox', { name: 'Address' })).toBeNull()
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Kind' }), 'Webhook')
    expect(dialog.getByRole('textbox', { name: 'Address' })).toBeVisible()
    expect(dialog.queryByRole('textbox', { name: 'Recipients' })).toBeNull()
  })

  it('works with the keyboard alone', async () => {
    const { user } = await searchGroup('Fern bed')
    await screen.findByRole('option', { name: 'Create “Fern bed” …' })
    expect(screen.getByText('No match')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{ArrowDown}{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'New humidity group' })
    await waitFor(() => expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveFocus())
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'New humidity group' })).toBeNull()
    await waitFor(async () => expect(await picker('Humidity group')).toHaveFocus())
  })

  it('starts with the typed text, also before the search for it is answered', async () => {
    const { user, disturb } = await searchGroup('F')
    await screen.findByRole('option', { name: 'Create “F” …' })
    disturb((request) => (request.url.includes('/api/v1/humidity_groups') ? new Promise(() => undefined) : null))
    await user.keyboard('ern bed{ArrowDown}{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'New humidity group' })
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Fern bed')
  })

  it('asks before typed values of the dialog are lost', async () => {
    const { user, dialog } = await beginGroup('Fern bed')
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' 2')
    await user.keyboard('{Escape}')
    const question = await screen.findByRole('alertdialog', { name: 'Discard what you entered?' })
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Fern bed 2')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('dialog', { name: 'New humidity group' })).toBeNull()
    expect(await field('Scientific name')).toHaveValue('Hoya kerrii')
  })

  it('puts a refusal on the dialog’s field, and offers the row that has the name already', async () => {
    await insertHumidityGroup(server.db, { name: 'Rainforest' })
    const { user, dialog, create } = await beginGroup('Rain')
    const name = within(dialog).getByRole('textbox', { name: 'Name' })
    await user.type(name, 'forest')
    await user.type(within(dialog).getByRole('textbox', { name: 'Lowest soil moisture' }), '20')
    await user.type(within(dialog).getByRole('textbox', { name: 'Highest soil moisture' }), '60')
    await user.click(create)
    await waitFor(() => expect(name).toBeInvalid())
    expect(name).toHaveValue('Rainforest')
    await user.click(within(dialog).getByRole('button', { name: 'Use Rainforest' }))
    expect(await picker('Humidity group')).toHaveValue('Rainforest')
    expect(await groups()).toHaveLength(1)
  })

  it('creates one row when it is repeated after a lost answer', async () => {
    const { user, dialog, create, disturb } = await beginGroup('Fern bed')
    await user.type(within(dialog).getByRole('textbox', { name: 'Lowest soil moisture' }), '20')
    await user.type(within(dialog).getByRole('textbox', { name: 'Highest soil moisture' }), '60')
    loseAnswers({ disturb }, server, 'POST')
    await user.click(create)
    await within(dialog).findByText('It is not known whether this was saved')
    disturb(() => null)
    await user.click(create)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New humidity group' })).toBeNull())
    expect(await groups()).toHaveLength(1)
  })

  it('offers no new row that the picker would not accept', async () => {
    const { id } = await fleet.addGateway()
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}/edit`)
    await user.type(await picker('Assigned firmware'), 'none such')
    await screen.findByText('No match')
    expect(screen.queryByRole('option', { name: /Create/ })).toBeNull()
  })

  it('offers no new row when the code of its area does not load', async () => {
    const area = adminAreas.find(({ slug }) => slug === 'humidity-groups')
    if (area === undefined) throw new Error('There is no such area')
    const declared = vi.spyOn(area, 'declared').mockRejectedValue(new Error('Failed to fetch'))
    await searchGroup('Fern bed')
    expect(await screen.findByText('No match')).toBeInTheDocument()
    expect(screen.queryByRole('option', { name: /Create/ })).toBeNull()
    declared.mockRestore()
  })

  it('creates a row that matches the picker’s filter', async () => {
    const { user } = await openConsole(server, fleet.token, '/pages/gateways/new')
    await user.type(await picker('Hardware'), 'Sprig')
    await user.click(await screen.findByRole('option', { name: 'Create “Sprig” …' }))
    const dialog = await screen.findByRole('dialog', { name: 'New gateway hardware' })
    expect(within(dialog).getByRole('combobox', { name: 'Status' })).toHaveValue('active')
  })
})

describe('a picked row', () => {
  it('shows its key facts, and opens its page in a new tab', async () => {
    const { id } = await fleet.addGateway()
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}/edit`)
    const peek = await screen.findByRole('button', { name: 'Peek at Frond Base A' })
    await user.click(peek)
    const panel = await screen.findByRole('dialog', { name: 'Frond Base A' })
    const link = await within(panel).findByRole('link', { name: /Open this gateway hardware/ })
    expect(link).toHaveAttribute('href', `/pages/gateway-hardwares/${fleet.hardwareId}`)
    expect(link).toHaveAttribute('target', '_blank')
    expect(within(panel).getByText('Vendor')).toBeVisible()
    expect(within(panel).getByText(fleet.hardwareId)).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(peek).toHaveFocus()
  })

  it('is called deleted where the server has it no more', async () => {
    const { id } = await fleet.addGateway()
    const { go, disturb, alerts } = await openConsole(server, fleet.token, '/pages/gateways')
    disturb((request) => (request.url.includes(fleet.hardwareId) ? Response.json({ message: 'Gone' }, { status: 404 }) : null))
    await go(`/pages/gateways/${id}/edit`)
    const hardware = await picker('Hardware')
    await waitFor(() => expect(hardware).toHaveValue('deleted gateway hardware'))
    expect(screen.getByRole('button', { name: 'Peek at deleted gateway hardware' })).toBeVisible()
    expect(alerts).toEqual([])
  })
})
