import sql, { raw } from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { sweepDeletedSensors } from '../../../src/server/telemetry/deletedSensors'
import { rollUp } from '../../../src/server/telemetry/rollups'
import { measured } from '../../support/rows/measured'
import { callAt, oneServer } from '../../support/server/hooks'
import { insertGateway, insertHardware, insertPlant, insertSensor, sensorDraft } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let hardwareId: string

beforeAll(async () => {
  hardwareId = await insertHardware(server.db)
})

const ago = (seconds: number | null) => (seconds === null ? null : new Date(Date.now() - seconds * 1000))
const read = async (id: string) => (await call('GET', `/api/v1/sensors/${id}`)).body.result

describe('the state of a sensor', () => {
  it.each([
    ['no gateway', 0, 'online'],
    ['no gateway', 700, 'offline'],
    ['no gateway', null, 'never_seen'],
    ['an online gateway', 0, 'online'],
    ['an online gateway', 700, 'offline'],
    ['an offline gateway', 0, 'unreachable'],
    ['an offline gateway', 700, 'unreachable'],
    ['an offline gateway', null, 'never_seen'],
    ['a gateway never seen', 0, 'unreachable'],
  ])('is, with %s and seen %s s ago, %s', async (gateway, seconds, state) => {
    const seen = { 'an online gateway': 0, 'an offline gateway': 3600 }[gateway] ?? null
    const gateway_id =
      gateway === 'no gateway' ? null : await insertGateway(server.db, { hardware_id: hardwareId, last_seen_at: ago(seen) })
    const id = await insertSensor(server.db, { gateway_id, reporting_interval_s: 300, last_seen_at: ago(seconds) })

    expect((await read(id))['state']).toBe(state)
  })
})

describe('a sensor', () => {
  it.each([
    [null, false],
    [0, true],
    [19.9, true],
    [20, false],
  ])('has, with the battery at %s, batteryLow %s', async (battery, low) => {
    expect((await read(await insertSensor(server.db, { battery_pct: battery })))['batteryLow']).toBe(low)
  })

  it('has no low battery on external power, and is not listed among those that have', async () => {
    const id = await insertSensor(server.db, { battery_pct: 5, external_power: true })
    const other = await insertSensor(server.db, { battery_pct: 5 })
    expect(await read(id)).toMatchObject({ batteryPct: 5, batteryLow: false })
    const listed = async (filter: string) =>
      (await call<{ result: { id: string }[] }>('GET', `/api/v1/sensors?pageSize=200&batteryLow=${filter}`)).body.result.map(
        (row) => row.id,
      )
    expect(await listed('true')).toContain(other)
    expect(await listed('true')).not.toContain(id)
    expect(await listed('false')).toContain(id)
  })

  it('shows its gateway and plant by name, and the number of its datapoints', async () => {
    const gateway_id = await insertGateway(server.db, { hardware_id: hardwareId, name: 'North hub' })
    const plant_id = await insertPlant(server.db, { scientific_name: 'Ficus lyrata', cultivar: 'Bambino' })
    const id = await insertSensor(server.db, { gateway_id, plant_id })
    await server.db.query(sql`update sensor_stats set datapoint_count = 42 where sensor_id = ${id}`)

    expect(await read(id)).toMatchObject({ gatewayName: 'North hub', plantName: "Ficus lyrata 'Bambino'", datapointsCount: 42 })
  })

  it('accepts the MAC address of a Bluetooth sensor', async () => {
    const { status, body } = await call('POST', '/api/v1/sensors/register', { body: sensorDraft({ eui: 'c4:7c:8d:6a:00:01' }) })
    expect([status, body.result['eui']]).toEqual([201, 'C47C8D6A0001'])
  })

  it('may get a new EUI, and keeps its history', async () => {
    const id = await insertSensor(server.db)
    await server.db.query(sql`update sensor_stats set datapoint_count = 7 where sensor_id = ${id}`)

    const { status, body } = await call('PUT', '/api/v1/sensors', { body: { id, eui: 'A84041FFFFEEEEEE' } })

    expect([status, body.result['eui'], body.result['datapointsCount']]).toEqual([200, 'A84041FFFFEEEEEE', 7])
  })

  it('is deleted with its own datapoints and their roll-ups only', async () => {
    const [deletedId, otherId] = [await insertSensor(server.db), await insertSensor(server.db)]
    for (const id of [deletedId, otherId]) await measured(server, id, 'battery', [0, 80])
    await rollUp(server.db)
    await server.db.query(sql`update sensor_stats set datapoint_count = 1 where sensor_id = ${deletedId}`)

    expect((await call('DELETE', `/api/v1/sensors/${deletedId}`)).status).toBe(204)
    await server.db.query(sql`update deleted_sensors set due_at = now()`)
    await sweepDeletedSensors(server.db)

    for (const table of ['datapoints', 'datapoints_hourly', 'datapoints_daily', 'sensor_latest']) {
      const { rows } = await server.db.query<{ sensor_id: string }>(sql`select sensor_id from ${raw(table)}`)
      expect({ table, rows }).toEqual({ table, rows: [{ sensor_id: otherId }] })
    }
  })

  it('is deleted at once, however long its readings take, and has them again when it is restored in time', async () => {
    const id = await insertSensor(server.db)
    await measured(server, id, 'battery', [0, 80])
    expect((await call('DELETE', `/api/v1/sensors/${id}`)).status).toBe(204)
    await sweepDeletedSensors(server.db)
    expect((await call('POST', '/api/v1/sensors/restore', { body: { ids: [id] } })).status).toBe(200)
    await server.db.query(sql`update deleted_sensors set due_at = now()`)
    await sweepDeletedSensors(server.db)
    const { rows } = await server.db.query(sql`select metric from sensor_latest where sensor_id = ${id}`)
    expect(rows).toEqual([{ metric: 'battery' }])
  })

  it.each(['gatewayId', 'plantId'])('is refused when its %s does not exist', async (field) => {
    const body = sensorDraft({ [field]: '01890000-0000-7000-8000-000000000000' })
    const answer = await call('POST', '/api/v1/sensors/register', { body })

    expect([answer.status, answer.body.fields[field]]).toEqual([422, expect.stringContaining('does not exist')])
  })
})

describe('a row that others refer to', () => {
  it('cannot be deleted, and the refusal names the referring rows', async () => {
    const { removalClash } = await import('../../../src/server/crud/clashes')
    const { plants } = await import('../../../src/contract/plants')
    const plant_id = await insertPlant(server.db)
    for (let n = 0; n < 12; n++) await insertSensor(server.db, { plant_id, name: `Twelve ${String(n).padStart(2, '0')}` })

    const error: unknown = await server.db
      .query(sql`delete from plants where id = ${plant_id}`)
      .catch((thrown: unknown) => thrown)
    const clash = await removalClash(server.db, plants, plant_id, error)

    expect(clash).toMatchObject({
      statusCode: 409,
      problemCode: 'in_use',
      message: 'This plant is used by 12 sensors',
      details: { users: { total: 12, rows: expect.arrayContaining([{ id: expect.any(String), name: 'Twelve 00' }]) } },
    })
    expect(clash).toHaveProperty('details.users.rows.length', 10)
  })
})
