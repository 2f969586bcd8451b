import { describe, expect, it } from 'vitest'
import { humidity, light, temperature } from '../../support/rows/groups'
import { callAt, oneServer } from '../../support/server/hooks'
import {
  humidityGroupDraft,
  insertHumidityGroup,
  insertPlant,
  insertSensor,
  lightGroupDraft,
  temperatureGroupDraft,
} from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)

const register = (path: string, body: object) => call('POST', `${path}/register`, { body })

describe('a humidity group', () => {
  it.each([
    ['no range', { soilMoistureMin: null, soilMoistureMax: null }, 'soilMoistureMin', /at least one range/],
    ['one end', { soilMoistureMax: null }, 'soilMoistureMax', /both ends of the soil moisture/],
    ['the other end alone', { airHumidityMax: 80 }, 'airHumidityMin', /both ends of the air humidity/],
    ['a range upside down', { soilMoistureMin: 60, soilMoistureMax: 15 }, 'soilMoistureMax', /must be above the lowest/],
    ['a range of nothing', { soilMoistureMin: 15, soilMoistureMax: 15 }, 'soilMoistureMax', /must be above the lowest/],
    ['more than all', { soilMoistureMax: 101 }, 'soilMoistureMax', /at most 100 %/],
    ['less than nothing', { airHumidityMin: -1, airHumidityMax: 50 }, 'airHumidityMin', /at least 0 %RH/],
  ])('is refused with %s, on the field', async (_what, changes, field, sentence) => {
    const { status, body } = await register(humidity, humidityGroupDraft(changes))
    expect([status, body.code]).toEqual([422, 'invalid'])
    expect(body.fields).toEqual({ [field]: expect.stringMatching(sentence) })
  })

  it('may have a range for the air only', async () => {
    const draft = humidityGroupDraft({ soilMoistureMin: null, soilMoistureMax: null, airHumidityMin: 30, airHumidityMax: 80 })
    expect(await register(humidity, draft)).toMatchObject({ status: 201, body: { result: draft } })
  })

  it('is refused by PUT when the change leaves a range incomplete', async () => {
    const id = await insertHumidityGroup(server.db)
    const { status, body } = await call('PUT', `${humidity}/${id}`, { body: { soilMoistureMin: null } })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['soilMoistureMin']])
  })

  it('counts the plants that have it, and the sensors at them', async () => {
    const id = await insertHumidityGroup(server.db)
    const plantId = await insertPlant(server.db, { humidity_group_id: id })
    for (let n = 0; n < 2; n += 1) await insertSensor(server.db, { plant_id: plantId })
    await insertPlant(server.db, { humidity_group_id: id })
    await insertSensor(server.db, { plant_id: await insertPlant(server.db) })
    const { body } = await call('GET', `${humidity}/${id}`)
    expect(body.result).toMatchObject({ plantsCount: 2, sensorsCount: 2 })
  })
})

describe('a temperature group', () => {
  it.each([
    ['no lowest', { minC: undefined }, 'minC', /required/],
    ['a range upside down', { minC: 35, maxC: 5, idealMinC: null, idealMaxC: null }, 'maxC', /must be above the lowest/],
    ['an ideal that begins below it', { idealMinC: 4 }, 'idealMinC', /must begin within/],
    ['an ideal that ends above it', { idealMaxC: 36 }, 'idealMaxC', /must end within/],
    ['an ideal upside down', { idealMinC: 26, idealMaxC: 18 }, 'idealMaxC', /must not be below the lowest/],
    ['a range of nothing', { minC: 20, maxC: 20, idealMinC: null, idealMaxC: null }, 'maxC', /must be above the lowest/],
    ['half an ideal', { idealMaxC: null }, 'idealMaxC', /both ends of the ideal temperature/],
    ['what is too cold for anything', { minC: -51 }, 'minC', /at least −50 °C/],
    ['what is too hot for anything', { maxC: 61 }, 'maxC', /at most 60 °C/],
  ])('is refused with %s, on the field', async (_what, changes, field, sentence) => {
    const { status, body } = await register(temperature, { ...temperatureGroupDraft(), ...changes })
    expect([status, body.code]).toEqual([422, 'invalid'])
    expect(body.fields).toEqual({ [field]: expect.stringMatching(sentence) })
  })

  it.each([
    ['range as wide as the whole range', { idealMinC: 5, idealMaxC: 35 }],
    ['temperature alone', { idealMinC: 21, idealMaxC: 21 }],
  ])('may have an ideal %s', async (_what, changes) => {
    const draft = temperatureGroupDraft(changes)
    expect(await register(temperature, draft)).toMatchObject({ status: 201, body: { result: draft } })
  })
})

describe('a light group', () => {
  it.each([
    ['no range', { dliMin: null, dliMax: null }, 'dliMin', /at least one range/],
    ['more light than a day has', { dliMax: 66 }, 'dliMax', /at most 65 mol/],
    ['more than the sun', { luxMin: 0, luxMax: 200_001 }, 'luxMax', /at most 200,000 lux/],
    ['a word of its own', { exposure: 'dusk' }, 'exposure', /one of/],
  ])('is refused with %s, on the field', async (_what, changes, field, sentence) => {
    const { status, body } = await register(light, { ...lightGroupDraft(), ...changes })
    expect([status, body.code]).toEqual([422, 'invalid'])
    expect(body.fields).toEqual({ [field]: expect.stringMatching(sentence) })
  })
})
