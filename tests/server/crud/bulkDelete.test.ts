import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../support/server/calls'
import { callAt, oneServer } from '../../support/server/hooks'
import {
  insertFirmware,
  insertGateway,
  insertHardware,
  insertHumidityGroup,
  insertPlant,
  insertSensor,
  nobody,
} from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)

const preview = (area: string, body: object) => call('POST', `/api/v1/${area}/bulk_delete/preview`, { body })
const bulk = (area: string, body: object) => call('POST', `/api/v1/${area}/bulk_delete`, { body })
const groupOf = async (plant: string) => (await call('GET', `/api/v1/plants/${plant}`)).body.result['humidityGroupId']

describe('bulk_delete', () => {
  const addGateway = async (columns: object = {}) =>
    insertGateway(server.db, { hardware_id: await insertHardware(server.db), last_seen_at: null, ...columns })
  const count = async () => (await call('GET', '/api/v1/gateways?pageSize=1')).body.meta.total

  it('deletes the named rows and reports those that do not exist', async () => {
    const ids = [await addGateway(), await addGateway()]

    const { status, body } = await bulk('gateways', { ids: [...ids, nobody, ...ids] })

    expect(status).toBe(200)
    const failed = [{ id: nobody, code: 'not_found', message: 'There is no such gateway' }]
    expect(body.result).toEqual({ done: 2, failed, restorable: expect.arrayContaining(ids) })
  })

  it('deletes the rows that a filter matches when their number is the shown one', async () => {
    await addGateway({ name: 'Attic 1' })
    await addGateway({ name: 'Attic 2' })
    const before = await count()

    const wrong = await bulk('gateways', { filter: { q: 'attic', state: ['never_seen'] }, expectedCount: 3 })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'count_changed'])
    expect(await count()).toBe(before)

    const right = await bulk('gateways', { filter: { q: 'attic', state: ['never_seen'] }, expectedCount: 2 })
    expect(right.body.result).toMatchObject({ done: 2, failed: [] })
    expect(await rowsOf(call, '/api/v1/gateways?q=attic')).toEqual([])
  })

  it.each([
    [{}, 'ids'],
    [{ ids: [] }, 'ids'],
    [{ ids: ['5'] }, 'ids[0]'],
    [{ filter: {} }, 'expectedCount'],
    [{ filter: { colour: 'red' }, expectedCount: 1 }, 'filter.colour'],
    [{ filter: { state: 5 }, expectedCount: 1 }, 'filter.state'],
    [{ filter: { page: '1' }, expectedCount: 1 }, 'filter.page'],
    [{ ids: [nobody], filter: {}, expectedCount: 1 }, 'ids'],
  ])('refuses %j and deletes nothing', async (body, field) => {
    const before = await count()
    const answer = await bulk('gateways', body)

    expect(answer.status).toBe(422)
    expect(answer.body.fields).toHaveProperty([field])
    expect(await count()).toBe(before)
  })
})

describe('bulk_delete with reassignTo', () => {
  it('gives the rows’ users the other row, and deletes all of them', async () => {
    const ids = [await insertHumidityGroup(server.db), await insertHumidityGroup(server.db), await insertHumidityGroup(server.db)]
    const heir = await insertHumidityGroup(server.db)
    const plants = await Promise.all(ids.slice(0, 2).map((id) => insertPlant(server.db, { humidity_group_id: id })))

    const { status, body } = await bulk('humidity_groups', { ids, reassignTo: heir })

    expect([status, body.result['done'], body.result['failed']]).toEqual([200, 3, []])
    for (const plant of plants) expect(await groupOf(plant)).toBe(heir)
  })

  it.each([
    ['one of those that go', (ids: readonly string[]) => ids[0] ?? ''],
    ['none that exists', () => nobody],
  ])('is refused as a whole when the successor is %s', async (_what, successor) => {
    const ids = [await insertHumidityGroup(server.db), await insertHumidityGroup(server.db)]
    const { status, body } = await bulk('humidity_groups', { ids, reassignTo: successor(ids) })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['reassignTo']])
    expect((await call('GET', `/api/v1/humidity_groups/${ids[1]}`)).status).toBe(200)
  })

  it('is refused for resources without reassignment', async () => {
    const { status, body } = await bulk('sensors', { ids: [await insertSensor(server.db)], reassignTo: nobody })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['reassignTo']])
  })
})

describe('the preview of a bulk deletion', () => {
  it('counts the rows in use and their users', async () => {
    const [used, spare] = [await insertHumidityGroup(server.db), await insertHumidityGroup(server.db)]
    await insertPlant(server.db, { humidity_group_id: used })
    await insertPlant(server.db, { humidity_group_id: used })
    const { body } = await preview('humidity_groups', { ids: [used, spare] })
    expect(body.result).toEqual({ total: 2, used: 1, undeletable: 0, final: 0, users: { plantsCount: 2 } })
  })

  it('distinguishes gateways from firmwares where both use a hardware', async () => {
    const [both, none] = [await insertHardware(server.db), await insertHardware(server.db)]
    await insertGateway(server.db, { hardware_id: both })
    await insertFirmware(server.db, [both])
    const { body } = await preview('gateway_hardwares', { ids: [both, none] })
    expect(body.result).toEqual({ total: 2, used: 1, undeletable: 1, final: 0, users: { gatewaysCount: 1, firmwaresCount: 1 } })
  })

  it('counts a firmware that ever ran as not deletable, and one with a file as not restorable', async () => {
    const hardware = await insertHardware(server.db)
    const ran = await insertFirmware(server.db, [hardware], { first_installed_at: new Date() })
    const filed = await insertFirmware(server.db, [hardware], { sha256: 'a'.repeat(64) })
    const { body } = await preview('gateway_firmwares', { ids: [ran, filed] })
    expect(body.result).toMatchObject({ total: 2, used: 1, undeletable: 1, final: 1 })
  })

  it('counts sensors with datapoints as not restorable, also by a filter', async () => {
    const [dry] = [await insertSensor(server.db, { name: 'Counted 1' }), await insertSensor(server.db, { name: 'Counted 2' })]
    await server.db.query(sql`update sensor_stats set datapoint_count = 12 where sensor_id = ${dry}`)
    const { body } = await preview('sensors', { filter: { q: 'counted' }, expectedCount: 2 })
    expect(body.result).toEqual({ total: 2, used: 0, undeletable: 0, final: 1, users: { datapointsCount: 12 } })
    expect((await preview('sensors', { filter: { q: 'counted' }, expectedCount: 5 })).body.code).toBe('count_changed')
  })
})
