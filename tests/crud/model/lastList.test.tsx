import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createTabStorage, openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

const SEARCH = '?updateChannel=stable&sort=-name'
const crumb = async () =>
  within(await screen.findByRole('navigation', { name: 'Breadcrumb' })).getByRole('link', { name: 'Gateways' })

describe('the way back from a row to its list', () => {
  it('leads to the list as it was left, also from the form and after a save', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, address } = await openConsole(server, fleet.token, `/pages/gateways${SEARCH}`)
    await user.click(await screen.findByRole('link', { name: 'Attic' }))
    await user.click(await screen.findByRole('link', { name: 'Edit' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' two')
    expect(await crumb()).toHaveAttribute('href', `/pages/gateways${SEARCH}`)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByRole('heading', { level: 1, name: 'Attic two' })
    await user.click(await crumb())
    expect(await screen.findByRole('rowheader', { name: 'Attic two' })).toBeVisible()
    expect(address()).toBe(`/pages/gateways${SEARCH}`)
  })

  it('leads there after the row is deleted', async () => {
    await fleet.addGateway({ name: 'Attic' })
    await fleet.addGateway({ name: 'Barn' })
    const { user, address } = await openConsole(server, fleet.token, `/pages/gateways${SEARCH}`)
    await user.click(await screen.findByRole('link', { name: 'Attic' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Attic?' })
    await user.type(within(dialog).getByRole('textbox'), 'Attic')
    await user.click(within(dialog).getByRole('button', { name: 'Delete gateway' }))
    expect(await screen.findByRole('rowheader', { name: 'Barn' })).toBeVisible()
    expect(address()).toBe(`/pages/gateways${SEARCH}`)
  })

  it('is the plain list for a row that was opened by its address, and for another user', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const tabStorage = createTabStorage()
    const opened = await openConsole(server, fleet.token, `/pages/gateways/${id}`, { tabStorage, owner: 'ada' })
    expect(await crumb()).toHaveAttribute('href', '/pages/gateways')
    await opened.go(`/pages/gateways${SEARCH}`)
    await screen.findByRole('table', { name: 'Gateways' })
    document.body.replaceChildren()
    await openConsole(server, fleet.token, `/pages/gateways/${id}`, { tabStorage, owner: 'bob' })
    expect(await crumb()).toHaveAttribute('href', '/pages/gateways')
  })
})
