// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql, { raw } from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Gateway } from '../../../src/contract/gateways'
import { callAt, oneServer } from '../../support/server/hooks'
import { firmwareDraft, gatewayDraft, insertHardware, plantDraft, sensorDraft } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let hardwareId: string

beforeAll(async () => {
  hardwareId = await insertHardware(server.db)
})

const create = (changes: Partial<Gateway> = {}) =>
  call('POST', '/api/v1/gateways/register', { body: gatewayDraft(hardwareId, changes) })

const count = async (table: 'gateways' | 'audit_entries') => {
  const { rows } = await server.db.query<{ n: number }>(sql`select count(*) as n from ${raw(table)}`)
  return rows[0]?.n
}

describe('create', () => {
  it('answers 201 with the whole row, its version as ETag and its address', async () => {
    const { status, headers, body } = await create({ eui: '70:b3:d5:7e:d0:aa:bb:cc', latitude: 47.1, longitude: 8.5 })

    expect(status).toBe(201)
    expect(headers.get('etag')).toBe('"1"')
    expect(headers.get('location')).toBe(`/api/v1/gateways/${body.result.id}`)
    expect(body.result).toMatchObject({
      version: 1,
      eui: '70B3D57ED0AABBCC',
      state: 'never_seen',
      lastSeenAt: null,
      latitude: 47.1,
      firmwareStatus: 'unknown',
      sensorsCount: 0,
      tags: ['north'],
    })
    expect(body.result['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await call('GET', headers.get('location') ?? '')).toMatchObject({ status: 200, body: { result: body.result } })
  })

  it('names the row that has a unique value already, in any case', async () => {
    const first = (await create({ name: 'Palm House' })).body.result

    const second = await create({ name: 'PALM house' })

    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'taken',
      holder: { id: first.id, name: 'Palm House' },
      fields: { name: 'Name is taken by Palm House' },
    })
  })

  it('frees unique values when their row is deleted', async () => {
    const first = (await create()).body.result
    await call('DELETE', `/api/v1/gateways/${first.id}`)

    expect((await create({ eui: first['eui'] as string, name: first['name'] as string })).status).toBe(201)
  })

  it('refuses a reference to no row on its field', async () => {
    const { status, body } = await create({ hardwareId: '01890000-0000-7000-8000-000000000000' })

    expect(status).toBe(422)
    expect(body.fields).toEqual({ hardwareId: 'Hardware does not exist' })
  })

  it('creates one row for ten identical concurrent requests', async () => {
    const before = await count('gateways')
    const body = gatewayDraft(hardwareId)
    const headers = { 'idempotency-key': 'V1StGXR8_Z5jdHi6B-myT' }

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', '/api/v1/gateways/register', { body, headers })),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await count('gateways')).toBe((before ?? 0) + 1)
  })

  it('refuses an Idempotency-Key that was used with another body', async () => {
    const headers = { 'idempotency-key': 'once' }
    await call('POST', '/api/v1/gateways/register', { body: gatewayDraft(hardwareId), headers })

    const { status, body } = await call('POST', '/api/v1/gateways/register', { body: gatewayDraft(hardwareId), headers })

    expect([status, body.code]).toEqual([409, 'conflict'])
  })

  it('accepts the same Idempotency-Key again after a refusal', async () => {
    const headers = { 'idempotency-key': 'again' }
    const refused = await call('POST', '/api/v1/gateways/register', { body: gatewayDraft(hardwareId, { name: '' }), headers })

    expect(refused.status).toBe(422)
    expect((await call('POST', '/api/v1/gateways/register', { body: gatewayDraft(hardwareId), headers })).status).toBe(201)
  })

  it('audits the user and the created row', async () => {
    const { body, headers } = await create()
    const { rows } = await server.db.query(sql`select * from audit_entries where subject_id = ${body.result.id}`)

    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      action: 'created',
      subject: 'Gateway',
      before: null,
      after: { name: body.result['name'] },
      request_id: headers.get('x-request-id'),
    })
    expect(rows[0]?.['user_id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('update', () => {
  const put = (id: string, body: unknown, ifMatch?: string) =>
    call('PUT', `/api/v1/gateways/${id}`, { body, ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }) })

  it('keeps omitted fields, clears those that are null, and increments the version', async () => {
    const row = (await create({ description: 'By the door', altitudeM: 440 })).body.result

    const { status, headers, body } = await put(row.id, { name: 'Orangery', altitudeM: null }, '"1"')

    expect(status).toBe(200)
    expect(headers.get('etag')).toBe('"2"')
    expect(body.result).toMatchObject({ name: 'Orangery', description: 'By the door', altitudeM: null, version: 2 })
  })

  it('answers 412 with the current row for another version', async () => {
    const row = (await create()).body.result
    await put(row.id, { name: 'First to save' }, '"1"')

    const { status, headers, body } = await put(row.id, { name: 'Second to save' }, '"1"')

    expect([status, body.code]).toEqual([412, 'stale'])
    expect(headers.get('etag')).toBe('"2"')
    expect(body.result).toMatchObject({ name: 'First to save', version: 2 })
  })

  it.each(['W/"1"', '"0"', '"2", "3"', '""'])('does not match %s with version 1', async (tag) => {
    const row = (await create()).body.result
    expect((await put(row.id, { tags: [] }, tag)).status).toBe(412)
  })

  it.each(['"1"', '*', '"7", "1"'])('matches %s with version 1', async (tag) => {
    const row = (await create()).body.result
    expect((await put(row.id, { tags: [] }, tag)).status).toBe(200)
  })

  it.each(['1', 'version', '"1'])('refuses the If-Match %s with 400', async (tag) => {
    const row = (await create()).body.result
    expect(await put(row.id, { tags: [] }, tag)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  it('accepts one of twenty parallel saves of a version', async () => {
    const row = (await create()).body.result

    // More would wait for the row's lock until a busy machine gives up (503).
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(row.id, { description: `Save ${n}` }, '"1"')))

    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(19)
    expect((await call('GET', `/api/v1/gateways/${row.id}`)).body.result.version).toBe(2)
  })

  it('refuses another EUI on its field, and accepts the same one in another notation', async () => {
    const row = (await create({ eui: '70B3D57ED0123456' })).body.result

    const changed = await put(row.id, { eui: '70B3D57ED0123457' })

    expect(changed).toMatchObject({ status: 422, body: { fields: { eui: expect.stringMatching(/cannot be changed/) } } })
    expect((await put(row.id, { eui: '70-b3-d5-7e-d0-12-34-56' })).status).toBe(200)
  })

  it('audits the values before and after, and nothing when it is refused', async () => {
    const row = (await create({ description: 'old' })).body.result
    await put(row.id, { description: 'new' })
    const entries = await count('audit_entries')
    await put(row.id, { name: '' })
    const { rows } = await server.db.query(sql`
      select before->>'description' as before, after->>'description' as after
      from audit_entries where subject_id = ${row.id} and action = 'updated'`)

    expect(rows).toEqual([{ before: 'old', after: 'new' }])
    expect(await count('audit_entries')).toBe(entries)
  })

  it('creates no new version and no audit entry for an unchanged row', async () => {
    const row = (await create({ description: 'By the door', altitudeM: 440 })).body.result
    const entries = await count('audit_entries')

    const { status, headers, body } = await put(row.id, { name: row['name'], description: 'By the door', tags: ['north'] }, '"1"')

    expect([status, headers.get('etag')]).toEqual([200, '"1"'])
    expect(body.result).toEqual(row)
    expect(await count('audit_entries')).toBe(entries)
    expect((await put(row.id, { description: 'By the door' }, '"2"')).body.code).toBe('stale')
  })

  it('recognizes unchanged fields of another table and unchanged parts of objects', async () => {
    const draft = firmwareDraft([hardwareId])
    const firmware = (await call('POST', '/api/v1/gateway_firmwares/register', { body: draft })).body.result
    const plant = (await call('POST', '/api/v1/plants', { body: plantDraft() })).body.result

    const saved = await call('PUT', `/api/v1/gateway_firmwares/${firmware.id}`, { body: draft })
    const planted = await call('PUT', `/api/v1/plants/${plant.id}`, {
      body: plantDraft({ scientificName: plant['scientificName'] as string }),
    })

    expect(saved.body.result).toEqual(firmware)
    expect(planted.body.result).toEqual(plant)
  })

  it('accepts the id in the body on the collection if the resource says so', async () => {
    const sensor = (await call('POST', '/api/v1/sensors/register', { body: sensorDraft() })).body.result

    const saved = await call('PUT', '/api/v1/sensors', {
      body: { id: sensor.id, name: 'Fern bed' },
      headers: { 'if-match': '"1"' },
    })

    expect(saved).toMatchObject({ status: 200, body: { result: { id: sensor.id, name: 'Fern bed', version: 2 } } })
    expect((await call('PUT', `/api/v1/sensors/${sensor.id}`, { body: { name: 'Fern bed' } })).status).toBe(405)
    expect(await call('PUT', '/api/v1/sensors', { body: { name: 'Fern bed' } })).toMatchObject({
      status: 422,
      body: { fields: { id: expect.any(String) } },
    })
  })
})
