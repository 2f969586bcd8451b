import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)
afterEach(() => vi.restoreAllMocks())

const openAt = async ({ list, window: innerWidth }: { readonly list: number; readonly window: number }, search = '') => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(list)
  vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(innerWidth)
  const opened = await openConsole(server, fleet.token, `/pages/gateways${search}`)
  await screen.findByRole('table', { name: 'Gateways' })
  return opened
}

describe('the filters of a list', () => {
  it('are in one row; those without room and those used by links are behind More', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, address } = await openAt({ list: 704, window: 1024 })
    expect(screen.getByRole('combobox', { name: 'Firmware' })).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Update channel' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    const drawer = await screen.findByRole('dialog', { name: 'Filters' })
    expect(within(drawer).queryByRole('combobox', { name: 'Firmware' })).toBeNull()
    expect(within(drawer).queryByRole('combobox', { name: 'Sort by' })).toBeNull()
    expect(within(drawer).getByRole('combobox', { name: 'Update' })).toBeVisible()
    await user.selectOptions(within(drawer).getByRole('combobox', { name: 'Update channel' }), 'Stable')
    await user.click(within(drawer).getByRole('button', { name: 'Done' }))
    expect(address()).toBe('/pages/gateways?updateChannel=stable')
    expect(screen.getByRole('button', { name: 'More filters (1)' })).toBeVisible()
  })

  it('are behind one button on cards, with the order, the views and the columns', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user } = await openAt({ list: 343, window: 375 }, '?updateChannel=stable')
    expect(screen.queryByRole('button', { name: 'Views' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Filters (1)' }))
    const drawer = await screen.findByRole('dialog', { name: 'Filters' })
    for (const name of ['State', 'Firmware', 'Sort by']) expect(within(drawer).getByRole('combobox', { name })).toBeVisible()
    for (const name of ['Views', 'Columns']) expect(within(drawer).getByRole('button', { name })).toBeVisible()
  })

  it('sort cards in both directions', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, address } = await openAt({ list: 343, window: 375 }, '?sort=-lastSeenAt')
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    const order = within(await screen.findByRole('dialog', { name: 'Filters' })).getByRole('combobox', { name: 'Sort by' })
    expect(order).toHaveDisplayValue(/, descending$/)
    await user.selectOptions(order, 'EUI, descending')
    expect(address()).toBe('/pages/gateways?sort=-eui')
  })

  it('search for the beginning of a text that is too long', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, address } = await openAt({ list: 704, window: 1024 })
    const field = screen.getByRole('searchbox', { name: 'Search gateways' })
    await user.click(field)
    await user.paste('x'.repeat(300))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/pages/gateways?q=${'x'.repeat(200)}`))
    expect(field).toHaveValue('x'.repeat(200))
  })
})
