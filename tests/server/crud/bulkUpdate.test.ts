import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { BULK_IDS_MAX, type BulkUpdateOutcome } from '../../../src/contract/bulk'
import type { GatewayDraft } from '../../../src/contract/gateways'
import { TOTAL_CAP } from '../../../src/contract/list'
import type { AnyResult } from '../../support/server/calls'
import { callAt, oneServer } from '../../support/server/hooks'
import {
  firmwareDraft,
  gatewayDraft,
  humidityGroupDraft,
  insertHardware,
  insertHumidityGroup,
  insertPlant,
  insertPlantRequest,
  insertSensor,
  nobody,
  plantDraft,
} from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let hardwareId: string

beforeAll(async () => {
  hardwareId = await insertHardware(server.db)
})

interface Body {
  readonly result: BulkUpdateOutcome
  readonly code: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}
const bulk = (area: string, body: unknown) => call<Body>('POST', `/api/v1/${area}/bulk_update`, { body })
const get = async (area: string, id: string) => (await call('GET', `/api/v1/${area}/${id}`)).body.result
const gateway = async (changes: Partial<GatewayDraft> = {}): Promise<AnyResult> =>
  (await call('POST', '/api/v1/gateways/register', { body: gatewayDraft(hardwareId, changes) })).body.result

describe('bulk_update', () => {
  it('sets the fields in every named row, increments the versions, and keeps the other fields', async () => {
    const rows = [await gateway({ description: 'By the door' }), await gateway({ altitudeM: 440, tags: ['south'] })]
    const ids = rows.map(({ id }) => id)

    const { status, body } = await bulk('gateways', { ids: [...ids, ...ids], set: { reportingIntervalS: 900, altitudeM: null } })

    expect([status, body.result.done, body.result.failed]).toEqual([200, 2, []])
    expect(body.result.changed).toEqual(
      expect.arrayContaining([
        { id: ids[0], version: 2, before: { reportingIntervalS: 30, altitudeM: null } },
        { id: ids[1], version: 2, before: { reportingIntervalS: 30, altitudeM: 440 } },
      ]),
    )
    for (const row of rows)
      expect(await get('gateways', row.id)).toEqual({
        ...row,
        reportingIntervalS: 900,
        altitudeM: null,
        version: 2,
        updatedAt: expect.any(String),
      })
  })

  it('keeps omitted parts of an object, and an omitted object', async () => {
    const { id } = (await call('POST', '/api/v1/plants', { body: plantDraft() })).body.result
    await bulk('plants', { ids: [id], set: { care: { soil: 'Loose' } } })
    expect((await get('plants', id))['care']).toMatchObject({ soil: 'Loose', watering: 'Let it dry between waterings.' })
    await bulk('plants', { ids: [id], set: { family: 'Araceae' } })
    expect(await get('plants', id)).toMatchObject({ family: 'Araceae', care: { soil: 'Loose' }, synonyms: ['Asclepias carnosa'] })
  })

  it('does not write a row that has the values already, and counts it as updated', async () => {
    const { id } = await gateway({ updateChannel: 'beta' })
    const { body } = await bulk('gateways', { ids: [id], set: { updateChannel: 'beta' } })
    expect(body.result).toEqual({ done: 1, failed: [], changed: [] })
    expect((await get('gateways', id)).version).toBe(1)
  })

  it('continues past rows that are refused, each with its reason', async () => {
    const wide = await insertHumidityGroup(server.db, { soil_moisture_min: 10, soil_moisture_max: 80 })
    const dry = await insertHumidityGroup(server.db, { soil_moisture_min: 5, soil_moisture_max: 20 })
    const { body } = await bulk('humidity_groups', { ids: [dry, nobody, wide], set: { soilMoistureMin: 30 } })
    expect(body.result.done).toBe(1)
    expect(body.result.failed).toEqual([
      { id: dry, code: 'invalid', message: 'The highest soil moisture must be above the lowest' },
      { id: nobody, code: 'not_found', message: 'There is no such humidity group' },
    ])
    expect(await get('humidity_groups', dry)).toMatchObject({ soilMoistureMin: 5, version: 1 })
    expect(await get('humidity_groups', wide)).toMatchObject({ soilMoistureMin: 30, version: 2 })
  })

  it('applies the area’s rules row by row, as PUT does', async () => {
    const old = await insertHardware(server.db, { status: 'eol', model: 'Relic' })
    const [mine, theirs] = [await gateway(), await gateway()]
    await server.db.query(sql`update gateways set hardware_id = ${old} where id = ${theirs.id}`)

    const { body } = await bulk('gateways', { ids: [mine.id, theirs.id], set: { hardwareId: old, updateChannel: 'alpha' } })

    expect(body.result.failed).toEqual([
      {
        id: mine.id,
        code: 'invalid',
        message: expect.stringContaining('is at its end of life and cannot be assigned to new gateways'),
      },
    ])
    expect(await get('gateways', theirs.id)).toMatchObject({ updateChannel: 'alpha', version: 2 })
    expect(await get('gateways', mine.id)).toMatchObject({ updateChannel: 'stable', version: 1 })
  })

  it('moves a request only as its lifecycle allows', async () => {
    const [open, done] = [await insertPlantRequest(server.db), await insertPlantRequest(server.db, { status: 'published' })]
    const { body } = await bulk('plant_requests', { ids: [open, done], set: { status: 'in_review' } })
    expect(body.result.failed.map(({ id, code }) => [id, code])).toEqual([[done, 'conflict']])
    expect(await get('plant_requests', open)).toMatchObject({ status: 'in_review', reviewerId: expect.any(String) })
  })

  it('keeps fields stored in another table, and reports a reference to no row', async () => {
    const [other, more] = [await insertHardware(server.db), await insertHardware(server.db)]
    const { id } = (await call('POST', '/api/v1/gateway_firmwares/register', { body: firmwareDraft([other]) })).body.result
    await bulk('gateway_firmwares', { ids: [id], set: { hardwareIds: [other, more] } })
    expect(new Set((await get('gateway_firmwares', id))['hardwareIds'] as string[])).toEqual(new Set([other, more]))

    const sensor = await insertSensor(server.db)
    const { body } = await bulk('sensors', { ids: [sensor], set: { gatewayId: nobody } })
    expect(body.result.failed).toEqual([{ id: sensor, code: 'invalid', message: 'Gateway does not exist' }])
  })

  it('never deactivates the last administrator', async () => {
    const users = (await call<{ result: AnyResult[] }>('GET', '/api/v1/users')).body.result
    const { body } = await bulk('users', { ids: users.map(({ id }) => id), set: { active: false } })
    expect(body.result.failed.map(({ code }) => code)).toEqual(['last_admin'])
  })

  it('changes the rows that a filter matches only when their number is the shown one', async () => {
    await gateway({ name: 'Loft 1' })
    await gateway({ name: 'Loft 2' })
    const filter = { q: 'loft', state: 'never_seen' }
    const wrong = await bulk('gateways', { filter, expectedCount: 3, set: { updateChannel: 'beta' } })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'count_changed'])
    expect(wrong.body.message).toBe('2 gateways match now, not 3: nothing was changed')
    const right = await bulk('gateways', { filter, expectedCount: 2, set: { updateChannel: 'beta' } })
    expect(right.body.result).toMatchObject({ done: 2, failed: [] })
    const { body } = await call<{ result: AnyResult[] }>('GET', '/api/v1/gateways?q=loft')
    expect(body.result.map((row) => row['updateChannel'])).toEqual(['beta', 'beta'])
  })

  it('groups the digits of how many rows match now, and of how many were shown', async () => {
    await server.db.query(sql`
      insert into gateways (id, name, eui, serial_number, hardware_id)
      select new_id(), 'Barn ' || n, '70B3D57ED2' || lpad(n::text, 6, '0'), 'BARN-' || n, ${hardwareId}::uuid
      from generate_series(1, ${TOTAL_CAP + 1}) as n`)
    const message = async (q: string, expectedCount: number) =>
      (await bulk('gateways', { filter: { q }, expectedCount, set: { updateChannel: 'beta' } })).body.message
    expect(await message('barn', 1234)).toBe('More than 10,000 gateways match now, not 1,234: nothing was changed')
    expect(await message('barn 1', 12)).toMatch(/^1,\d{3} gateways match now, not 12:/)
  })

  it('writes every change into the audit log', async () => {
    const { id } = await gateway()
    await bulk('gateways', { ids: [id], set: { reportingIntervalS: 60 } })
    const { rows } = await server.db.query(sql`
      select action, before ->> 'reportingIntervalS' as before, after ->> 'reportingIntervalS' as after
      from audit_entries where subject_id = ${id} order by id desc limit 1`)
    expect(rows).toEqual([{ action: 'updated', before: '30', after: '60' }])
  })

  it('restores the rows’ former values, except in rows changed since', async () => {
    const [first, second] = [await gateway(), await gateway({ reportingIntervalS: 45 })]
    const { body } = await bulk('gateways', { ids: [first.id, second.id], set: { reportingIntervalS: 600 } })
    await call('PUT', `/api/v1/gateways/${second.id}`, { body: { description: 'Moved' } })
    const changes = body.result.changed.map(({ id, version, before }) => ({ id, version, set: before }))

    const back = await bulk('gateways', { changes })

    expect(back.body.result.done).toBe(1)
    expect(back.body.result.failed).toEqual([
      { id: second.id, code: 'stale', message: 'Someone else changed this gateway in the meantime' },
    ])
    expect(await get('gateways', first.id)).toMatchObject({ reportingIntervalS: 30, version: 3 })
    expect(await get('gateways', second.id)).toMatchObject({ reportingIntervalS: 600, description: 'Moved' })
  })

  it.each([
    [{ ids: [nobody] }, 'set'],
    [{ ids: [nobody], set: {} }, 'set'],
    [{ ids: [nobody], set: { colour: 'red' } }, 'set.colour'],
    [{ ids: [nobody], set: { eui: '70B3D57ED0AABBCC' } }, 'set.eui'],
    [{ ids: [nobody], set: { name: 'All alike' } }, 'set.name'],
    [{ ids: [nobody], set: { reportingIntervalS: 5 } }, 'set.reportingIntervalS'],
    [{ ids: [nobody], set: { reportingIntervalS: null } }, 'set.reportingIntervalS'],
    [{ ids: [nobody], set: { tags: [7] } }, 'set.tags[0]'],
    [{ ids: [], set: { updateChannel: 'beta' } }, 'ids'],
    [{ set: { updateChannel: 'beta' } }, 'ids'],
    [{ filter: {}, set: { updateChannel: 'beta' } }, 'expectedCount'],
    [{ filter: { colour: 'red' }, expectedCount: 1, set: { updateChannel: 'beta' } }, 'filter.colour'],
    [{ changes: [{ id: nobody, version: 1, set: { eui: '70B3D57ED0AABBCC' } }] }, 'changes[0].set.eui'],
    [{ changes: [{ id: nobody, set: { updateChannel: 'beta' } }] }, 'changes[0].version'],
    [{ ids: [nobody], set: { updateChannel: 'beta' }, dryRun: true }, 'dryRun'],
  ])('refuses %j on the path', async (body, path) => {
    const answer = await bulk('gateways', body)
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toHaveProperty([path])
  })

  it('refuses more rows than one call may name', async () => {
    const ids = Array.from({ length: BULK_IDS_MAX + 1 }, () => nobody)
    const { status, body } = await bulk('gateways', { ids, set: { updateChannel: 'beta' } })
    expect([status, body.fields]).toEqual([422, { ids: 'A call can have at most 1,000 rows' }])
  })
})

describe('the preview of a bulk update', () => {
  it('adds up the effects on the rows’ users, and writes nothing', async () => {
    const ids = [await insertHumidityGroup(server.db), await insertHumidityGroup(server.db)]
    for (const [at, id] of ids.entries()) {
      const plantId = await insertPlant(server.db, { humidity_group_id: id, scientific_name: `Previewed ${at}` })
      await insertSensor(server.db, { plant_id: plantId })
    }
    const { status, body } = await call('POST', '/api/v1/humidity_groups/bulk_update/preview', {
      body: { ids, set: { soilMoistureMax: 50 } },
    })
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ plantsTotal: 2, sensorsTotal: 2, sensorsChanging: 0 })
    expect((body.result['plants'] as { name: string }[]).map(({ name }) => name).toSorted()).toEqual([
      'Previewed 0',
      'Previewed 1',
    ])
    expect(await get('humidity_groups', ids[0] ?? '')).toMatchObject({ soilMoistureMax: 60, version: 1 })
  })

  it('does not exist where a change affects no other rows', async () => {
    expect((await call('POST', '/api/v1/sensors/bulk_update/preview', { body: {} })).status).toBe(404)
  })

  it('skips a row for which the change would be refused', async () => {
    const created = await call('POST', '/api/v1/humidity_groups/register', { body: humidityGroupDraft() })
    const { id } = created.body.result
    await insertPlant(server.db, { humidity_group_id: id })
    const body = { ids: [id], set: { soilMoistureMax: 10 } }
    expect((await call('POST', '/api/v1/humidity_groups/bulk_update/preview', { body })).body.result).toMatchObject({
      plantsTotal: 0,
    })
  })
})
