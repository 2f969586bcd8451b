import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import { buildApp } from '../../../src/server/app'
import { fillAll } from '../../support/rows/fill'
import { oneServer } from '../../support/server/hooks'
import { ADMIN } from '../../support/server/server'

const server = oneServer()
let authorization: string
beforeAll(async () => {
  authorization = `Bearer ${await server.signIn()}`
  await fillAll(server.db)
})

const get = (url: string, encoding: string) => server.app.inject({ url, headers: { authorization, 'accept-encoding': encoding } })

describe('compressAnswers', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ] as const)('packs a list for who accepts %s', async (accepted, encoding, unpack) => {
    const plain = await server.app.inject({ url: '/api/v1/sensors', headers: { authorization } })
    const packed = await get('/api/v1/sensors', accepted)
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-store' })
    expect(String(packed.headers['vary']).toLowerCase()).toContain('accept-encoding')
    expect(packed.rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength / 3)
    expect(JSON.parse(unpack(packed.rawPayload).toString())).toEqual(plain.json())
  })

  it('leaves a list uncompressed for clients that accept no compression, and a small answer for all', async () => {
    expect((await get('/api/v1/sensors', 'identity')).headers['content-encoding']).toBeUndefined()
    expect((await get('/api/v1/sensors?q=there-is-no-such-thing', 'br')).headers['content-encoding']).toBeUndefined()
  })

  it('keeps the ETag of a row', async () => {
    const { rows } = await server.db.query<{ id: string }>(sql`select id from plants limit 1`)
    const url = `/api/v1/plants/${rows[0]?.id}`
    const plain = await server.app.inject({ url, headers: { authorization } })
    expect((await get(url, 'br')).headers['etag']).toBe(plain.headers['etag'])
  })
})

describe('an answer with a secret is never compressed, however long', () => {
  const headers = { 'accept-encoding': 'br', 'content-type': 'application/json' }
  let app: FastifyInstance
  beforeAll(async () => {
    app = await buildApp(server.deps, { compressFrom: 0 })
  })
  afterAll(() => app.close())

  it('not at sign-in', async () => {
    const payload = JSON.stringify({ ...ADMIN, role: 'admin' })
    const answer = await app.inject({ method: 'POST', url: sessionPaths.signIn, headers, payload })
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined])
  })

  it('not when a gateway gets its key', async () => {
    const { rows } = await server.db.query<{ id: string }>(sql`select id from gateways limit 1`)
    const ofGateway = { url: `/api/v1/gateways/${rows[0]?.id}`, headers: { 'accept-encoding': 'br', authorization } }
    expect((await app.inject(ofGateway)).headers['content-encoding']).toBe('br')
    const answer = await app.inject({ ...ofGateway, method: 'POST', url: `${ofGateway.url}/key` })
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([201, undefined])
  })
})
