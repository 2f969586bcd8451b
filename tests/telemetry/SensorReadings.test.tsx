import { act, screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DAY_MS } from '../../src/contract/durations'
import { dayWords } from '../../src/ui/text/timeWords'
import { openConsole } from '../support/screens/console'
import { later, memoryStore } from '../support/screens/environment'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { signal } from '../support/signal'
import { measured, measuredAt, type Moments } from '../support/rows/measured'
import { insertHumidityGroup } from '../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)
let id: string
beforeEach(async () => {
  const plantId = await fleet.addPlant('Monstera deliciosa')
  const groupId = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
  await server.db.query(sql`update plants set humidity_group_id = ${groupId} where id = ${plantId}`)
  id = (await fleet.addSensor({ name: 'Fern', plantId, seenS: 5 })).id
})

const open = (search = '') => openConsole(server, fleet.token, `/pages/sensors/${id}${search}`)
const reading = async (metric: string) => {
  const table = await screen.findByRole('table', { name: 'Latest readings' })
  const row = within(table).getByRole('rowheader', { name: metric }).closest('tr')
  if (row === null) throw new Error(`${metric} has no row`)
  return within(row)
}
const curve = () => screen.findByRole('slider', { name: 'Points of the curve' })

const compared = 'Compared with the plant’s target ranges.'

describe('the latest readings of a sensor', () => {
  it('are shown with their status in words and the range of their plant’s group', async () => {
    await measured(server, id, 'soil_moisture', [5, 12.34])
    await measured(server, id, 'battery', [5, 80])
    await open()
    const moisture = await reading('Soil moisture')
    expect(moisture.getByText('12.3 %')).toBeVisible()
    expect(moisture.getByText('Low')).toBeVisible()
    expect(moisture.getByText('20–60 %')).toBeVisible()
    expect((await reading('Battery')).getByText('No range')).toBeVisible()
    expect(screen.getByText(compared)).toBeVisible()
  })

  it('show soil moisture as water by volume when the sensor is calibrated', async () => {
    await server.db.query(sql`update sensors set moisture_calibrated = true where id = ${id}`)
    await measured(server, id, 'soil_moisture', [5, 41.5])
    await open()
    const moisture = await reading('Soil moisture')
    expect(moisture.getByText('41.5 % VWC')).toBeVisible()
    expect(moisture.getByText('20–60 % VWC')).toBeVisible()
    expect(await curve()).toHaveAttribute('aria-valuetext', expect.stringMatching(/: 41.5 % VWC$/))
  })

  it('are no data, never OK, when they are stale', async () => {
    await measured(server, id, 'soil_moisture', [180, 40])
    await open()
    expect((await reading('Soil moisture')).getByText('Out of date')).toBeVisible()
  })

  it('say that there are none when the sensor has measured nothing, and name no plant and offer no curve where there is none', async () => {
    await server.db.query(sql`update sensors set plant_id = null where id = ${id}`)
    await open()
    expect(await screen.findByText('No readings yet.')).toBeVisible()
    expect(screen.queryByText(compared)).toBeNull()
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull()
  })
})

describe('a sensor’s curve', () => {
  beforeEach(async () => {
    await measured(server, id, 'soil_moisture', [200, 30], [100, 35], [10, 41.5])
    await measured(server, id, 'air_temperature', [10, 21])
  })

  it('is read by the arrow keys, each point in words', async () => {
    const { user } = await open('?metric=soil_moisture')
    const slider = await curve()
    slider.focus()
    await user.keyboard('{ArrowLeft}')
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/: 41.5 %$/))
    await user.keyboard('{ArrowLeft}')
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/\d{4}, \d\d:\d\d–\d\d:\d\d UTC\S*: 35 %$/))
    expect(slider).toHaveAttribute('aria-valuenow', '2')
    await user.keyboard('{Home}')
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/: 30 %$/))
    expect(screen.getByText('Target range: 20–60 %')).toBeVisible()
  })

  it('shows the colour of the target range where the chart reaches the range, and otherwise says that it does not', async () => {
    const { user, go } = await open('?metric=soil_moisture&last=1h')
    await curve()
    const legend = screen.getByText('Target range: 20–60 %')
    expect(legend.querySelector('.chart-key')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    expect(screen.getByText('Target range: 20–60 %').querySelector('.chart-key')).toBeNull()

    await server.db.query(sql`update humidity_groups set soil_moisture_min = 1, soil_moisture_max = 3`)
    await go('/pages/sensors')
    await go(`/pages/sensors/${id}?metric=soil_moisture&last=1h`)
    const outside = await screen.findByText('Target range: 1–3 %, outside this chart')
    expect(outside.querySelector('.chart-key')).toBeNull()
  })

  it('keeps metric, range and display in the address, and adds a history entry for the first two', async () => {
    const { user, address, go } = await open()
    await curve()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Metric' }), 'Soil moisture')
    await user.click(screen.getByRole('button', { name: '30 d' }))
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    expect(address()).toBe(`/pages/sensors/${id}?metric=soil_moisture&last=30d&look=table`)
    expect(screen.getByRole('button', { name: '30 d' })).toHaveAttribute('aria-pressed', 'true')
    await go(-1)
    await waitFor(() => expect(address()).toBe(`/pages/sensors/${id}?metric=soil_moisture`))
  })

  it('shows the same points as a table, the latest first, and exports them as CSV', async () => {
    const { user, downloads } = await open('?metric=soil_moisture&look=table')
    const table = await screen.findByRole('table', { name: 'Points of the curve' })
    const values = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
    expect(values).toEqual(['41.5 %', '35 %', '30 %'])
    await user.click(screen.getByRole('button', { name: 'Download CSV in 5-minute steps' }))
    const lines = (await downloads[0]?.text)?.split('\r\n')
    expect(lines?.[0]).toBe('at,metric,unit,average,min,max,readings')
    expect(lines?.[3]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00.000Z,soil_moisture,%,41.5,41.5,41.5,1$/)
  })

  it('exports them in the format that was last exported with this browser', async () => {
    const environment = { browserStorage: memoryStore({ csv: 'excelComma' }) }
    const path = `/pages/sensors/${id}?metric=soil_moisture&look=table`
    const { user, downloads } = await openConsole(server, fleet.token, path, { environment })
    await user.click(await screen.findByRole('button', { name: /^Download CSV/ }))
    expect((await downloads[0]?.text)?.split('\r\n')[3]).toMatch(/;soil_moisture;%;41,5;41,5;41,5;1$/)
  })

  it('exports values with all their digits, averages without noise, and says in which steps', async () => {
    const halfHour = Math.floor(Date.now() / 1_800_000 - 100) * 1_800_000
    const moments = [35.71, 35.72, 35.74].map((value, at) => [halfHour + at * 1000, value] as const)
    await measuredAt(server, id, 'soil_temperature', moments)
    await measured(server, id, 'soil_temperature', [10, 12.345])
    const { user, downloads } = await open('?metric=soil_temperature&last=7d')
    await curve()
    await user.click(screen.getByRole('button', { name: 'Download CSV in 30-minute steps' }))
    const lines = (await downloads[0]?.text)?.split('\r\n')
    expect(lines?.[1]).toMatch(/,°C,35.7233333333,35.71,35.74,3$/)
    expect(lines?.[2]).toMatch(/,°C,12.345,12.345,12.345,1$/)
    await user.click(screen.getByRole('button', { name: '1 h' }))
    expect(await screen.findByRole('button', { name: 'Download CSV in 10-second steps' })).toBeVisible()
  })

  it('dates days as the server counts them, by UTC, also where clocks are behind: in the table and in words', async () => {
    vi.stubEnv('TZ', 'America/Bogota')
    onTestFinished(() => void vi.unstubAllEnvs())
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
    await measuredAt(server, id, 'battery', [[today - 100 * DAY_MS, 80]])
    await measured(server, id, 'battery', [1, 70])
    const { user } = await open('?metric=battery&last=1y&look=table')
    const table = await screen.findByRole('table', { name: 'Points of the curve' })
    const first = `${dayWords(today - 100 * DAY_MS, 'utc')} (UTC)`
    expect(within(table).getAllByRole('rowheader').at(-1)).toHaveTextContent(first)
    await user.click(screen.getByRole('button', { name: 'Show as chart' }))
    const slider = await curve()
    slider.focus()
    await user.keyboard('{Home}')
    expect(slider).toHaveAttribute('aria-valuetext', `${first}: 80 %`)
  })

  it('of vapour pressure deficit has no count of readings: in words, as a table and as CSV', async () => {
    const from = Math.floor(Date.now() / 7_200_000 - 10) * 7_200_000
    const twoHours = (one: number, other: number): Moments => [
      [from, one],
      [from + 3_600_000, other],
    ]
    await measuredAt(server, id, 'air_temperature', twoHours(25, 25))
    await measuredAt(server, id, 'air_humidity', twoHours(50, 90))
    await measured(server, id, 'air_humidity', [10, 50])
    const { user, downloads } = await open('?metric=vpd&last=30d')
    const slider = await curve()
    slider.focus()
    await user.keyboard('{Home}')
    const words = /: 0.95 kPa on average, from 0.317 kPa to 1.58 kPa$/
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(words))
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    const headers = within(await screen.findByRole('table', { name: 'Points of the curve' })).getAllByRole('columnheader')
    expect(headers.map(({ textContent }) => textContent)).toEqual(['Time', 'Average', 'Minimum', 'Maximum'])
    await user.click(screen.getByRole('button', { name: 'Download CSV in 2-hour steps' }))
    expect((await downloads[0]?.text)?.split('\r\n')[0]).toBe('at,metric,unit,average,min,max')
  })

  it('of light says of which days it can be, when there are none', async () => {
    await measured(server, id, 'ppfd', [30, 200], [10, 300])
    await open('?metric=dli&last=1y')
    const words = 'No daily light in this range. It is computed for past days (UTC) with readings in nearly all hours.'
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('reports the invalid parts of its address, until something else is chosen', async () => {
    const { user, address } = await open('?from=2026-11-20T00:00:00Z&to=2026-11-01T00:00:00Z')
    await curve()
    const notice = 'Part of the address could not be read and was ignored.'
    expect(screen.getByText(notice)).toBeVisible()
    await user.click(screen.getByRole('button', { name: '1 h' }))
    expect(address()).toBe(`/pages/sensors/${id}?last=1h`)
    expect(screen.queryByText(notice)).toBeNull()
  })

  it('reports a metric of its address that the sensor does not measure, and leaves it out of the next address', async () => {
    const { user, address } = await open('?metric=soil_ec')
    await curve()
    const notice = 'Part of the address could not be read and was ignored.'
    expect(screen.getByText(notice)).toBeVisible()
    await user.click(screen.getByRole('button', { name: '7 d' }))
    expect(address()).toBe(`/pages/sensors/${id}?last=7d`)
    expect(screen.queryByText(notice)).toBeNull()
  })

  it('keeps an end of its range to the second when the other one is changed', async () => {
    const { user, address } = await open('?metric=soil_moisture&from=2026-01-01T00:00:31.500Z&to=2026-01-02T00:00:47.000Z')
    const form = within(await screen.findByRole('form', { name: 'Dates' }))
    const to = form.getByLabelText(/^To/)
    await user.clear(to)
    await user.type(to, '2026-01-05T00:00')
    await user.click(form.getByRole('button', { name: 'Show' }))
    const params = new URLSearchParams(address().split('?')[1])
    expect(params.get('from')).toBe('2026-01-01T00:00:31.500Z')
    expect(params.get('to')).toBe(new Date('2026-01-05T00:00').toISOString())
  })

  it('can be reloaded after a failure', async () => {
    const { user, disturb } = await open()
    await curve()
    disturb((request) => (request.url.includes('/datapoints?') ? Response.json({ message: 'Down' }, { status: 500 }) : null))
    await user.click(screen.getByRole('button', { name: '7 d' }))
    expect(await screen.findByRole('heading', { name: 'The curve could not be loaded' })).toBeVisible()
    const again = signal()
    disturb(() => again.given.then(() => null))
    const retry = screen.getByRole('button', { name: 'Retry' })
    await user.click(retry)
    await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
    expect(retry).toHaveFocus()
    again.give()
    await curve()
  })

  it('keeps a date that is being typed while its range moves on with the clock', async () => {
    const due: (() => void)[] = []
    let aheadMs = 0
    const environment = {
      now: () => Date.now() + aheadMs,
      later: (ms: number, work: () => void) => {
        if (ms < 60_000) return later(ms, work)
        due.push(work)
        return () => undefined
      },
    }
    const { user, calls } = await openConsole(server, fleet.token, `/pages/sensors/${id}?metric=soil_moisture`, { environment })
    await curve()
    await user.click(screen.getByRole('button', { name: 'Dates' }))
    const from = screen.getByLabelText(/^From/)
    await user.clear(from)
    await user.type(from, '2026-01-03T00:00')
    const count = calls.filter((call) => call.includes('/datapoints?')).length
    aheadMs = 5 * 60_000
    act(() => due.splice(0).forEach((work) => work()))
    await waitFor(() => expect(calls.filter((call) => call.includes('/datapoints?')).length).toBeGreaterThan(count))
    expect(screen.getByLabelText(/^From/)).toHaveValue('2026-01-03T00:00')
    expect(from).toBeInTheDocument()
  })

  it('covers a custom range, and refuses dates in the wrong order', async () => {
    const { user, address, calls } = await open('?metric=soil_moisture')
    await curve()
    await user.click(screen.getByRole('button', { name: 'Dates' }))
    const form = within(screen.getByRole('form', { name: 'Dates' }))
    const [from, to] = [form.getByLabelText(/^From/), form.getByLabelText(/^To/)]
    await user.clear(from)
    await user.type(from, '2026-01-03T00:00')
    await user.clear(to)
    await user.type(to, '2026-01-02T00:00')
    await user.click(form.getByRole('button', { name: 'Show' }))
    expect(form.getByRole('alert')).toHaveTextContent('“From” must be before “To”')
    await user.clear(from)
    await user.type(from, '2026-01-01T00:00')
    await user.click(form.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('No readings in this range.')).toBeVisible()
    expect(new URLSearchParams(address().split('?')[1]).get('from')).toBe(new Date('2026-01-01T00:00').toISOString())
    expect(calls.filter((call) => call.includes('/datapoints?')).length).toBeGreaterThan(1)
  })
})
