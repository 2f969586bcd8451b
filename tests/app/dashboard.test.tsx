import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { alerts } from '../../src/contract/alerts'
import { ANALYTICS_PATH } from '../../src/contract/constants'
import { oneServer } from '../support/server/hooks'
import { openApp } from './support/openApp'

const server = oneServer()
let token: string
beforeAll(async () => {
  token = await server.signIn()
})

/** Milliseconds after which an answer in the cache is refetched when its panel is shown again. */
const REFETCHED_MS = 31_000

afterEach(() => void vi.useRealTimers())

const counts = { users: 3, gateways: 40, sensors: 261, datapoints: 1_234_567, plants: 64 }
const answer = () => Response.json({ result: { ...counts, asOf: new Date().toISOString() } })
const away = () => Response.json({ message: 'The database is away', code: 'unavailable', requestId: 'r-17' }, { status: 503 })
/** Answers the call for the counts alone. */
const counted = (reply: () => Response | Promise<Response>) => (request: Request) =>
  new URL(request.url).pathname === ANALYTICS_PATH ? reply() : null

const stats = () =>
  within(screen.getByRole('list', { name: 'Counts' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('the dashboard', () => {
  it("shows the server's five counts, in the specification's order", async () => {
    await openApp(server, '/pages/dashboard', { token })
    await waitFor(() => expect(stats()).toEqual(['Users1', 'Gateways0', 'Sensors0', 'Datapoints0', 'Plants0']))
  })

  it('groups the digits of large counts, and says as of when', async () => {
    await openApp(server, '/pages/dashboard', { token, fault: counted(answer) })
    expect(await screen.findByText('1,234,567')).toBeVisible()
    expect(screen.getByText(/^As of/)).toHaveTextContent(/now|second/)
    expect(screen.getByText(/^As of/).querySelector('time')).toHaveAttribute('datetime')
  })

  it('leads to the lists that exist', async () => {
    await openApp(server, '/pages/dashboard', { token })
    const list = within(screen.getByRole('list', { name: 'Counts' }))
    const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Users', '/pages/users?view=all'],
      ['Gateways', '/pages/gateways?view=all'],
      ['Sensors', '/pages/sensors?view=all'],
      ['Plants', '/pages/plants?view=all'],
    ])
  })

  it('shows its labels while the counts load', async () => {
    await openApp(server, '/pages/dashboard', { token, fault: counted(() => new Promise(() => undefined)) })
    expect(stats()).toEqual(['Users', 'Gateways', 'Sensors', 'Datapoints', 'Plants'])
    expect(screen.getByRole('list', { name: 'Counts' })).toHaveAttribute('aria-busy', 'true')
  })

  it('says why there are no counts, also in an alert that a later answer takes away, and retries on request', async () => {
    const app = await openApp(server, '/pages/dashboard', { token, fault: counted(away) })
    expect(await screen.findByText('The counts could not be loaded')).toBeVisible()
    expect(screen.getByRole('main')).toHaveTextContent('The database is away')
    expect(screen.getByRole('alert')).toHaveTextContent(/The database is away.*Request r-17/)
    app.disturb(counted(answer))
    await app.user.click(app.button('Retry'))
    expect(await screen.findByText('1,234,567')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('shows everything else although the counts could not be loaded', async () => {
    await openApp(server, '/pages/dashboard', { token, fault: counted(away) })
    expect(await screen.findByText('The counts could not be loaded')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Needs attention' })).toBeVisible()
  })

  it('says that a panel could not be refetched, of which it shows the last answer', async () => {
    const app = await openApp(server, '/pages/dashboard', { token })
    expect(await screen.findByText('No open alerts')).toBeVisible()
    await app.go('/pages/sensors')
    expect(await screen.findByText('No sensors yet')).toBeVisible()
    vi.setSystemTime(Date.now() + REFETCHED_MS)
    app.disturb(({ url }) => (new URL(url).pathname === alerts.listPath ? away() : null))
    await app.go('/pages/dashboard')
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away')
    expect(screen.getByText('No open alerts')).toBeVisible()
  })

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a page of HTML', () => new Response('<h1>502</h1>', { status: 502, headers: { 'content-type': 'text/html' } })],
    ['half an answer', () => new Response('{"result":{"us', { headers: { 'content-type': 'application/json' } })],
    ['no content', () => new Response(null, { status: 204 })],
    ['another shape', () => Response.json({ result: { users: 'many' } })],
    ['nothing in it', () => Response.json({})],
  ])('says that the counts could not be loaded after %s, and loads them on Retry', async (_name, fault) => {
    const app = await openApp(server, '/pages/dashboard', { token, fault: counted(fault) })
    expect(await screen.findByText('The counts could not be loaded')).toBeVisible()
    expect(screen.getByRole('main')).toHaveTextContent('Opps something went wrong, please try again after some time')
    app.disturb(counted(answer))
    await app.user.click(app.button('Retry'))
    expect(await screen.findByText('1,234,567')).toBeVisible()
  })
})
