import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import sql from 'sql-template-tag'
import { ATTENTION_PATH } from '../../src/contract/constants'
import { loadOverview } from '../../src/app/dashboard/Overview'
import type { Attention } from '../../src/contract/dashboard'
import { inside } from '../support/screens/shown'
import { oneServer } from '../support/server/hooks'
import { openApp } from '../app/support/openApp'
import { createFleet, type Fleet } from '../support/rows/fleet'
import { measured } from '../support/rows/measured'
import { insertHumidityGroup, nobody } from '../support/rows/rows'
import { signal } from '../support/signal'

const server = oneServer()
let fleet: Fleet
beforeAll(async () => {
  fleet = await createFleet(server)
  // Its code normally loads after the counts are painted; here it is loaded before.
  await loadOverview()
})

/** Makes a fault that answers as the server does, with these changes. */
const telling = (changes: object) => async (request: Request) => {
  if (!request.url.endsWith(ATTENTION_PATH)) return null
  const { result } = (await (await server.fetch(request.url, request)).json()) as { result: Attention }
  return Response.json({ result: { ...result, ...changes } })
}
/** Waits for a card, and until it has loaded. */
const card = async (name: string) => {
  const found = await inside('region', name)
  await waitFor(() => expect(found.queryByText(/^Loading/)).toBeNull())
  return found
}

describe('the dashboard below its counts', () => {
  it('says that nothing needs attention when no device was ever seen', async () => {
    await openApp(server, '/pages/dashboard', { token: fleet.token })
    expect((await card('Needs attention')).getByText('Nothing needs attention')).toBeVisible()
  })

  it('counts sensors that are unreachable behind a gateway that was never seen', async () => {
    const fault = telling({ sensors: { online: 0, offline: 0, unreachable: 2, never_seen: 0 } })
    await openApp(server, '/pages/dashboard', { token: fleet.token, fault })
    const needs = await card('Needs attention')
    expect(needs.getByRole('link', { name: '2 sensors unreachable' })).toBeVisible()
    expect(needs.queryByText('Nothing needs attention')).toBeNull()
  })

  it('is empty, without an alert, when the backend lacks the call', async () => {
    const missing = (request: Request) =>
      request.url.endsWith(ATTENTION_PATH) ? Response.json({ message: 'Not found' }, { status: 404 }) : null
    const { calls } = await openApp(server, '/pages/dashboard', { token: fleet.token, fault: missing })
    await screen.findByText(/^As of/)
    await waitFor(() => expect(calls).toContain(`GET ${ATTENTION_PATH}`))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('reports that it could not be loaded, until it is', async () => {
    const again = signal()
    let down = true
    const fault = async (request: Request) => {
      if (!request.url.endsWith(ATTENTION_PATH)) return null
      if (down) return Response.json({ message: 'Down' }, { status: 503 })
      await again.given
      return null
    }
    const { user } = await openApp(server, '/pages/dashboard', { token: fleet.token, fault })
    const failed = await card('Needs attention')
    expect(await failed.findByText('Down')).toBeVisible()
    down = false
    const retry = failed.getByRole('button', { name: 'Retry' })
    await user.click(retry)
    await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
    expect(retry).toHaveFocus()
    again.give()
    expect(await failed.findByText('Nothing needs attention')).toBeVisible()
  })

  it('counts devices by state, and links to those that need attention', async () => {
    const plantId = await fleet.addPlant('Monstera deliciosa')
    const groupId = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
    await server.db.query(sql`update plants set humidity_group_id = ${groupId} where id = ${plantId}`)
    const near = await fleet.addGateway({ seenS: 5 })
    const far = await fleet.addGateway({ seenS: 9000 })
    const wet = await fleet.addSensor({ name: 'Wet', plantId, gatewayId: near.id, seenS: 5, batteryPct: 5 })
    await fleet.addSensor({ gatewayId: near.id, seenS: 90_000 })
    await fleet.addSensor({ gatewayId: far.id, seenS: 5 })
    await fleet.addSensor({})
    await measured(server, wet.id, 'soil_moisture', [5, 80])
    await openApp(server, '/pages/dashboard', { token: fleet.token })
    const needs = await card('Needs attention')
    const links = needs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links.slice(0, 5)).toEqual([
      ['1 gateway offline', '/pages/gateways?state=offline'],
      ['1 sensor offline', '/pages/sensors?state=offline'],
      ['1 sensor unreachable', '/pages/sensors?state=unreachable'],
      ['1 sensor out of range', '/pages/sensors?condition=out_of_range'],
      ['1 sensor with a low battery', '/pages/sensors?batteryLow=true'],
    ])
    const rows = needs.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Offline, 1 sensor unreachable2 hours agoDetails/),
      expect.stringMatching(/Offline, its gateway is online1 day ago/),
      expect.stringMatching(/^WetSoil moisture 80 %, too high, Monstera deliciosa5 minutes ago/),
      expect.stringMatching(/^WetBattery low, 5 %/),
    ])
    expect(needs.getByRole('link', { name: 'Readings of Wet' })).toHaveAttribute('href', `/pages/sensors/${wet.id}`)
    const states = async (name: string) =>
      (await card(name)).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')?.split('=')[1]])
    expect(await states('Gateways by state')).toEqual([
      ['1', 'online'],
      ['1', 'offline'],
    ])
    expect(await states('Sensors by state')).toEqual([
      ['1', 'online'],
      ['1', 'offline'],
      ['1', 'unreachable'],
      ['1', 'never_seen'],
    ])
  })

  it('shows a reading that has been out of range for an unknown time', async () => {
    const need = { kind: 'out_of_range', since: null, value: 80 }
    const wet = { ...need, id: nobody, name: 'Wet', metric: 'soil_moisture', status: 'high' }
    const dark = { ...need, id: fleet.hardwareId, name: 'Dark', metric: 'dli', status: 'low' }
    await openApp(server, '/pages/dashboard', { token: fleet.token, fault: telling({ needs: [wet, dark] }) })
    const needs = await card('Needs attention')
    expect(needs.getByRole('row', { name: /^Wet/ })).toHaveTextContent('too highOver a week ago')
    expect(needs.getByRole('row', { name: /^Dark/ })).toHaveTextContent('too lowYesterdayReadings')
  })

  it('lists unregistered sensors last, with links to register each and to the gateways that receive them', async () => {
    const hearing = await fleet.addGateway({ name: 'Hears strangers' })
    const strange = ['A84041FFFFC0FFEE', 'A84041FFFF00012C']
    await server.db.query(sql`
      insert into unknown_sensors (gateway_id, eui) select ${hearing.id}, unnest(${strange}::text[])`)
    const { user, address } = await openApp(server, '/pages/dashboard', { token: fleet.token })
    const needs = await card('Needs attention')
    const words = '2 unregistered sensors'
    expect(needs.getByRole('link', { name: 'Register A84041FFFFC0FFEE' })).toHaveAttribute(
      'href',
      `/pages/sensors/new?eui=A84041FFFFC0FFEE&gatewayId=${hearing.id}`,
    )
    await user.click(needs.getByRole('link', { name: words }))
    expect(await screen.findByRole('button', { name: 'Remove filter Has unregistered sensors: Yes' })).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
    expect(screen.getByRole('rowheader', { name: 'Hears strangers' })).toBeVisible()
    expect(address()).toBe('/pages/gateways?hearsUnknown=true')
  })

  it.each([undefined, null, { total: 0, totalCapped: false }])(
    'says nothing of such sensors when the backend answers %o',
    async (unknownSensors) => {
      await openApp(server, '/pages/dashboard', { token: fleet.token, fault: telling({ unknownSensors }) })
      const needs = await card('Needs attention')
      expect(needs.getByText('1 gateway offline')).toBeVisible()
      expect(needs.queryByText(/nobody has registered/)).toBeNull()
    },
  )

  it.each([
    [{ total: 1, totalCapped: false }, '1 unregistered sensor'],
    [{ total: 1000, totalCapped: true }, '1,000+ unregistered sensors'],
  ])('says of %o such sensors: %s', async (unknownSensors, words) => {
    await openApp(server, '/pages/dashboard', { token: fleet.token, fault: telling({ unknownSensors }) })
    expect((await card('Needs attention')).getByText(words)).toBeVisible()
  })
})

describe('the first steps of a new installation', () => {
  it('are ticked when done, with a link to each of the others', async () => {
    const firstSteps = {
      gateway: true,
      key: false,
      batch: false,
      sensor: false,
      plant: false,
      gatewayId: 'g-1',
      batchUrl: 'https://x.test/b',
    }
    await openApp(server, '/pages/dashboard', { token: fleet.token, fault: telling({ firstSteps }) })
    const steps = await card('First steps')
    expect(steps.getByText('1 of 5 done')).toBeVisible()
    expect(steps.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
      'Done',
      'To do',
      'To do',
      'To do',
      'To do',
    ])
    expect(steps.getAllByRole('link', { name: 'Open the gateway' })[0]).toHaveAttribute('href', '/pages/gateways/g-1')
    expect(steps.getByText(/^curl https:\/\/x\.test\/b -H "Authorization: Bearer YOUR_KEY"/)).toBeVisible()
  })
})

describe('readings per hour', () => {
  it('show the readings of the hour that the arrow keys lead to', async () => {
    const at = Math.floor(Date.now() / 3_600_000 - 1) * 3_600_000
    await server.db.query(sql`insert into readings_hourly (at, count) values (${new Date(at)}, 1234)
      on conflict (at) do update set count = excluded.count`)
    const { user } = await openApp(server, '/pages/dashboard', { token: fleet.token })
    const bars = await screen.findByRole('slider', { name: 'Readings per hour' })
    bars.focus()
    await user.keyboard('{End}{ArrowLeft}')
    expect((await card('Readings per hour')).getByText(/: 1,234 readings$/)).toBeVisible()
  })
})

describe('the map', () => {
  it('shows gateways at their positions, and in a list with their states', async () => {
    const placed = await fleet.addGateway({ name: 'On the hill', seenS: 5 })
    await server.db.query(sql`update gateways set latitude = 47.4, longitude = 8.5 where id = ${placed.id}`)
    await openApp(server, '/pages/dashboard', { token: fleet.token })
    const map = await card('Map')
    const list = within(await map.findByRole('region', { name: 'Gateways on the map' }))
    expect(list.getByRole('link', { name: 'On the hill' })).toHaveAttribute('href', `/pages/gateways/${placed.id}`)
    expect(map.getByRole('link', { name: 'On the hill, Online' })).toBeVisible()
  })
})
