import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { FRESH_S } from '../../src/crud/model/useRefetch'
import type { SharedStore } from '../../src/ui/environment/Environment'
import { memoryStore, testEnvironment } from '../support/screens/environment'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { signal } from '../support/signal'
import { openApp } from './support/openApp'

const server = emptiedServer()
const fleet = fleetAt(server)

const open = (path = '/pages/dashboard', options = {}) => openApp(server, path, { token: fleet.token, ...options })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const palette = () => screen.findByRole('dialog', { name: 'Search and commands' })
const group = async (name: string) =>
  within(await screen.findByRole('group', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent)

describe('the command palette', () => {
  it('opens by Ctrl K or ⌘ K, also while typing, and closes by Escape', async () => {
    const { user } = await open('/pages/gateways')
    await user.click(await screen.findByRole('searchbox'))
    await user.keyboard('{Control>}k{/Control}')
    expect(within(await palette()).getByRole('combobox', { name: 'Search everything' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('searchbox')).toHaveFocus()
    await user.keyboard('{Meta>}k{/Meta}')
    expect(await palette()).toBeVisible()
  })

  it('goes to every place by its name', async () => {
    const { user, address, button } = await open()
    await user.click(button('Search'))
    await palette()
    const go = await group('Go to')
    expect(go.slice(0, 3)).toEqual(['Dashboardg d', 'Gatewaysg g', 'Sensorsg s'])
    expect(go.at(-1)).toBe('My accountg m')
    await user.keyboard('sens{Enter}')
    expect(await heading('Sensors')).toBeVisible()
    expect(address()).toBe('/pages/sensors')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('finds a place by the word of its address', async () => {
    const { user } = await open()
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    await user.keyboard('plant-req{Enter}')
    expect(await heading('Plant Requests')).toBeVisible()
  })

  it('creates rows of every area that allows it', async () => {
    const { user, address } = await open()
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    expect((await group('Create')).slice(0, 2)).toEqual(['New gateway', 'New sensor'])
    await user.keyboard('new sen')
    await waitFor(async () => expect(await group('Create')).toEqual(['New sensor']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/pages/sensors/new'))
  })

  it('finds rows of all areas after a pause in typing, and arrows lead to them', async () => {
    const { id } = await fleet.addSensor({ name: 'Orangery bench' })
    await fleet.addGateway({ name: 'Orangery roof' })
    const { user, address, calls } = await open()
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    await user.keyboard('orang')
    expect((await group('Gateways'))[0]).toMatch(/^Orangery roof/)
    expect((await group('Sensors'))[0]).toMatch(/^Orangery bench/)
    expect(calls.filter((call) => call === 'GET /api/v1/gateways')).toHaveLength(1)
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe(`/pages/sensors/${id}`))
  })

  it('finds places, commands and rows by words with accents, other dashes and blanks', async () => {
    await fleet.addSensor({ name: 'Almería bench', eui: 'A84041FFFF000206' })
    const { user } = await open()
    await user.keyboard('{Control>}k{/Control}')
    const search = within(await palette()).getByRole('combobox', { name: 'Search everything' })
    await user.type(search, 'plánt   réq')
    await waitFor(async () => expect(await group('Go to')).toEqual(['Plant Requestsg r']))
    for (const text of ['bench  almeria', 'a8:40:41:ff:ff:00:02:06']) {
      await user.clear(search)
      await user.type(search, text)
      await waitFor(async () => expect(await group('Sensors')).toEqual([expect.stringMatching(/^Almería bench/)]))
    }
  })

  it('keeps the entry that the arrows lead to when rows of a slower area appear above it', async () => {
    for (const name of ['Orangery bench', 'Orangery shelf']) await fleet.addSensor({ name })
    await fleet.addGateway({ name: 'Orangery roof' })
    const { user, disturb } = await open()
    const slow = signal()
    disturb(({ url }) => (new URL(url).pathname === '/api/v1/gateways' ? slow.given.then(() => null) : null))
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    await user.keyboard('orang')
    await waitFor(async () => expect(await group('Sensors')).toHaveLength(2))
    await user.keyboard('{ArrowDown}')
    const highlighted = () => screen.getByRole('option', { selected: true })
    const { textContent } = highlighted()
    slow.give()
    expect(await group('Gateways')).toHaveLength(1)
    expect(highlighted()).toHaveTextContent(textContent)
    await user.keyboard('{Enter}')
    expect(textContent).toContain((await screen.findByRole('heading', { level: 1, name: /^Orangery/ })).textContent)
  })

  it('says when no name matches, and which areas could not be searched', async () => {
    const app = await open()
    await app.user.keyboard('{Control>}k{/Control}')
    await palette()
    await app.user.keyboard('xylophone')
    expect(await screen.findByText('No results')).toBeVisible()
    app.disturb((request) => (request.url.includes('/sensors') ? Response.json({ message: 'No' }, { status: 503 }) : null))
    await app.user.keyboard('s')
    expect(await screen.findByText('Sensors could not be searched.')).toBeVisible()
  })

  it('lists the rows that this user viewed last', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const store = memoryStore()
    const keys = new Set<string>()
    const change: SharedStore['change'] = (key, work) => {
      keys.add(key)
      store.change(key, work)
    }
    const environment = testEnvironment({ browserStorage: { ...store, change } })
    const { user, go, address } = await open(`/pages/gateways/${id}`, { environment })
    await heading('Attic')
    await go('/pages/dashboard')
    await heading('Dashboard')
    await user.keyboard('{Control>}k{/Control}')
    expect(await group('Recent')).toEqual(['AtticGateways'])
    await user.click(within(await screen.findByRole('group', { name: 'Recent' })).getByRole('option'))
    await waitFor(() => expect(address()).toBe(`/pages/gateways/${id}`))
    await fleet.remove(`/api/v1/gateways/${id}`)
    await go('/pages/dashboard')
    await heading('Dashboard')
    // Makes the cached answers old enough for a refetch.
    vi.setSystemTime(Date.now() + FRESH_S * 1000)
    onTestFinished(() => void vi.useRealTimers())
    await go(`/pages/gateways/${id}`)
    await waitFor(() => expect([...keys].map(store.get)).toEqual(['[]']))
  })

  it('no longer lists rows that this user has deleted, from their page or several at once', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const sensors = [await fleet.addSensor({ name: 'Fern' }), await fleet.addSensor({ name: 'Moss' })]
    const { user, go } = await open(`/pages/gateways/${id}`)
    await heading('Attic')
    for (const sensor of sensors) {
      await go(`/pages/sensors/${sensor.id}`)
      await heading(sensor.name)
    }
    await go('/pages/sensors')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete 2 sensors' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Delete 2 sensors' }))
    await screen.findByText('2 sensors deleted')
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    expect(await group('Recent')).toEqual(['AtticGateways'])
    await user.keyboard('{Escape}')
    await go(`/pages/gateways/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await user.type(within(await screen.findByRole('alertdialog')).getByRole('textbox'), 'Attic{Enter}')
    await screen.findByText('Attic deleted')
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
  })

  it('opens no row found for an earlier text', async () => {
    await fleet.addSensor({ name: 'Attic 1' })
    const { id } = await fleet.addSensor({ name: 'Attic 2' })
    const { user, address, disturb } = await open()
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    await user.keyboard('attic')
    await waitFor(async () => expect(await group('Sensors')).toHaveLength(2))
    disturb(() => new Promise(() => undefined))
    await user.keyboard(' 2{Enter}')
    disturb(() => null)
    await waitFor(() => expect(address()).toBe(`/pages/sensors/${id}`))
  })

  it('acts on the rows selected in the open list', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addSensor({ name })
    const { user } = await open('/pages/sensors')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    expect(await group('Here')).toEqual([
      'Move 2 sensors selected…',
      'Edit 2 sensors selected…',
      'Delete 2 sensors selected…',
      'Clear the selection',
      'Export 2 sensors selected…',
      'Import sensors…',
    ])
    await user.keyboard('move{Enter}')
    expect(await screen.findByRole('alertdialog', { name: 'Move 2 sensors?' })).toBeVisible()
    await user.keyboard('{Escape}')
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    await user.keyboard('dele{Enter}')
    expect(await screen.findByRole('alertdialog', { name: 'Delete 2 sensors?' })).toBeVisible()
  })
})

describe('single keys', () => {
  it('go places: g and a letter', async () => {
    const { user, address } = await open()
    await heading('Dashboard')
    await user.keyboard('gs')
    expect(await heading('Sensors')).toBeVisible()
    await user.keyboard('gg')
    expect(await heading('Gateways')).toBeVisible()
    await user.keyboard('gq')
    await user.keyboard('d')
    expect(address()).toBe('/pages/gateways')
  })

  it('run no command when a named key follows g', async () => {
    const { user, address } = await open()
    await heading('Dashboard')
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    await user.keyboard('{Escape}')
    for (const key of ['Escape', 'Shift', 'Tab', 'ArrowDown']) {
      await user.keyboard(`g{${key}}`)
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    await user.keyboard('gs')
    await waitFor(() => expect(address()).toBe('/pages/sensors'))
  })

  it('type letters in a text field', async () => {
    const { user, address } = await open('/pages/gateways')
    await user.type(await screen.findByRole('searchbox'), 'gs?')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toMatch(/^\/pages\/gateways/)
  })

  it('are listed by ?, and can be switched off permanently', async () => {
    const environment = testEnvironment()
    const { user, address } = await open('/pages/dashboard', { environment })
    await heading('Dashboard')
    await user.keyboard('?')
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(help).toHaveTextContent(/g s\s*Sensors/)
    await user.click(within(help).getByRole('checkbox', { name: /^Single-key/ }))
    await user.keyboard('{Escape}gs?')
    await waitFor(() => expect(environment.browserStorage.get('keys')).toBe('off'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe('/pages/dashboard')
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    await user.keyboard('keyb{Enter}')
    await user.click(await screen.findByRole('checkbox', { name: /^Single-key/ }))
    expect(environment.browserStorage.get('keys')).toBeNull()
  })
})
