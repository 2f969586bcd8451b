// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAt, oneServer } from '../../support/server/hooks'
import { insertGateway, insertHardware } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let hardwareId: string

beforeAll(async () => {
  hardwareId = await insertHardware(server.db)
})

const addGateway = (columns: object = {}) => insertGateway(server.db, { hardware_id: hardwareId, ...columns })

describe('remove', () => {
  it('answers ten parallel deletions with one 204 and nine 404', async () => {
    const id = await addGateway()

    const answers = await Promise.all(Array.from({ length: 10 }, () => call('DELETE', `/api/v1/gateways/${id}`)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, ...Array.from({ length: 9 }, () => 404)])
  })

  it('accepts a JSON content type without a body', async () => {
    const id = await addGateway()
    const headers = { 'content-type': 'application/json' }

    expect((await call('DELETE', `/api/v1/gateways/${id}`, { headers })).status).toBe(204)
  })

  it('keeps a row that was changed meanwhile', async () => {
    const id = await addGateway()
    await call('PUT', `/api/v1/gateways/${id}`, { body: { tags: ['north'] } })

    const answer = await call('DELETE', `/api/v1/gateways/${id}`, { headers: { 'if-match': '"1"' } })

    expect(answer).toMatchObject({ status: 412, body: { code: 'stale', result: { version: 2 } } })
    expect((await call('GET', `/api/v1/gateways/${id}`)).status).toBe(200)
  })

  it('stores the deleted row in the audit log', async () => {
    const eui = '70B3D57ED0D1E7ED'
    const id = await addGateway({ eui })
    await call('DELETE', `/api/v1/gateways/${id}`)
    const { rows } = await server.db.query(sql`
      select before->>'eui' as eui, after from audit_entries where subject_id = ${id} and action = 'deleted'`)

    expect(rows).toEqual([{ eui, after: null }])
  })
})
