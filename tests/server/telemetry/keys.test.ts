import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { DATAPOINTS_PATH } from '../../../src/contract/datapoints'
import { gatewayKeyPath } from '../../../src/contract/gatewayTraffic'
import { ingesting } from '../../support/rows/ingesting'
import { equip, gatewayWith } from '../../support/rows/readings'
import { nobody } from '../../support/rows/rows'

const { server, call, gateway, addGateway, reading, ago, countOf } = ingesting()

describe('a gateway’s key', () => {
  it('is stored as a hash, shown once, and replaced by a new one', async () => {
    expect(gateway.key).toMatch(/^fgk_[\w-]{43}$/)
    const { rows } = await server.db.query<{ text: string }>(sql`select k::text as text from gateway_keys k`)
    expect(rows.some(({ text }) => text.includes(gateway.key))).toBe(false)
    const { rows: log } = await server.db.query<{ text: string }>(
      sql`select e::text as text from audit_entries e where subject_id = ${gateway.id}`,
    )
    expect(log.map(({ text }) => text).join()).toContain('key_made')
    expect(log.map(({ text }) => text).join()).not.toContain(gateway.key)

    const next = await equip(server, call, gateway.id)
    expect((await gateway.post({ datapoints: [] })).status).toBe(401)
    expect((await next.post({ datapoints: [] })).status).toBe(200)
  })

  it('becomes invalid at once, also right after a stored batch', async () => {
    expect((await gateway.post({ datapoints: [reading()] })).status).toBe(200)
    const next = await equip(server, call, gateway.id)
    const late = await gateway.post({ datapoints: [reading({ value: 40, measuredAt: ago(5) })] })
    expect([late.status, late.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
    expect(await countOf()).toEqual({ rows: 1, counted: 1 })
    expect((await next.post({ datapoints: [reading({ measuredAt: ago(5) })] })).body.result.stored).toBe(1)
  })

  it('is accepted nowhere else, and a session’s bearer is no key', async () => {
    const withKey = await server.fetch('/api/v1/gateways', { headers: { authorization: `Bearer ${gateway.key}` } })
    expect([withKey.status, withKey.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
    expect((await call('POST', DATAPOINTS_PATH, { body: { datapoints: [] } })).status).toBe(401)
    const none = await server.fetch(DATAPOINTS_PATH, { method: 'POST' })
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await gatewayWith(server, gateway.id, 'fgk_made-up').post({ datapoints: [] })).status).toBe(401)
  })

  it('is created only for an existing gateway, by an administrator', async () => {
    expect((await call('POST', gatewayKeyPath(nobody))).status).toBe(404)
    expect((await server.fetch(gatewayKeyPath(gateway.id), { method: 'POST' })).status).toBe(401)
  })

  it('is deleted with its gateway', async () => {
    expect((await call('DELETE', `/api/v1/gateways/${gateway.id}`)).status).toBe(204)
    expect((await gateway.post({ datapoints: [] })).status).toBe(401)
  })

  it('is rate-limited by itself when its gateway floods', async () => {
    const other = await addGateway()
    let count = 1
    let flooded = await gateway.post({ datapoints: [] })
    for (; flooded.status === 200 && count < 200; count += 1) flooded = await gateway.post({ datapoints: [] })
    expect([count, flooded.status, flooded.body.code]).toEqual([121, 429, 'too_many_requests'])
    expect(Number(flooded.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await other.post({ datapoints: [reading()] })).body.result.stored).toBe(1)
    server.clock.advance(60_000)
    expect((await gateway.post({ datapoints: [reading()] })).status).toBe(200)
  })
})
