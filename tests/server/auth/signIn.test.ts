import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import {
  claimsOf,
  countOf,
  get,
  GUARDED,
  iris,
  mailedToken,
  overtaken,
  post,
  register,
  setOtherwise,
  signIn,
  statementsOf,
  tokenOf,
} from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const MINUTE = 60_000
const server = emptiedServer({ registration: 'open' })

describe('sign-in', () => {
  it('starts a session when email and password are right', async () => {
    await register(server)
    const answer = await signIn(server)
    expect(answer.status).toBe(200)
    expect(answer.body.result?.expires_at).toBe(900)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const claims = claimsOf(tokenOf(answer))
    expect(claims).toMatchObject({ iss: 'frond', aud: 'frond-api', gen: 1, typ: 'access' })
    expect((await get(server, GUARDED, tokenOf(answer))).status).toBe(200)
  })

  it('records its time and audits it, without changing the version', async () => {
    await register(server)
    server.clock.advance(MINUTE)
    await signIn(server)
    const { rows } = await server.db.query(sql`select last_sign_in_at as at, version from users`)
    expect(rows).toEqual([{ at: server.clock.now.toISOString(), version: 1 }])
    const audit = await server.db.query<{ action: string }>(sql`select action from audit_entries`)
    expect(audit.rows.map((row) => row.action)).toContain('signed_in')
  })

  it('finds the account by its email in any case', async () => {
    await register(server, { email: 'Iris.Blau@Example.com' })
    expect((await signIn(server, { email: 'iris.blau@EXAMPLE.com' })).status).toBe(200)
  })

  it('accepts the same password in any Unicode form', async () => {
    const composed = 'caf\u00e9 au lait'
    await register(server, { password: composed, password_confirmation: composed })
    expect((await signIn(server, { password: 'cafe\u0301 au lait' })).status).toBe(200)
  })

  it('keeps blanks at the ends of a password', async () => {
    const spaced = ' mossy blanks '
    await register(server, { password: spaced, password_confirmation: spaced })
    expect((await signIn(server, { password: spaced })).status).toBe(200)
    expect((await signIn(server, { password: spaced.trim() })).status).toBe(401)
  })

  it('distinguishes passwords beyond their 72nd byte', async () => {
    const long = Array.from({ length: 40 }, (_, index) => index ** 3).join('-')
    await register(server, { password: `${long}a`, password_confirmation: `${long}a` })
    expect((await signIn(server, { password: `${long}b` })).status).toBe(401)
  })

  it('answers the same when the password is wrong, the account unknown, disabled, or without a password', async () => {
    await register(server)
    const wrong = await signIn(server, { password: 'wrong' })
    const unknown = await signIn(server, { email: 'nobody@example.com' })
    await server.db.query(sql`update users set active = false`)
    const disabled = await signIn(server)
    await server.db.query(sql`update users set active = true, password_hash = null`)
    const social = await signIn(server)
    for (const answer of [wrong, unknown, disabled, social]) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.body).toMatchObject({ code: 'bad_credentials', message: 'Email or password is wrong' })
    }
  })

  it('runs the same queries for an unknown email as for a wrong password', async () => {
    await register(server)
    const known = await statementsOf(server, (watched) => signIn(watched, { password: 'wrong' }))
    const unknown = await statementsOf(server, (watched) => signIn(watched, { email: 'nobody@example.com' }))
    expect(known.length).toBeGreaterThan(0)
    expect(unknown).toEqual(known)
  })

  it.each([
    ['no role', { role: undefined }, 'role'],
    ['another role', { role: 'user' }, 'role'],
    ['no email', { email: undefined }, 'email'],
    ['an email that is none', { email: 'iris' }, 'email'],
    ['a list of emails', { email: ['iris@example.com'] }, 'email'],
    ['an operator for an email', { email: { $ne: null } }, 'email'],
    ['no password', { password: '' }, 'password'],
    ['a number for a password', { password: 123456 }, 'password'],
    ['NUL in the password', { password: 'moss\0moss' }, 'password'],
    ['half a character in the password', { password: 'moss\ud800moss' }, 'password'],
    ['1025 characters', { password: 'x'.repeat(1025) }, 'password'],
    ['1025 bytes', { password: `${'é'.repeat(512)}x` }, 'password'],
    ['an unknown property', { active: true }, 'active'],
  ])('refuses %s with 422 on the field', async (_name, wrong, field) => {
    await register(server)
    const answer = await signIn(server, wrong)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.fields ?? {})).toContain(field)
  })

  it('starts no session when the password is replaced, or the account disabled, during the check', async () => {
    await register(server)
    const reset = async () => {
      await post(server, sessionPaths.forgotPassword, { email: iris.email })
      const token = await mailedToken(server, '/reset-password')
      const password = 'lichen and fern'
      await post(server, sessionPaths.resetPassword, { token, password, password_confirmation: password })
    }
    const disable = () => server.db.query(sql`update users set active = false`)
    expect((await overtaken(server, reset, (slow) => signIn(slow))).status).toBe(401)
    expect((await overtaken(server, disable, (slow) => signIn(slow, { password: 'lichen and fern' }))).status).toBe(401)
    const { rows } = await server.db.query(sql`select 1 from sessions where ended_at is null`)
    expect(rows).toEqual([])
  })
})

describe('throttle of sign-in', () => {
  const wrong = { password: 'wrong' }

  it('refuses the sixth attempt in 15 minutes, even with the right password, and says when to retry', async () => {
    await register(server)
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await signIn(server, wrong)).status).toBe(401)
    const refused = await signIn(server)
    expect(refused.status).toBe(429)
    expect(refused.body.code).toBe('too_many_requests')
    expect(refused.headers.get('retry-after')).toBe('900')
    server.clock.advance(15 * MINUTE - 1)
    expect((await signIn(server)).status).toBe(429)
    server.clock.advance(1)
    expect((await signIn(server)).status).toBe(200)
  })

  it('answers the same for an unknown email', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn(server, { email: 'nobody@example.com' })
    const refused = await signIn(server, { email: 'nobody@example.com' })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('900')
  })

  it('checks at most five of fifty attempts at once', async () => {
    await register(server)
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(server, wrong)))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(45)
  })

  it('counts spellings of one email together, whatever a header says of the client', async () => {
    const spellings = ['iris@example.com', 'IRIS@example.com', 'Iris@Example.com', 'iris@EXAMPLE.COM', 'iriS@example.com']
    for (const [index, email] of spellings.entries())
      await signIn(server, { email, ...wrong }, { headers: { 'x-forwarded-for': `198.51.100.${index}` } })
    const refused = await signIn(server, wrong, {
      headers: { 'x-forwarded-for': '198.51.100.77', forwarded: 'for=198.51.100.78' },
    })
    expect(refused.status).toBe(429)
  })

  it('admits another client with the same email, up to 20 attempts an hour for all clients', async () => {
    await register(server)
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect((await signIn(server, wrong, { from: `198.51.100.${attempt % 4}` })).status).toBe(401)
    const refused = await signIn(server, {}, { from: '203.0.113.9' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(3600)
    server.clock.advance(60 * MINUTE)
    expect((await signIn(server, {}, { from: '203.0.113.9' })).status).toBe(200)
  })

  it('does not let one client alone lock the owner out', async () => {
    await register(server)
    for (let attempt = 0; attempt < 60; attempt += 1) await signIn(server, wrong, { from: '198.51.100.1' })
    expect((await signIn(server, {}, { from: '203.0.113.9' })).status).toBe(200)
  })

  it('counts one IPv6 subscriber as one client', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn(server, wrong, { from: `2001:db8:1:2::${attempt + 1}` })
    expect((await signIn(server, wrong, { from: '2001:db8:1:2:ffff::1' })).status).toBe(429)
    expect((await signIn(server, wrong, { from: '2001:db8:1:3::1' })).status).toBe(401)
  })

  it('still counts after a restart', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn(server, wrong)
    expect((await signIn(await setOtherwise(server, {}), wrong)).status).toBe(429)
  })

  it('trusts only the proxies of the settings about their clients’ addresses', async () => {
    const behind = await setOtherwise(server, { trustedProxies: ['10.0.0.0/8'] })
    const attempt = (from: string, client: string) => signIn(behind, wrong, { from, headers: { 'x-forwarded-for': client } })
    for (let time = 0; time < 5; time += 1) expect((await attempt('10.1.2.3', '198.51.100.1')).status).toBe(401)
    expect((await attempt('10.1.2.3', '203.0.113.5, 198.51.100.1')).status).toBe(429)
    expect((await attempt('10.1.2.3', '198.51.100.2')).status).toBe(401)
    for (let time = 0; time < 5; time += 1) expect((await attempt('192.0.2.1', `198.51.100.${time + 10}`)).status).toBe(401)
    expect((await attempt('192.0.2.1', '198.51.100.99')).status).toBe(429)
  })

  it('never stops a user who types the right password', async () => {
    await register(server)
    for (let attempt = 0; attempt < 30; attempt += 1) expect((await signIn(server)).status).toBe(200)
  })

  it('does not affect sessions and password resets, and is cleared by a reset', async () => {
    const token = await register(server)
    for (let attempt = 0; attempt < 6; attempt += 1) await signIn(server, wrong)
    expect((await get(server, GUARDED, token)).status).toBe(200)
    await post(server, sessionPaths.forgotPassword, { email: iris.email })
    const password = 'lichen and fern'
    const link = await mailedToken(server, '/reset-password')
    await post(server, sessionPaths.resetPassword, { token: link, password, password_confirmation: password })
    expect((await signIn(server, { password })).status).toBe(200)
  })

  it('stores no email of a person without an account', async () => {
    await signIn(server, { email: 'stranger@example.com' })
    const { rows } = await server.db.query<{ key: string }>(sql`select key from throttles`)
    expect(await countOf(server, 'throttles')).toBe(4)
    for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}( [0-9a-f]{64})?$/)
  })
})
