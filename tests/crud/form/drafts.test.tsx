import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createTabStorage, openConsole, type ConsoleOptions } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { signal } from '../../support/signal'

const server = emptiedServer({ requireIfMatch: true })
const fleet = fleetAt(server)

const field = (name: string) => screen.findByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save changes' })
const openEdit = (id: string, options: ConsoleOptions) => openConsole(server, fleet.token, `/pages/gateways/${id}/edit`, options)

describe('the draft of a form', () => {
  it('is offered after the session ended during typing, and never overwrites anything without asking', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', description: 'old' })
    const tabStorage = createTabStorage()
    const first = await openEdit(id, { tabStorage })
    await first.user.type(await field('Name'), ' two')
    document.body.replaceChildren()
    await fleet.put(`/api/v1/gateways/${id}`, { description: 'new' })

    const { user } = await openEdit(id, { tabStorage })
    await user.click(await screen.findByRole('button', { name: 'Restore them' }))
    await waitFor(async () => expect(await field('Name')).toHaveValue('Attic two'))
    await user.click(save())
    expect(await screen.findByRole('dialog', { name: 'This gateway was changed by someone else' })).toBeVisible()
    expect((await fleet.get(`/api/v1/gateways/${id}`)).name).toBe('Attic')
  })

  it('is offered only while the form accepts input', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const tabStorage = createTabStorage()
    const first = await openEdit(id, { tabStorage })
    await first.user.type(await field('Name'), ' two')
    document.body.replaceChildren()

    const { user, disturb } = await openEdit(id, { tabStorage })
    expect(await screen.findByRole('button', { name: 'Restore them' })).toBeVisible()
    const answer = signal()
    disturb(({ method }) => (method === 'PUT' ? answer.given.then(() => Promise.reject(new TypeError('network'))) : null))
    await user.type(await field('Name'), ' three')
    await user.click(save())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore them' })).toBeNull())
    answer.give()
    expect(await screen.findByText('It is not known whether this was saved')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Restore them' }))
    expect(await field('Name')).toHaveValue('Attic two')
    expect(screen.queryByText('It is not known whether this was saved')).toBeNull()
  })

  it('is not offered to another user', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const tabStorage = createTabStorage()
    const first = await openEdit(id, { tabStorage, owner: 'ada' })
    await first.user.type(await field('Name'), ' two')
    document.body.replaceChildren()
    await openEdit(id, { tabStorage, owner: 'bob' })
    expect(await field('Name')).toHaveValue('Attic')
    expect(screen.queryByText('You left unsaved changes here')).toBeNull()
  })
})
