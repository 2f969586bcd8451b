import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { plantReadingsPath, type PlantSensor } from '../../../src/contract/readings'
import { rollUp } from '../../../src/server/telemetry/rollups'
import { humidity, light, temperature } from '../../support/rows/groups'
import { callAt, oneServer } from '../../support/server/hooks'
import { measured } from '../../support/rows/measured'
import {
  insertHumidityGroup,
  insertLightGroup,
  insertPlant,
  insertSensor,
  insertTemperatureGroup,
  nobody,
} from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)

/** Inserts a plant of these groups with a sensor that reports every ten minutes. */
async function planted(columns: Readonly<Record<string, unknown>>): Promise<{ plantId: string; sensorId: string }> {
  const plantId = await insertPlant(server.db, columns)
  return { plantId, sensorId: await insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600 }) }
}

describe('the preview of a change', () => {
  const preview = async (path: string, id: string, body: object) =>
    (await call('POST', `${path}/${id}/preview`, { body })).body.result

  it('names the plants and counts the sensors whose status would change', async () => {
    const id = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
    const dry = await planted({ scientific_name: 'Aloe prima', humidity_group_id: id })
    const fine = await planted({ scientific_name: 'Bromelia secunda', humidity_group_id: id })
    await insertPlant(server.db, { scientific_name: 'Canna tertia', humidity_group_id: id })
    await measured(server, dry.sensorId, 'soil_moisture', [1, 18])
    await measured(server, fine.sensorId, 'soil_moisture', [1, 30])
    await measured(server, fine.sensorId, 'soil_moisture', [5, 18])
    await measured(server, fine.sensorId, 'air_humidity', [1, 18])

    const result = await preview(humidity, id, { soilMoistureMin: 15 })
    expect(result).toMatchObject({ plantsTotal: 3, sensorsTotal: 2, sensorsChanging: 1 })
    expect(result['plants']).toMatchObject([{ name: 'Aloe prima' }, { name: 'Bromelia secunda' }, { name: 'Canna tertia' }])
    const { name } = (await call('GET', `/api/v1/sensors/${dry.sensorId}`)).body.result
    expect(result['sensors']).toEqual([{ id: dry.sensorId, name, metric: 'soil_moisture', from: 'low', to: 'ok' }])
    expect(await preview(humidity, id, { soilMoistureMin: 19 })).toMatchObject({ sensorsChanging: 0 })
    expect(await preview(humidity, id, { airHumidityMin: 30, airHumidityMax: 80 })).toMatchObject({ sensorsChanging: 1 })
    expect((await call('GET', `${humidity}/${id}`)).body.result).toMatchObject({ soilMoistureMin: 20, version: 1 })
  })

  it('names the first three sensors whose status would change', async () => {
    const id = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
    for (const name of ['Moss 4', 'Moss 2', 'Moss 1', 'Moss 3']) {
      const plantId = await insertPlant(server.db, { humidity_group_id: id })
      await measured(server, await insertSensor(server.db, { name, plant_id: plantId }), 'soil_moisture', [1, 18])
    }
    const result = await preview(humidity, id, { soilMoistureMin: 15 })
    expect(result).toMatchObject({ sensorsChanging: 4, sensors: [{ name: 'Moss 1' }, { name: 'Moss 2' }, { name: 'Moss 3' }] })
    const body = { ids: [id, await insertHumidityGroup(server.db)], set: { soilMoistureMin: 15 } }
    expect((await call('POST', `${humidity}/bulk_update/preview`, { body })).body.result).toMatchObject(result)
  })

  it('counts no sensor that has been silent for two intervals', async () => {
    const id = await insertTemperatureGroup(server.db, { min_c: 5, max_c: 35 })
    const { sensorId } = await planted({ temperature_group_id: id })
    await measured(server, sensorId, 'air_temperature', [21, 7])
    expect(await preview(temperature, id, { minC: 10 })).toMatchObject({ plantsTotal: 1, sensorsTotal: 1, sensorsChanging: 0 })
    await measured(server, sensorId, 'air_temperature', [1, 7])
    expect(await preview(temperature, id, { minC: 10 })).toMatchObject({ sensorsChanging: 1 })
  })

  it('judges light by yesterday’s total, never by the current reading', async () => {
    const id = await insertLightGroup(server.db, { dli_min: 4, dli_max: 8 })
    const { sensorId } = await planted({ light_group_id: id })
    await measured(server, sensorId, 'illuminance', [0, 0])
    // A day of 4,000 lux is 6.39 mol/m²/d; both yesterday and today have it, in case midnight passes meanwhile.
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select ${sensorId}, 'illuminance', date_trunc('day', now(), 'UTC') - make_interval(days => day) + make_interval(hours => hour), 4000
      from generate_series(0, 1) as day, generate_series(0, 23) as hour`)
    expect(await preview(light, id, { dliMax: 6.3 })).toMatchObject({ sensorsChanging: 0 })
    await rollUp(server.db)
    expect(await preview(light, id, { dliMax: 6.9 })).toMatchObject({ sensorsChanging: 0 })
    expect(await preview(light, id, { dliMax: 6.3 })).toMatchObject({ sensorsChanging: 1 })
    expect(await preview(light, id, { dliMin: 6.1 })).toMatchObject({ sensorsChanging: 0 })
    expect(await preview(light, id, { dliMin: 6.5 })).toMatchObject({ sensorsChanging: 1 })
  })

  it.each([
    ['wider', { soilMoistureMin: 15 }],
    ['wider by too little to leave what it was', { soilMoistureMin: 19.5 }],
    ['wider at the other end', { soilMoistureMax: 90 }],
    ['narrower', { soilMoistureMin: 30, soilMoistureMax: 45 }],
    ['of something else', { soilMoistureMin: null, soilMoistureMax: null, airHumidityMin: 40, airHumidityMax: 50 }],
  ])('foretells what the change does when the range becomes %s', async (_how, changes) => {
    const id = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
    const { plantId, sensorId } = await planted({ humidity_group_id: id })
    // The soil was too dry, and is now inside the range by less than a twentieth of it.
    await measured(server, sensorId, 'soil_moisture', [5, 19])
    await measured(server, sensorId, 'soil_moisture', [1, 21])
    for (const value of [5, 19.8, 25, 44, 59, 62]) {
      const other = await insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600 })
      await measured(server, other, 'soil_moisture', [1, value])
      await measured(server, other, 'air_humidity', [1, value])
    }
    const silent = await insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600 })
    await measured(server, silent, 'soil_moisture', [30, 44])
    const statuses = async () => {
      const { body } = await call<{ result: PlantSensor[] }>('GET', plantReadingsPath(plantId))
      return body.result.map(({ readings }) => readings.map(({ metric, status }) => `${metric} ${status}`).join())
    }
    const before = await statuses()
    const { sensorsChanging } = await preview(humidity, id, changes)
    expect((await call('PUT', `${humidity}/${id}`, { body: changes })).status).toBe(200)
    const after = await statuses()
    expect(after.filter((status, at) => status !== before[at])).toHaveLength(Number(sensorsChanging))
    expect(sensorsChanging).toBeGreaterThan(0)
  })

  it('counts the sensors without a known day of light, when a range of daily light is added and when it is removed', async () => {
    const id = await insertLightGroup(server.db, { dli_min: null, dli_max: null, lux_min: 500, lux_max: 9000 })
    const { sensorId } = await planted({ light_group_id: id })
    await measured(server, sensorId, 'illuminance', [1, 900])
    expect(await preview(light, id, { luxMin: 1000 })).toMatchObject({ sensorsChanging: 0 })
    expect(await preview(light, id, { dliMin: 4, dliMax: 8 })).toMatchObject({ sensorsChanging: 1 })
    expect((await call('PUT', `${light}/${id}`, { body: { dliMin: 4, dliMax: 8 } })).status).toBe(200)
    expect(await preview(light, id, { dliMin: 5 })).toMatchObject({ sensorsChanging: 0 })
    expect(await preview(light, id, { dliMin: null, dliMax: null })).toMatchObject({ sensorsChanging: 1 })
  })

  it('affects nothing when only the name changes', async () => {
    const id = await insertLightGroup(server.db)
    await planted({ light_group_id: id })
    expect(await preview(light, id, { name: 'Another', dliMin: 4 })).toEqual({
      plants: [],
      plantsTotal: 0,
      sensorsTotal: 0,
      sensorsChanging: 0,
      sensors: [],
    })
  })

  it('refuses whatever the change would refuse, and an unknown group', async () => {
    const id = await insertLightGroup(server.db)
    const { status, body } = await call('POST', `${light}/${id}/preview`, { body: { dliMin: 9 } })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['dliMax']])
    expect((await call('POST', `${light}/${nobody}/preview`, { body: {} })).status).toBe(404)
    expect((await call('POST', `/api/v1/sensors/${nobody}/preview`, { body: {} })).status).toBe(404)
  })
})
