import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { BulkDeleteOutcome, BulkUpdateOutcome } from '../../../src/contract/bulk'
import { insertHumidityGroup, insertPlant, insertSensor } from '../../support/rows/rows'
import { callAt, oneServer } from '../../support/server/hooks'

const server = oneServer()
const call = callAt(server)
let calls = 0
const newKey = () => `bulk-${(calls += 1)}`

interface Body {
  readonly result: BulkUpdateOutcome & BulkDeleteOutcome
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
