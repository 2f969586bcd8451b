import { act, screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../src/api/api'
import type { Sensor } from '../../src/contract/sensors'
import { openConsole } from '../support/screens/console'
import { later } from '../support/screens/environment'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { signal } from '../support/signal'
import { measured, measuredAt } from '../support/rows/measured'
import { insertHumidityGroup } from '../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)
const WEEK_MIN = 7 * 24 * 60
const MINUTE = 60_000

describe('the curves of a plant’s sensors', () => {
  let plantId: string
  let wet: Sensor
  beforeEach(async () => {
    plantId = await fleet.addPlant('Monstera deliciosa')
    const groupId = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
    await server.db.query(sql`update plants set humidity_group_id = ${groupId} where id = ${plantId}`)
    wet = await fleet.addSensor({ name: 'Wet', plantId })
    const fine = await fleet.addSensor({ name: 'Fine', plantId })
    await measured(server, wet.id, 'soil_moisture', [WEEK_MIN + 60, 33], [60, 80], [5, 81])
    await measured(server, fine.id, 'soil_moisture', [WEEK_MIN + 90, 22], [120, 39], [5, 40])
    await measured(server, fine.id, 'battery', [5, 90])
  })
  const open = async (search = '') => {
    const opened = await openConsole(server, fleet.token, `/pages/plants/${plantId}${search}`)
    const card = within(await screen.findByRole('region', { name: 'History' }))
    return { ...opened, card, slider: () => card.findByRole('slider', { name: 'Points of the curves' }) }
  }
  const rows = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      )

  it('begin with a metric that is measured now, and keep it, although another with a target range precedes it by name', async () => {
    await server.db.query(sql`update humidity_groups set air_humidity_min = 30, air_humidity_max = 85`)
    const old = await fleet.addSensor({ name: 'Old', plantId })
    await measured(server, old.id, 'air_humidity', [3 * 24 * 60, 55])
    const { card, store } = await open()
    expect(await card.findByText('Target range: 20–60 %')).toBeVisible()
    expect(card.getByRole('combobox', { name: 'Metric' })).toHaveDisplayValue('Soil moisture')
    for (const name of ['New', 'Newer', 'Newest']) {
      const { id } = await fleet.addSensor({ name, plantId })
      await measured(server, id, 'air_humidity', [1, 56])
    }
    act(() => void store.dispatch(api.util.invalidateTags(['Sensor'])))
    expect(await screen.findAllByText(/^Air humidity 56 %/)).toHaveLength(3)
    expect(card.getByRole('combobox', { name: 'Metric' })).toHaveDisplayValue('Soil moisture')
  })

  it('begin with a metric that has a target range, although another precedes it by name, in one chart with the range', async () => {
    const { card, calls } = await open()
    const curves = within(await card.findByRole('list', { name: 'Curves' }))
    expect(curves.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Fine', 'Wet'])
    expect(card.getByText('Target range: 20–60 %')).toBeVisible()
    const metric = card.getByRole('combobox', { name: 'Metric' })
    expect(
      within(metric)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Battery', 'Soil moisture'])
    expect(metric).toHaveDisplayValue('Soil moisture')
    expect(calls.filter((call) => call.includes(`/plants/${plantId}/datapoints`))).toHaveLength(1)
  })

  it('are read by the arrow keys, each moment with the values of all', async () => {
    const { user, slider, card } = await open()
    const walk = await slider()
    expect(card.getByText(/^\d points\. Point at the chart or use arrow keys; drag to zoom\.$/)).toBeVisible()
    walk.focus()
    await user.keyboard('{ArrowLeft}')
    const last = walk.getAttribute('aria-valuetext')
    expect(last).toMatch(/^\d+ \w+ \d{4}.*: Fine 40 %; Wet 81 %$/)
    expect(card.getByText(last?.split(': ')[0] ?? '')).toBeVisible()
    const curves = within(card.getByRole('list', { name: 'Curves' }))
    expect(curves.getByText('81 %')).toBeVisible()
    await user.keyboard('{Home}')
    expect(walk).toHaveAttribute('aria-valuenow', '1')
    expect(walk).toHaveAttribute('aria-valuetext', expect.stringMatching(/: Fine 39 %$/))
    expect(curves.queryByText('81 %')).toBeNull()
  })

  describe('that average several readings', () => {
    const measuredIn6Hours = async (...values: readonly number[]) => {
      plantId = await fleet.addPlant('Hoya carnosa')
      const attic = await fleet.addSensor({ name: 'Attic', plantId })
      const sixHours = 360 * MINUTE
      const bucket = (Math.floor(Date.now() / sixHours) - 4) * sixHours
      const moments = values.map((value, at) => [bucket + at * MINUTE, value] as const)
      await measuredAt(server, attic.id, 'soil_moisture', moments)
      await measured(server, attic.id, 'soil_moisture', [5, 30])
    }

    it('keep a short excursion: its minimum and maximum are read by the arrow keys and stand beside the average', async () => {
      await measuredIn6Hours(20, 62, 20)
      const { user, slider, card } = await open('?last=90d')
      expect(await card.findByText('Min–max range')).toBeVisible()
      const walk = await slider()
      walk.focus()
      await user.keyboard('{Home}')
      expect(walk).toHaveAttribute('aria-valuetext', expect.stringMatching(/: Attic 34 % on average, from 20 % to 62 %$/))
      expect(within(card.getByRole('list', { name: 'Curves' })).getByText('34 %, 20–62 %')).toBeVisible()
    })

    it('have no range beside the average when it rounds to one value', async () => {
      await measuredIn6Hours(30.01, 30.03)
      const { user, slider, card } = await open('?last=90d')
      const walk = await slider()
      walk.focus()
      await user.keyboard('{Home}')
      expect(within(card.getByRole('list', { name: 'Curves' })).getByText('30 %')).toBeVisible()
    })

    it('have columns for minimum and maximum in the table, where these differ', async () => {
      await measuredIn6Hours(20, 62, 20)
      const { card } = await open('?last=90d&look=table')
      const table = await card.findByRole('table', { name: 'Points of the curve' })
      const titles = within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
      expect(titles).toEqual(['Time', 'Attic, average', 'Attic, minimum', 'Attic, maximum'])
      expect(rows(table)).toEqual([
        ['30 %', '30 %', '30 %'],
        ['34 %', '20 %', '62 %'],
      ])
      expect(card.queryByText('Min–max range')).toBeNull()
    })
  })

  it('show the target range’s colour in the chart, and only its words in the table', async () => {
    const { user, card } = await open()
    const legend = () => card.findByText('Target range: 20–60 %')
    expect((await legend()).querySelector('.chart-key')).not.toBeNull()
    await user.click(card.getByRole('button', { name: 'Show as table' }))
    await card.findByRole('table', { name: 'Points of the curve' })
    expect((await legend()).querySelector('.chart-key')).toBeNull()
  })

  it('keep metric, range and display in the address', async () => {
    const { user, card, address, calls } = await open('?metric=battery&last=24h')
    expect(await card.findByText('Battery, %')).toBeVisible()
    expect(card.getByRole('button', { name: '24 h' })).toHaveAttribute('aria-pressed', 'true')
    await user.selectOptions(card.getByRole('combobox', { name: 'Metric' }), 'Soil moisture')
    await user.click(card.getByRole('button', { name: 'Show as table' }))
    expect(address()).toBe(`/pages/plants/${plantId}?metric=soil_moisture&last=24h&look=table`)
    await user.click(card.getByRole('button', { name: '7 d' }))
    expect(address()).toBe(`/pages/plants/${plantId}?metric=soil_moisture&look=table`)
    await waitFor(() => expect(calls.filter((call) => call.includes('/datapoints'))).toHaveLength(3))
  })

  it('of light say of which days they can be, when there are none', async () => {
    const lit = await fleet.addSensor({ name: 'Lit', plantId })
    await measured(server, lit.id, 'ppfd', [30, 200], [10, 300])
    const { card } = await open('?metric=dli&last=1h')
    expect(await card.findByText(/^No daily light in this range\. It is computed for past days/)).toBeVisible()
  })

  it('are the first eight by name, and say so where there are more', async () => {
    const words = 'The first 8 sensors by name.'
    const add = async (name: string) => {
      const { id } = await fleet.addSensor({ name, plantId })
      await measured(server, id, 'soil_moisture', [5, 40])
    }
    for (const name of ['Ash', 'Box', 'Elm', 'Fir', 'Ivy', 'Oak']) await add(name)
    const { card, store } = await open()
    const curves = await card.findByRole('list', { name: 'Curves' })
    expect(within(curves).getAllByRole('link')).toHaveLength(8)
    expect(card.queryByText(words)).toBeNull()
    await add('Yew')
    act(() => void store.dispatch(api.util.invalidateTags(['Sensor'])))
    expect(await card.findByText(words)).toBeVisible()
  })

  it('report the invalid parts of the address', async () => {
    const { card } = await open('?last=99y')
    expect(await card.findByText('Part of the address could not be read and was ignored.')).toBeVisible()
  })

  it('follow new readings of each sensor', async () => {
    const { card, store } = await open('?last=24h&look=table')
    await card.findByText('81 %')
    await measured(server, wet.id, 'soil_moisture', [30, 77])
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'Sensor', id: wet.id }])))
    expect(await card.findByText('77 %')).toBeVisible()
  })

  it('show the week before at the same hours on request', async () => {
    const { user, card, address } = await open('?look=table')
    const table = await card.findByRole('table', { name: 'Points of the curve' })
    expect(rows(table).flat()).toEqual(expect.arrayContaining(['39 %', '40 %', '80 %', '81 %']))
    expect(within(table).queryByRole('columnheader', { name: /week before/ })).toBeNull()
    await user.click(card.getByRole('checkbox', { name: 'Compare with the week before' }))
    expect(address()).toBe(`/pages/plants/${plantId}?look=table&compare=week`)
    await card.findByRole('columnheader', { name: 'Wet, week before' })
    const shifted = await card.findByRole('table', { name: 'Points of the curve' })
    expect(
      within(shifted)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Time', 'Fine', 'Wet', 'Fine, week before', 'Wet, week before'])
    // Newest first: an hour ago is the hour of 33 %, a week before.
    const at = (value: string) => rows(shifted).findIndex((cells) => cells.includes(value))
    expect(at('33 %')).toBe(at('80 %'))
    expect(rows(shifted)[at('33 %')]?.at(-1)).toBe('33 %')
    expect(at('22 %')).toBeGreaterThan(at('80 %'))
    expect(at('22 %')).toBeLessThan(at('39 %'))
  })

  it('say that the week before has no readings', async () => {
    await server.db.query(sql`delete from datapoints where measured_at < now() - interval '7 days'`)
    const { user, card } = await open()
    const words = 'No readings in the week before.'
    await card.findByRole('list', { name: 'Curves' })
    expect(card.queryByText(words)).toBeNull()
    await user.click(card.getByRole('checkbox', { name: 'Compare with the week before' }))
    expect(await card.findByText(words)).toBeVisible()
  })

  it('can be reloaded after a failure, as can the week before', async () => {
    const { user, card, disturb } = await open('?look=table')
    await card.findByRole('table', { name: 'Points of the curve' })
    const fail = () =>
      disturb((request) => (request.url.includes('/datapoints?') ? Response.json({ message: 'Down' }, { status: 500 }) : null))
    const retry = async () => {
      const again = signal()
      disturb(() => again.given.then(() => null))
      const button = card.getByRole('button', { name: 'Retry' })
      await user.click(button)
      await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'))
      expect(button).toHaveFocus()
      again.give()
    }
    fail()
    await user.click(card.getByRole('button', { name: '30 d' }))
    expect(await card.findByText('Down')).toBeVisible()
    expect(card.queryByRole('table')).toBeNull()
    await retry()
    await card.findByRole('table', { name: 'Points of the curve' })
    fail()
    await user.click(card.getByRole('checkbox', { name: 'Compare with the week before' }))
    expect(await card.findByText('The week before could not be loaded.')).toBeVisible()
    await retry()
    await card.findByRole('columnheader', { name: 'Wet, week before' })
    expect(card.queryByText('The week before could not be loaded.')).toBeNull()
  })

  it('keep the week before on screen while a range that ends now moves on', async () => {
    let time = Date.now()
    const timers = new Set<() => void>()
    const environment = {
      now: () => time,
      later(ms: number, work: () => void) {
        if (ms < MINUTE) return later(ms, work)
        timers.add(work)
        return () => void timers.delete(work)
      },
    }
    const { user, calls, disturb } = await openConsole(server, fleet.token, `/pages/plants/${plantId}?look=table`, {
      environment,
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Compare with the week before' }))
    await screen.findByRole('columnheader', { name: 'Wet, week before' })
    const before = calls.length
    disturb(({ url }) => (url.includes('/datapoints?') ? new Promise(() => undefined) : null))
    time += 30 * MINUTE
    // Each starts the next one.
    const due = [...timers]
    for (const work of due) work()
    await waitFor(() => expect(calls.slice(before).filter((call) => call.includes('/datapoints?'))).toHaveLength(2))
    expect(screen.getByRole('columnheader', { name: 'Wet, week before' })).toBeVisible()
  })

  it('describe the values of the week before next to the same moment', async () => {
    const { user, card, slider } = await open()
    await slider()
    await user.click(card.getByRole('checkbox', { name: 'Compare with the week before' }))
    const walk = await slider()
    await waitFor(() => expect(walk).toHaveAttribute('aria-valuemax', '4'))
    walk.focus()
    await user.keyboard('{End}{ArrowLeft}')
    expect(walk).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/: (Fine 40 %; )?Wet 80 %; Fine, week before 22 %; Wet, week before 33 %$/),
    )
    expect(card.getByText('week before 33 %')).toBeVisible()
  })
})
