import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Metric } from '../../../src/contract/metrics'
import { latestPath, type LatestReading } from '../../../src/contract/readings'
import { sensorConditions, type Sensor } from '../../../src/contract/sensors'
import { judge } from '../../../src/server/telemetry/condition'
import { computeLight } from '../../../src/server/telemetry/light'
import { rollUp } from '../../../src/server/telemetry/rollups'
import { rowsOf } from '../../support/server/calls'
import { callAt, oneServer } from '../../support/server/hooks'
import { measured } from '../../support/rows/measured'
import { equip, type TestGateway } from '../../support/rows/readings'
import {
  insertGateway,
  insertHardware,
  insertHumidityGroup,
  insertLightGroup,
  insertPlant,
  insertSensor,
  insertTemperatureGroup,
} from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let gateway: TestGateway
let groupId: string
let plantId: string

beforeAll(async () => {
  const hardware_id = await insertHardware(server.db)
  gateway = await equip(server, call, await insertGateway(server.db, { hardware_id }))
})
beforeEach(async () => {
  groupId = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
  plantId = await insertPlant(server.db, { humidity_group_id: groupId })
})

const path = '/api/v1/sensors'

/** Inserts a sensor of the plant that reports every ten minutes. */
const addSensor = (columns: object = {}) => insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600, ...columns })

/** Returns the condition in the sensor's row, after checking that the list's filters and the sensor's own readings agree. */
async function conditionOf(id: string): Promise<Sensor['condition']> {
  const { body } = await call<{ result: Sensor }>('GET', `${path}/${id}`)
  const lists = await Promise.all(
    sensorConditions.map(async (condition) => {
      const rows = await rowsOf(call, `${path}?condition=${condition}&plantId=${body.result.plantId ?? ''}&pageSize=200`)
      return rows.some((row) => row.id === id) ? [condition] : []
    }),
  )
  expect(lists.flat()).toEqual([body.result.condition])
  expect(await worstOf(id)).toBe(body.result.condition)
  return body.result.condition
}

/** Returns the worst status of the readings on the sensor's page. */
async function worstOf(id: string): Promise<Sensor['condition']> {
  const { body } = await call<{ result: LatestReading[] }>('GET', latestPath(id))
  const words = new Set(body.result.map(({ status }) => status))
  if (words.has('low') || words.has('high')) return 'out_of_range'
  if (words.has('no_data') || words.size === 0) return 'no_data'
  return words.has('ok') ? 'ok' : 'no_range'
}

/** Sends a reading of the sensor by a gateway. */
async function send(id: string, metric: Metric, value: number, agoMs: number): Promise<void> {
  const { body } = await call<{ result: Sensor }>('GET', `${path}/${id}`)
  const measuredAt = new Date(Date.now() - agoMs).toISOString()
  await gateway.post({ datapoints: [{ sensorEui: body.result.eui, metric, value, measuredAt }] })
}

async function change(url: string, body: object, method = 'PUT'): Promise<void> {
  const { status } = await call(method, url, { body })
  expect(status).toBe(200)
}

describe('the condition of a sensor', () => {
  const stale = 21
  it.each([
    ['has measured nothing', [], 'no_data'],
    ['is within its range', [['soil_moisture', 40, 1]], 'ok'],
    ['is too dry', [['soil_moisture', 5, 1]], 'out_of_range'],
    ['is too wet', [['soil_moisture', 70, 1]], 'out_of_range'],
    ['was too dry when it last spoke', [['soil_moisture', 5, stale]], 'no_data'],
    ['was within its range when it last spoke', [['soil_moisture', 40, stale]], 'no_data'],
    ['measures only what nothing is asked of', [['soil_temperature', 20, 1]], 'no_range'],
    ['measured only what nothing is asked of', [['soil_temperature', 20, stale]], 'no_range'],
    [
      'is within one range and not in the other',
      [
        ['soil_moisture', 40, 1],
        ['air_temperature', 50, 1],
      ],
      'out_of_range',
    ],
    [
      'is within one range and silent of the other',
      [
        ['soil_moisture', 40, 1],
        ['air_temperature', 20, stale],
      ],
      'no_data',
    ],
    [
      'is out of one range and silent of the other',
      [
        ['soil_moisture', 5, 1],
        ['air_temperature', 20, stale],
      ],
      'out_of_range',
    ],
    [
      'is within its range and silent of what nothing is asked of',
      [
        ['soil_moisture', 40, 1],
        ['soil_temperature', 20, stale],
      ],
      'ok',
    ],
    ['measures light, of which no day is known yet', [['illuminance', 900, 1]], 'no_data'],
    [
      'measures light in both ways, and no day of it is known yet',
      [
        ['illuminance', 900, 1],
        ['ppfd', 50, 1],
      ],
      'no_data',
    ],
    [
      'is within its range, and no day of its light is known yet',
      [
        ['soil_moisture', 40, 1],
        ['ppfd', 50, 1],
      ],
      'no_data',
    ],
    [
      'is out of its range, and no day of its light is known yet',
      [
        ['soil_moisture', 5, 1],
        ['ppfd', 50, 1],
      ],
      'out_of_range',
    ],
  ] as const)('that %s is told by its row and by the filter', async (_what, readings, condition) => {
    const light_group_id = await insertLightGroup(server.db, { dli_min: 4, dli_max: 8 })
    await server.db.query(sql`
      update plants set temperature_group_id = ${await insertTemperatureGroup(server.db)}, light_group_id = ${light_group_id}
      where id = ${plantId}`)
    const id = await addSensor()
    for (const [metric, value, minutes] of readings) await measured(server, id, metric, [minutes, value])
    expect(await conditionOf(id)).toBe(condition)
  })

  it('leaves out of range only when the reading is inside by a twentieth of the range', async () => {
    const id = await addSensor()
    await measured(server, id, 'soil_moisture', [5, 19], [4, 21])
    expect(await conditionOf(id)).toBe('out_of_range')
    await measured(server, id, 'soil_moisture', [3, 22])
    expect(await conditionOf(id)).toBe('ok')
  })
})

describe('the condition of a sensor follows', () => {
  let id: string
  beforeEach(async () => {
    id = await addSensor()
    await measured(server, id, 'soil_moisture', [1, 50])
    expect(await conditionOf(id)).toBe('ok')
  })

  it('when a gateway sends a reading, and one that is older than that', async () => {
    await send(id, 'soil_moisture', 61, 20_000)
    expect(await conditionOf(id)).toBe('out_of_range')
    await send(id, 'soil_moisture', 59, 10_000)
    expect(await conditionOf(id)).toBe('out_of_range')
    await send(id, 'soil_moisture', 50, 15_000)
    expect(await conditionOf(id)).toBe('ok')
  })

  it('when it is put at another plant, or at none', async () => {
    const humidity_group_id = await insertHumidityGroup(server.db, { soil_moisture_min: 10, soil_moisture_max: 45 })
    await change(path, { id, plantId: await insertPlant(server.db, { humidity_group_id }) })
    expect(await conditionOf(id)).toBe('out_of_range')
    await change(`${path}/bulk_update`, { ids: [id], set: { plantId } }, 'POST')
    expect(await conditionOf(id)).toBe('ok')
    await change(path, { id, plantId: null })
    const { body } = await call<{ result: Sensor }>('GET', `${path}/${id}`)
    expect(body.result.condition).toBe('no_range')
  })

  it('when it is to report more often, or less', async () => {
    await change(path, { id, reportingIntervalS: 10 })
    expect(await conditionOf(id)).toBe('no_data')
    await change(path, { id, reportingIntervalS: 600 })
    expect(await conditionOf(id)).toBe('ok')
  })

  it('when its plant is given another group, or wants something else of the soil', async () => {
    const dry = await insertHumidityGroup(server.db, { soil_moisture_min: 10, soil_moisture_max: 45 })
    await change(`/api/v1/plants/${plantId}`, { humidityGroupId: dry })
    expect(await conditionOf(id)).toBe('out_of_range')
    await change('/api/v1/plants/bulk_update', { ids: [plantId], set: { humidityGroupId: groupId } }, 'POST')
    expect(await conditionOf(id)).toBe('ok')
    await measured(server, id, 'soil_ec', [1, 900])
    await change(`/api/v1/plants/${plantId}`, { soilEcMin: 1000, soilEcMax: 2000 })
    expect(await conditionOf(id)).toBe('out_of_range')
  })

  it('when the range of the group is changed', async () => {
    await change(`/api/v1/humidity_groups/${groupId}`, { soilMoistureMax: 45 })
    expect(await conditionOf(id)).toBe('out_of_range')
    await change('/api/v1/humidity_groups/bulk_update', { ids: [groupId], set: { soilMoistureMax: 60 } }, 'POST')
    expect(await conditionOf(id)).toBe('ok')
  })

  it('when the group is deleted in favour of another, and when that is taken back', async () => {
    const dry = await insertHumidityGroup(server.db, { soil_moisture_min: 10, soil_moisture_max: 45 })
    const deletion = await call('DELETE', `/api/v1/humidity_groups/${groupId}?reassignTo=${dry}`)
    expect([deletion.status, await conditionOf(id)]).toEqual([204, 'out_of_range'])
    await change('/api/v1/humidity_groups/restore', { ids: [groupId] }, 'POST')
    expect(await conditionOf(id)).toBe('ok')
  })

  it('when the light of yesterday is told', async () => {
    const light_group_id = await insertLightGroup(server.db, { dli_min: 4, dli_max: 8 })
    await server.db.query(sql`update plants set light_group_id = ${light_group_id} where id = ${plantId}`)
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select ${id}, 'ppfd', date_trunc('day', now(), 'UTC') - make_interval(days => day) + make_interval(hours => hour), 10
      from generate_series(0, 1) as day, generate_series(0, 23) as hour`)
    expect(await conditionOf(id)).toBe('ok')
    await rollUp(server.db)
    expect(await conditionOf(id)).toBe('out_of_range')
  })
})

describe('the condition of a sensor whose light of a day is not known follows', () => {
  let light_group_id: string
  let id: string
  beforeEach(async () => {
    light_group_id = await insertLightGroup(server.db, { dli_min: 4, dli_max: 8 })
    id = await addSensor({ plant_id: await insertPlant(server.db) })
    await measured(server, id, 'illuminance', [900, 1])
    expect(await conditionOf(id)).toBe('no_range')
  })

  it('when a gateway sends its first light', async () => {
    const dark = await addSensor({ plant_id: await insertPlant(server.db, { light_group_id }) })
    await measured(server, dark, 'soil_moisture', [40, 1])
    expect(await conditionOf(dark)).toBe('no_range')
    await send(dark, 'ppfd', 50, 10_000)
    expect(await conditionOf(dark)).toBe('no_data')
  })

  it('when it is put at a plant that wants light, and at one that wants none', async () => {
    await change(path, { id, plantId: await insertPlant(server.db, { light_group_id }) })
    expect(await conditionOf(id)).toBe('no_data')
    await change(path, { id, plantId })
    expect(await conditionOf(id)).toBe('no_range')
  })

  it('when its plant is given a light group, and when that wants no light by the day', async () => {
    const { body } = await call<{ result: Sensor }>('GET', `${path}/${id}`)
    await change(`/api/v1/plants/${body.result.plantId}`, { lightGroupId: light_group_id })
    expect(await conditionOf(id)).toBe('no_data')
    await change(`/api/v1/light_groups/${light_group_id}`, { luxMin: 500, luxMax: 9000, dliMin: null, dliMax: null })
    expect(await conditionOf(id)).toBe('no_range')
  })

  it('when it is told, and when it is forgotten as the next one begins', async () => {
    await change(path, { id, plantId: await insertPlant(server.db, { light_group_id }) })
    await server.db.query(sql`insert into sensor_latest (sensor_id, metric, value, measured_at) values (${id}, 'dli', 6, now())`)
    await judge(server.db, [id])
    expect(await conditionOf(id)).toBe('ok')
    await server.db.query(sql`delete from rollup_progress where name = 'light'`)
    await computeLight(server.db)
    expect(await conditionOf(id)).toBe('no_data')
  })
})
