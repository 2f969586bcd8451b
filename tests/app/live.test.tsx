import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { browserClock } from '../../src/auth/browser'
import { accountPaths } from '../../src/contract/account'
import { EVENTS_PATH, sessionPaths } from '../../src/contract/constants'
import { assignedFirmwarePaths } from '../../src/contract/firmwareCalls'
import { watchSilences } from '../../src/server/telemetry/silences'
import { gatewayAt, rolloutsAt } from '../support/rows/rollouts'
import { humidityGroupDraft, insertGateway, insertHardware, insertPlant, insertPlantRequest } from '../support/rows/rows'
import { fact } from '../support/screens/shown'
import { mailedToken, post } from '../support/server/accounts'
import { create } from '../support/server/calls'
import { setUpApp } from '../support/server/factors'
import { emptiedServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { openApp } from './support/openApp'

// Each test opens a whole console, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

/** Milliseconds for which a connection may be lost before the page says so. */
const PATIENCE_MS = 4000

const server = emptiedServer()
const { advance, begin, call, gateways, report } = rolloutsAt(server)
let origin: string
let close = () => undefined as void
beforeAll(async () => {
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => close())

/** A browser clock whose waits of some seconds end when the test says so, and whose longer ones never end. */
function patientClock() {
  const clock = browserClock(window)
  let waiting: { readonly ms: number; readonly pass: () => void }[] = []
  const sleep: typeof clock.sleep = (ms, signal) => {
    if (ms < PATIENCE_MS) return clock.sleep(ms, signal)
    return new Promise((resolve, reject) => {
      const entry = { ms, pass: resolve }
      waiting.push(entry)
      signal?.addEventListener('abort', () => {
        waiting = waiting.filter((other) => other !== entry)
        reject(new Error('Aborted'))
      })
    })
  }
  return {
    clock: { ...clock, sleep },
    async pass() {
      await waitFor(() => expect(waiting.filter(({ ms }) => ms === PATIENCE_MS)).not.toEqual([]))
      for (const { ms, pass } of waiting) if (ms === PATIENCE_MS) pass()
    },
  }
}

const INTERRUPTED = /^Live updates are interrupted/

/** Opens the console on a list, with live events that the test can cut or make unavailable. */
async function openLive(path = '/pages/humidity-groups', title = 'Humidity Groups', signedIn?: string) {
  let isGone = false
  let cut = new AbortController()
  let connected = 0
  const { clock, pass } = patientClock()
  const seen = new Set<string>()
  const watcher = new MutationObserver(() => {
    const status = screen.queryByText(INTERRUPTED)
    if (status !== null) seen.add(status.textContent)
  })
  const opened = await openApp(server, path, {
    token: signedIn ?? (await server.signIn()),
    live: true,
    clock,
    async fault(request) {
      const { pathname, search } = new URL(request.url)
      if (pathname !== EVENTS_PATH) return null
      if (isGone) throw new TypeError('Failed to fetch')
      const signal = AbortSignal.any([request.signal, cut.signal])
      const headers = Object.fromEntries(request.headers)
      // In strict mode, React starts twice and aborts the first connection before its answer.
      const response = await fetch(`${origin}${pathname}${search}`, { headers, signal })
      connected += 1
      return response
    },
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  close = () => {
    watcher.disconnect()
    cut.abort()
  }
  await screen.findByRole('heading', { level: 1, name: title })
  await waitFor(() => expect(connected).toBe(1))
  return {
    /** Everything that the page has said about the connection. */
    seen,
    connections: () => connected,
    /** Lets the time pass after which the page reports a loss. */
    pass,
    setGone(gone: boolean) {
      isGone = gone
      if (!gone) return
      cut.abort()
      cut = new AbortController()
    },
    ...opened,
  }
}

/** Creates a group as another administrator. */
const addGroup = (name: string) => create(call, '/api/v1/humidity_groups', humidityGroupDraft({ name }))
const row = (name: string) => screen.findByRole('rowheader', { name })
const pill = () => screen.queryByText(INTERRUPTED)

describe('the live connection', () => {
  it('is not mentioned while it works, and the changes of others show', async () => {
    const { seen } = await openLive()
    await addGroup('Seen at once')

    expect(await row('Seen at once')).toBeVisible()
    expect(seen).toEqual(new Set())
  })

  it('shows what others do in the activity', async () => {
    await openLive('/pages/activity', 'Activity')
    await addGroup('Told at once')
    expect(await screen.findByRole('link', { name: 'Told at once' })).toBeVisible()
  })

  it('shows on the own account that its address was confirmed and a factor was added elsewhere', async () => {
    const token = await server.signIn()
    await server.db.query(sql`update users set email_confirmed_at = null`)
    await openLive('/pages/account', 'My account', token)
    expect(await screen.findByText('Your email address is not confirmed')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeVisible()
    await post(server, sessionPaths.confirmation, { email: ADMIN.email })
    await post(server, sessionPaths.confirm, { token: await mailedToken(server, '/confirm') })
    await waitFor(() => expect(screen.queryByText('Your email address is not confirmed')).toBeNull())
    await setUpApp(server, token, ADMIN.password)
    expect(await screen.findByRole('button', { name: 'Remove the app' })).toBeVisible()
  })

  it('shows on a rollout’s page what its gateways announce and report', async () => {
    const { id, name } = await begin({ canaryCount: 2 })
    const [one = '', other = ''] = (await gateways(id, '&state=assigned')).map(({ gatewayId }) => gatewayId)
    await openLive(`/pages/rollouts/${id}`, name)
    expect(await screen.findByRole('button', { name: 'Under way 2' })).toBeVisible()
    const { key } = await gatewayAt(server, call, one)
    await fetch(`${origin}${assignedFirmwarePaths.status}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'verifying' }),
    })
    expect(await screen.findByText('Verifying')).toBeVisible()
    await report([other])
    await advance(id)
    expect(await screen.findByRole('button', { name: 'Succeeded 1' })).toBeVisible()
  })

  it.each([
    ['its page', 'img', (id: string) => `/pages/gateways/${id}`, 'Attic'],
    ['the dashboard’s map', 'link', () => '/pages/dashboard', 'Dashboard'],
  ] as const)('shows on %s that a gateway went offline', async (_where, role, path, title) => {
    const place = { latitude: 47.4, longitude: 8.5 }
    const hardwareId = await insertHardware(server.db)
    const id = await insertGateway(server.db, { hardware_id: hardwareId, name: 'Attic', ...place, last_seen_at: new Date() })
    const tellSilences = watchSilences(server.db)
    await tellSilences()
    await openLive(path(id), title)
    expect(await screen.findByRole(role, { name: 'Attic, Online' })).toBeVisible()
    await server.db.query(sql`
      update gateways set last_seen_at = now() - make_interval(secs => 2 * reporting_interval_s) where id = ${id}`)
    await tellSilences()
    expect(await screen.findByRole(role, { name: 'Attic, Offline' })).toBeVisible()
  })

  it('shows on a plant request that its plant and its reviewer were renamed', async () => {
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users`)
    const plantId = await insertPlant(server.db, { scientific_name: 'Cyathea dealbata' })
    const request = { requested_name: 'Ponga', status: 'published', published_plant_id: plantId, reviewer_id: rows[0]?.id }
    await openLive(`/pages/plant-requests/${await insertPlantRequest(server.db, request)}`, 'Ponga')
    expect(await screen.findAllByRole('link', { name: 'Cyathea dealbata' })).not.toHaveLength(0)
    const changed = { body: { scientificName: 'Alsophila dealbata' } }
    expect((await call('PUT', `/api/v1/plants/${plantId}`, changed)).status).toBe(200)
    expect(await screen.findAllByRole('link', { name: 'Alsophila dealbata' })).not.toHaveLength(0)
    expect((await call('PUT', accountPaths.account, { body: { firstName: 'Iris', lastName: 'Blau' } })).status).toBe(200)
    await waitFor(() => expect(fact('Reviewer')).toHaveTextContent('Iris Blau'))
  })

  it('shows on the dashboard that a gateway which needs attention was renamed', async () => {
    const hardwareId = await insertHardware(server.db)
    const id = await insertGateway(server.db, { hardware_id: hardwareId, name: 'Attic', last_seen_at: new Date(0) })
    await openLive('/pages/dashboard', 'Dashboard')
    const needs = within(await screen.findByRole('region', { name: 'Needs attention' }))
    expect(needs.getByRole('link', { name: 'Attic' })).toBeVisible()
    expect((await call('PUT', `/api/v1/gateways/${id}`, { body: { name: 'Attic roof' } })).status).toBe(200)
    expect(await needs.findByRole('link', { name: 'Attic roof' })).toBeVisible()
  })

  it('reports its loss quietly, until it is back and has caught up', async () => {
    const { setGone, pass } = await openLive()
    await addGroup('Told before')
    await row('Told before')
    setGone(true)
    await pass()
    const said = await screen.findByText(INTERRUPTED)
    await addGroup('Missed at first')

    expect(said.closest('[role=status]')).not.toBeNull()
    expect(said).toHaveTextContent('Changes by others appear once they are back.')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('rowheader', { name: 'Missed at first' })).toBeNull()
    setGone(false)
    window.dispatchEvent(new Event('online'))
    expect(await row('Missed at first')).toBeVisible()
    await waitFor(() => expect(pill()).toBeNull())
  })

  it('is not mentioned when the backend has none', async () => {
    const { calls } = await openApp(server, '/pages/humidity-groups', {
      token: await server.signIn(),
      live: true,
      fault: ({ url }) =>
        url.includes(EVENTS_PATH)
          ? Promise.resolve(Response.json({ message: 'There is nothing here', code: 'not_found' }, { status: 404 }))
          : null,
    })
    await waitFor(() => expect(calls).toContain(`GET ${EVENTS_PATH}`))
    expect(await screen.findByRole('heading', { name: 'No humidity groups yet' })).toBeVisible()

    expect(pill()).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is not mentioned when it is lost only for a moment', async () => {
    const { seen, setGone, connections } = await openLive()
    await addGroup('Before it')
    await row('Before it')
    setGone(true)
    setGone(false)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(connections()).toBeGreaterThan(1))
    await addGroup('After a moment')

    expect(await row('After a moment')).toBeVisible()
    expect(seen).toEqual(new Set())
  })
})
