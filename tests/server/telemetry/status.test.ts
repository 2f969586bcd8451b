import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Metric } from '../../../src/contract/metrics'
import { latestPath, type LatestReading } from '../../../src/contract/readings'
import { computeLight } from '../../../src/server/telemetry/light'
import { rollUp } from '../../../src/server/telemetry/rollups'
import { callAt, oneServer } from '../../support/server/hooks'
import { measured } from '../../support/rows/measured'
import { insertHumidityGroup, insertLightGroup, insertPlant, insertSensor, insertTemperatureGroup } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let plantId: string

beforeAll(async () => {
  plantId = await insertPlant(server.db, {
    humidity_group_id: await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 }),
    temperature_group_id: await insertTemperatureGroup(server.db, { min_c: 10, max_c: 30 }),
    light_group_id: await insertLightGroup(server.db, { dli_min: 4, dli_max: 8 }),
  })
})

/** Inserts a sensor of the plant with these values, each some minutes ago. */
async function sensorWith(
  metric: Metric,
  ...readings: readonly (readonly [value: number, minutesAgo: number])[]
): Promise<string> {
  const id = await insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600 })
  await measured(server, id, metric, ...readings.map(([value, minutes]) => [minutes, value] as const))
  return id
}

async function statusOf(id: string, metric: string): Promise<string | undefined> {
  const { body } = await call<{ result: LatestReading[] }>('GET', latestPath(id))
  return body.result.find((reading) => reading.metric === metric)?.status
}

describe('the status of a reading', () => {
  // The range is 20 to 60 %: a status changes back only two points inside it.
  it.each([
    ['inside', [[40, 1]], 'ok'],
    ['at its lower end', [[20, 1]], 'ok'],
    ['at its upper end', [[60, 1]], 'ok'],
    ['below', [[19.9, 1]], 'low'],
    ['above', [[60.1, 1]], 'high'],
    [
      'inside by too little, after it was below',
      [
        [21, 1],
        [19, 11],
      ],
      'low',
    ],
    [
      'inside by enough, after it was below',
      [
        [22, 1],
        [19, 11],
      ],
      'ok',
    ],
    [
      'inside by too little, after it was inside',
      [
        [21, 1],
        [40, 11],
      ],
      'ok',
    ],
    [
      'inside by too little for long, after it was below',
      [
        [21, 1],
        [20.5, 11],
        [21.5, 21],
        [19, 31],
      ],
      'low',
    ],
    [
      'inside by too little, after it was above',
      [
        [59, 1],
        [61, 11],
      ],
      'high',
    ],
    [
      'inside by enough, after it was above',
      [
        [58, 1],
        [61, 11],
      ],
      'ok',
    ],
    [
      'inside by too little, a day after it was below',
      [
        [21, 1],
        [19, 1500],
      ],
      'ok',
    ],
    ['inside, two intervals ago', [[40, 19]], 'ok'],
    ['inside, longer ago than two intervals', [[40, 21]], 'no_data'],
    ['below, longer ago than two intervals', [[5, 21]], 'no_data'],
  ] as const)('is, with the value %s', async (_where, readings, status) => {
    expect(await statusOf(await sensorWith('soil_moisture', ...readings), 'soil_moisture')).toBe(status)
  })

  it.each([
    ['of a metric that the groups say nothing of', 'soil_temperature', 'no_range'],
    ['of a metric that the group leaves open', 'air_humidity', 'no_range'],
    ['of temperature', 'air_temperature', 'high'],
    ['of light at an instant, however dark', 'illuminance', 'no_range'],
  ] as const)('is judged by the right group %s', async (_what, metric, status) => {
    const value = { soil_temperature: 20, air_humidity: 60, air_temperature: 31, illuminance: 0 }[metric]
    expect(await statusOf(await sensorWith(metric, [value, 1]), metric)).toBe(status)
  })

  it('is missing for a sensor that has measured nothing, and has no range without a plant', async () => {
    expect(await statusOf(await insertSensor(server.db, { plant_id: plantId }), 'soil_moisture')).toBeUndefined()
    const alone = await sensorWith('soil_moisture', [3, 1])
    await server.db.query(sql`update sensors set plant_id = null where id = ${alone}`)
    expect(await statusOf(alone, 'soil_moisture')).toBe('no_range')
  })

  it('is updated when the group is changed', async () => {
    const id = await sensorWith('soil_moisture', [50, 1])
    expect(await statusOf(id, 'soil_moisture')).toBe('ok')
    await server.db.query(sql`update humidity_groups set soil_moisture_max = 45 where soil_moisture_min = 20`)
    expect(await statusOf(id, 'soil_moisture')).toBe('high')
    await server.db.query(sql`update humidity_groups set soil_moisture_max = 60 where soil_moisture_min = 20`)
  })
})

describe('the status of light', () => {
  /** Inserts a sensor with this value in each of the first `hours` hours of yesterday and, in case midnight passes meanwhile, of today. */
  async function lit(metric: 'ppfd' | 'illuminance', value: number, hours: number): Promise<string> {
    const id = await insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600 })
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select ${id}, ${metric}, date_trunc('day', now(), 'UTC') - make_interval(days => day) + make_interval(hours => hour), ${value}
      from generate_series(0, 1) as day, generate_series(0, ${hours - 1}::integer) as hour`)
    await measured(server, id, metric, [0, value])
    await rollUp(server.db)
    return id
  }

  // 69.44 µmol/m²/s over a day are 6 mol/m²/d.
  it.each([
    ['PPFD enough', 'ppfd', 69.44, 24, 'ok'],
    ['PPFD too little', 'ppfd', 30, 24, 'low'],
    ['PPFD too much', 'ppfd', 140, 24, 'high'],
    ['lux enough', 'illuminance', 69.44 / 0.0185, 24, 'ok'],
    ['most of the day known', 'ppfd', 69.44, 20, 'ok'],
    ['half of the day known', 'ppfd', 69.44, 12, 'no_data'],
  ] as const)('is judged by the whole of yesterday, with %s', async (_what, metric, value, hours, status) => {
    expect(await statusOf(await lit(metric, value, hours), 'dli')).toBe(status)
  })

  it('uses PPFD for a sensor that measures both', async () => {
    const id = await lit('ppfd', 69.44, 24)
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select sensor_id, 'illuminance', measured_at, 0 from datapoints where sensor_id = ${id}`)
    await rollUp(server.db)
    expect(await statusOf(id, 'dli')).toBe('ok')
  })

  it('uses lux for the hours without PPFD, as the curve of daily light does', async () => {
    const id = await lit('ppfd', 69.44, 12)
    expect(await statusOf(id, 'dli')).toBe('no_data')
    // Lux alone would be 8.6 mol/m²/d, too much.
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select sensor_id, 'illuminance', measured_at + make_interval(hours => later), 100 / 0.0185
      from datapoints, unnest(array[0, 12]) as later
      where sensor_id = ${id} and measured_at <= date_trunc('day', measured_at, 'UTC') + interval '11 hours'`)
    await rollUp(server.db)
    expect(await statusOf(id, 'dli')).toBe('ok')
  })

  it('is computed again when readings of yesterday arrive late', async () => {
    const id = await lit('ppfd', 30, 23)
    expect(await statusOf(id, 'dli')).toBe('low')
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select sensor_id, metric, measured_at + interval '23 hours', 2500 from datapoints
      where sensor_id = ${id} and measured_at = date_trunc('day', measured_at, 'UTC')`)
    await rollUp(server.db)
    expect(await statusOf(id, 'dli')).toBe('high')
  })

  it('is the previous day’s until the next day’s is computed, for at most an hour', async () => {
    const id = await lit('ppfd', 69.44, 24)
    const dayBegan = async (ago: string) =>
      server.db.query(
        sql`update sensor_latest set measured_at = now() - ${ago}::interval where sensor_id = ${id} and metric = 'dli'`,
      )
    await dayBegan('24 hours 59 minutes')
    expect(await statusOf(id, 'dli')).toBe('ok')
    await dayBegan('25 hours 1 minute')
    expect(await statusOf(id, 'dli')).toBe('no_data')
  })

  it('is cleared, or computed, when the next day begins', async () => {
    const known = await lit('ppfd', 69.44, 24)
    const unknown = await sensorWith('ppfd', [69.44, 1])
    await server.db.query(sql`
      insert into sensor_latest (sensor_id, metric, value, measured_at)
      values (${unknown}, 'dli', 6, date_trunc('day', now(), 'UTC') - interval '1 day')`)
    await server.db.query(
      sql`update sensor_latest set value = 1, measured_at = date_trunc('day', now(), 'UTC') - interval '1 day' where sensor_id = ${known}`,
    )
    await server.db.query(sql`update rollup_progress set received_until = received_until - interval '1 day' where name = 'light'`)
    await computeLight(server.db)
    expect([await statusOf(known, 'dli'), await statusOf(unknown, 'dli')]).toEqual(['ok', 'no_data'])
  })
})
