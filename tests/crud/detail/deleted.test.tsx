import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { liveStream, type LiveState } from '../../../src/api/live'
import type { LiveStream } from '../../../src/api/liveStream'
import { EVENTS_PATH } from '../../../src/contract/constants'
import { openConsole, type TestConsole } from '../../support/screens/console'
import { callWith } from '../../support/server/calls'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { measured } from '../../support/rows/measured'
import { insertHumidityGroup } from '../../support/rows/rows'

// Each test has a whole server and streams, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const server = emptiedServer()
const fleet = fleetAt(server)
let origin: string
let streams: LiveStream[] = []
beforeAll(async () => {
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  // The server tells the streams that are open when it begins to listen to the database to refetch everything. Only this one is open then: a
  // page that refetched a row just when a test deletes it would show a 404.
  const reader = { userId: '', sessionId: '', email: '', until: new Date(8.64e15), position: null }
  const first = await server.app.live.open(reader, { seconds: 0 })
  await vi.waitUntil(() => server.app.jobs.records().some(({ name }) => name === 'live_listen'), { timeout: 10_000 })
  first.destroy()
})
afterEach(() => {
  for (const stream of streams) stream.send({ type: 'stop' })
  streams = []
})

type Fault = Parameters<TestConsole['disturb']>[0]

/** Passes live events on, whatever the fault. */
const withEvents =
  (fault: Fault = () => null): Fault =>
  (request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname !== EVENTS_PATH) return fault(request)
    return fetch(`${origin}${pathname}${search}`, { headers: Object.fromEntries(request.headers), signal: request.signal })
  }

/** Opens a console, and waits until it receives live events. */
async function openLive(path: string): Promise<TestConsole> {
  const opened = await openConsole(server, fleet.token, path)
  opened.disturb(withEvents())
  const states: LiveState[] = []
  const stream = opened.store.dispatch(liveStream((state) => states.push(state)))
  streams.push(stream)
  stream.send({ type: 'shown' })
  await waitFor(() => expect(states).toEqual(['live']))
  return opened
}

const deleted = (what: string) => screen.findByText(`This ${what} has been deleted`)

describe('the page of a row that somebody else deletes', () => {
  it('says so, shows its last state, and offers no action that would fail', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', description: 'Under the roof' })
    const { user, alerts, address } = await openLive(`/pages/gateways/${id}`)
    const newKey = await screen.findByRole('button', { name: 'Create a key' })
    expect(screen.getByRole('link', { name: 'Edit' })).toBeVisible()
    await fleet.remove(`/api/v1/gateways/${id}`)

    expect((await deleted('gateway')).closest('[role=status]')).not.toBeNull()
    expect(screen.getByText('Under the roof')).toBeVisible()
    for (const name of ['Edit', 'Clone']) expect(screen.queryByRole('link', { name })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(newKey).toBeDisabled()
    expect(alerts).toEqual([])
    await user.click(screen.getByRole('link', { name: 'All gateways' }))
    await waitFor(() => expect(address()).toBe('/pages/gateways?view=all'))
  })

  it('shows it as deleted, whatever its state was, and links to no form that would name it', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', seenS: 5 })
    await server.db.query(sql`insert into unknown_sensors (gateway_id, eui) values (${id}, 'A84041FFFF00012C')`)
    await openLive(`/pages/gateways/${id}`)
    await screen.findByRole('region', { name: 'Unregistered sensors' })
    expect(screen.getByText('Online')).toBeVisible()
    await fleet.remove(`/api/v1/gateways/${id}`)

    await deleted('gateway')
    expect(screen.queryByText('Online')).toBeNull()
    expect(screen.getByText('Deleted')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'New sensor' })).toBeNull()
    expect(screen.queryByRole('link', { name: /^Register/ })).toBeNull()
  })

  it('keeps the shown curve, without controls that would request another', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    await measured(server, id, 'soil_moisture', [30, 40], [10, 41])
    await openLive(`/pages/sensors/${id}`)
    const curves = within(await screen.findByRole('region', { name: 'History' }))
    await curves.findByText(/^2 points/)
    await fleet.remove(`/api/v1/sensors/${id}`)

    await deleted('sensor')
    expect(curves.getByText(/^2 points/)).toBeVisible()
    expect(curves.queryAllByRole('button')).toEqual([])
    expect(curves.queryByText(/could not be/)).toBeNull()
  })

  it('only checks whether it exists, and works again when it is restored', async () => {
    const id = await insertHumidityGroup(server.db, { name: 'Ferns' })
    const { calls } = await openLive(`/pages/humidity-groups/${id}`)
    await screen.findByRole('heading', { level: 1, name: 'Ferns' })
    await fleet.remove(`/api/v1/humidity_groups/${id}`)
    await deleted('humidity group')
    const rowCalls = calls.filter((call) => call.includes(id) && !call.includes('/activity'))
    await callWith(server, fleet.token)('POST', '/api/v1/humidity_groups/restore', { body: { ids: [id] } })

    expect(await screen.findByRole('link', { name: 'Edit' })).toBeVisible()
    expect(screen.queryByText('This humidity group has been deleted')).toBeNull()
    expect(new Set(rowCalls)).toEqual(new Set([`GET /api/v1/humidity_groups/${id}`]))
  })
})

describe('the form of a row that somebody else deletes', () => {
  it('says so, keeps what is typed, and cannot be saved', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user, alerts, calls } = await openLive(`/pages/gateways/${id}/edit`)
    const note = await screen.findByRole('textbox', { name: 'Description' })
    await user.type(note, 'Moved to the shed')
    await fleet.remove(`/api/v1/gateways/${id}`)

    await deleted('gateway')
    expect(note).toHaveValue('Moved to the shed')
    expect(note).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    expect(screen.getByRole('link', { name: 'All gateways' })).toBeVisible()
    await user.type(note, '{Control>}s{/Control}')
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
    expect(alerts).toEqual([])
  })

  it('reports it at the save when no event has arrived', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}/edit`)
    const note = await screen.findByRole('textbox', { name: 'Description' })
    await user.type(note, 'Moved to the shed')
    await fleet.remove(`/api/v1/gateways/${id}`)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))

    await deleted('gateway')
    expect(note).toHaveValue('Moved to the shed')
    expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  })
})

describe('a peek at a row that somebody else deletes', () => {
  it('says so, and has no link to the row', async () => {
    const plantId = await fleet.addPlant('Hoya kerrii')
    const { id } = await fleet.addSensor({ name: 'Fern', plantId })
    const { user, alerts } = await openLive(`/pages/sensors/${id}/edit`)
    await user.click(await screen.findByRole('button', { name: 'Peek at Hoya kerrii' }))
    const peek = await screen.findByRole('dialog', { name: 'Hoya kerrii' })
    await within(peek).findByRole('link', { name: /Open this plant/ })
    await fleet.put('/api/v1/sensors', { id, plantId: null })
    await fleet.remove(`/api/v1/plants/${plantId}`)

    expect(await within(peek).findByText('This plant has been deleted.')).toBeVisible()
    expect(within(peek).queryByRole('link')).toBeNull()
    expect(within(peek).queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(alerts).toEqual([])
  })
})

describe('deleting a row whose page still loads', () => {
  it('raises no alert for late answers', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    await measured(server, id, 'soil_moisture', [10, 41])
    const late: (() => void)[] = []
    const opened = await openConsole(server, fleet.token, '/pages/sensors')
    opened.disturb(async (request) => {
      if (request.method === 'GET' && request.url.includes(`${id}/`)) await new Promise<void>((resolve) => late.push(resolve))
      return null
    })
    await opened.go(`/pages/sensors/${id}`)
    await opened.user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Fern?' })
    await opened.user.click(within(dialog).getByRole('button', { name: 'Delete sensor' }))
    await screen.findByText('Fern deleted')
    const settled = vi.fn<() => void>()
    const { store } = opened
    store.subscribe(() => Object.values(store.getState().api.queries).every((query) => query?.status !== 'pending') && settled())
    for (const come of late) come()

    await waitFor(() => expect(settled).toHaveBeenCalled())
    expect(late.length).toBeGreaterThan(0)
    expect(opened.alerts).toEqual([])
  })
})
