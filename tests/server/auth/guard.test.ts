import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createSigner } from 'fast-jwt'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { factorPaths } from '../../../src/contract/factors'
import { sessionPaths } from '../../../src/contract/session'
import { claimsOf, get, GUARDED, mailedToken, post, register, iris } from '../../support/server/accounts'
import { callWith } from '../../support/server/calls'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer({ registration: 'open' })
let token: string

beforeEach(async () => {
  token = await register(server)
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Makes a token with any header and claims, signed with the server's own secret. */
function forged(header: object, claims: object, secret = server.settings.secret): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

const ours = { alg: 'HS256', typ: 'JWT' }

describe('a call that needs no session', () => {
  it('accepts a body of at most 16 KiB, since anybody may send it', async () => {
    const sized = (bytes: number) => JSON.stringify({ email: '' }).replace('""', `"${'a'.repeat(bytes - 12)}"`)
    for (const path of [sessionPaths.signIn, sessionPaths.signUp, sessionPaths.forgotPassword, factorPaths.passkey]) {
      expect((await post(server, path, sized(16_384))).status).toBe(422)
      expect(await post(server, path, sized(16_385))).toMatchObject({ status: 413, body: { code: 'too_large' } })
    }
  })
})

describe('session guard', () => {
  it('admits a request whose bearer names a live session', async () => {
    const answer = await get(server, GUARDED, token)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('accepts the scheme in any case', async () => {
    const answer = await get(server, GUARDED, undefined, { headers: { authorization: `bEARER ${token}` } })
    expect(answer.status).toBe(200)
  })

  it('requires a bearer, also for an unknown id', async () => {
    for (const url of [GUARDED, '/api/v1/gateways/01890a5d-ac96-774b-bcce-b302099a8057']) {
      const answer = await get(server, url)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.body.code).toBe('unauthenticated')
    }
  })

  it('refuses to end or refresh another account’s session or a future generation, even with a validly signed token', async () => {
    const other = claimsOf(await register(server, { email: 'moss@example.com' }))
    for (const changes of [{ sub: other['sub'] }, { gen: 99 }]) {
      const mixed = forged(ours, { ...claimsOf(token), ...changes })
      expect((await post(server, sessionPaths.signOut, undefined, { token: mixed })).status).toBe(401)
      expect((await get(server, sessionPaths.refresh, mixed)).status).toBe(401)
    }
    expect((await get(server, GUARDED, token)).status).toBe(200)
  })

  it('ignores a token in the query, a cookie or the body', async () => {
    const elsewhere = [
      await get(server, `${GUARDED}?access_token=${token}&token=${token}&auth_token=${token}`),
      await get(server, GUARDED, undefined, { headers: { cookie: `token=${token}; access_token=${token}` } }),
      await post(server, '/api/v1/gateways/register', { access_token: token, token }),
    ]
    expect(elsewhere.map((answer) => answer.status)).toEqual([401, 401, 401])
  })

  it.each([
    ['no scheme', (t: string) => t],
    ['another scheme', (t: string) => `Basic ${t}`],
    ['nothing behind the scheme', () => 'Bearer'],
    ['two blanks', (t: string) => `Bearer  ${t}`],
    ['two tokens', (t: string) => `Bearer ${t}, Bearer ${t}`],
    ['something behind it', (t: string) => `Bearer ${t} x`],
    ['10 kB of it', () => `Bearer ${'a'.repeat(10_000)}`],
    ['no JWT', () => 'Bearer garbage'],
    ['an empty signature', (t: string) => `Bearer ${t.split('.').slice(0, 2).join('.')}.`],
    ['no signature', (t: string) => `Bearer ${t.split('.').slice(0, 2).join('.')}`],
  ])('refuses a header with %s', async (_name, header) => {
    const answer = await get(server, GUARDED, undefined, { headers: { authorization: header(token) } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  })

  it.each([
    ['alg none', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claimsOf(token))}.`],
    ['alg nOnE and a signature', () => forged({ alg: 'nOnE', typ: 'JWT' }, claimsOf(token))],
    ['HS512', () => createSigner({ key: server.settings.secret, algorithm: 'HS512' })(claimsOf(token))],
    ['HS384', () => createSigner({ key: server.settings.secret, algorithm: 'HS384' })(claimsOf(token))],
    ['RS256', () => rs256(claimsOf(token))],
    ['HS256 said, HMAC of another kind done', () => forged({ alg: 'RS256', typ: 'JWT' }, claimsOf(token))],
    ['another key', () => forged(ours, claimsOf(token), 'another secret, as long as the right one')],
    ['an empty key', () => forged(ours, claimsOf(token), '')],
    ['a critical header that nobody knows', () => forged({ ...ours, crit: ['exp2'], exp2: 1 }, claimsOf(token))],
    ['a changed claim under the old signature', () => tampered(token)],
  ])('refuses a token with %s', async (_name, make) => {
    expect((await get(server, GUARDED, make())).status).toBe(401)
  })

  it.each([
    ['no exp', { exp: undefined }],
    ['exp as text', { exp: '9999999999' }],
    ['exp null', { exp: null }],
    ['exp in the past', { exp: 1_600_000_000 }],
    ['iat an hour ahead', { iat: Math.floor(Date.now() / 1000) + 3600 }],
    ['no iat', { iat: undefined }],
    ['nbf', { nbf: Math.floor(Date.now() / 1000) + 3600 }],
    ['another issuer', { iss: 'elsewhere' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'elsewhere' }],
    ['a list of audiences', { aud: ['frond-api'] }],
    ['another type', { typ: 'reset' }],
    ['no type', { typ: undefined }],
    ['no user', { sub: undefined }],
    ['SQL for a user', { sub: '1 or 1=1' }],
    ['another user', { sub: '01890a5d-ac96-774b-bcce-b302099a8057' }],
    ['no session', { sid: undefined }],
    ['an unknown session', { sid: '01890a5d-ac96-774b-bcce-b302099a8057' }],
    ['a generation to come', { gen: 2 }],
    ['no generation', { gen: undefined }],
    ['a generation beyond integers', { gen: 2 ** 31 }],
    ['no jti', { jti: undefined }],
  ])('refuses a token signed with the server’s key with %s', async (_name, wrong) => {
    expect((await get(server, GUARDED, forged(ours, { ...claimsOf(token), ...wrong }))).status).toBe(401)
  })

  it('accepts this test’s tokens when no claim is wrong', async () => {
    expect((await get(server, GUARDED, forged(ours, claimsOf(token)))).status).toBe(200)
  })

  it('refuses claims that are not an object', async () => {
    for (const claims of [[], 'text', 7]) expect((await get(server, GUARDED, forged(ours, Object(claims)))).status).toBe(401)
  })

  it('refuses the token of a user who was disabled or deleted, on the next call', async () => {
    await server.db.query(sql`update users set active = false`)
    expect((await get(server, GUARDED, token)).status).toBe(401)
    await server.db.query(sql`update users set active = true`)
    expect((await get(server, GUARDED, token)).status).toBe(200)
    await server.db.query(sql`delete from users`)
    expect((await get(server, GUARDED, token)).status).toBe(401)
  })

  it('refuses an expired token, to the second', async () => {
    server.clock.now = new Date(Number(claimsOf(token)['exp']) * 1000 - 1)
    expect((await get(server, GUARDED, token)).status).toBe(200)
    server.clock.advance(1)
    expect((await get(server, GUARDED, token)).status).toBe(401)
    server.clock.now = new Date()
  })

  it('refuses the tokens of mailed links', async () => {
    await post(server, sessionPaths.forgotPassword, { email: iris.email })
    for (const path of ['/confirm', '/reset-password'] as const)
      expect((await get(server, GUARDED, await mailedToken(server, path))).status).toBe(401)
  })
})

function rs256(claims: Record<string, unknown>): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return createSigner({ key, algorithm: 'RS256' })(claims)
}

function tampered(token: string): string {
  const [header, , signature] = token.split('.')
  return `${header}.${encode({ ...claimsOf(token), sub: '01890a5d-ac96-774b-bcce-b302099a8057' })}.${signature}`
}

describe('without a session', () => {
  it.each([
    ['GET', '/api/v1/gateways'],
    ['GET', '/api/v1/gateways/nobody'],
    ['POST', '/api/v1/gateways/register'],
    ['PUT', '/api/v1/sensors'],
    ['DELETE', '/api/v1/sensors/01890000-0000-7000-8000-000000000000'],
    ['POST', '/api/v1/gateways/bulk_delete'],
    ['POST', '/api/v1/gateways/bulk_update'],
    ['POST', '/api/v1/gateways/restore'],
    ['GET', '/api/v1/users'],
    ['GET', '/api/v1/dashboard/analytics'],
    ['GET', '/api/v1/no/such/thing'],
    ['PATCH', '/api/v1/gateways'],
    ['GET', '/api/v1/gateways?access_token=x'],
  ])('answers %s %s with 401 and its challenge', async (method, url) => {
    const { status, headers, body } = await callWith(server)(method, url)

    expect([status, body.code]).toEqual([401, 'unauthenticated'])
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
  })
})
