import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { callAt, oneServer } from '../../support/hooks'
import { insertFirmware, insertGateway, insertHardware, insertHumidityGroup, insertPlant, insertSensor } from '../../support/rows'

const server = oneServer()
const call = callAt(server)

const nobody = '01890000-0000-7000-8000-000000000000'
const preview = (area: string, body: object) => call('POST', `/api/v1/${area}/bulk_delete/preview`, { body })
const bulk = (area: string, body: object) => call('POST', `/api/v1/${area}/bulk_delete`, { body })
const groupOf = async (plant: string) => (await call('GET', `/api/v1/plants/${plant}`)).body.result['humidityGroupId']

describe('bulk_delete with reassignTo', () => {
  it('gives those who use the rows the other one, and deletes all of them', async () => {
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

  it('is refused where nothing is reassigned', async () => {
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
    expect(body.result).toEqual({ total: 2, used: 1, kept: 0, final: 0, users: { plantsCount: 2 } })
  })

  it('tells gateways from firmwares where both keep a hardware', async () => {
    const [both, none] = [await insertHardware(server.db), await insertHardware(server.db)]
    await insertGateway(server.db, { hardware_id: both })
    await insertFirmware(server.db, [both])
    const { body } = await preview('gateway_hardwares', { ids: [both, none] })
    expect(body.result).toEqual({ total: 2, used: 1, kept: 1, final: 0, users: { gatewaysCount: 1, firmwaresCount: 1 } })
  })

  it('counts a firmware that ran once as kept, and one with a file as final', async () => {
    const hardware = await insertHardware(server.db)
    const ran = await insertFirmware(server.db, [hardware], { first_installed_at: new Date() })
    const filed = await insertFirmware(server.db, [hardware], { sha256: 'a'.repeat(64) })
    const { body } = await preview('gateway_firmwares', { ids: [ran, filed] })
    expect(body.result).toMatchObject({ total: 2, used: 1, kept: 1, final: 1 })
  })

  it('counts sensors that take datapoints with them as final, by a filter too', async () => {
    const [dry] = [await insertSensor(server.db, { name: 'Counted 1' }), await insertSensor(server.db, { name: 'Counted 2' })]
    await server.db.query(sql`insert into sensor_stats (sensor_id, datapoint_count, last_at) values (${dry}, 12, now())`)
    const { body } = await preview('sensors', { filter: { q: 'counted' }, expectedCount: 2 })
    expect(body.result).toEqual({ total: 2, used: 0, kept: 0, final: 1, users: {} })
    expect((await preview('sensors', { filter: { q: 'counted' }, expectedCount: 5 })).body.code).toBe('count_changed')
  })
})
