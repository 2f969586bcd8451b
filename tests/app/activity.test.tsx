import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { callAt, emptiedServer, fleetAt } from '../support/server/hooks'

const server = emptiedServer()
const call = callAt(server)
const fleet = fleetAt(server)

const PAGE = '/pages/activity'
const shown = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

describe('the activity', () => {
  it('shows what happened on a day, by whom, from what to what, and leads to the row', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    await call('PUT', `/api/v1/gateways/${id}`, { body: { name: 'Loft', reportingIntervalS: 120 } })
    const { user, address } = await openConsole(server, fleet.token, PAGE)
    const change = (await screen.findAllByText(/changed the gateway/))[0]?.closest('li')
    expect(change).toHaveTextContent(/changed the gateway Loft/)
    expect(change).toHaveTextContent(/Name\s*from Attic\s*→\s*to Loft/)
    expect(change).toHaveTextContent(/Reporting interval\s*from .*→\s*to 2 min/)
    await user.click(within(change as HTMLElement).getByRole('link', { name: 'Loft' }))
    expect(address()).toBe(`/pages/gateways/${id}`)
  })

  it('shows what one call did to many rows as one entry, and each of them on request', async () => {
    const ids = [await fleet.addSensor({ name: 'Fern' }), await fleet.addSensor({ name: 'Moss' })].map((sensor) => sensor.id)
    await call('POST', '/api/v1/sensors/bulk_update', { body: { ids, set: { reportingIntervalS: 1800 } } })
    const { user } = await openConsole(server, fleet.token, PAGE)
    await user.click(await screen.findByRole('button', { name: /^Show each\s*of the 2$/ }))
    expect(await screen.findByRole('link', { name: 'Fern' })).toBeVisible()
    expect(await shown()).toSatisfy((all: string[]) => all.filter((text) => text.includes('changed the sensor')).length === 2)
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('button', { name: /^Show each\s*of the 2$/ })).toBeVisible()
  })

  it('is narrowed by filters, which stand in the address', async () => {
    await fleet.addGateway({ name: 'Attic' })
    await fleet.addSensor({ name: 'Fern' })
    const { user, address } = await openConsole(server, fleet.token, PAGE)
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Area' }), 'Sensors')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Attic' })).toBeNull())
    expect(await screen.findByRole('link', { name: 'Fern' })).toBeVisible()
    expect(address()).toBe(`${PAGE}?area=Sensor`)
    await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Deleted')
    expect(await screen.findByRole('heading', { name: 'No matching entries' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show everything' }))
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
  })

  it('is searched by name, and its export has the filtered entries, one a row', async () => {
    const ids = [await fleet.addGateway({ name: 'Fern' }), await fleet.addGateway({ name: 'Moss' })].map(({ id }) => id)
    await call('POST', '/api/v1/gateways/bulk_update', { body: { ids, set: { description: 'x'.repeat(300) } } })
    const { user, address, downloads } = await openConsole(server, fleet.token, PAGE)
    await user.type(await screen.findByRole('searchbox', { name: 'Search the activity' }), 'fern{Enter}')
    await waitFor(() => expect(address()).toBe(`${PAGE}?q=fern`))
    await waitFor(() => expect(screen.queryByText(/Moss/)).toBeNull())
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Fern' })).toHaveLength(2))

    await user.click(screen.getByRole('button', { name: 'Export' }))
    expect(await screen.findByText('2 entries exported')).toBeVisible()
    const [file] = downloads
    expect(file?.fileName).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/)
    const [head, change, creation] = (await file?.text)?.split('\r\n') ?? []
    expect(head).toBe('at,who,did,name,changes,device,ip,id,request')
    expect(change).toContain(`changed the gateway,Fern,Description: — → ${'x'.repeat(300)},,,${ids[0]},`)
    expect(creation).toContain('created the gateway,Fern,')
  })

  it('can be cancelled while it is exported, and exports nothing when it cannot be read to its end', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, disturb, downloads, alerts } = await openConsole(server, fleet.token, PAGE)
    await screen.findByRole('link', { name: 'Attic' })
    disturb((request) => (request.url.includes('each=true') ? new Promise(() => undefined) : null))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('button', { name: /^Cancel export/ }))
    expect(screen.getByRole('button', { name: 'Export' })).toBeVisible()

    disturb((request) => (request.url.includes('each=true') ? new Response('{}', { status: 500 }) : null))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(alerts).toHaveLength(1))
    expect(await screen.findByRole('button', { name: 'Export' })).toBeVisible()
    expect(downloads).toEqual([])
  })

  it('says so when it cannot be read, and shows it on Retry', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, go, disturb } = await openConsole(server, fleet.token, '/pages/gateways')
    disturb((request) => (request.url.includes('/activity') ? new Response('{}', { status: 500 }) : null))
    await go(PAGE)
    const retry = await screen.findByRole('button', { name: /Retry|Try again/ })
    disturb(() => null)
    await user.click(retry)
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
  })
})
