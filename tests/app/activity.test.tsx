import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { actions } from '../../src/contract/activity'
import { UPSERT_PATH } from '../../src/contract/troubleshootCalls'
import { insertPlant, troubleshootDraft } from '../support/rows/rows'
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

  it('shows what was changed in a troubleshoot, which has no page of its own, and is filtered by them', async () => {
    const row = troubleshootDraft(await insertPlant(server.db), { symptom: 'Yellow leaves', cause: 'Too dry' })
    const upsert = (changes: object) => call<{ result: { id: string }[] }>('PUT', UPSERT_PATH, { body: [{ ...row, ...changes }] })
    await upsert({ id: (await upsert({})).body.result[0]?.id, cause: 'Too much water' })
    const { user, address } = await openConsole(server, fleet.token, PAGE)
    const change = (await screen.findAllByText(/changed the troubleshoot/))[0]?.closest('li')
    expect(change).toHaveTextContent(/Yellow leaves.*Cause\s*from Too dry\s*→\s*to Too much water/)
    expect(within(change as HTMLElement).queryByRole('link')).toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Area' }), 'Troubleshoots')
    expect(address()).toBe(`${PAGE}?area=Troubleshoot`)
    expect(await screen.findByRole('button', { name: 'Remove filter Area: Troubleshoots' })).toBeVisible()
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

  it('has the focus on the heading of the day that goes on, when the last earlier entries are loaded', async () => {
    for (const name of ['Attic', 'Barn', 'Cellar']) await fleet.addGateway({ name })
    const { user, go, disturb } = await openConsole(server, fleet.token, '/pages/gateways')
    disturb((request) => {
      const { pathname, searchParams } = new URL(request.url)
      const isFirst = pathname.endsWith('/activity') && !searchParams.has('before')
      return isFirst ? server.fetch(`${pathname}?pageSize=1`, { headers: request.headers }) : null
    })
    await go(PAGE)
    await user.click(await screen.findByRole('button', { name: 'Show earlier' }))
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
    const day = screen.getAllByRole('heading', { level: 2 })[0]
    await waitFor(() => expect(day).toHaveFocus())
  })

  it('is narrowed by filters, which are in the address', async () => {
    await fleet.addGateway({ name: 'Attic' })
    await fleet.addSensor({ name: 'Fern' })
    const { user, address } = await openConsole(server, fleet.token, PAGE)
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
    const region = screen.getByText(/^\d+ entries$/)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Area' }), 'Sensors')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Attic' })).toBeNull())
    expect(await screen.findByRole('link', { name: 'Fern' })).toBeVisible()
    expect(address()).toBe(`${PAGE}?area=Sensor`)
    expect(region).toHaveTextContent(/^1 entry$/)
    await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Deleted')
    expect(await screen.findByRole('heading', { name: 'No matching entries' })).toBeVisible()
    expect(region).toHaveTextContent('No matching entries')
    await user.click(screen.getByRole('button', { name: 'Show everything' }))
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Search the activity' })).toHaveFocus()
  })

  it('has its filters behind one button in a narrow window, with the number of active ones', async () => {
    const width = vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(375)
    onTestFinished(() => width.mockRestore())
    await fleet.addGateway({ name: 'Attic' })
    const { user, address } = await openConsole(server, fleet.token, `${PAGE}?area=Gateway&from=2020-01-01T00:00:00.000Z`)
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Search the activity' })).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Area' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Filters (2)' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Filters' }))
    expect(drawer.getByRole('combobox', { name: 'Area' })).toHaveDisplayValue('Gateways')
    expect(drawer.getByRole('combobox', { name: 'When' })).toBeVisible()
    for (const name of ['Who', /^Dates/]) expect(drawer.getByRole('button', { name })).toBeVisible()
    await user.selectOptions(drawer.getByRole('combobox', { name: 'What' }), 'Deleted')
    expect(await screen.findByRole('heading', { name: 'No matching entries', hidden: true })).toBeInTheDocument()
    await user.click(drawer.getByRole('button', { name: 'Done' }))
    await user.click(screen.getByRole('button', { name: 'Filters (3)' }))
    await user.click(within(screen.getByRole('dialog', { name: 'Filters' })).getByRole('button', { name: 'Clear filters' }))
    expect(address()).toBe(PAGE)
  })

  it('offers every action, in groups by what it happens to', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, address } = await openConsole(server, fleet.token, PAGE)
    const what = await screen.findByRole('combobox', { name: 'What' })
    const offered = within(what).getAllByRole<HTMLOptionElement>('option')
    expect(offered.map(({ value }) => value)).toEqual(['', ...actions])
    expect(within(within(what).getByRole('group', { name: 'Rollouts' })).getByRole('option', { name: 'Paused' })).toBeVisible()
    await user.selectOptions(what, 'API key created')
    expect(address()).toBe(`${PAGE}?action=key_made`)
    expect(await screen.findByRole('heading', { name: 'No matching entries' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove filter What: API key created' }))
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
  })

  it('keeps a search text that equals the action whose filter is removed', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, address } = await openConsole(server, fleet.token, `${PAGE}?q=created&action=created`)
    await user.click(await screen.findByRole('button', { name: 'Remove filter What: Created' }))
    expect(address()).toBe(`${PAGE}?q=created`)
  })

  it('does not show an earlier filter’s user as the current one', async () => {
    const { rows } = await server.db.query<{ id: string; fullname: string }>(sql`select id, fullname from users_view`)
    const [me = { id: '', fullname: '' }] = rows
    const { go } = await openConsole(server, fleet.token, `${PAGE}?actor=${me.id}`)
    expect(await screen.findByRole('button', { name: `Remove filter Who: ${me.fullname}` })).toBeVisible()
    await go(`${PAGE}?actor=6a1f4dbe-1111-4111-8111-111111111111`)
    expect(await screen.findByRole('heading', { name: 'No matching entries' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Remove filter Who: …' })).toBeVisible()
  })

  it('ends at a date, and refuses dates in the wrong order', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, address } = await openConsole(server, fleet.token, PAGE)
    await screen.findByRole('link', { name: 'Attic' })
    await user.click(screen.getByRole('button', { name: 'Dates' }))
    const form = within(screen.getByRole('form', { name: 'Dates' }))
    const show = () => user.click(form.getByRole('button', { name: 'Show' }))
    await user.type(form.getByLabelText(/^To/), '2020-01-02T00:00')
    await show()
    expect(address()).toBe(`${PAGE}?${new URLSearchParams({ to: new Date('2020-01-02T00:00').toISOString() }).toString()}`)
    expect(await screen.findByRole('heading', { name: 'No matching entries' })).toBeVisible()

    await user.click(screen.getByRole('button', { name: /^Dates/ }))
    const again = within(screen.getByRole('form', { name: 'Dates' }))
    await user.type(again.getByLabelText(/^From/), '2020-01-03T00:00')
    await user.click(again.getByRole('button', { name: 'Show' }))
    expect(again.getByRole('alert')).toHaveTextContent('“From” must be before “To”.')
    await user.click(screen.getByRole('button', { name: 'Remove filter To: 2 Jan 2020, 00:00' }))
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
  })

  it('takes dates although another part of the address cannot be read', async () => {
    const { user, address } = await openConsole(server, fleet.token, `${PAGE}?utm_source=mail`)
    await user.click(await screen.findByRole('button', { name: 'Dates' }))
    const form = within(screen.getByRole('form', { name: 'Dates' }))
    await user.type(form.getByLabelText(/^From/), '2020-01-02T00:00')
    await user.click(form.getByRole('button', { name: 'Show' }))
    expect(new URLSearchParams(address().split('?')[1]).get('from')).toBe(new Date('2020-01-02T00:00').toISOString())
  })

  it('keeps to the row and the end that its address names, and each can be removed', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    await fleet.addGateway({ name: 'Cellar' })
    const { user, address } = await openConsole(server, fleet.token, `${PAGE}?rowId=${id}&to=2100-01-01T00:00:00.000Z`)
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Cellar' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove filter Row: Attic' }))
    expect(await screen.findByRole('link', { name: 'Cellar' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Remove filter To: / }))
    expect(address()).toBe(PAGE)
  })

  it('reports an invalid address', async () => {
    await fleet.addGateway({ name: 'Attic' })
    await openConsole(server, fleet.token, `${PAGE}?to=tomorrow`)
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
    expect(screen.getByText('Part of the address could not be read and was ignored.')).toBeVisible()
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
    expect(head).toBe('at,who,did,name,changes,reason,device,ip,id,request')
    expect(change).toContain(`changed the gateway,Fern,Description: — → ${'x'.repeat(300)},,,,${ids[0]},`)
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

  it('reports that it cannot be loaded, and loads it on Retry', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const { user, go, disturb } = await openConsole(server, fleet.token, '/pages/gateways')
    disturb((request) => (request.url.includes('/activity') ? new Response('{}', { status: 500 }) : null))
    await go(PAGE)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    disturb(() => null)
    await user.click(retry)
    expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
  })
})
