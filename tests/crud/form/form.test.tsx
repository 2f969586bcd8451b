import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loseAnswers } from '../../support/screens/network'
import { openConsole } from '../../support/screens/console'
import { callWith } from '../../support/server/calls'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { signal } from '../../support/signal'

const server = emptiedServer({ requireIfMatch: true })
const fleet = fleetAt(server)

const field = (name: string | RegExp) => screen.findByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save changes' })
const total = async () => (await callWith(server, fleet.token)('GET', '/api/v1/gateways')).body.meta.total

describe('the form of a new row', () => {
  it('creates the row and shows it', async () => {
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateways/new')
    await user.type(await field('Name'), 'Attic')
    await user.type(await field('EUI'), '70:b3:d5:7e:d0:00:1a:2f')
    await user.type(await field('Serial number'), 'SN-A')
    await user.click(screen.getByRole('combobox', { name: 'Hardware' }))
    await user.click(await screen.findByRole('option', { name: /Frond Base A/ }))
    await user.click(screen.getByRole('button', { name: 'Create gateway' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Attic' })).toBeVisible()
    expect(screen.getByText('70B3D57ED0001A2F')).toBeVisible()
    expect(address()).toMatch(/^\/pages\/gateways\/[0-9a-f-]{36}$/)
  })

  it('shows errors only after a submit attempt, focuses the first wrong field, and sends nothing', async () => {
    const { user, calls } = await openConsole(server, fleet.token, '/pages/gateways/new')
    await user.click(await field('Name'))
    await user.tab()
    expect(screen.queryByText('Name is required')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Create gateway' }))
    expect(await screen.findByText('Name is required')).toBeVisible()
    expect(screen.getByText('Hardware is required')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('offers the EUI-64 of a MAC address', async () => {
    const { user } = await openConsole(server, fleet.token, '/pages/gateways/new')
    await user.type(await field('EUI'), 'b8-27-eb-12-34-56')
    await user.click(await screen.findByRole('button', { name: 'Use B827EBFFFE123456' }))
    expect(await field('EUI')).toHaveValue('B827EBFFFE123456')
    expect(await field('EUI')).toHaveFocus()
  })

  it('names and links the row that has the EUI, also on the field', async () => {
    const holder = await fleet.addGateway({ name: 'Holder', eui: '70B3D57ED0001A2F' })
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/new?from=${holder.id}`)
    await user.type(await field('Name'), 'Another')
    await user.type(await field('EUI'), '70B3D57ED0001A2F')
    await user.type(await field('Serial number'), 'SN-77')
    await user.click(screen.getByRole('button', { name: 'Create gateway' }))
    const link = await screen.findByRole('link', { name: 'Holder' })
    expect(link).toHaveAttribute('href', `/pages/gateways/${holder.id}`)
    await waitFor(async () => expect(await field('EUI')).toBeInvalid())
    expect(await field('Name')).toHaveValue('Another')
  })

  it('is busy while a refused row is saved again, and focuses the refused field only when the answer is there', async () => {
    const holder = await fleet.addGateway({ name: 'Holder', eui: '70B3D57ED0001A2F' })
    const { user, calls, disturb } = await openConsole(server, fleet.token, `/pages/gateways/new?from=${holder.id}`)
    const create = await screen.findByRole('button', { name: 'Create gateway' })
    await user.type(await field('Name'), 'Another')
    await user.type(await field('EUI'), '70B3D57ED0001A2F')
    await user.type(await field('Serial number'), 'SN-77')
    await user.click(create)
    await waitFor(async () => expect(await field('EUI')).toHaveFocus())

    const answer = signal()
    disturb(async ({ method }) => (method === 'POST' ? answer.given.then(() => null) : null))
    await user.click(create)
    await waitFor(() => expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(2))
    await user.clear(await field('Name'))
    create.focus()
    await user.keyboard('{Control>}s{/Control}')
    await user.keyboard('{Control>}s{/Control}')
    expect(create).toHaveAttribute('aria-busy', 'true')
    expect(create).toHaveFocus()
    expect(await field('EUI')).toBeInvalid()
    await user.type(await field('Name'), 'Another')
    answer.give()
    await waitFor(async () => expect(await field('EUI')).toHaveFocus())
    expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(2)
  })

  it('creates one row when a create is repeated after a lost answer', async () => {
    const source = await fleet.addGateway({ name: 'Source' })
    const opened = await openConsole(server, fleet.token, `/pages/gateways/new?from=${source.id}`)
    await opened.user.type(await field('Name'), 'Once')
    await opened.user.type(await field('EUI'), '70B3D57ED0001A2F')
    await opened.user.type(await field('Serial number'), 'SN-A')
    loseAnswers(opened, server, 'POST')
    await opened.user.click(screen.getByRole('button', { name: 'Create gateway' }))
    await waitFor(() => expect(screen.getByText('It is not known whether this was saved')).toBeVisible())
    expect(screen.getByRole('alert')).toHaveTextContent('please try again after some time. Saving again is safe.')
    opened.disturb(() => null)
    await opened.user.click(screen.getByRole('button', { name: 'Create gateway' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Once' })).toBeVisible()
    expect(await total()).toBe(2)
  })

  it('warns of an unusual value without blocking it', async () => {
    const { user } = await openConsole(server, fleet.token, '/pages/gateways/new')
    const interval = await field('Reporting interval')
    await user.clear(interval)
    await user.type(interval, '7200')
    expect(await screen.findByText(/^Over an hour/)).toBeVisible()
    expect(interval).not.toBeInvalid()
  })

  it('offers no hardware at its end of life', async () => {
    await fleet.addHardware({ model: 'Relic', status: 'eol' })
    const { user } = await openConsole(server, fleet.token, '/pages/gateways/new')
    await user.click(await screen.findByRole('combobox', { name: 'Hardware' }))
    expect(await screen.findByRole('option', { name: /Base/ })).toBeVisible()
    expect(screen.queryByRole('option', { name: /Relic/ })).toBeNull()
  })
})

describe('the form of a row', () => {
  const openEdit = async (id: string) => {
    const opened = await openConsole(server, fleet.token, '/pages/gateways')
    await screen.findByRole('table', { name: 'Gateways' })
    await opened.go(`/pages/gateways/${id}/edit`)
    return opened
  }

  it('saves on Ctrl+S and goes back to where it was opened from', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user, address } = await openEdit(id)
    await user.clear(await field('Name'))
    await user.type(await field('Name'), 'Loft')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByRole('rowheader', { name: 'Loft' })).toBeVisible()
    expect(address()).toBe('/pages/gateways')
    await waitFor(() => expect(screen.getByText('Gateway Loft saved')).toBeVisible())
    expect((await fleet.get(`/api/v1/gateways/${id}`)).version).toBe(2)
  })

  it('saves a tag that is still being typed on Ctrl+S, too', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user } = await openEdit(id)
    await user.type(await field('Tags'), 'north')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByRole('rowheader', { name: 'Attic' })).toBeVisible()
    expect((await fleet.get(`/api/v1/gateways/${id}`)).tags).toEqual(['north'])
  })

  it('sends nothing without changes, and says so', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user, calls, address } = await openEdit(id)
    await user.type(await field('Name'), ' ')
    await user.click(save())
    await waitFor(() => expect(screen.getByText('Attic has no changes to save')).toBeVisible())
    expect(address()).toBe('/pages/gateways')
    expect(screen.queryByText('Gateway Attic saved')).toBeNull()
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
    expect((await fleet.get(`/api/v1/gateways/${id}`)).version).toBe(1)
  })

  it('starts with the server’s current values, not with those of the previous page', async () => {
    const { id, name } = await fleet.addGateway({ name: 'Attic' })
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    await screen.findByRole('heading', { level: 1, name })
    await fleet.put(`/api/v1/gateways/${id}`, { name: 'Loft' })
    await user.click(screen.getByRole('link', { name: 'Edit' }))
    expect(await field('Name')).toHaveValue('Loft')
  })

  it('shows an EUI that never changes, and does not ask for it', async () => {
    const { id } = await fleet.addGateway()
    await openEdit(id)
    expect(await field('EUI')).toHaveAttribute('readonly')
  })

  it('asks before unsaved changes are lost, but not when they were reverted', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user, go, address } = await openEdit(id)
    await user.type(await field('Name'), 'x')
    await go(-1)
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getAllByRole('button', { name: /stay|keep/i })[0] ?? dialog)
    expect(await field('Name')).toHaveValue('Atticx')
    await user.type(await field('Name'), '{Backspace}')
    await go(-1)
    await waitFor(() => expect(address()).toBe('/pages/gateways'))
  })

  it('does not navigate when the save’s answer arrives late, and offers no draft of it', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user, go, address, disturb } = await openEdit(id)
    await user.type(await field('Name'), ' two')
    const answer = signal()
    disturb(async ({ method }) => (method === 'PUT' ? answer.given.then(() => null) : null))
    await user.click(save())
    await go('/pages/sensors')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/pages/sensors'))
    answer.give()
    await waitFor(() => expect(screen.getByText('Gateway Attic two saved')).toBeVisible())
    expect(address()).toBe('/pages/sensors')
    await go(`/pages/gateways/${id}/edit`)
    expect(await field('Name')).toHaveValue('Attic two')
    expect(screen.queryByText('You left unsaved changes here')).toBeNull()
  })

  it('shows the differences field by field, and saves the merge, when another user has saved meanwhile', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', description: 'old' })
    const { user } = await openEdit(id)
    await user.clear(await field('Name'))
    await user.type(await field('Name'), 'Mine')
    await fleet.put(`/api/v1/gateways/${id}`, { name: 'Theirs', description: 'new' })
    await user.click(save())
    const dialog = await screen.findByRole('dialog', { name: 'This gateway was changed by someone else' })
    const rows = within(dialog).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual(['NameMineTheirs', 'Descriptionoldnew'])
    await user.click(within(dialog).getByRole('button', { name: 'Save this choice' }))
    await screen.findByRole('rowheader', { name: 'Mine' })
    expect(await fleet.get(`/api/v1/gateways/${id}`)).toMatchObject({ name: 'Mine', description: 'new', version: 3 })
  })

  it('counts a save as done when it is repeated after a lost answer', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const opened = await openEdit(id)
    await opened.user.type(await field('Name'), ' two')
    loseAnswers(opened, server, 'PUT')
    await opened.user.click(save())
    await screen.findByText('It is not known whether this was saved')
    opened.disturb(() => null)
    await opened.user.click(save())
    await waitFor(() => expect(screen.getByText('Gateway Attic two saved')).toBeVisible())
    expect((await fleet.get(`/api/v1/gateways/${id}`)).version).toBe(2)
  })

  it('keeps the user’s own value in every field on request', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', description: 'old' })
    const { user } = await openEdit(id)
    await user.type(await field('Name'), '2')
    await fleet.put(`/api/v1/gateways/${id}`, { description: 'new' })
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }))
    await screen.findByRole('rowheader', { name: 'Attic2' })
    expect(await fleet.get(`/api/v1/gateways/${id}`)).toMatchObject({ name: 'Attic2', description: 'old' })
  })

  it('restarts from the saved version on request, without changes', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user, go, address } = await openEdit(id)
    await user.type(await field('Name'), '2')
    await fleet.put(`/api/v1/gateways/${id}`, { name: 'Theirs' })
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }))
    expect(await field('Name')).toHaveValue('Theirs')
    await go(-1)
    await waitFor(() => expect(address()).toBe('/pages/gateways'))
  })

  it('puts the server’s sentence on its field and keeps what was typed when only the server refuses a value', async () => {
    const firmware = await fleet.addFirmware({ semver: '2.0.0' })
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const opened = await openEdit(id)
    opened.disturb((request) =>
      request.method === 'PUT'
        ? Response.json(
            {
              message: 'Some fields are wrong',
              code: 'invalid',
              requestId: 'r',
              fields: { targetFirmwareId: `Not ${firmware}` },
            },
            { status: 422 },
          )
        : null,
    )
    await opened.user.type(await field('Name'), '2')
    await opened.user.click(save())
    expect(await screen.findByText(`Not ${firmware}`)).toBeVisible()
    expect(await field('Name')).toHaveValue('Attic2')
  })

  it('says that there is no such row for an unknown id', async () => {
    await openConsole(server, fleet.token, '/pages/gateways/01890000-0000-7000-8000-000000000000/edit')
    expect(await screen.findByRole('heading', { level: 1, name: 'No such gateway' })).toBeVisible()
  })
})
