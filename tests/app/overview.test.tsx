import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadOverview } from '../../src/app/dashboard/Overview'
import { alerts, type Alert } from '../../src/contract/alerts'
import { EVENTS_PATH, TRENDS_PATH } from '../../src/contract/constants'
import { HOUR_MS } from '../../src/contract/durations'
import { inside } from '../support/screens/shown'
import { alertingAt } from '../support/rows/alerting'
import { rolloutsAt } from '../support/rows/rollouts'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { testEnvironment } from '../support/screens/environment'
import { openApp } from './support/openApp'

const server = emptiedServer()
// The code of the cards loads after the counts are painted; here it is loaded before.
beforeAll(() => loadOverview())

const card = (name: string) => inside('region', name)
const open = async (fault: Parameters<typeof openApp>[2] = {}) =>
  openApp(server, '/pages/dashboard', { token: await server.signIn(), ...fault })
const bell = () => screen.getByRole('link', { name: /^Open alerts/ })
/** Answers one path in the server's place. */
const answering = (path: string, body: object) => ({
  fault: (request: Request) => (new URL(request.url).pathname === path ? Response.json(body) : null),
})

describe('the open alerts on the dashboard', () => {
  const { addRule, judge, move, read } = alertingAt(server)

  it('are counted by the bell, and leave it and the card when someone acts on them', async () => {
    await addRule({ name: 'Offline', severity: 'critical' })
    const [, barn] = await judge()
    if (barn !== undefined) await move(barn, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() })
    const { user } = await open()
    const list = within(await (await card('Open alerts')).findByRole('list'))
    const titles = () => list.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent)
    expect(titles().toSorted()).toEqual(['Attic is offline', 'Cellar is offline'])
    expect(list.getAllByText('Critical')).toHaveLength(2)
    const all = (await card('Open alerts')).getByRole('link', { name: 'All 2' })
    expect(all).toHaveAttribute('href', '/pages/alerts?status=open&snoozed=false')
    await waitFor(() => expect(bell()).toHaveTextContent(/^Open alerts: 2$/))
    expect(bell()).toHaveAttribute('href', '/pages/alerts?status=open&snoozed=false')
    expect(bell().querySelector('.bell-count')).toHaveAttribute('data-critical', 'true')

    const acknowledge = async (title: string) => {
      await user.click(list.getByRole('button', { name: `What to do about ${title}` }))
      await user.click(await screen.findByRole('menuitem', { name: 'Acknowledge' }))
    }
    await acknowledge('Attic is offline')
    await waitFor(() => expect(titles()).toEqual(['Cellar is offline']))
    await waitFor(() => expect(bell()).toHaveTextContent(/^Open alerts: 1$/))
    await acknowledge('Cellar is offline')
    expect(await screen.findByText('No open alerts')).toBeVisible()
    expect(bell()).toHaveTextContent(/^Open alerts$/)
  })

  it('are snoozed for an hour from the press, also when their menu was open before', async () => {
    await addRule()
    const [attic] = await judge()
    let aheadMs = 0
    const { user } = await open({ environment: testEnvironment({ now: () => Date.now() + aheadMs }) })
    const menu = async () => user.click(await screen.findByRole('button', { name: `What to do about ${attic?.title}` }))
    await menu()
    await user.keyboard('{Escape}')
    aheadMs = 50 * 60_000
    await menu()
    await user.click(await screen.findByRole('menuitem', { name: 'Snooze for one hour' }))
    expect(await screen.findByText(`Snoozed: ${attic?.title}`)).toBeVisible()
    const { snoozedUntil } = await read<Alert>(`alerts/${attic?.id}`)
    expect(Math.round((Date.parse(snoozedUntil ?? '') - Date.now()) / 60_000)).toBe(110)
  })

  it('show that there are none', async () => {
    await open()
    const none = await card('Open alerts')
    expect(await none.findByText('No open alerts')).toBeVisible()
    expect(none.getByRole('link', { name: 'All alerts' })).toBeVisible()
  })

  it('are counted up to 99 by the bell, without alarm when none is critical', async () => {
    await addRule({ severity: 'warning' })
    const [attic] = await judge()
    const meta = { page: 1, pageSize: 5, total: 120 }
    await open(answering(alerts.listPath, { result: [attic], meta }))
    await waitFor(() => expect(bell()).toHaveTextContent(/^Open alerts: 99\+$/))
    expect(bell().querySelector('.bell-count')).not.toHaveAttribute('data-critical')
  })
})

describe('the rollouts on the dashboard', () => {
  const { begin, create } = rolloutsAt(server)

  it('are those that run, with their progress and their next step, and can be stopped', async () => {
    await create({ name: 'A draft' })
    const { id } = await begin({ name: 'To the roofs' })
    const { user } = await open()
    const rollouts = await card('Rollouts')
    expect(rollouts.getAllByRole('listitem')).toHaveLength(1)
    expect(rollouts.getByRole('link', { name: 'To the roofs' })).toHaveAttribute('href', `/pages/rollouts/${id}`)
    expect(rollouts.getByText('Running')).toBeVisible()
    expect(rollouts.getByRole('img', { name: /^To the roofs/ })).toBeVisible()
    expect(rollouts.getByText(/^3 under way/)).toBeVisible()
    expect(rollouts.getByText(/begins when 3 gateways of Canary report the new version \(0 so far\)/)).toBeVisible()
    await user.click(rollouts.getByRole('button', { name: 'Stop To the roofs' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: /^Stop/ }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Rollouts' })).toBeNull())
  })
})

describe('the rollouts on the dashboard, when there are more than it shows', () => {
  const { begin, create, move } = rolloutsAt(server)

  it('begin with those that run, and say how many there are', async () => {
    await begin({ name: 'To the roofs' })
    const startAt = new Date(Date.now() + 3_600_000).toISOString()
    for (const name of ['One', 'Two', 'Three']) await move((await create({ name, startAt })).id, 'start')
    await open()
    const rollouts = await card('Rollouts')
    const names = rollouts.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent)
    expect(names).toEqual(['To the roofs', 'Three', 'Two'])
    expect(rollouts.getByRole('link', { name: 'All 4' })).toHaveAttribute(
      'href',
      '/pages/rollouts?status=scheduled&status=running&status=paused',
    )
  })
})

describe('the readings per hour', () => {
  afterEach(() => vi.restoreAllMocks())

  /** Opens the dashboard, whose nth answer has n readings in every hour. */
  async function openCounting(options: Parameters<typeof openApp>[2] = {}) {
    let answers = 0
    const fault = ({ url }: Request) => {
      const { pathname } = new URL(url)
      if (pathname === EVENTS_PATH) return new Promise<Response>(() => undefined)
      if (pathname !== TRENDS_PATH) return null
      answers += 1
      const current = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
      const hours = [0, 1].map((nth) => ({ at: new Date(current + nth * HOUR_MS).toISOString(), count: answers }))
      return Response.json({ result: { days: [], hours } })
    }
    const opened = await open({ fault, ...options })
    const hours = await card('Readings per hour')
    await hours.findByRole('slider')
    return { ...opened, hours, answers: () => answers }
  }
  const newest = (hours: Awaited<ReturnType<typeof card>>) => hours.getByRole('slider').getAttribute('aria-valuetext')

  it('end with the hour of the answer: what was not asked for is not drawn as an outage', async () => {
    let aheadMs = 0
    const { user, hours } = await openCounting({ environment: testEnvironment({ now: () => Date.now() + aheadMs }) })
    expect(newest(hours)).toMatch(/: 1 reading so far$/)
    aheadMs = 6 * HOUR_MS
    await user.click(hours.getByRole('button', { name: '7 d' }))
    expect(newest(hours)).toMatch(/: 1 reading so far$/)
  })

  it('are asked for again every quarter of an hour and when the page is shown, not while it is hidden, and end “now” until that fails', async () => {
    const { setTimeout } = globalThis
    const polls: (() => void)[] = []
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) =>
      ms === HOUR_MS / 4 ? polls.push(work) : setTimeout(work, ms)) as typeof setTimeout)
    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    const turn = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state)
      act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    }
    const { user, hours, answers, calls, disturb } = await openCounting({ live: true })
    await waitFor(() => expect(calls).toContain(`GET ${EVENTS_PATH}`))
    const pass = () => act(() => polls.splice(0).forEach((work) => work()))
    pass()
    await waitFor(() => expect(newest(hours)).toMatch(/: 2 readings so far$/))

    turn('hidden')
    pass()
    await user.click(hours.getByRole('button', { name: '7 d' }))
    expect(answers()).toBe(2)
    turn('visible')
    await waitFor(() => expect(newest(hours)).toMatch(/: 3 readings so far$/))
    expect(answers()).toBe(3)

    expect(hours.getByText('now')).toBeVisible()
    disturb(({ url }) => (url.includes(TRENDS_PATH) ? Response.error() : null))
    pass()
    await waitFor(() => expect(hours.queryByText('now')).toBeNull())
  })
})

describe('the dashboard’s other cards', () => {
  const fleet = fleetAt(server)

  it('show the latest activity, each entry with the way to its row', async () => {
    for (let n = 0; n < 9; n += 1) await fleet.addGateway({ name: `Gateway ${n}` })
    await open()
    const activity = await card('Recent activity')
    const entries = within(await activity.findByRole('list')).getAllByRole('listitem')
    expect(entries).toHaveLength(8)
    expect(activity.getByRole('link', { name: 'Gateway 8' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/pages\/gateways\//),
    )
    expect(activity.queryByRole('link', { name: 'Gateway 0' })).toBeNull()
    expect(activity.getByRole('link', { name: 'All activity' })).toHaveAttribute('href', '/pages/activity')
  })

  it('do not let sign-ins push what was changed out of the latest activity', async () => {
    await fleet.addGateway({ name: 'Gateway 1' })
    for (let n = 0; n < 9; n += 1) await server.signIn()
    await open()
    const activity = await card('Recent activity')
    expect(await activity.findByRole('link', { name: 'Gateway 1' })).toBeVisible()
    expect(activity.queryByText(/signed in/)).toBeNull()
  })

  it('draw each count’s last week up to now, in words and as a line', async () => {
    await fleet.addGateway()
    const day = { day: '2026-11-20T00:00:00.000Z', users: 1, gateways: 3, sensors: 0, datapoints: 0, plants: 0 }
    const days = [day, { ...day, day: '2026-11-21T00:00:00.000Z', gateways: 5 }]
    await open(answering(TRENDS_PATH, { result: { days, hours: [] } }))
    const line = await screen.findByRole('img', { name: 'Gateways in the last 2 days and today: from 3 to 1' })
    expect(line.querySelector('polyline')).toHaveAttribute('points', '0.0,12.0 50.0,2.0 100.0,22.0')
    expect(screen.getByRole('img', { name: 'Sensors in the last 2 days and today: from 0 to 0' })).toBeVisible()
  })

  it('know at once that a gateway’s key was created and that it was renamed', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', seenS: 9000 })
    const { user, go } = await open()
    expect(await (await card('Needs attention')).findByRole('link', { name: 'Attic' })).toBeVisible()
    const step = async () => {
      const steps = (await card('First steps')).getAllByRole('listitem')
      return steps.filter((item) => within(item).queryByText('Create its API key')).map((item) => within(item).getByRole('img'))
    }
    expect((await step())[0]).toHaveAccessibleName('To do')

    await go(`/pages/gateways/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Create a key' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Done' }))
    await go('/pages/dashboard')
    await waitFor(async () => expect((await step())[0]).toHaveAccessibleName('Done'))

    await go(`/pages/gateways/${id}/edit`)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' roof')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await (await card('Needs attention')).findByRole('link', { name: 'Attic roof' })).toBeVisible()
  })

  it('join gateways that are close together on the map, and a press shows only these', async () => {
    const at = (latitude: number, longitude: number) => ({ latitude, longitude })
    await fleet.addGateway({ name: 'Attic', ...at(47.4, 8.5), seenS: 5 })
    await fleet.addGateway({ name: 'Barn', ...at(47.4, 12.5), seenS: 9000 })
    const { id } = await fleet.addGateway({ name: 'Cape', ...at(-33.9, 18.4), seenS: 5 })
    await fleet.addGateway({ name: 'Nowhere' })
    const { user } = await open()
    const map = await card('Map')
    expect(await map.findByText('1 gateway has no position')).toBeVisible()
    expect(await map.findByText('3 gateways. Select a group to zoom in.')).toBeVisible()
    const listed = () =>
      within(map.getByRole('list'))
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    expect(listed()).toEqual(['Barn', 'Attic', 'Cape'])
    expect(map.getByRole('link', { name: 'Cape, Online' })).toHaveAttribute('href', `/pages/gateways/${id}`)

    await user.click(map.getByRole('button', { name: '2 gateways, 1 offline: Attic …' }))
    expect(map.getByText('2 of 3 gateways')).toBeVisible()
    expect(listed()).toEqual(['Barn', 'Attic'])
    expect(map.getByRole('link', { name: 'Attic, Online' })).toBeVisible()
    expect(map.queryByRole('link', { name: 'Cape, Online' })).toBeNull()
    await user.click(map.getByRole('button', { name: 'All gateways' }))
    expect(listed()).toHaveLength(3)
  })
})
