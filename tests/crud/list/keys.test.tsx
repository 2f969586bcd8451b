import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { FRESH_S } from '../../../src/crud/model/useRefetch'
import { createTabStorage, openConsole, type TestConsole } from '../../support/screens/console'
import { manualEnvironment } from '../../support/screens/environment'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { signal } from '../../support/signal'

const server = emptiedServer()
const fleet = fleetAt(server)
beforeEach(async () => {
  for (const name of ['Attic', 'Barn', 'Cellar']) await fleet.addGateway({ name })
})

const link = (name: string) => screen.findByRole('link', { name })

describe('the keys of a list', () => {
  it('move between rows, select, edit and open', async () => {
    const { user, address, go } = await openConsole(server, fleet.token, '/pages/gateways')
    await link('Attic')
    await user.keyboard('jj')
    await waitFor(async () => expect(await link('Barn')).toHaveFocus())
    await user.keyboard('k')
    await waitFor(async () => expect(await link('Attic')).toHaveFocus())
    await user.keyboard('x')
    expect(screen.getByRole('checkbox', { name: 'Select Attic' })).toBeChecked()
    await user.keyboard('jjjj{Enter}')
    await waitFor(() => expect(address()).toMatch(/^\/pages\/gateways\/[0-9a-f-]{36}$/))
    expect(await screen.findByRole('heading', { level: 1, name: 'Cellar' })).toBeVisible()
    await go(-1)
    await link('Cellar')
    await user.keyboard('e')
    await waitFor(() => expect(address()).toMatch(/\/edit$/))
  })

  it('focus the search, and type letters in a text field', async () => {
    const { user } = await openConsole(server, fleet.token, '/pages/gateways')
    await link('Attic')
    await user.keyboard('/')
    const search = screen.getByRole('searchbox', { name: 'Search gateways' })
    expect(search).toHaveFocus()
    await user.keyboard('jxe/k')
    expect(search).toHaveValue('jxe/k')
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  })

  it('do nothing under a dialog or with Ctrl held', async () => {
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateways')
    await link('Attic')
    await user.keyboard('j{Control>}e{/Control}')
    expect(address()).toBe('/pages/gateways')
    await user.keyboard('x')
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog')
    within(dialog).getByRole('button', { name: 'Cancel' }).focus()
    await user.keyboard('e')
    expect(address()).toBe('/pages/gateways')
  })
})

describe('Back', () => {
  it('restores the list, where it was scrolled to, and the row that had the focus', async () => {
    const tabStorage = createTabStorage()
    const { user, go, address } = await openConsole(server, fleet.token, '/pages/gateways', { tabStorage })
    await user.type(await screen.findByRole('searchbox'), 'cell{Enter}')
    await waitFor(() => expect(address()).toBe('/pages/gateways?q=cell'))
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
    document.documentElement.scrollTop = 120
    fireEvent.scroll(document)
    await user.click(await link('Cellar'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Cellar' })).toBeVisible()
    document.documentElement.scrollTop = 0
    await go(-1)
    await waitFor(() => expect(address()).toBe('/pages/gateways?q=cell'))
    await waitFor(async () => expect(await link('Cellar')).toHaveFocus())
    expect(screen.getAllByRole('rowheader')).toHaveLength(1)
    expect(document.documentElement.scrollTop).toBe(120)
    expect(screen.getByRole('searchbox')).toHaveValue('cell')
  })

  it('paints the cached rows before it refetches them', async () => {
    const { go, calls } = await openConsole(server, fleet.token, '/pages/gateways')
    const listCalls = () => calls.filter((call) => /gateways(\?|$)/.test(call)).length
    const { href } = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Attic' })
    await go(new URL(href).pathname)
    expect(await screen.findByRole('heading', { level: 1, name: 'Attic' })).toBeVisible()
    vi.setSystemTime(Date.now() + FRESH_S * 1000)
    onTestFinished(() => void vi.useRealTimers())
    const frames: FrameRequestCallback[] = []
    const spy = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
    onTestFinished(() => spy.mockRestore())
    await go(-1)
    await link('Barn')
    expect(listCalls()).toBe(1)
    act(() => {
      for (const frame of frames) frame(0)
    })
    await waitFor(() => expect(listCalls()).toBe(2))
  })

  it('returns page by page, and the menu’s link leads to the plain list', async () => {
    const { user, go, address } = await openConsole(server, fleet.token, '/pages/gateways?pageSize=1')
    await link('Attic')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await link('Barn')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await link('Cellar')
    await go(-1)
    await link('Barn')
    expect(address()).toBe('/pages/gateways?page=2&pageSize=1')
    await go('/pages/gateways')
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(3))
  })
})

describe('a row under the pointer', () => {
  const detailCalls = (calls: readonly string[]) => calls.filter((call) => /gateways\/[0-9a-f-]{36}$/.test(call))

  /** Opens the list with a manual clock, and rests the pointer on a row. */
  async function restOn(name: string, savesData: boolean) {
    const { environment, advance } = manualEnvironment(Date.now())
    const { later } = environment
    const opened = await openConsole(server, fleet.token, '/pages/gateways', { environment: { later, savesData } })
    await opened.user.hover(await link(name))
    return { ...opened, pass: (ms: number) => act(() => advance(ms)) }
  }

  /** Makes the list request another page: every earlier request is recorded by then. */
  async function turnPage({ go }: TestConsole) {
    await go('/pages/gateways?page=3&pageSize=1')
    await link('Cellar')
  }

  it('is fetched before it is opened, once the pointer rests', async () => {
    const { calls, pass } = await restOn('Barn', false)
    pass(100)
    await waitFor(() => expect(detailCalls(calls)).toHaveLength(1))
  })

  it('is not fetched when the pointer only passes over it', async () => {
    const opened = await restOn('Barn', false)
    opened.pass(99)
    await opened.user.unhover(await link('Barn'))
    opened.pass(60_000)
    await turnPage(opened)
    expect(detailCalls(opened.calls)).toEqual([])
  })

  it('is fetched only after the rows that the user waits for', async () => {
    const { calls, pass, disturb, go } = await restOn('Barn', false)
    const rows = signal()
    disturb(async ({ url }) => {
      if (url.includes('sort=')) await rows.given
      return null
    })
    await go('/pages/gateways?sort=-name')
    pass(100)
    await link('Barn')
    expect(detailCalls(calls)).toEqual([])
    rows.give()
    await waitFor(() => expect(detailCalls(calls)).toHaveLength(1))
  })

  it('is not fetched without a network, so that no alert is raised', async () => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => network.mockRestore())
    const opened = await restOn('Barn', false)
    opened.pass(60_000)
    await turnPage(opened)
    expect(detailCalls(opened.calls)).toEqual([])
  })

  it('is not fetched in data-saving mode', async () => {
    const opened = await restOn('Barn', true)
    opened.pass(60_000)
    await turnPage(opened)
    expect(detailCalls(opened.calls)).toEqual([])
  })
})
