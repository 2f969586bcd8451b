import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Gateway } from '../../src/contract/gateways'
import { openConsole } from '../support/screens/console'
import { createFleet, type Fleet } from '../support/rows/fleet'
import { oneServer } from '../support/server/hooks'
import { signal } from '../support/signal'

const server = oneServer()
let fleet: Fleet
let gateway: Gateway
beforeAll(async () => {
  fleet = await createFleet(server)
  gateway = await fleet.addGateway({ name: 'Attic' })
})

const json = (body: object, status: number, headers = {}) => Response.json(body, { status, headers })
const UNKNOWN = 'It is not known whether this was saved'
/** What happens, and what a form says of its save then. */
const faults: readonly [string, () => Promise<Response> | Response, string?][] = [
  ['the network is gone', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'a proxy answers in HTML',
    () => new Response('<h1>502 Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
  ],
  [
    'the JSON is cut',
    () => new Response('{"result":[{"id":"01', { status: 200, headers: { 'content-type': 'application/json' } }),
  ],
  ['nothing is answered', () => new Response(null, { status: 204 })],
  ['the answer is another one’s', () => json({ ok: true }, 200)],
  [
    'the server is busy',
    () => json({ message: 'Slow down', code: 'too_many_requests', requestId: 'r' }, 429, { 'retry-after': '3' }),
    'Nothing was saved',
  ],
  ['the server is broken', () => json({ message: 'Something went wrong', code: 'internal', requestId: 'r' }, 500)],
]

describe('a row that did not exist', () => {
  it.each([
    ['page', ''],
    ['form', '/edit'],
  ])('is not said to be missing on its %s while it is requested again', async (_what, end) => {
    const { go, disturb } = await openConsole(server, fleet.token, '/pages/sensors')
    await screen.findByRole('heading', { name: 'No sensors yet' })
    const isRow = ({ url }: Request) => url.endsWith(gateway.id)
    disturb((request) => (isRow(request) ? json({ message: 'Not found', code: 'not_found', requestId: 'r' }, 404) : null))
    await go(`/pages/gateways/${gateway.id}${end}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'No such gateway' })).toBeVisible()
    await go('/pages/sensors')
    await screen.findByRole('heading', { name: 'No sensors yet' })
    const [asked, again] = [signal(), signal()]
    disturb(async (request) => {
      if (!isRow(request)) return null
      asked.give()
      await again.given
      return null
    })
    await go(`/pages/gateways/${gateway.id}${end}`)
    await asked.given
    expect(screen.queryByRole('heading')).toBeNull()
    again.give()
    expect(await screen.findByRole('heading', { level: 1, name: /Attic$/ })).toBeVisible()
  })
})

describe('what could not be refreshed', () => {
  it.each([
    ['list', '', 'These rows could not be refreshed.'],
    ['row’s page', '/:id', 'This gateway could not be refreshed.'],
  ])('stays on a %s, with a Retry that keeps the focus while it fetches', async (_what, end, words) => {
    const path = `/pages/gateways${end.replace(':id', gateway.id)}`
    const environment = { now: () => Date.now() + 60_000 }
    const { user, go, disturb } = await openConsole(server, fleet.token, path, { environment })
    await screen.findAllByText('Attic')
    await go('/pages/sensors')
    await screen.findByRole('heading', { name: 'No sensors yet' })
    disturb(() => json({ message: 'Down', code: 'unavailable', requestId: 'r' }, 503))
    await go(path)
    const alert = await screen.findByText(words, { exact: false })
    const retry = within(alert.closest<HTMLElement>('[role=status]') ?? alert).getByRole('button', { name: 'Retry' })
    const again = signal()
    disturb(() => again.given.then(() => null))
    await user.click(retry)
    await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
    expect(retry).toHaveFocus()
    expect(screen.getAllByText('Attic')[0]).toBeVisible()
    again.give()
    await waitFor(() => expect(alert).not.toBeInTheDocument())
  })
})

describe.each(faults)('when %s', (_what, fault, told = UNKNOWN) => {
  it('the list reports it and offers Retry', async () => {
    const opened = await openConsole(server, fleet.token, '/pages/gateways')
    await screen.findByRole('rowheader', { name: 'Attic' })
    opened.disturb((request) => (request.url.includes('sort=') ? fault() : null))
    await opened.go('/pages/gateways?sort=-name')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible()
    opened.disturb(() => null)
    await opened.user.click(retry)
    expect(await screen.findByRole('rowheader', { name: 'Attic' })).toBeVisible()
  })

  it('a row’s page reports it and offers Retry', async () => {
    const opened = await openConsole(server, fleet.token, '/pages/sensors')
    await screen.findByRole('heading', { name: 'No sensors yet' })
    opened.disturb(fault)
    await opened.go(`/pages/gateways/${gateway.id}`)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    opened.disturb(() => null)
    await opened.user.click(retry)
    expect(await screen.findByRole('heading', { level: 1, name: 'Attic' })).toBeVisible()
  })

  it('a failed look-up of a name for a form raises an alert, and so does a request that fails in its own card', async () => {
    const opened = await openConsole(server, fleet.token, '/pages/sensors')
    await screen.findByRole('heading', { name: 'No sensors yet' })
    opened.disturb((request) => (request.url.endsWith(gateway.id) ? fault() : null))
    await opened.go(`/pages/sensors/new?gatewayId=${gateway.id}`)
    await waitFor(() => expect(opened.alerts).toHaveLength(1))
    opened.disturb((request) => (request.url.endsWith('/availability') ? fault() : null))
    await opened.go(`/pages/gateways/${gateway.id}`)
    const uptime = within(await screen.findByRole('region', { name: 'Uptime' }))
    expect(await uptime.findByRole('button', { name: 'Retry' })).toBeVisible()
    expect(opened.alerts).toHaveLength(2)
  })

  it('a form says whether it is known that nothing was saved, keeps what was typed, and saves once the network works again', async () => {
    const opened = await openConsole(server, fleet.token, `/pages/gateways/${gateway.id}/edit`)
    const note = await screen.findByRole('textbox', { name: 'Description' })
    await opened.user.type(note, '.')
    const typed = (note as HTMLTextAreaElement).value
    opened.disturb((request) => (request.method === 'PUT' ? fault() : null))
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText(told)).toBeVisible()
    expect(note).toHaveValue(typed)
    opened.disturb(() => null)
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.getByText('Gateway Attic saved')).toBeVisible())
  })
})
