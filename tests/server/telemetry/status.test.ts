import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { latestPath, type LatestReading, type Metric } from '../../../src/contract/datapoints'
import { callAt, oneServer } from '../../support/hooks'
import { insertHumidityGroup, insertLightGroup, insertPlant, insertSensor, insertTemperatureGroup } from '../../support/rows'

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

/** A sensor at the plant that measured these values, so many minutes ago each. */
async function sensorWith(
  metric: Metric,
  ...readings: readonly (readonly [value: number, minutesAgo: number])[]
): Promise<string> {
  const id = await insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600 })
  for (const [value, minutes] of readings)
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      values (${id}, ${metric}, now() - make_interval(mins => ${minutes}), ${value})`)
  await server.db.query(sql`
    insert into sensor_latest (sensor_id, metric, value, measured_at)
    select sensor_id, metric, value, measured_at from datapoints where sensor_id = ${id} order by measured_at desc limit 1`)
  return id
}

async function statusOf(id: string, metric: string): Promise<string | undefined> {
  const { body } = await call<{ result: LatestReading[] }>('GET', latestPath(id))
  return body.result.find((reading) => reading.metric === metric)?.status
}

describe('the status of a reading', () => {
  // The range is 20 to 60 %: it is left with two to spare.
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

  it('is not there for a sensor that has measured nothing, and without a range at no plant', async () => {
    expect(await statusOf(await insertSensor(server.db, { plant_id: plantId }), 'soil_moisture')).toBeUndefined()
    const alone = await sensorWith('soil_moisture', [3, 1])
    await server.db.query(sql`update sensors set plant_id = null where id = ${alone}`)
    expect(await statusOf(alone, 'soil_moisture')).toBe('no_range')
  })

  it('follows when the group is changed', async () => {
    const id = await sensorWith('soil_moisture', [50, 1])
    expect(await statusOf(id, 'soil_moisture')).toBe('ok')
    await server.db.query(sql`update humidity_groups set soil_moisture_max = 45 where soil_moisture_min = 20`)
    expect(await statusOf(id, 'soil_moisture')).toBe('high')
    await server.db.query(sql`update humidity_groups set soil_moisture_max = 60 where soil_moisture_min = 20`)
  })
})

describe('the status of light', () => {
  /** A sensor that yesterday measured this in so many hours, and nothing but night since. */
  async function lit(metric: 'ppfd' | 'illuminance', value: number, hours: number): Promise<string> {
    const id = await sensorWith(metric, [0, 1])
    await server.db.query(sql`
      insert into datapoints_hourly (sensor_id, metric, at, min, max, sum, count)
      select ${id}, ${metric}, date_trunc('day', now(), 'UTC') - interval '1 day' + make_interval(hours => hour), 0, ${value}, ${value * 2}::double precision, 2
      from generate_series(0, ${hours - 1}::integer) as hour`)
    return id
  }

  // 69.44 µmol/m²/s through a day are 6 mol/m²/d.
  it.each([
    ['PPFD enough', 'ppfd', 69.44, 24, 'ok'],
    ['PPFD too little', 'ppfd', 30, 24, 'low'],
    ['PPFD too much', 'ppfd', 140, 24, 'high'],
    ['lux enough', 'illuminance', 69.44 / 0.0185, 24, 'ok'],
    ['most of the day known', 'ppfd', 69.44, 20, 'ok'],
    ['half of the day known', 'ppfd', 69.44, 12, undefined],
  ] as const)('is judged by the whole of yesterday, with %s', async (_what, metric, value, hours, status) => {
    expect(await statusOf(await lit(metric, value, hours), 'dli')).toBe(status)
  })
})
