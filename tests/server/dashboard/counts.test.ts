// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { ATTENTION_PATH, NEEDS_MAX, UNKNOWN_SENSORS_MAX, type Attention } from '../../../src/contract/dashboard'
import { callAt, emptiedServer } from '../../support/server/hooks'
import { measured } from '../../support/rows/measured'
import {
  ago,
  insertGateway,
  insertHardware,
  insertHumidityGroup,
  insertPlant,
  insertSensor,
  sensorDraft,
} from '../../support/rows/rows'

const server = emptiedServer()
const call = callAt(server, beforeEach)
let hardwareId: string
let plantId: string

beforeEach(async () => {
  hardwareId = await insertHardware(server.db)
  plantId = await insertPlant(server.db, {
    scientific_name: 'Monstera deliciosa',
    humidity_group_id: await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 }),
  })
})

const addGateway = (last_seen_at: Date | null) => insertGateway(server.db, { hardware_id: hardwareId, last_seen_at })

/** Inserts a sensor of the plant with this soil moisture. */
async function addSensor(moisture: number, columns: object = {}): Promise<string> {
  const id = await insertSensor(server.db, { plant_id: plantId, ...columns })
  await measured(server, id, 'soil_moisture', [1, moisture])
  return id
}

/** Records that a gateway receives sensors that nobody has registered. */
const hears = (gatewayId: string, ...euis: string[]) =>
  server.db.query(sql`insert into unknown_sensors (gateway_id, eui) select ${gatewayId}, unnest(${euis}::text[])`)

async function readAttention(): Promise<Attention> {
  const { status, body } = await call<{ result: Attention }>('GET', ATTENTION_PATH)
  expect(status).toBe(200)
  return body.result
}

async function totalOf(list: string): Promise<number> {
  return (await call('GET', list)).body.meta.total
}

describe('GET /dashboard/attention', () => {
  it('requires a session', async () => {
    expect((await server.fetch(ATTENTION_PATH)).status).toBe(401)
  })

  it('counts nothing in an empty database', async () => {
    await server.db.query(sql`delete from plants`)
    expect(await readAttention()).toEqual({
      gateways: { online: 0, offline: 0, never_seen: 0 },
      sensors: { online: 0, offline: 0, unreachable: 0, never_seen: 0 },
      batteryLow: 0,
      outOfRange: 0,
      unknownSensors: { total: 0, totalCapped: false },
      needs: [],
      firstSteps: {
        gateway: false,
        key: false,
        batch: false,
        sensor: false,
        plant: false,
        gatewayId: null,
        batchUrl: expect.stringMatching(/^http.*\/api\/v1\/datapoints$/),
      },
    })
  })

  it('counts the same rows as the filtered list to which each count links', async () => {
    const near = await addGateway(ago(5))
    const far = await addGateway(ago(9000))
    const silent = await addGateway(null)
    await addSensor(40, { gateway_id: silent })
    await addSensor(5, { gateway_id: near })
    await addSensor(70, { gateway_id: near, battery_pct: 19.9 })
    await addSensor(40, { gateway_id: near, battery_pct: 20 })
    await addSensor(40, { gateway_id: near, battery_pct: 5, external_power: true })
    await addSensor(40, { gateway_id: far })
    await insertSensor(server.db, { gateway_id: far, last_seen_at: ago(90_000), battery_pct: 3 })
    await insertSensor(server.db, { last_seen_at: ago(90_000) })
    await insertSensor(server.db, { gateway_id: far, last_seen_at: null })
    const { gateways, sensors, batteryLow, outOfRange } = await readAttention()
    expect(gateways).toEqual({ online: 1, offline: 1, never_seen: 1 })
    expect(sensors).toEqual({ online: 4, offline: 1, unreachable: 3, never_seen: 1 })
    expect([batteryLow, outOfRange]).toEqual([2, 2])
    const led = [
      ...Object.entries(gateways).map(([state, count]) => [`/api/v1/gateways?state=${state}`, count] as const),
      ...Object.entries(sensors).map(([state, count]) => [`/api/v1/sensors?state=${state}`, count] as const),
      ['/api/v1/sensors?batteryLow=true', batteryLow] as const,
      ['/api/v1/sensors?condition=out_of_range', outOfRange] as const,
    ]
    for (const [list, count] of led) expect([list, await totalOf(list)]).toEqual([list, count])
  })

  it('names each device’s problem, the worst kind first and the latest first within a kind', async () => {
    const near = await insertGateway(server.db, { hardware_id: hardwareId, name: 'Near', last_seen_at: ago(5) })
    const far = await insertGateway(server.db, { hardware_id: hardwareId, name: 'Far', last_seen_at: ago(9000) })
    await insertGateway(server.db, { hardware_id: hardwareId, name: 'Farther', last_seen_at: ago(99_000) })
    await addSensor(40, { name: 'Behind', gateway_id: far })
    await insertSensor(server.db, { name: 'Quiet', gateway_id: near, last_seen_at: ago(90_000) })
    await insertSensor(server.db, { name: 'Behind too', gateway_id: far, last_seen_at: ago(90_000) })
    await insertSensor(server.db, { name: 'Never seen', gateway_id: far, last_seen_at: null })
    const dry = await addSensor(9, { name: 'Dry', gateway_id: near })
    await measured(server, dry, 'soil_moisture', [7200, 40])
    // The plant has no range for it.
    await measured(server, dry, 'air_temperature', [1, 90])
    await addSensor(40, { name: 'Empty', gateway_id: near, battery_pct: 3 })
    await addSensor(40, { name: 'Mains', gateway_id: near, battery_pct: 2, external_power: true })
    await hears(near, 'A84041FFFFC0FFEE')
    const { needs } = await readAttention()
    expect(needs.map(({ kind, name }) => [kind, name])).toEqual([
      ['gateway_offline', 'Far'],
      ['gateway_offline', 'Farther'],
      ['sensor_offline', 'Quiet'],
      ['out_of_range', 'Dry'],
      ['battery_low', 'Empty'],
      ['unknown_sensor', 'A84041FFFFC0FFEE'],
    ])
    expect(needs[0]).toMatchObject({ id: far, sensorsCount: 2, since: expect.stringMatching(/Z$/) })
    expect(needs[3]).toMatchObject({ metric: 'soil_moisture', value: 9, status: 'low', plantName: 'Monstera deliciosa' })
    expect(Date.now() - Date.parse(needs[3]?.since ?? '')).toBeGreaterThan(7_190_000)
    expect(needs[4]).toMatchObject({ value: 3, since: null })
    expect(needs[5]).toMatchObject({ id: null, gatewayId: near, gatewayName: 'Near' })
  })

  it('says since when a reading is out of range: since the first reading if it was never inside, and not beyond a week', async () => {
    const day = 24 * 60
    const fresh = await addSensor(9, { name: 'New' })
    await measured(server, fresh, 'soil_moisture', [2 * day, 5], [day, 6])
    const old = await addSensor(9, { name: 'Old' })
    await measured(server, old, 'soil_moisture', [7.5 * day, 5], [day, 6])
    const { needs } = await readAttention()
    const ageOf = (name: string) =>
      needs.flatMap((need) => (need.name === name && need.since ? [Date.now() - Date.parse(need.since)] : []))
    expect(ageOf('New').map((age) => Math.round(age / 3_600_000))).toEqual([48])
    expect(ageOf('Old')).toEqual([])
  })

  it('counts a reading that is still out of range in the margin as out of range since the same time', async () => {
    const held = await addSensor(21, { name: 'Held' })
    await measured(server, held, 'soil_moisture', [240, 40], [180, 21], [120, 18], [60, 21])
    const crossed = await addSensor(59, { name: 'Crossed' })
    await measured(server, crossed, 'soil_moisture', [300, 5], [240, 40], [180, 61])
    const { needs } = await readAttention()
    const hours = needs.map(({ name, since }) => [name, Math.round((Date.now() - Date.parse(since ?? '')) / 3_600_000)])
    expect(Object.fromEntries(hours)).toEqual({ Held: 3, Crossed: 4 })
  })

  it('names a limited number of each kind', async () => {
    for (let n = 0; n < NEEDS_MAX + 2; n++) await addSensor(5)
    const { needs, outOfRange } = await readAttention()
    expect([needs.length, outOfRange]).toEqual([NEEDS_MAX, NEEDS_MAX + 2])
  })

  it('reports which of the first steps are done', async () => {
    const id = await addGateway(null)
    expect((await readAttention()).firstSteps).toMatchObject({
      gateway: true,
      key: false,
      batch: false,
      sensor: false,
      gatewayId: id,
    })
    await call('POST', `/api/v1/gateways/${id}/key`)
    await insertSensor(server.db, { plant_id: plantId })
    expect((await readAttention()).firstSteps).toMatchObject({ key: true, batch: false, sensor: true, plant: true })
  })

  it('counts an unregistered sensor once, however many gateways receive it, until it is registered', async () => {
    const [one, other] = [await addGateway(ago(5)), await addGateway(ago(5))]
    await hears(one, 'A84041FFFFC0FFEE', 'A84041FFFF00012C', 'A84041FFFF00012D')
    await hears(other, 'A84041FFFFC0FFEE')
    expect((await readAttention()).unknownSensors).toEqual({ total: 3, totalCapped: false })

    const body = sensorDraft({ eui: 'A84041FFFFC0FFEE' })
    expect((await call('POST', '/api/v1/sensors/register', { body })).status).toBe(201)
    expect((await readAttention()).unknownSensors).toEqual({ total: 2, totalCapped: false })
    // A batch that was under way during the registration reports the sensor once more.
    await hears(other, 'A84041FFFFC0FFEE')
    expect((await readAttention()).unknownSensors).toEqual({ total: 2, totalCapped: false })
  })

  it('counts up to a limit, and says that there are more', async () => {
    const [one, other] = [await addGateway(ago(5)), await addGateway(ago(5))]
    const numbered = (n: number) => `02F051${String(n).padStart(10, '0')}`
    await hears(one, ...Array.from({ length: UNKNOWN_SENSORS_MAX }, (_, n) => numbered(n)))
    expect((await readAttention()).unknownSensors).toEqual({ total: UNKNOWN_SENSORS_MAX, totalCapped: false })
    await hears(other, numbered(UNKNOWN_SENSORS_MAX))
    expect((await readAttention()).unknownSensors).toEqual({ total: UNKNOWN_SENSORS_MAX, totalCapped: true })
  })
})

describe('GET /dashboard/analytics', () => {
  it('counts real rows, and datapoints by their sensors', async () => {
    const sensor = (await call('POST', '/api/v1/sensors/register', { body: sensorDraft() })).body.result
    await server.db.query(sql`update sensor_stats set datapoint_count = 5000000000 where sensor_id = ${sensor.id}`)
    const { status, body } = await call('GET', '/api/v1/dashboard/analytics')
    const { rows } = await server.db.query<{ gateways: number }>(sql`select count(*) as gateways from gateways`)

    expect(status).toBe(200)
    expect(body.result).toEqual({
      users: 1,
      gateways: rows[0]?.gateways,
      sensors: 1,
      datapoints: 5_000_000_000,
      plants: 1,
      asOf: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })
})
