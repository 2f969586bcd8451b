import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { BulkDeleteOutcome, BulkUpdateOutcome } from '../../../src/contract/bulk'
import type { AssignOutcome } from '../../../src/contract/firmwareCalls'
import { plantRequestsOn } from '../../support/rows/plantRequests'
import {
  insertFirmware,
  insertGateway,
  insertHardware,
  insertHumidityGroup,
  insertPlant,
  insertSensor,
} from '../../support/rows/rows'
import { callAt, oneServer } from '../../support/server/hooks'

const server = oneServer()
const call = callAt(server)
let calls = 0
const newKey = () => `bulk-${(calls += 1)}`

interface Body {
  readonly result: BulkUpdateOutcome & BulkDeleteOutcome & AssignOutcome
  readonly code: string
}
const send = (path: string, key: string, body: object) =>
  call<Body>('POST', `/api/v1/${path}`, { body, headers: { 'idempotency-key': key } })
const versionOf = async (area: string, id: string) => (await call('GET', `/api/v1/${area}/${id}`)).body.result.version

describe('a bulk_update that repeats its Idempotency-Key', () => {
  it('changes nothing again, and gets the first answer, with what Undo needs', async () => {
    const ids = [await insertSensor(server.db, { model: 'Moist 1' }), await insertSensor(server.db)]
    const [key, body] = [newKey(), { ids, set: { model: 'Moist 2' } }]
    const first = await send('sensors/bulk_update', key, body)
    expect(first.body.result.changed).toHaveLength(2)
    await send('sensors/bulk_update', newKey(), { ids: [ids[1]], set: { model: 'Lux 1' } })

    expect((await send('sensors/bulk_update', key, body)).body).toEqual(first.body)
    expect(await Promise.all(ids.map((id) => versionOf('sensors', id)))).toEqual([2, 3])
  })

  it('gets the rows of the first one, though its filter matches none of them any more', async () => {
    for (const name of ['Loft 1', 'Loft 2']) await insertSensor(server.db, { name })
    const [key, body] = [newKey(), { filter: { q: 'loft' }, expectedCount: 2, set: { model: 'Moist 2' } }]
    const first = await send('sensors/bulk_update', key, body)
    expect(first.body.result.done).toBe(2)
    await server.db.query(sql`update sensors set name = replace(name, 'Loft', 'Attic') where name like 'Loft %'`)

    expect((await send('sensors/bulk_update', key, body)).body).toEqual(first.body)
    expect((await send('sensors/bulk_update', newKey(), body)).body.code).toBe('count_changed')
  })

  it('continues behind the part that is done', async () => {
    const ids: string[] = []
    for (let at = 0; at < 101; at += 1) ids.push(await insertSensor(server.db))
    const [key, body] = [newKey(), { ids, set: { model: 'Half' } }]
    const first = await send('sensors/bulk_update', key, body)
    // As if the server had ended before its second part.
    const last = ids[100] ?? ''
    await server.db.query(sql`delete from idempotency_keys where key = ${`${key} 100`}`)
    await server.db.query(sql`update sensors set model = null, version = 1 where id = ${last}`)

    expect((await send('sensors/bulk_update', key, body)).body).toEqual(first.body)
    expect([await versionOf('sensors', ids[0] ?? ''), await versionOf('sensors', last)]).toEqual([2, 2])
  })

  it('reports a refused row as before, though it would be changed by now', async () => {
    const dry = await insertHumidityGroup(server.db, { soil_moisture_min: 5, soil_moisture_max: 20 })
    const wide = await insertHumidityGroup(server.db, { soil_moisture_min: 10, soil_moisture_max: 80 })
    const [key, body] = [newKey(), { ids: [dry, wide], set: { soilMoistureMin: 30 } }]
    const first = await send('humidity_groups/bulk_update', key, body)
    expect(first.body.result).toMatchObject({ done: 1, failed: [{ id: dry }], changed: [{ id: wide }] })
    await call('PUT', `/api/v1/humidity_groups/${dry}`, { body: { soilMoistureMax: 60 } })

    expect((await send('humidity_groups/bulk_update', key, body)).body).toEqual(first.body)
  })

  it('is refused for another change', async () => {
    const [key, ids] = [newKey(), [await insertSensor(server.db)]]
    await send('sensors/bulk_update', key, { ids, set: { model: 'Moist 2' } })
    const { status, body } = await send('sensors/bulk_update', key, { ids, set: { model: 'Lux 1' } })
    expect([status, body.code]).toEqual([409, 'conflict'])
  })
})

describe('a bulk_delete that repeats its Idempotency-Key', () => {
  it('gets the first answer, with the rows that can be restored and those in use', async () => {
    const used = await insertHumidityGroup(server.db)
    const free = await insertHumidityGroup(server.db)
    await insertPlant(server.db, { humidity_group_id: used })
    const [key, body] = [newKey(), { ids: [used, free] }]
    const first = await send('humidity_groups/bulk_delete', key, body)
    expect(first.body.result).toMatchObject({ done: 1, failed: [{ id: used, code: 'in_use' }], restorable: [free] })

    expect((await send('humidity_groups/bulk_delete', key, body)).body).toEqual(first.body)
  })

  it('gets the first answer, though the successor is deleted by now', async () => {
    const [used, successor] = [await insertHumidityGroup(server.db), await insertHumidityGroup(server.db)]
    const plant = await insertPlant(server.db, { humidity_group_id: used })
    const [key, body] = [newKey(), { ids: [used], reassignTo: successor }]
    const first = await send('humidity_groups/bulk_delete', key, body)
    expect(first.body.result).toMatchObject({ done: 1, failed: [] })
    await call('DELETE', `/api/v1/plants/${plant}`)
    expect((await call('DELETE', `/api/v1/humidity_groups/${successor}`)).status).toBe(204)

    expect((await send('humidity_groups/bulk_delete', key, body)).body).toEqual(first.body)
    expect((await send('humidity_groups/bulk_delete', newKey(), body)).status).toBe(422)
  })

  it('deletes no row that matches its filter since', async () => {
    for (const name of ['Shed 1', 'Shed 2']) await insertSensor(server.db, { name })
    const [key, body] = [newKey(), { filter: { q: 'shed' }, expectedCount: 2 }]
    const first = await send('sensors/bulk_delete', key, body)
    const later = await insertSensor(server.db, { name: 'Shed 3' })

    expect((await send('sensors/bulk_delete', key, body)).body).toEqual(first.body)
    expect(await versionOf('sensors', later)).toBe(1)
  })
})

describe('an assignment of a firmware that repeats its Idempotency-Key', () => {
  const fleetOf = async (...names: readonly string[]) => {
    const hardware = await insertHardware(server.db)
    const firmware = await insertFirmware(server.db, [hardware])
    const ids = []
    for (const name of names) ids.push(await insertGateway(server.db, { hardware_id: hardware, name }))
    return { firmware, ids, path: `gateway_firmwares/${firmware}/assign` }
  }

  it('assigns nothing again, and gets the first answer, though neither its filter nor the firmware would allow it by now', async () => {
    const { firmware, ids, path } = await fleetOf('Barn 1', 'Barn 2')
    await server.db.query(sql`update gateways set target_firmware_id = ${firmware} where id = ${ids[1]}`)
    const [key, body] = [newKey(), { filter: { q: 'barn' }, expectedCount: 2 }]
    const first = await send(path, key, body)
    expect(first.body.result).toMatchObject({ assigned: [{ id: ids[0] }], skipped: [{ id: ids[1], code: 'already_assigned' }] })
    await server.db.query(sql`update gateways set name = replace(name, 'Barn', 'Byre') where name like 'Barn %'`)
    await call('POST', `/api/v1/gateway_firmwares/${firmware}/status`, { body: { status: 'deprecated' } })

    expect((await send(path, key, body)).body).toEqual(first.body)
    expect(await Promise.all(ids.map((id) => versionOf('gateways', id)))).toEqual([2, 1])
    expect((await send(path, newKey(), body)).body.code).toBe('count_changed')
  })

  it('judges the gateways as they are now in a dry run', async () => {
    const { ids, path } = await fleetOf('Barn 1')
    const [key, body] = [newKey(), { gatewayIds: ids, dryRun: true }]
    expect((await send(path, key, body)).body.result.assigned).toMatchObject([{ id: ids[0] }])
    await send(path, newKey(), { gatewayIds: ids })
    expect((await send(path, key, body)).body.result.skipped).toMatchObject([{ id: ids[0], code: 'already_assigned' }])
  })
})

describe('a bulk_publish that repeats its Idempotency-Key', () => {
  const { complete, read, request } = plantRequestsOn(server, call)
  const approved = (name: string, draft: object) => request({ requested_name: name, status: 'approved', draft })

  it('gets the first answer, with those that were refused, though its filter matches fewer by now', async () => {
    const ready = await approved('Tundra moss', complete())
    const early = await approved('Tundra fern', {})
    const [key, body] = [newKey(), { filter: { q: 'tundra', status: 'approved' }, expectedCount: 2 }]
    const first = await send('plant_requests/bulk_publish', key, body)
    expect(first.body.result).toMatchObject({ done: 1, failed: [{ id: early, code: 'invalid' }] })
    await call('PUT', `/api/v1/plant_requests/${early}`, { body: { draft: complete() } })

    expect((await send('plant_requests/bulk_publish', key, body)).body).toEqual(first.body)
    expect([await read(ready), await read(early)]).toMatchObject([{ status: 'published' }, { status: 'approved' }])
    expect((await send('plant_requests/bulk_publish', newKey(), body)).body.code).toBe('count_changed')
  })

  it('continues behind those that are done', async () => {
    const ids = [await approved('Steppe moss', complete()), await approved('Steppe fern', complete())]
    const [key, body, last] = [newKey(), { ids }, ids[1] ?? '']
    const first = await send('plant_requests/bulk_publish', key, body)
    expect(first.body.result).toEqual({ done: 2, failed: [] })
    // As if the server had ended before the second one.
    const plant = (await read(last))['publishedPlantId']
    await server.db.query(sql`delete from idempotency_keys where key = ${`${key} ${last}`}`)
    await server.db.query(sql`update plant_requests set status = 'approved', published_plant_id = null where id = ${last}`)
    await call('DELETE', `/api/v1/plants/${String(plant)}`)

    expect((await send('plant_requests/bulk_publish', key, body)).body).toEqual(first.body)
    expect(await read(last)).toMatchObject({ status: 'published', version: 3 })
  })
})
