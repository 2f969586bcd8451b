import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { rowsOf, type AnyResult } from '../../support/server/calls'
import { callAt, emptiedServer } from '../../support/server/hooks'
import { insertPlant, troubleshootDraft } from '../../support/rows/rows'

const server = emptiedServer()
const call = callAt(server, beforeEach)
let plantId: string

beforeEach(async () => {
  plantId = await insertPlant(server.db)
})

const upsert = (body: unknown) =>
  call<{ result: AnyResult[]; code: string; fields: object }>('PUT', '/api/v1/troubleshoots/upsert', { body })
const stored = () => rowsOf(call, `/api/v1/troubleshoots?plantId=${plantId}`)
const draft = (symptom: string, changes: object = {}) => troubleshootDraft(plantId, { symptom, ...changes })

describe('a troubleshoot', () => {
  it('is placed after its plant’s others when it is sent without a position', async () => {
    const { sortOrder: _place, ...unplaced } = draft('Yellow leaves')
    for (const symptom of ['One', 'Two']) await call('POST', '/api/v1/troubleshoots', { body: { ...unplaced, symptom } })
    expect((await stored()).map((row) => [row['symptom'], row['sortOrder']])).toEqual([
      ['One', 0],
      ['Two', 1],
    ])
  })

  it('is unique for a plant, and may be repeated for another', async () => {
    const { id } = (await call('POST', '/api/v1/troubleshoots', { body: draft('Yellow leaves') })).body.result
    const { status, body } = await call('POST', '/api/v1/troubleshoots', { body: draft('YELLOW leaves') })
    expect([status, body.code, body.holder.id]).toEqual([409, 'taken', id])
    expect(body.fields).toHaveProperty('cause')
    const other = await insertPlant(server.db)
    const elsewhere = { ...draft('Yellow leaves'), plantId: other }
    expect((await call('POST', '/api/v1/troubleshoots', { body: elsewhere })).status).toBe(201)
  })

  it('keeps the parts of its remedy that a change leaves out', async () => {
    const { id } = (await call('POST', '/api/v1/troubleshoots', { body: draft('Yellow leaves') })).body.result
    const { body } = await call('PUT', `/api/v1/troubleshoots/${id}`, { body: { remedy: { chemical: 'Soap' } } })
    expect(body.result['remedy']).toEqual({ immediate: 'Rinse them off.', biological: 'Lacewings', chemical: 'Soap' })
  })
})

describe('the upsert', () => {
  it('updates by id, else by symptom and cause, else creates a row; the others stay', async () => {
    const first = (await upsert([draft('One'), draft('Two'), draft('Three')])).body.result
    const { status, body } = await upsert([
      { ...draft('One and a half'), id: first[0]?.id, version: 1, sortOrder: 2 },
      draft('TWO', { severity: 'high' }),
      draft('Four'),
    ])
    expect(status).toBe(200)
    expect(body.result.map((row) => [row['symptom'], row.version])).toEqual([
      ['One and a half', 2],
      ['TWO', 2],
      ['Four', 1],
    ])
    expect(body.result.slice(0, 2).map((row) => row.id)).toEqual(first.slice(0, 2).map((row) => row.id))
    expect((await stored()).map((row) => String(row['symptom'])).toSorted()).toEqual(['Four', 'One and a half', 'TWO', 'Three'])
  })

  it('does not write rows that are sent unchanged', async () => {
    const [row] = (await upsert([draft('One')])).body.result
    const again = (await upsert([{ ...draft('One'), id: row?.id, version: 1 }])).body.result
    expect(again).toEqual([row])
    const { rows } = await server.db.query(sql`select action from audit_entries where subject = 'Troubleshoot'`)
    expect(rows).toEqual([{ action: 'created' }])
  })

  it('changes nothing when one row fails, and names that row', async () => {
    const [one] = (await upsert([draft('One')])).body.result
    const faults: [object, number, string][] = [
      [{ ...draft('Two'), cause: '' }, 422, '[1].cause'],
      [{ ...draft('Two'), colour: 'red' }, 422, '[1].colour'],
      [{ ...draft('Two'), plantId: await insertPlant(server.db) }, 422, '[1].plantId'],
      [{ ...draft('Two'), id: '01890000-0000-7000-8000-000000000000' }, 422, '[1].id'],
      [draft('new'), 422, '[1].cause'],
    ]
    for (const [row, status, path] of faults) {
      const answer = await upsert([draft('New'), row])
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([status, expect.arrayContaining([path])])
    }
    expect(await stored()).toEqual([one])
  })

  it('refuses the symptom and cause of a row that is not sent', async () => {
    const [one, two] = (await upsert([draft('One'), draft('Two')])).body.result
    const { status, body } = await upsert([{ ...draft('Two'), id: one?.id }])
    expect([status, body.code, Object.keys(body.fields)]).toEqual([409, 'taken', ['[0].cause']])
    expect((body as unknown as { holder: object }).holder).toEqual({ id: two?.id, name: 'Two' })
  })

  it('refuses a row that another user has changed, with the current row', async () => {
    const [one] = (await upsert([draft('One')])).body.result
    await upsert([{ ...draft('Uno'), id: one?.id }])
    const { status, body } = await upsert([draft('Two'), { ...draft('Eins'), id: one?.id, version: 1 }])
    expect([status, body.code, body.result]).toEqual([412, 'stale', expect.objectContaining({ symptom: 'Uno', version: 2 })])
    expect(await stored()).toHaveLength(1)
  })

  it('removes rows too, of which a new one may have symptom and cause', async () => {
    const [one, two, three] = (await upsert([draft('One'), draft('Two'), draft('Three')])).body.result
    const body = { rows: [draft('Two', { severity: 'high' })], removed: [one, two].map((row) => ({ id: row?.id, version: 1 })) }
    const { status, body: saved } = await upsert(body)
    expect([status, saved.result.map((row) => row['symptom'])]).toEqual([200, ['Two']])
    expect((await stored()).map(({ id, version }) => [id, version])).toEqual([
      [three?.id, 1],
      [saved.result[0]?.id, 1],
    ])
    const { rows } = await server.db.query(sql`select subject_id as id from audit_entries where action = 'deleted'`)
    expect(rows).toEqual(expect.arrayContaining([{ id: one?.id }, { id: two?.id }]))
    expect((await call('POST', `/api/v1/troubleshoots/${one?.id}/restore`)).status).toBe(200)
  })

  it('takes rows that no longer exist for removed', async () => {
    const [one] = (await upsert([draft('One')])).body.result
    const removed = [{ id: one?.id, version: 1 }]
    for (const body of [
      { rows: [], removed },
      { rows: [], removed },
    ])
      expect((await upsert(body)).body).toEqual({ result: [] })
    expect(await stored()).toEqual([])
  })

  it('removes nothing when it refuses anything', async () => {
    const [one, two] = (await upsert([draft('One'), draft('Two')])).body.result
    const other = (await upsert([{ ...draft('Other'), plantId: await insertPlant(server.db) }])).body.result[0]
    const gone = { id: one?.id, version: 1 }
    const refusals: [object, number, string, string[]][] = [
      [{ rows: [draft('New'), { ...draft('Zwei'), id: two?.id, version: 7 }], removed: [gone] }, 412, 'stale', []],
      [{ rows: [draft('New')], removed: [gone, { id: two?.id, version: 7 }] }, 412, 'stale', []],
      [{ rows: [draft('New'), draft('')], removed: [gone] }, 422, 'invalid', ['[1].symptom']],
      [{ rows: [draft('New')], removed: [gone, { id: other?.id, version: 1 }] }, 422, 'invalid', ['removed[1].id']],
      [{ rows: [draft('New')], removed: [gone, {}] }, 422, 'invalid', ['removed[1].id']],
      [{ rows: [{ ...draft('One'), id: one?.id }], removed: [gone] }, 422, 'invalid', ['[0].id']],
      [{ rows: [], removed: [] }, 422, 'invalid', ['rows']],
      [{ removed: [gone] }, 422, 'invalid', ['rows']],
    ]
    for (const [sent, status, code, paths] of refusals) {
      const { body, status: actual } = await upsert(sent)
      expect([actual, body.code, Object.keys(body.fields ?? {})]).toEqual([status, code, paths])
    }
    expect(await stored()).toEqual([one, two])
  })

  it('and other calls that save one version at once: one succeeds, and nothing that it wrote is overwritten', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const [one] = (await upsert([draft(`Round ${round}`)])).body.result
      const path = `/api/v1/troubleshoots/${one?.id}`
      const headers = { 'if-match': '"1"' }
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => [
          upsert([{ ...draft(`Round ${round}`), prevention: `Upsert ${n}`, id: one?.id, version: 1 }]),
          call('PUT', path, { body: { prevention: `Save ${n}` }, headers }),
        ]).flat(),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(15)
    }
  })

  it.each([[null], [{}], [[]], [[5]], [[{}]], [Array.from({ length: 201 }, () => ({}))]])('refuses the body %j', async (body) => {
    expect((await upsert(body)).status).toBe(422)
  })

  it('creates one row when many send the same at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => upsert([draft('Yellow leaves')])))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await stored()).toHaveLength(1)
  })

  it('answers 404 for an unknown plant', async () => {
    const { status, body } = await upsert([{ ...draft('One'), plantId: '01890000-0000-7000-8000-000000000000' }])
    expect([status, body.fields]).toEqual([422, { '[0].plantId': 'Plant does not exist' }])
  })
})
