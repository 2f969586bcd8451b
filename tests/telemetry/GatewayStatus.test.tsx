import { screen } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Gateway } from '../../src/contract/gateways'
import { inside } from '../support/screens/shown'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { signal } from '../support/signal'

const server = emptiedServer()
const fleet = fleetAt(server)
const hour = 3600
const place = { latitude: 47.4, longitude: 8.5 }

const open = ({ id }: Gateway, options = {}) => openConsole(server, fleet.token, `/pages/gateways/${id}`, options)
const region = (name: string) => inside('region', name)
const causes = async (title = 'Why it is offline') =>
  (await region(title)).getAllByRole('listitem').map(({ textContent }) => textContent)
/** Appears with all that is known of the gateway’s availability. */
const uptimeSlider = () => screen.findByRole('slider', { name: 'Uptime by day' })
const silentFor = (seconds: number, fields = {}) => fleet.addGateway({ name: 'Attic', seenS: seconds, ...fields })

/** The console at an hour of today, UTC. */
const atHour = (hours: number) => ({ environment: { now: () => new Date().setUTCHours(hours, 0, 0, 0) } })

/** Gives a gateway a key that was created some seconds ago. */
async function keyed({ id }: Gateway, secondsAgo: number): Promise<void> {
  await server.db.query(sql`
    insert into gateway_keys (gateway_id, key_hash, created_at) values (${id}, ${id}, now() - make_interval(secs => ${secondsAgo}))`)
}

describe('why a gateway is offline', () => {
  it('is not explained for one that is online', async () => {
    await open(await silentFor(5))
    await uptimeSlider()
    expect(screen.queryByRole('region', { name: 'Why it is offline' })).toBeNull()
  })

  it('says since when it is silent, and that nothing else is known without a position', async () => {
    const gateway = await silentFor(3 * hour)
    await keyed(gateway, 9 * hour)
    await open(gateway)
    expect(await causes()).toEqual([
      expect.stringMatching(/^Its last check-in was 3 hours ago, at .+ \d{4}.+\. It should report every 30 s\.$/),
      'Enter its position to compare it with the gateways around it.',
    ])
  })

  it('says that one was never seen, and has no key', async () => {
    await open(await fleet.addGateway({ name: 'Attic' }))
    expect(await causes('Why it was never seen')).toEqual([
      'It has never checked in.',
      'It has no API key, so its check-ins are rejected. Create a key below and configure it on the gateway.',
      'Enter its position to compare it with the gateways around it.',
    ])
  })

  it('is explained at once, when it is known whether there is a key', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { disturb, go } = await openConsole(server, fleet.token, '/pages/users')
    const traffic = signal()
    disturb(({ url }) => (url.endsWith('/traffic') ? traffic.given.then(() => null) : null))
    await go(`/pages/gateways/${id}`)
    await uptimeSlider()
    expect(screen.queryByRole('region', { name: 'Why it was never seen' })).toBeNull()
    traffic.give()
    expect(await causes('Why it was never seen')).toHaveLength(3)
  })

  it('is explained without the key when nothing is known of it', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { disturb, go } = await openConsole(server, fleet.token, '/pages/users')
    disturb(({ url }) => (url.endsWith('/traffic') ? Response.json({ message: 'Down' }, { status: 500 }) : null))
    await go(`/pages/gateways/${id}`)
    expect(await causes('Why it was never seen')).toHaveLength(2)
  })

  it('says that a key is newer than the last check-in', async () => {
    const gateway = await silentFor(3 * hour)
    await keyed(gateway, 2 * hour)
    await open(gateway)
    expect(await causes()).toContain(
      'Its API key was created 2 hours ago, after the last check-in: check that the gateway uses this key.',
    )
  })

  it('says that the key of one that was never seen may not be in use', async () => {
    const gateway = await fleet.addGateway({ name: 'Attic' })
    await keyed(gateway, 2 * hour)
    await open(gateway)
    expect(await causes('Why it was never seen')).toContain(
      'Its API key was created 2 hours ago: check that the gateway uses this key.',
    )
  })

  it.each([
    ['ahead', 12, 'Its last rejected readings: 12 dated in the future, 3 hours ago. Check the gateway’s clock.'],
    ['unknown_sensor', 1204, 'Its last rejected readings: 1,204 of unregistered sensors, 3 hours ago.'],
  ])('says what was refused last: %s', async (code, count, sentence) => {
    const gateway = await silentFor(3 * hour)
    await server.db.query(sql`
      insert into gateway_check_ins (gateway_id, at, stored, duplicates, refusals, unknown)
      values (${gateway.id}, now() - interval '3 hours', 41, 0, ${{ [code]: count }}, 0)`)
    await open(gateway)
    expect(await causes()).toContain(sentence)
  })

  it.each([
    ['before the last check-in', 4 * hour, /^Firmware Root 1\.4\.0 was assigned 4 hours ago: the update may have failed\.$/],
    ['after it', 2 * hour, /^Firmware Root 1\.4\.0 was assigned 2 hours ago, after the last check-in\.$/],
  ])('says that a firmware was assigned %s', async (_when, secondsAgo, sentence) => {
    const gateway = await silentFor(3 * hour)
    const firmwareId = await fleet.addFirmware({ semver: '1.4.0' })
    await server.db.query(sql`
      update gateways set target_firmware_id = ${firmwareId}, target_firmware_at = now() - make_interval(secs => ${secondsAgo})
      where id = ${gateway.id}`)
    await open(gateway)
    expect(await causes()).toContainEqual(expect.stringMatching(sentence))
  })

  it.each([
    ['no other one', [], 'There is no other gateway within 5 km to compare it with.'],
    ['one that is online', [5], 'The one other gateway within 5 km is online: check this gateway’s power, uplink and key.'],
    ['several, all online', [5, 9], 'All 2 other gateways within 5 km are online: check this gateway’s power, uplink and key.'],
    ['one that is offline', [5, 40 * hour], '1 of 2 other gateways within 5 km is offline too.'],
    ['some that are offline', [30 * hour, 40 * hour, 5], '2 of 3 other gateways within 5 km are offline too.'],
    [
      'one that fell silent with it',
      [3 * hour + 60, 5],
      '1 of 2 other gateways within 5 km went silent within ten minutes of it: check power and internet at the site.',
    ],
  ])('says what the gateways around it do: %s', async (_what, neighbours, sentence) => {
    const gateway = await silentFor(3 * hour, place)
    for (const seenS of neighbours) await fleet.addGateway({ ...place, seenS })
    await fleet.addGateway({ latitude: 48, longitude: 8.5, seenS: 3 * hour })
    await open(gateway)
    expect((await causes()).at(-1)).toBe(sentence)
  })
})

describe('a gateway’s uptime', () => {
  /** Registers the gateway so long before today, with these seconds online today and on the days before. */
  async function wasOnline(id: string, before: string, seconds: readonly number[]): Promise<void> {
    await server.db.query(sql`
      update gateways set created_at = date_trunc('day', now(), 'UTC') - ${before}::interval where id = ${id}`)
    await server.db.query(sql`
      insert into gateway_days (gateway_id, day, online_s)
      select ${id}, (now() at time zone 'UTC')::date - (nth - 1)::integer, online
      from unnest(${seconds}::integer[]) with ordinality as each (online, nth)`)
  }

  it('has a bar for each of 90 days, described by the arrow keys, and marked below 95 %', async () => {
    const gateway = await silentFor(40 * 24 * hour)
    await wasOnline(gateway.id, '3 days', [0, 86_400, 43_200, 84_000])
    const { user } = await open(gateway, atHour(12))
    const slider = await uptimeSlider()
    const uptime = await region('Uptime')
    expect(slider).toHaveAttribute('aria-valuemax', '90')
    slider.focus()
    const words: (string | null)[] = []
    await user.keyboard('{ArrowLeft}')
    for (let day = 0; day < 5; day += 1) {
      words.push(slider.getAttribute('aria-valuetext'))
      await user.keyboard('{ArrowLeft}')
    }
    expect(words.map((text) => text?.split(': ')[1])).toEqual([
      'online 0 %',
      'online 100 %',
      'online 50 %',
      'online 97.2 %',
      'not registered yet',
    ])
    expect(uptime.getByText(/: not registered yet$/)).toBeVisible()
    expect(uptime.getByText('70.6 % over the last 4 days')).toBeVisible()
    const values = [...slider.querySelectorAll('.bar-value')]
    expect(values.map((bar) => bar.classList.contains('bar-low'))).toEqual([false, true, false, true])
    expect(values.map((bar) => Number(bar.getAttribute('height')))).toEqual([expect.closeTo(97.2, 1), 50, 100, 0])
  })

  it('weights days by seconds: the minute before its first midnight counts as a minute', async () => {
    const gateway = await silentFor(40 * 24 * hour)
    await wasOnline(gateway.id, '1 day 1 minute', [86_400, 86_400])
    await open(gateway, atHour(12))
    expect(await screen.findByText('99.9 % over the last 3 days')).toBeVisible()
  })
})

describe('a gateway’s place', () => {
  it('is marked on the map with the gateways around it, each linked to its page', async () => {
    const gateway = await silentFor(3 * hour, place)
    const near = await fleet.addGateway({ name: 'Barn', latitude: 47.44, longitude: 8.6, seenS: 5 })
    await fleet.addGateway({ name: 'Far', latitude: -33, longitude: 18, seenS: 5 })
    await open(gateway)
    const map = await region('On the map')
    expect(await map.findByRole('img', { name: 'Attic, Offline' })).toBeVisible()
    expect(await map.findByRole('link', { name: 'Barn, Online' })).toHaveAttribute('href', `/pages/gateways/${near.id}`)
    expect(map.queryByRole('link', { name: /^Far/ })).toBeNull()
    expect(map.queryByRole('link', { name: /^Attic/ })).toBeNull()
  })

  it('gives way to a group of gateways, listed with the worst first, until it is asked for again', async () => {
    const gateway = await silentFor(3 * hour, place)
    const beside = { latitude: 47.44, longitude: 8.6 }
    await fleet.addGateway({ name: 'Barn', ...beside, seenS: 5 })
    const { id } = await fleet.addGateway({ name: 'Loft', ...beside, seenS: 3 * hour })
    const { user } = await open(gateway)
    const map = await region('On the map')
    await user.click(await map.findByRole('button', { name: '2 gateways, 1 offline: Barn …' }))
    expect(map.getByText('2 of 3 gateways')).toBeVisible()
    expect(map.getByRole('button', { name: 'This gateway' })).toHaveFocus()
    const links = map.getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Loft', 'Barn'])
    expect(links[0]).toHaveAttribute('href', `/pages/gateways/${id}`)

    await user.click(map.getByRole('button', { name: 'This gateway' }))
    expect(map.queryByRole('link')).toBeNull()
    expect(map.getByRole('img', { name: 'Attic, Offline' })).toBeVisible()
    expect(map.getByRole('button', { name: '2 gateways, 1 offline: Barn …' })).toHaveFocus()
  })

  it('has no map without a position', async () => {
    await open(await silentFor(5))
    await uptimeSlider()
    expect(screen.queryByRole('region', { name: 'On the map' })).toBeNull()
  })
})
