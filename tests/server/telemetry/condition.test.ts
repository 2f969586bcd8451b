import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sensorConditions, type Sensor } from '../../../src/contract/sensors'
import { rollUp } from '../../../src/server/telemetry/rollups'
import { rowsOf } from '../../support/calls'
import { callAt, oneServer } from '../../support/hooks'
import { measured } from '../../support/measured'
import { equip, type TestGateway } from '../../support/readings'
import {
  insertGateway,
  insertHardware,
  insertHumidityGroup,
  insertLightGroup,
  insertPlant,
  insertSensor,
  insertTemperatureGroup,
} from '../../support/rows'

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

/** A sensor at the plant that reports every ten minutes. */
const addSensor = (columns: object = {}) => insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600, ...columns })

/** What the sensor's row says; the list filtered by each condition has to say the same. */
async function conditionOf(id: string): Promise<Sensor['condition']> {
  const { body } = await call<{ result: Sensor }>('GET', `${path}/${id}`)
  const lists = await Promise.all(
    sensorConditions.map(async (condition) => {
      const rows = await rowsOf(call, `${path}?condition=${condition}&plantId=${body.result.plantId ?? ''}&pageSize=200`)
      return rows.some((row) => row.id === id) ? [condition] : []
    }),
  )
  expect(lists.flat()).toEqual([body.result.condition])
  return body.result.condition
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
  ] as const)('that %s is told by its row and by the filter', async (_what, readings, condition) => {
    await server.db.query(
      sql`update plants set temperature_group_id = ${await insertTemperatureGroup(server.db)} where id = ${plantId}`,
    )
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
    const { body } = await call<{ result: Sensor }>('GET', `${path}/${id}`)
    const send = (value: number, agoMs: number) =>
      gateway.post({
        datapoints: [
          { sensorEui: body.result.eui, metric: 'soil_moisture', value, measuredAt: new Date(Date.now() - agoMs).toISOString() },
        ],
      })
    await send(61, 20_000)
    expect(await conditionOf(id)).toBe('out_of_range')
    await send(59, 10_000)
    expect(await conditionOf(id)).toBe('out_of_range')
    await send(50, 15_000)
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
    const gone = await call('DELETE', `/api/v1/humidity_groups/${groupId}?reassignTo=${dry}`)
    expect([gone.status, await conditionOf(id)]).toEqual([204, 'out_of_range'])
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
