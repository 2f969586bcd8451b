import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { callWith } from '../support/server/calls'
import { callAt, oneServer } from '../support/server/hooks'
import { gatewayDraft, insertHardware } from '../support/rows/rows'
import { startServer } from '../support/server/server'

const server = oneServer()
const call = callAt(server)
let token: string

beforeAll(async () => {
  token = await server.signIn()
})

describe('a route', () => {
  it('accepts no HEAD, which would run GET', async () => {
    expect((await call('GET', '/api/v1/gateways')).status).toBe(200)
    const answer = await server.app.inject({
      method: 'HEAD',
      url: '/api/v1/gateways',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET'])
  })

  it.each([
    ['PATCH', '/api/v1/gateways', 'GET'],
    ['DELETE', '/api/v1/gateways', 'GET'],
    ['GET', '/api/v1/gateways/bulk_delete/x', ''],
    ['POST', '/api/v1/sensors', 'GET, PUT'],
    ['PUT', '/api/v1/dashboard/analytics', 'GET'],
  ])('answers %s %s with what is allowed', async (method, url, allowed) => {
    const { status, headers } = await call(method, url)
    expect([status, headers.get('allow') ?? '']).toEqual([allowed === '' ? 404 : 405, allowed])
  })

  it('ignores a method in a header', async () => {
    const draft = gatewayDraft(await insertHardware(server.db))
    const created = await call('POST', '/api/v1/gateways/register', { body: draft })
    const url = `/api/v1/gateways/${created.body.result.id}`
    await call('POST', url, { headers: { 'x-http-method-override': 'DELETE' } })

    expect((await call('GET', url)).status).toBe(200)
  })

  it.each(['/api/v1/gateways/%zz', '/api/v1/gateways/%c0%ae'])('answers 400 for the address %s', async (url) => {
    const answer = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'bad_request', requestId: expect.any(String) })
  })

  it.each(['/api', '/api/', '/api/v1', '/api/v1/gateways/', '/api/v1//gateways', '/API/v1/gateways', '/api/v1/gateway%73/x/y'])(
    'answers %s with JSON and without data',
    async (url) => {
      const answer = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'not_found' })
    },
  )
})

describe('an answer', () => {
  it('has a request id, is not cached and is not sniffed', async () => {
    const { headers } = await call('GET', '/api/v1/gateways')

    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('does not reveal the cause when the server fails', async () => {
    const broken = await startServer()
    const sick = callWith(broken, await broken.signIn())
    await broken.db.query(sql`alter table sensors rename to nothing_of_the_kind`)

    const { status, body } = await sick('GET', '/api/v1/dashboard/analytics')
    await broken.close()

    expect(status).toBe(500)
    expect(body).toEqual({ message: 'Something went wrong on the server', code: 'internal', requestId: expect.any(String) })
  })
})
