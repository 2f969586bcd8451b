import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)
const width = window.innerWidth
beforeEach(() => void Object.assign(window, { innerWidth: 375 }))
afterEach(() => void Object.assign(window, { innerWidth: width }))

async function openMenu(slug: string) {
  const { user } = await openConsole(server, fleet.token, `/pages/${slug}`)
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  const menu = within(screen.getByRole('menu', { name: 'More actions' }))
  const words = () => menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
  return { user, menu, words }
}

describe('the actions of a list in a narrow window', () => {
  it('are in one menu beside the main one', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, menu, words } = await openMenu('gateways')
    expect(words()).toEqual(['Import', 'Export'])
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
    expect(screen.getByRole('link', { name: 'New gateway' })).toHaveAttribute('href', '/pages/gateways/new')
    await screen.findByRole('rowheader', { name: 'Attic' })
    await user.click(menu.getByRole('menuitem', { name: 'Export' }))
    expect(await screen.findByRole('dialog', { name: 'Export gateways' })).toBeVisible()
  })

  it('lead from alerts to their rules and channels', async () => {
    const { menu, words } = await openMenu('alerts')
    expect(words()).toEqual(['Export', 'Channels', 'Rules'])
    expect(menu.getByRole('menuitem', { name: 'Rules' })).toHaveAttribute('href', '/pages/alert-rules')
  })

  it('have those on troubleshoots among those of plants', async () => {
    const { user, menu, words } = await openMenu('plants')
    expect(words()).toEqual(['Import', 'Export', 'Import troubleshoots…', 'Export troubleshoots…'])
    await user.click(menu.getByRole('menuitem', { name: 'Import troubleshoots…' }))
    expect(await screen.findByRole('dialog', { name: /^Import/ })).toBeVisible()
  })

  it('leave the main one of users outside', async () => {
    const { words } = await openMenu('users')
    expect(words()).toEqual(['Export'])
    expect(screen.getByRole('link', { name: 'Invite' })).toBeVisible()
  })
})
