import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api } from '../../../src/api/api'
import { openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

const names = () =>
  within(screen.getByRole('table', { name: 'Gateways' }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent)
const addNamed = (...list: string[]) =>
  list.reduce(async (before, name) => (await before, void (await fleet.addGateway({ name }))), Promise.resolve())

describe('a list', () => {
  it('says that there are no rows yet, with a link to create the first', async () => {
    await openConsole(server, fleet.token, '/pages/gateways')
    expect(await screen.findByRole('heading', { name: 'No gateways yet' })).toBeVisible()
    expect(screen.getByText('New gateways appear here.')).toBeVisible()
    expect(screen.getAllByRole('link', { name: 'New gateway' })[0]).toHaveAttribute('href', '/pages/gateways/new')
  })

  it('shows the address’s query', async () => {
    await addNamed('An attic', 'A barn', 'A cellar')
    await openConsole(server, fleet.token, '/pages/gateways?q=a&sort=-name&pageSize=2')
    await waitFor(() => expect(names()).toEqual(['An attic', 'A cellar']))
    expect(screen.getByRole('searchbox', { name: 'Search gateways' })).toHaveValue('a')
    expect(screen.getByText(/1–2/)).toBeVisible()
  })

  it('says that nothing matches in a status region that was there before', async () => {
    await addNamed('Attic')
    const { user } = await openConsole(server, fleet.token, '/pages/gateways')
    await waitFor(() => expect(names()).toEqual(['Attic']))
    const regions = screen.getAllByRole('status')
    await user.type(screen.getByRole('searchbox', { name: 'Search gateways' }), 'barn')
    const said = await screen.findByRole('heading', { name: 'No gateway matches' })
    expect(regions).toContain(said.closest('[role="status"]'))
  })

  it('drops unknown parameters of the address, with a notice', async () => {
    await addNamed('Attic')
    const opened = await openConsole(server, fleet.token, '/pages/gateways?state=asleep&colour=green&sort=age&page=zero')
    expect(await screen.findByText('Part of the address could not be read and was ignored')).toBeVisible()
    for (const what of ['page', 'sort order', 'filter “State”', 'filter “colour”'])
      expect(screen.getByText(`The ${what} could not be read.`)).toBeVisible()
    await waitFor(() => expect(names()).toEqual(['Attic']))
    expect(opened.address()).toBe('/pages/gateways')
    expect(opened.alerts).toEqual([])
  })

  it('says of a filter’s row that it is deleted only when the server says so', async () => {
    await addNamed('Attic')
    const { go, disturb, alerts } = await openConsole(server, fleet.token, '/pages/sensors')
    const filtered = (id: string) => go(`/pages/sensors?gatewayId=${id}`)
    const ids = ['6a1f4dbe-1111-4111-8111-111111111111', '6a1f4dbe-2222-4222-8222-222222222222'] as const
    await filtered(ids[0])
    expect(await screen.findByRole('button', { name: 'Remove filter Gateway: deleted gateway' })).toBeVisible()
    expect(alerts).toEqual([])
    disturb((request) =>
      request.url.includes(`/gateways/${ids[1]}`) ? Response.json({ message: 'Down' }, { status: 500 }) : null,
    )
    await filtered(ids[1])
    expect(await screen.findByRole('button', { name: 'Remove filter Gateway: …' })).toBeVisible()
    await waitFor(() => expect(alerts.at(-1)?.problem.message).toBe('Down'))
    expect(screen.getByRole('button', { name: 'Remove filter Gateway: …' })).toBeVisible()
  })

  it('never shows an earlier filter’s row as the current one', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user, go } = await openConsole(server, fleet.token, `/pages/sensors?gatewayId=${id}`)
    await user.click(await screen.findByRole('button', { name: 'Gateway1' }))
    const picker = await screen.findByRole('combobox', { name: 'Gateway' })
    await waitFor(() => expect(picker).toHaveValue('Attic'))
    await go('/pages/sensors?gatewayId=6a1f4dbe-1111-4111-8111-111111111111')
    await screen.findByRole('button', { name: 'Remove filter Gateway: deleted gateway' })
    await waitFor(() => expect(picker).toHaveValue('deleted gateway'))
  })

  it('deletes the rows that its dialog names, although Back shows others behind it', async () => {
    for (const name of ['Fern 1', 'Fern 2', 'Moss']) await fleet.addSensor({ name })
    const { user, go } = await openConsole(server, fleet.token, '/pages/sensors')
    await go('/pages/sensors?q=fern&pageSize=1')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Select all 2 sensors that match' }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete 2 sensors?' }))
    await go(-1)
    expect(await screen.findByRole('rowheader', { name: 'Moss' })).toBeInTheDocument()
    await waitFor(() => expect(question.getByRole('button', { name: 'Delete 2 sensors' })).toBeEnabled())
    await user.click(question.getByRole('button', { name: 'Delete 2 sensors' }))
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /Fern/ })).toBeNull())
    expect(screen.getByRole('rowheader', { name: 'Moss' })).toBeInTheDocument()
  })

  it('keeps the dialog of a row, with what was typed, when the list no longer shows the row', async () => {
    await fleet.addSensor({ name: 'Fern' })
    const { user, go } = await openConsole(server, fleet.token, '/pages/sensors')
    await user.click(await screen.findByRole('button', { name: 'Actions for Fern' }))
    await user.click(await screen.findByRole('menuitem', { name: /Replace device/ }))
    await user.type(await screen.findByRole('textbox', { name: /EUI/ }), 'A84041FFFF12')
    await go('/pages/sensors?q=moss')
    expect(await screen.findByRole('heading', { name: 'No sensor matches' })).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: /EUI/ })).toHaveValue('A84041FFFF12')
  })

  it('searches after a pause in typing, without a history entry', async () => {
    await addNamed('Attic', 'Barn')
    const { user, address, isStep, calls } = await openConsole(server, fleet.token, '/pages/gateways')
    await user.type(await screen.findByRole('searchbox', { name: 'Search gateways' }), 'bar')
    await waitFor(() => expect(address()).toBe('/pages/gateways?q=bar'))
    await waitFor(() => expect(names()).toEqual(['Barn']))
    expect(isStep()).toBe(false)
    expect(calls.filter((call) => call.includes('q=')).length).toBe(1)
  })

  it('sorts by a header, says so, and goes back to the order before with Back', async () => {
    await addNamed('Attic', 'Barn')
    const { user, address, go } = await openConsole(server, fleet.token, '/pages/gateways')
    const header = () => screen.getByRole('columnheader', { name: 'Name' })
    await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'ascending'))
    await user.click(within(header()).getByRole('button', { name: 'Name' }))
    expect(address()).toBe('/pages/gateways?sort=-name')
    await waitFor(() => expect(names()).toEqual(['Barn', 'Attic']))
    expect(header()).toHaveAttribute('aria-sort', 'descending')
    await go(-1)
    await waitFor(() => expect(names()).toEqual(['Attic', 'Barn']))
  })

  it('filters by a control, shows the filter as a chip, and clears it', async () => {
    await fleet.addGateway({ name: 'Heard', seenS: 5 })
    await fleet.addGateway({ name: 'Silent', seenS: 500 })
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateways')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Offline')
    await waitFor(() => expect(names()).toEqual(['Silent']))
    expect(address()).toBe('/pages/gateways?state=offline')
    const chips = screen.getByRole('list', { name: 'Filters' })
    expect(within(chips).getByText('Offline')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(names()).toEqual(['Heard', 'Silent']))
    expect(address()).toBe('/pages/gateways')
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })

  it('names the row behind a reference when it filters by it', async () => {
    const other = await fleet.addHardware({ model: 'Trellis' })
    await fleet.addGateway({ name: 'Attic', hardwareId: other })
    await fleet.addGateway({ name: 'Barn' })
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateways')
    await user.click(await screen.findByRole('button', { name: 'Hardware' }))
    await user.click(await screen.findByRole('combobox', { name: 'Hardware' }))
    await user.click(await screen.findByRole('option', { name: /Trellis/ }))
    await waitFor(() => expect(names()).toEqual(['Attic']))
    expect(address()).toBe(`/pages/gateways?hardwareId=${other}`)
    expect(await within(screen.getByRole('list', { name: 'Filters' })).findByText('Frond Trellis A')).toBeVisible()
  })

  it('offers to clear the filters when nothing matches', async () => {
    await addNamed('Attic')
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateways?q=xylophone')
    expect(await screen.findByRole('heading', { name: 'No gateway matches' })).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) ?? document.body)
    await waitFor(() => expect(names()).toEqual(['Attic']))
    expect(address()).toBe('/pages/gateways')
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })

  it('searches for the database’s wildcards as plain text', async () => {
    await addNamed('Attic 50%', 'Barn')
    await openConsole(server, fleet.token, '/pages/gateways?q=%25')
    await waitFor(() => expect(names()).toEqual(['Attic 50%']))
  })

  it('says why and offers Retry when the call fails', async () => {
    await addNamed('Attic')
    const opened = await openConsole(server, fleet.token, '/pages/gateways?q=attic')
    await waitFor(() => expect(names()).toEqual(['Attic']))
    opened.disturb(() =>
      Response.json({ message: 'The greenhouse is closed', code: 'unavailable', requestId: 'req-7' }, { status: 503 }),
    )
    await opened.user.click(screen.getByRole('button', { name: /Clear search/ }))
    expect(await screen.findByText('The greenhouse is closed')).toBeVisible()
    expect(screen.getByText(/req-7/)).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
    const retry = screen.getByRole('button', { name: 'Retry' })
    await opened.user.click(retry)
    await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'))
    expect(retry).toHaveFocus()
    opened.disturb(() => null)
    await opened.user.click(retry)
    await waitFor(() => expect(names()).toEqual(['Attic']))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Gateways' })).toHaveFocus())
  })

  it('offers the last page when the address asks for one beyond it', async () => {
    await addNamed('Attic', 'Barn', 'Cellar')
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateways?pageSize=2&page=9')
    expect(await screen.findByRole('heading', { name: 'There is no page 9' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    await waitFor(() => expect(names()).toEqual(['Cellar']))
    expect(address()).toBe('/pages/gateways?page=2&pageSize=2')
  })

  it('shows neither “none yet” nor an empty page while the rows of another address load', async () => {
    await addNamed('Attic', 'Barn')
    const { go, disturb } = await openConsole(server, fleet.token, '/pages/gateways?q=xylophone')
    expect(await screen.findByRole('heading', { name: 'No gateway matches' })).toBeVisible()
    disturb(() => new Promise(() => {}))
    await go('/pages/gateways')
    expect(await screen.findByText('Loading gateways')).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'No gateways yet' })).toBeNull()
    disturb(() => null)
    await go('/pages/gateways?page=9')
    expect(await screen.findByRole('heading', { name: 'There is no page 9' })).toBeVisible()
    disturb(() => new Promise(() => {}))
    await go('/pages/gateways?pageSize=1&page=2')
    expect(await screen.findByText('Loading gateways')).toBeVisible()
    expect(screen.queryByRole('heading', { name: /There is no page/ })).toBeNull()
  })

  it('dims the rows at once and shows the answer to the last request when answers come out of order', async () => {
    await addNamed('Attic', 'Barn', 'Cellar')
    const opened = await openConsole(server, fleet.token, '/pages/gateways?pageSize=1')
    await waitFor(() => expect(names()).toEqual(['Attic']))
    const held: (() => void)[] = []
    opened.disturb((request) =>
      request.url.includes('page=2') ? new Promise((resolve) => held.push(() => resolve(server.fetch(request)))) : null,
    )
    await opened.user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByRole('table', { name: 'Gateways' })).toHaveAttribute('aria-busy', 'true')
    await opened.go('/pages/gateways?pageSize=1&page=3')
    await waitFor(() => expect(names()).toEqual(['Cellar']))
    expect(held).toHaveLength(1)
    await act(async () => {
      held.forEach((letGo) => letGo())
      // Waits until the late answer is processed and rendered.
      await Promise.all(opened.store.dispatch(api.util.getRunningQueriesThunk()))
    })
    expect(names()).toEqual(['Cellar'])
  })
})
