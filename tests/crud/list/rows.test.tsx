import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../../src/api/api'
import { openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

describe('a list’s rows', () => {
  beforeEach(async () => {
    for (const name of ['Attic', 'Barn']) await fleet.addGateway({ name })
  })

  it('opens one menu for all rows, each time for the row whose button was pressed', async () => {
    const { user } = await openConsole(server, fleet.token, '/pages/gateways')
    for (const name of ['Attic', 'Barn']) {
      await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
      const menu = within(screen.getByRole('menu', { name: `Actions for ${name}` }))
      const address = screen.getByRole('link', { name }).getAttribute('href')
      expect(menu.getByRole('menuitem', { name: /Open/ })).toHaveAttribute('href', address)
      expect(screen.getAllByRole('menu')).toHaveLength(1)
    }
  })

  it('keeps the focus in its row when other rows appear and disappear', async () => {
    const { user, store } = await openConsole(server, fleet.token, '/pages/gateways')
    const box = await screen.findByRole('checkbox', { name: 'Select Barn' })
    act(() => box.focus())
    await fleet.addGateway({ name: 'Aardvark' })
    act(() => void store.dispatch(api.util.invalidateTags(['Gateway'])))
    expect(await screen.findByRole('rowheader', { name: 'Aardvark' })).toBeVisible()
    expect(box).toHaveFocus()
    await user.keyboard(' ')
    expect(screen.getByRole('checkbox', { name: 'Select Barn' })).toBeChecked()
  })

  it('reuses the elements of its rows for another page, with the focus, and comes back to the row that has it', async () => {
    const { go } = await openConsole(server, fleet.token, '/pages/gateways?pageSize=1')
    const attic = await screen.findByRole('link', { name: 'Attic' })
    act(() => attic.focus())
    await go('/pages/gateways?pageSize=1&page=2')
    const barn = await screen.findByRole('link', { name: 'Barn' })
    expect(barn).toBe(attic)
    expect(barn).toHaveFocus()
    await go('/pages/sensors')
    expect(await screen.findByRole('heading', { name: 'No sensors yet' })).toBeVisible()
    await go(-1)
    await waitFor(() => expect(screen.getByRole('link', { name: 'Barn' })).toHaveFocus())
  })

  it('ignores a click whose press began on another row, before another page arrived', async () => {
    const { user, go } = await openConsole(server, fleet.token, '/pages/gateways?pageSize=1')
    const box = await screen.findByRole('checkbox', { name: 'Select Attic' })
    await user.pointer({ keys: '[MouseLeft>]', target: box })
    await go('/pages/gateways?pageSize=1&page=2')
    expect(await screen.findByRole('checkbox', { name: 'Select Barn' })).toBe(box)
    await user.pointer({ keys: '[/MouseLeft]', target: box })
    expect(box).not.toBeChecked()
    await user.click(box)
    expect(box).toBeChecked()
    // As assistive technology may click: without a press.
    fireEvent.click(box, { detail: 1 })
    expect(box).not.toBeChecked()
  })

  it('moves the focus to the checkboxes when the selection is cleared', async () => {
    const { user } = await openConsole(server, fleet.token, '/pages/gateways')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Barn' }))
    const bar = within(screen.getByRole('region', { name: 'Selection' }))
    act(() => bar.getByRole('button', { name: 'Clear selection' }).focus())
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
    expect(screen.getByRole('checkbox', { name: /Select all/ })).toHaveFocus()
  })
})
