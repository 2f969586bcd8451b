// Tests the embedded database, or no database.
// @module-tag embedded
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from '../../../src/server/http/headers'
import { oneServer } from '../../support/server/hooks'

const FRIEND = 'https://console.example.com'
const server = oneServer({ corsOrigins: [FRIEND] })

describe('securityHeaders', () => {
  it.each([
    ['an answer', 'GET', '/healthz', 200],
    ['a refusal', 'GET', '/api/v1/gateways', 401],
    ['an unknown path', 'GET', '/nothing/here', 404],
    ['an unknown method', 'PATCH', '/healthz', 405],
  ] as const)('guard %s', async (_, method, url, status) => {
    const response = await server.app.inject({ method, url })
    expect([status, 404]).toContain(response.statusCode)
    expect(response.headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(response.headers).not.toHaveProperty('x-powered-by')
    expect(response.headers).not.toHaveProperty('server')
    expect(response.headers).not.toHaveProperty('strict-transport-security')
  })

  it('keep answers of the API out of every cache', async () => {
    const response = await server.app.inject('/api/v1/gateways')
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('require TLS of the host that is reached by it, and of no other one', async () => {
    const app = fastify()
    await app.register(securityHeaders, { publicUrl: 'https://frond.example.com', corsOrigins: [] })
    app.get('/', () => 'ok')
    const response = await app.inject('/')
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
    await app.close()
  })
})

describe('CORS', () => {
  const ask = (origin: string) =>
    server.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/gateways',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })

  it('allows a listed origin, also for errors, and never with credentials', async () => {
    const preflight = await ask(FRIEND)
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': FRIEND,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      vary: 'Origin',
    })
    expect(preflight.headers['access-control-allow-headers']).toContain('Authorization')
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
    const refused = await server.app.inject({ url: '/api/v1/gateways', headers: { origin: FRIEND } })
    expect(refused.statusCode).toBe(401)
    expect(refused.headers).toMatchObject({ 'access-control-allow-origin': FRIEND, vary: 'Origin' })
    expect(refused.headers['access-control-expose-headers']).toContain('ETag')
  })

  it.each(['https://evil.test', 'null', 'https://console.example.com.evil.test', 'http://console.example.com', `${FRIEND}:8443`])(
    'sends %s nothing',
    async (origin) => {
      for (const response of [await ask(origin), await server.app.inject({ url: '/healthz', headers: { origin } })]) {
        expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(response.headers.vary).toBe('Origin')
      }
    },
  )
})
