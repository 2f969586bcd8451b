import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { judge } from '../../../src/server/telemetry/condition'
import { computeLight } from '../../../src/server/telemetry/light'
import { rollUp } from '../../../src/server/telemetry/rollups'
import { conditionsAt } from '../../support/rows/conditions'
import { measured } from '../../support/rows/measured'
import { insertHumidityGroup, insertLightGroup, insertPlant } from '../../support/rows/rows'
import { oneServer } from '../../support/server/hooks'

const server = oneServer()
const { call, shared, sensorOf, addSensor, conditionOf, send } = conditionsAt(server)
const path = '/api/v1/sensors'

async function change(url: string, body: object, method = 'PUT'): Promise<void> {
  const { status } = await call(method, url, { body })
  expect(status).toBe(200)
}

describe('the condition of a sensor is updated', () => {
  let id: string
  beforeEach(async () => {
    id = await addSensor()
    await measured(server, id, 'soil_moisture', [1, 50])
    expect(await conditionOf(id)).toBe('ok')
  })

  it('when a gateway sends a reading, and an older one', async () => {
    await send(id, 'soil_moisture', 61, 20_000)
    expect(await conditionOf(id)).toBe('out_of_range')
    await send(id, 'soil_moisture', 59, 10_000)
    expect(await conditionOf(id)).toBe('out_of_range')
    await send(id, 'soil_moisture', 50, 15_000)
    expect(await conditionOf(id)).toBe('ok')
  })

  it('when it is moved to another plant, or to none', async () => {
    const humidity_group_id = await insertHumidityGroup(server.db, { soil_moisture_min: 10, soil_moisture_max: 45 })
    await change(path, { id, plantId: await insertPlant(server.db, { humidity_group_id }) })
    expect(await conditionOf(id)).toBe('out_of_range')
    await change(`${path}/bulk_update`, { ids: [id], set: { plantId: shared.plantId } }, 'POST')
    expect(await conditionOf(id)).toBe('ok')
    await change(path, { id, plantId: null })
    expect((await sensorOf(id)).condition).toBe('no_range')
  })

  it('when its reporting interval changes', async () => {
    await change(path, { id, reportingIntervalS: 10 })
    expect(await conditionOf(id)).toBe('no_data')
    await change(path, { id, reportingIntervalS: 600 })
    expect(await conditionOf(id)).toBe('ok')
  })

  it('when its plant gets another group, or another range for the soil', async () => {
    const dry = await insertHumidityGroup(server.db, { soil_moisture_min: 10, soil_moisture_max: 45 })
    await change(`/api/v1/plants/${shared.plantId}`, { humidityGroupId: dry })
    expect(await conditionOf(id)).toBe('out_of_range')
    await change('/api/v1/plants/bulk_update', { ids: [shared.plantId], set: { humidityGroupId: shared.groupId } }, 'POST')
    expect(await conditionOf(id)).toBe('ok')
    await measured(server, id, 'soil_ec', [1, 900])
    await change(`/api/v1/plants/${shared.plantId}`, { soilEcMin: 1000, soilEcMax: 2000 })
    expect(await conditionOf(id)).toBe('out_of_range')
  })

  it('when the range of the group is changed', async () => {
    await change(`/api/v1/humidity_groups/${shared.groupId}`, { soilMoistureMax: 45 })
    expect(await conditionOf(id)).toBe('out_of_range')
    await change('/api/v1/humidity_groups/bulk_update', { ids: [shared.groupId], set: { soilMoistureMax: 60 } }, 'POST')
    expect(await conditionOf(id)).toBe('ok')
  })

  it('when the group is replaced on its deletion, and when that is undone', async () => {
    const dry = await insertHumidityGroup(server.db, { soil_moisture_min: 10, soil_moisture_max: 45 })
    const deletion = await call('DELETE', `/api/v1/humidity_groups/${shared.groupId}?reassignTo=${dry}`)
    expect([deletion.status, await conditionOf(id)]).toEqual([204, 'out_of_range'])
    await change('/api/v1/humidity_groups/restore', { ids: [shared.groupId] }, 'POST')
    expect(await conditionOf(id)).toBe('ok')
  })

  it('when yesterday’s light is computed', async () => {
    const light_group_id = await insertLightGroup(server.db, { dli_min: 4, dli_max: 8 })
    await server.db.query(sql`update plants set light_group_id = ${light_group_id} where id = ${shared.plantId}`)
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select ${id}, 'ppfd', date_trunc('day', now(), 'UTC') - make_interval(days => day) + make_interval(hours => hour), 10
      from generate_series(0, 1) as day, generate_series(0, 23) as hour`)
    expect(await conditionOf(id)).toBe('ok')
    await rollUp(server.db)
    expect(await conditionOf(id)).toBe('out_of_range')
  })
})

describe('the condition of a sensor without a known day of light is updated', () => {
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

  it('when it is moved to a plant with a range of light, and to one without', async () => {
    await change(path, { id, plantId: await insertPlant(server.db, { light_group_id }) })
    expect(await conditionOf(id)).toBe('no_data')
    await change(path, { id, plantId: shared.plantId })
    expect(await conditionOf(id)).toBe('no_range')
  })

  it('when its plant gets a light group, and when that has no range of daily light', async () => {
    await change(`/api/v1/plants/${(await sensorOf(id)).plantId}`, { lightGroupId: light_group_id })
    expect(await conditionOf(id)).toBe('no_data')
    await change(`/api/v1/light_groups/${light_group_id}`, { luxMin: 500, luxMax: 9000, dliMin: null, dliMax: null })
    expect(await conditionOf(id)).toBe('no_range')
  })

  it('when it is computed, and when it is cleared at the beginning of the next day', async () => {
    await change(path, { id, plantId: await insertPlant(server.db, { light_group_id }) })
    await server.db.query(sql`insert into sensor_latest (sensor_id, metric, value, measured_at) values (${id}, 'dli', 6, now())`)
    await judge(server.db, [id])
    expect(await conditionOf(id)).toBe('ok')
    await server.db.query(sql`delete from rollup_progress where name = 'light'`)
    await computeLight(server.db)
    expect(await conditionOf(id)).toBe('no_data')
  })
})
