import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { plantReadingsPath, type PlantSensor } from '../../../src/contract/datapoints'
import { rollUp } from '../../../src/server/telemetry/rollups'
import { callAt, oneServer } from '../../support/hooks'
import {
  humidityGroupDraft,
  insertHumidityGroup,
  insertLightGroup,
  insertPlant,
  insertSensor,
  insertTemperatureGroup,
  lightGroupDraft,
  temperatureGroupDraft,
} from '../../support/rows'

const server = oneServer()
const call = callAt(server)

const humidity = '/api/v1/humidity_groups'
const temperature = '/api/v1/temperature_groups'
const light = '/api/v1/light_groups'
const nobody = '01890000-0000-7000-8000-000000000000'
const minute = 60_000
const ago = (ms: number) => new Date(Date.now() - ms)
const register = (path: string, body: object) => call('POST', `${path}/register`, { body })

/** A reading of a sensor, the latest of its metric unless there is a later one. */
async function measured(sensorId: string, metric: string, value: number, at: Date): Promise<void> {
  await server.db.query(sql`
    insert into datapoints (sensor_id, metric, measured_at, value) values (${sensorId}, ${metric}, ${at}, ${value})`)
  await server.db.query(sql`
    insert into sensor_latest (sensor_id, metric, measured_at, value) values (${sensorId}, ${metric}, ${at}, ${value})
    on conflict (sensor_id, metric) do update set measured_at = excluded.measured_at, value = excluded.value
    where excluded.measured_at > sensor_latest.measured_at`)
}

/** A plant of these groups with a sensor at it, that reports every ten minutes. */
async function planted(columns: Readonly<Record<string, unknown>>): Promise<{ plantId: string; sensorId: string }> {
  const plantId = await insertPlant(server.db, columns)
  return { plantId, sensorId: await insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600 }) }
}

describe('a humidity group', () => {
  it.each([
    ['no range', { soilMoistureMin: null, soilMoistureMax: null }, 'soilMoistureMin', /at least one range/],
    ['one end', { soilMoistureMax: null }, 'soilMoistureMax', /both ends of the soil moisture/],
    ['the other end alone', { airHumidityMax: 80 }, 'airHumidityMin', /both ends of the air humidity/],
    ['a range upside down', { soilMoistureMin: 60, soilMoistureMax: 15 }, 'soilMoistureMax', /above the lowest/],
    ['a range of nothing', { soilMoistureMin: 15, soilMoistureMax: 15 }, 'soilMoistureMax', /above the lowest/],
    ['more than all', { soilMoistureMax: 101 }, 'soilMoistureMax', /at most 100 %/],
    ['less than nothing', { airHumidityMin: -1, airHumidityMax: 50 }, 'airHumidityMin', /at least 0 %RH/],
  ])('is refused with %s, on the field', async (_what, changes, field, sentence) => {
    const { status, body } = await register(humidity, humidityGroupDraft(changes))
    expect([status, body.code]).toEqual([422, 'invalid'])
    expect(body.fields).toEqual({ [field]: expect.stringMatching(sentence) })
  })

  it('may ask for the air alone', async () => {
    const draft = humidityGroupDraft({ soilMoistureMin: null, soilMoistureMax: null, airHumidityMin: 30, airHumidityMax: 80 })
    expect(await register(humidity, draft)).toMatchObject({ status: 201, body: { result: draft } })
  })

  it('is refused by PUT when the change leaves a range with one end', async () => {
    const id = await insertHumidityGroup(server.db)
    const { status, body } = await call('PUT', `${humidity}/${id}`, { body: { soilMoistureMin: null } })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['soilMoistureMin']])
  })

  it('counts the plants that have it, and the sensors at them', async () => {
    const id = await insertHumidityGroup(server.db)
    const { plantId } = await planted({ humidity_group_id: id })
    await insertSensor(server.db, { plant_id: plantId })
    await insertPlant(server.db, { humidity_group_id: id })
    await planted({})
    const { body } = await call('GET', `${humidity}/${id}`)
    expect(body.result).toMatchObject({ plantsCount: 2, sensorsCount: 2 })
  })
})

describe('a temperature group', () => {
  it.each([
    ['no lowest', { minC: undefined }, 'minC', /required/],
    ['a range upside down', { minC: 35, maxC: 5, idealMinC: null, idealMaxC: null }, 'maxC', /above the lowest/],
    ['an ideal that begins below it', { idealMinC: 4 }, 'idealMinC', /begins within/],
    ['an ideal that ends above it', { idealMaxC: 36 }, 'idealMaxC', /ends within/],
    ['an ideal upside down', { idealMinC: 26, idealMaxC: 18 }, 'idealMaxC', /above the lowest/],
    ['half an ideal', { idealMaxC: null }, 'idealMaxC', /both ends of the ideal temperature/],
    ['what is too cold for anything', { minC: -51 }, 'minC', /at least -50 °C/],
    ['what is too hot for anything', { maxC: 61 }, 'maxC', /at most 60 °C/],
  ])('is refused with %s, on the field', async (_what, changes, field, sentence) => {
    const { status, body } = await register(temperature, { ...temperatureGroupDraft(), ...changes })
    expect([status, body.code]).toEqual([422, 'invalid'])
    expect(body.fields).toEqual({ [field]: expect.stringMatching(sentence) })
  })

  it('may be ideal throughout', async () => {
    const { status } = await register(temperature, temperatureGroupDraft({ idealMinC: 5, idealMaxC: 35 }))
    expect(status).toBe(201)
  })
})

describe('a light group', () => {
  it.each([
    ['no range', { dliMin: null, dliMax: null }, 'dliMin', /at least one range/],
    ['more light than a day has', { dliMax: 66 }, 'dliMax', /at most 65 mol/],
    ['more than the sun', { luxMin: 0, luxMax: 200_001 }, 'luxMax', /at most 200000 lux/],
    ['a word of its own', { exposure: 'dusk' }, 'exposure', /one of/],
  ])('is refused with %s, on the field', async (_what, changes, field, sentence) => {
    const { status, body } = await register(light, { ...lightGroupDraft(), ...changes })
    expect([status, body.code]).toEqual([422, 'invalid'])
    expect(body.fields).toEqual({ [field]: expect.stringMatching(sentence) })
  })
})

describe('deleting a group in use', () => {
  it('is refused, naming up to ten of the plants and how many there are', async () => {
    const id = await insertHumidityGroup(server.db)
    for (let n = 10; n < 22; n++) await insertPlant(server.db, { scientific_name: `Hoya nova ${n}`, humidity_group_id: id })
    const { status, body } = await call('DELETE', `${humidity}/${id}`)
    expect([status, body.code]).toEqual([409, 'in_use'])
    expect(body.message).toBe('This humidity group is used by 12 plants')
    expect(body.users.total).toBe(12)
    expect(body.users.rows.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, at) => `Hoya nova ${at + 10}`))
  })

  it('gives its plants to another and deletes it in one step, each change a version and in the audit log', async () => {
    const from = await insertTemperatureGroup(server.db)
    const to = await insertTemperatureGroup(server.db)
    const { plantId } = await planted({ temperature_group_id: from })
    const other = await insertPlant(server.db, { temperature_group_id: to })

    const { status } = await call('DELETE', `${temperature}/${from}?reassignTo=${to}`, { headers: { 'if-match': '"1"' } })
    expect(status).toBe(204)
    expect((await call('GET', `${temperature}/${from}`)).status).toBe(404)
    const { rows } = await server.db.query(
      sql`select id, temperature_group_id as group, version from plants where id in (${plantId}, ${other}) order by version`,
    )
    expect(rows).toEqual([
      { id: other, group: to, version: 1 },
      { id: plantId, group: to, version: 2 },
    ])
    const audit = await server.db.query(sql`select action, before, after from audit_entries where subject_id = ${plantId}`)
    expect(audit.rows).toEqual([{ action: 'updated', before: { temperatureGroupId: from }, after: { temperatureGroupId: to } }])
  })

  it.each([
    ['nobody', nobody, 422, /no such/],
    ['itself', null, 422, /another light group/],
    ['no id', 'all', 400, /one id/],
  ])('changes nothing when the one to take over is %s', async (_who, given, status, sentence) => {
    const id = await insertLightGroup(server.db)
    const { plantId } = await planted({ light_group_id: id })
    const answer = await call('DELETE', `${light}/${id}?reassignTo=${given ?? id}`)
    expect(answer.status).toBe(status)
    expect(answer.body.fields).toEqual({ reassignTo: expect.stringMatching(sentence) })
    const { rows } = await server.db.query(sql`select light_group_id as group, version from plants where id = ${plantId}`)
    expect(rows).toEqual([{ group: id, version: 1 }])
  })

  it('moves nothing when it was changed since it was read', async () => {
    const from = await insertLightGroup(server.db)
    const to = await insertLightGroup(server.db)
    const { plantId } = await planted({ light_group_id: from })
    const { status, body } = await call('DELETE', `${light}/${from}?reassignTo=${to}`, { headers: { 'if-match': '"7"' } })
    expect([status, body.code, body.result.id]).toEqual([412, 'stale', from])
    const { rows } = await server.db.query(sql`select light_group_id as group from plants where id = ${plantId}`)
    expect(rows).toEqual([{ group: from }])
  })

  it('is not offered where users have no say in it', async () => {
    const { status, body } = await call('DELETE', `/api/v1/sensors/${nobody}?reassignTo=${nobody}`)
    expect([status, body.code]).toEqual([400, 'bad_query'])
  })
})

describe('the preview of a change', () => {
  const preview = async (path: string, id: string, body: object) =>
    (await call('POST', `${path}/${id}/preview`, { body })).body.result

  it('names the plants and counts the sensors whose reading would be judged otherwise', async () => {
    const id = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
    const dry = await planted({ scientific_name: 'Aloe prima', humidity_group_id: id })
    const fine = await planted({ scientific_name: 'Bromelia secunda', humidity_group_id: id })
    await insertPlant(server.db, { scientific_name: 'Canna tertia', humidity_group_id: id })
    await measured(dry.sensorId, 'soil_moisture', 18, ago(minute))
    await measured(fine.sensorId, 'soil_moisture', 30, ago(minute))
    await measured(fine.sensorId, 'soil_moisture', 18, ago(5 * minute))
    await measured(fine.sensorId, 'air_humidity', 18, ago(minute))

    const result = await preview(humidity, id, { soilMoistureMin: 15 })
    expect(result).toMatchObject({ plantsTotal: 3, sensorsTotal: 2, sensorsChanging: 1 })
    expect(result['plants']).toMatchObject([{ name: 'Aloe prima' }, { name: 'Bromelia secunda' }, { name: 'Canna tertia' }])
    expect(await preview(humidity, id, { soilMoistureMin: 19 })).toMatchObject({ sensorsChanging: 0 })
    expect(await preview(humidity, id, { airHumidityMin: 30, airHumidityMax: 80 })).toMatchObject({ sensorsChanging: 1 })
    expect((await call('GET', `${humidity}/${id}`)).body.result).toMatchObject({ soilMoistureMin: 20, version: 1 })
  })

  it('counts no sensor that has said nothing for two intervals', async () => {
    const id = await insertTemperatureGroup(server.db, { min_c: 5, max_c: 35 })
    const { sensorId } = await planted({ temperature_group_id: id })
    await measured(sensorId, 'air_temperature', 7, ago(21 * minute))
    expect(await preview(temperature, id, { minC: 10 })).toMatchObject({ plantsTotal: 1, sensorsTotal: 1, sensorsChanging: 0 })
    await measured(sensorId, 'air_temperature', 7, ago(minute))
    expect(await preview(temperature, id, { minC: 10 })).toMatchObject({ sensorsChanging: 1 })
  })

  it('judges light by that of yesterday, never by this moment', async () => {
    const id = await insertLightGroup(server.db, { dli_min: 4, dli_max: 8 })
    const { sensorId } = await planted({ light_group_id: id })
    // A day of 4,000 lux is 6.39 mol/m²/d; yesterday and today have it, in case a day begins meanwhile.
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select ${sensorId}, 'illuminance', date_trunc('day', now(), 'UTC') - make_interval(days => day) + make_interval(hours => hour), 4000
      from generate_series(0, 1) as day, generate_series(0, 23) as hour`)
    await measured(sensorId, 'illuminance', 0, ago(1000))
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
    // It was too dry, and is inside by less than a twentieth of the range.
    await measured(sensorId, 'soil_moisture', 19, ago(5 * minute))
    await measured(sensorId, 'soil_moisture', 21, ago(minute))
    for (const value of [5, 19.8, 25, 44, 59, 62]) {
      const other = await insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600 })
      await measured(other, 'soil_moisture', value, ago(minute))
      await measured(other, 'air_humidity', value, ago(minute))
    }
    const silent = await insertSensor(server.db, { plant_id: plantId, reporting_interval_s: 600 })
    await measured(silent, 'soil_moisture', 44, ago(30 * minute))
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

  it('touches nothing when only the name changes', async () => {
    const id = await insertLightGroup(server.db)
    await planted({ light_group_id: id })
    expect(await preview(light, id, { name: 'Another', dliMin: 4 })).toEqual({
      plants: [],
      plantsTotal: 0,
      sensorsTotal: 0,
      sensorsChanging: 0,
    })
  })

  it('refuses what the change itself would be refused for, and a group that is none', async () => {
    const id = await insertLightGroup(server.db)
    const { status, body } = await call('POST', `${light}/${id}/preview`, { body: { dliMin: 9 } })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['dliMax']])
    expect((await call('POST', `${light}/${nobody}/preview`, { body: {} })).status).toBe(404)
    expect((await call('POST', `/api/v1/sensors/${nobody}/preview`, { body: {} })).status).toBe(404)
  })
})
