import { beforeEach, describe, expect, it } from 'vitest'
import {
  latestPath,
  PLANT_SENSORS_MAX,
  plantReadingsPath,
  type LatestReading,
  type PlantSensor,
} from '../../../src/contract/readings'
import { callAt, oneServer } from '../../support/server/hooks'
import { measured } from '../../support/rows/measured'
import { insertHumidityGroup, insertLightGroup, insertPlant, insertSensor } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let plantId: string

beforeEach(async () => {
  const humidity_group_id = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
  plantId = await insertPlant(server.db, { humidity_group_id })
})

const addSensor = (name: string) => insertSensor(server.db, { name, plant_id: plantId, reporting_interval_s: 600 })

async function readingsOf(id = plantId): Promise<PlantSensor[]> {
  const { status, body } = await call<{ result: PlantSensor[] }>('GET', plantReadingsPath(id))
  expect(status).toBe(200)
  return body.result
}

describe('GET /plants/{id}/readings', () => {
  it('is empty for a plant without sensors', async () => {
    expect(await readingsOf()).toEqual([])
  })

  it('lists the plant’s sensors by name, each with its latest readings, judged by the plant’s groups', async () => {
    const wet = await addSensor('Rear, wet')
    const dry = await addSensor('Front, dry')
    const mute = await addSensor('Middle, mute')
    const other = await insertSensor(server.db, { plant_id: await insertPlant(server.db) })
    await measured(server, dry, 'soil_moisture', [5, 40], [1, 5])
    await measured(server, dry, 'soil_temperature', [1, 20])
    await measured(server, wet, 'soil_moisture', [25, 80])
    await measured(server, other, 'soil_moisture', [1, 40])
    const sensors = await readingsOf()
    expect(sensors.map(({ sensorId, sensorName }) => [sensorId, sensorName])).toEqual([
      [dry, 'Front, dry'],
      [mute, 'Middle, mute'],
      [wet, 'Rear, wet'],
    ])
    expect(sensors.map(({ readings }) => readings)).toEqual([
      [
        { metric: 'soil_moisture', value: 5, status: 'low', min: 20, max: 60, measuredAt: expect.any(String) },
        { metric: 'soil_temperature', value: 20, status: 'no_range', min: null, max: null, measuredAt: expect.any(String) },
      ],
      [],
      [{ metric: 'soil_moisture', value: 80, status: 'no_data', min: 20, max: 60, measuredAt: expect.any(String) }],
    ])
  })

  it('has no daily light, and does not judge light at a moment, when no day is known', async () => {
    const light_group_id = await insertLightGroup(server.db, { dli_min: 4, dli_max: 8, lux_min: 5000, lux_max: 10_000 })
    const sunny = await insertPlant(server.db, { light_group_id })
    const sensor = await insertSensor(server.db, { plant_id: sunny, moisture_calibrated: true })
    await measured(server, sensor, 'illuminance', [1, 900])
    await measured(server, sensor, 'soil_moisture', [1, 40])
    const [only] = await readingsOf(sunny)
    expect(only?.moistureCalibrated).toBe(true)
    expect(only?.readings.map(({ metric, value, status, min, max }) => [metric, value, status, min, max])).toEqual([
      ['dli', null, 'no_data', 4, 8],
      ['illuminance', 900, 'no_range', 5000, 10_000],
      ['soil_moisture', 40, 'no_range', null, null],
    ])
    const { body } = await call<{ result: LatestReading[] }>('GET', latestPath(sensor))
    expect(body.result).toEqual(only?.readings)
  })

  it(`lists the first ${PLANT_SENSORS_MAX} sensors, whatever they measure`, async () => {
    const names = Array.from({ length: PLANT_SENSORS_MAX + 1 }, (_, n) => `Bed of many ${1000 + n}`)
    for (const name of names.toReversed()) await addSensor(name)
    expect((await readingsOf()).map(({ sensorName }) => sensorName)).toEqual(names.slice(0, PLANT_SENSORS_MAX))
  })

  it.each([
    ['none that there is', '01890000-0000-7000-8000-000000000000', 404],
    ['no id', 'monstera', 404],
  ])('is refused for a plant that is %s', async (_what, id, status) => {
    expect((await call('GET', plantReadingsPath(id))).status).toBe(status)
  })

  it('requires a session', async () => {
    expect((await server.fetch(plantReadingsPath(plantId))).status).toBe(401)
  })
})
