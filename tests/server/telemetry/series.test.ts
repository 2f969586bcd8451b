// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Metric } from '../../../src/contract/metrics'
import { seriesPath, type Series } from '../../../src/contract/readings'
import { rollUp } from '../../../src/server/telemetry/rollups'
import { bucketOf } from '../../../src/server/telemetry/series'
import { callAt, oneServer } from '../../support/server/hooks'
import { measuredAt, type Moments } from '../../support/rows/measured'
import { insertSensor } from '../../support/rows/rows'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const server = oneServer()
const call = callAt(server)
let sensorId: string

beforeEach(async () => {
  sensorId = await insertSensor(server.db)
})

const iso = (at: number) => new Date(at).toISOString()

const measure = (metric: Metric, readings: Moments, sensor = sensorId) => measuredAt(server, sensor, metric, readings)

async function curve(metric: string, from: number, to: number, points?: number): Promise<Series> {
  const query = new URLSearchParams({
    metric,
    from: iso(from),
    to: iso(to),
    ...(points !== undefined && { points: String(points) }),
  })
  const { status, body } = await call<{ result: Series }>('GET', `${seriesPath(sensorId)}?${query}`)
  expect(status).toBe(200)
  return body.result
}

/** Midnight (UTC) some days ago, in milliseconds. */
const midnight = (daysAgo: number) => Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY

describe('bucketOf', () => {
  it.each([
    [HOUR, 500, 10],
    [DAY, 500, 300],
    [7 * DAY, 500, 1800],
    [30 * DAY, 500, 2 * 3600],
    [365 * DAY, 500, 86_400],
    [3650 * DAY, 500, 8 * 86_400],
  ])('of %d ms in %d points is %d s', (span, points, seconds) => {
    expect(bucketOf(0, span, points)).toBe(seconds)
  })

  it('never has more points than allowed, wherever the range begins', () => {
    for (let span = 1000; span < 4000 * DAY; span *= 1.7)
      for (const from of [0, 1, 999, 123_456_789]) {
        const bucket = bucketOf(from, from + span, 500) * 1000
        expect(Math.floor((from + span - 1) / bucket) - Math.floor(from / bucket) + 1).toBeLessThanOrEqual(500)
      }
  })
})

describe('a curve', () => {
  it('keeps each bucket’s minimum, maximum and mean, and leaves gaps open', async () => {
    const from = midnight(1)
    await measure('soil_moisture', [
      [from + 1000, 20],
      [from + 2000, 40],
      [from + 3000, 33],
      [from + 60_000 * 30, 10],
    ])
    const { unit, bucketS, points } = await curve('soil_moisture', from, from + HOUR, 61)
    expect([unit, bucketS]).toEqual(['%', 60])
    expect(points).toEqual([
      { at: iso(from), min: 20, max: 40, avg: 31, count: 3 },
      { at: iso(from + 60_000 * 30), min: 10, max: 10, avg: 10, count: 1 },
    ])
  })

  it('contains only readings of the sensor and metric within the range', async () => {
    const from = midnight(1)
    const other = await insertSensor(server.db)
    await measure('air_temperature', [
      [from - 1, 1],
      [from, 2],
      [from + HOUR - 1, 3],
      [from + HOUR, 4],
    ])
    await measure('soil_temperature', [[from + 5, 9]])
    await measure('air_temperature', [[from + 6, 8]], other)
    const { points } = await curve('air_temperature', from, from + HOUR)
    expect(points.flatMap(({ min, max }) => [min, max])).toEqual([2, 2, 3, 3])
  })

  it.each([
    ['hours', 30, 20],
    ['days', 400, 60],
  ])('is the same from %s as from the readings', async (_from, daysShown, days) => {
    const readings = Array.from(
      { length: days * 8 },
      (_, at) => [midnight(days) + at * 3 * HOUR + 1234, (at * 37) % 100] as const,
    )
    await measure('soil_moisture', readings)
    const range = [midnight(daysShown), midnight(-1)] as const
    // Resets the progress, so that only roll-ups of other tests remain.
    await server.db.query(sql`delete from rollup_progress`)
    const before = await curve('soil_moisture', ...range)
    await rollUp(server.db)
    const after = await curve('soil_moisture', ...range)
    expect(after.points.length).toBeGreaterThan(days / 2)
    expect(after.points.map(({ min, max, count }) => [min, max, count])).toEqual(
      before.points.map(({ min, max, count }) => [min, max, count]),
    )
    expect(after.points.reduce((sum, { count }) => sum + count, 0)).toBe(readings.length)
    const { rows } = await server.db.query(sql`select 1 from datapoints_hourly where sensor_id = ${sensorId} limit 1`)
    expect(rows).toHaveLength(1)
  })

  it('has hours where readings are no longer kept', async () => {
    const from = midnight(500)
    const climate = [
      ['air_temperature', 20],
      ['air_humidity', 50],
    ] as const
    for (const [metric, value] of climate) await measure(metric, [[from + 90_000, value]])
    await rollUp(server.db)
    await server.db.query(sql`delete from datapoints where sensor_id = ${sensorId}`)
    for (const metric of ['air_temperature', 'vpd']) {
      const { bucketS, points } = await curve(metric, from, from + DAY)
      expect([bucketS, points.map(({ at }) => at)]).toEqual([3600, [iso(from)]])
    }
  })

  it('returns the light of whole days', async () => {
    const day = midnight(2)
    // 12 hours of 500 µmol/m²/s are 21.6 mol/m²/d.
    await measure(
      'ppfd',
      Array.from({ length: 24 }, (_, hour) => [day + hour * HOUR, hour < 12 ? 500 : 0] as const),
    )
    await rollUp(server.db)
    const { unit, bucketS, points } = await curve('dli', day, day + DAY)
    expect([unit, bucketS]).toEqual(['mol/m²/d', 86_400])
    expect(points).toHaveLength(1)
    expect(points[0]?.avg).toBeCloseTo(21.6, 6)
  })

  it('computes the light from lux without PPFD, and skips incomplete days', async () => {
    const day = midnight(3)
    await measure(
      'illuminance',
      Array.from({ length: 24 }, (_, hour) => [day + hour * HOUR, 10_000] as const),
    )
    await measure(
      'illuminance',
      Array.from({ length: 12 }, (_, hour) => [day + DAY + hour * HOUR, 10_000] as const),
    )
    await rollUp(server.db)
    const { points } = await curve('dli', day, day + 2 * DAY)
    expect(points).toHaveLength(1)
    expect(points[0]?.avg).toBeCloseTo((10_000 * 0.0185 * 86_400) / 1e6, 6)
  })

  it('returns no light of today, which is not over', async () => {
    const day = midnight(1)
    await measure(
      'ppfd',
      Array.from({ length: 48 }, (_, hour) => [day + hour * HOUR, hour % 24 < 12 ? 500 : 0] as const),
    )
    await rollUp(server.db)
    const { points } = await curve('dli', day, day + 2 * DAY)
    expect(points.map(({ at }) => at)).toEqual([iso(day)])
  })

  it('returns the same light of a day wherever in it the range begins or ends', async () => {
    const day = midnight(3)
    await measure(
      'ppfd',
      Array.from({ length: 48 }, (_, hour) => [day + hour * HOUR, hour % 24 < 12 ? 500 : 0] as const),
    )
    await rollUp(server.db)
    const { points } = await curve('dli', day + 10 * HOUR, day + DAY + 3 * HOUR)
    expect(points.map(({ at, avg }) => [at, Number(avg.toFixed(6))])).toEqual([
      [iso(day), 21.6],
      [iso(day + DAY), 21.6],
    ])
  })

  it('computes the vapour pressure deficit when temperature and humidity were measured together', async () => {
    const from = midnight(1)
    await measure('air_temperature', [
      [from, 25],
      [from + 60_000, 25],
      [from + 120_000, 25],
    ])
    await measure('air_humidity', [
      [from, 50],
      [from + 60_000, 100],
    ])
    const { unit, points } = await curve('vpd', from, from + HOUR)
    expect(unit).toBe('kPa')
    expect(points.map(({ avg }) => Number(avg.toFixed(2)))).toEqual([1.58, 0])
  })

  it('uses the humidity nearest in time to each temperature', async () => {
    const from = midnight(1)
    const minute = 60_000
    // Temperatures on both sides of a bucket's edge, nearer to the next humidity, and without one.
    await measure('air_temperature', [
      [from + minute, 25],
      [from + 2 * minute, 25],
      [from + 30 * minute, 25],
    ])
    await measure('air_humidity', [
      [from + minute - 7, 50],
      [from + 2 * minute - 20_000, 90],
      [from + 2 * minute + 7, 100],
      [from + 32 * minute, 50],
    ])
    const { points } = await curve('vpd', from, from + HOUR)
    expect(points.map(({ at, avg }) => [at, Number(avg.toFixed(2))])).toEqual([
      [iso(from + minute), 1.58],
      [iso(from + 2 * minute), 0],
    ])
  })

  it('computes the vapour pressure deficit by the hour when buckets are no finer', async () => {
    const from = midnight(20)
    await measure('air_temperature', [[from + 1000, 25]])
    await measure('air_humidity', [[from + 1007, 50]])
    await rollUp(server.db)
    const { bucketS, points } = await curve('vpd', from, midnight(0))
    expect(bucketS).toBeGreaterThanOrEqual(3600)
    expect(points.map(({ at, avg }) => [at, Number(avg.toFixed(2))])).toEqual([[iso(from), 1.58]])
  })

  it('keeps the minimum and maximum vapour pressure deficit of a bucket', async () => {
    const from = midnight(1)
    await measure('air_temperature', [
      [from + 1000, 25],
      [from + 2000, 25],
    ])
    await measure('air_humidity', [
      [from + 1007, 50],
      [from + 2007, 100],
    ])
    const { points } = await curve('vpd', from, from + DAY)
    expect(
      points.map(({ min, max, avg, count }) => [...[min, max, avg].map((value) => Number(value.toFixed(2))), count]),
    ).toEqual([[0, 1.58, 0.79, 2]])
  })

  it.each([
    ['no metric', {}],
    ['an unknown metric', { metric: 'noise' }],
    ['a time that is none', { from: 'yesterday' }],
    ['a day that no calendar has', { from: '2026-02-30T08:15:00.000Z', to: '2026-03-05T08:15:00.000Z' }],
    ['a year before there were any', { from: '0000-01-01T00:00:00.000Z', to: '0001-01-01T00:00:00.000Z' }],
    ['an end before its beginning', { from: iso(5000), to: iso(4000) }],
    ['a range of a lifetime', { from: iso(0), to: iso(4000 * DAY) }],
    ['too many points', { points: '501' }],
    ['a point', { points: '1' }],
    ['points in words', { points: 'many' }],
    ['a parameter that nobody knows', { interval: '1h' }],
  ])('is a 400 that says why when the query has %s', async (what, changes) => {
    const query = { metric: 'battery', from: iso(0), to: iso(5000), ...changes }
    const sent = new URLSearchParams(Object.entries(query).filter(([name]) => !(what === 'no metric' && name === 'metric')))
    const { status, body } = await call('GET', `${seriesPath(sensorId)}?${sent}`)
    expect([status, body]).toMatchObject([400, { code: 'bad_query', fields: expect.any(Object) }])
  })

  it('accepts times without fractions of a second', async () => {
    const query = new URLSearchParams({ metric: 'battery', from: '2026-11-20T08:15:00Z', to: '2026-11-20T09:15:00Z' })
    expect((await call('GET', `${seriesPath(sensorId)}?${query}`)).status).toBe(200)
  })

  it('is a 404 for an unknown sensor', async () => {
    const query = new URLSearchParams({ metric: 'battery', from: iso(0), to: iso(5000) })
    expect((await call('GET', `${seriesPath('0192aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa')}?${query}`)).status).toBe(404)
  })
})
