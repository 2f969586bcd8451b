// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import {
  confirmAddresses,
  call,
  claimsOf,
  get,
  GUARDED,
  iris,
  mailedToken,
  post,
  register,
  tokenOf,
  type SessionAnswer,
} from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const MINUTE = 60_000
const server = emptiedServer({ registration: 'open' })
let first: string

beforeEach(async () => {
  first = await register(server)
})

function refresh(token?: string): Promise<SessionAnswer> {
  return get(server, sessionPaths.refresh, token)
}

function audited(): Promise<string[]> {
  return server.db
    .query<{ action: string }>(sql`select action from audit_entries`)
    .then(({ rows }) => rows.map((row) => row.action))
}

describe('refresh', () => {
  it('returns a new token of the same session with the configured lifetime', async () => {
    server.clock.advance(MINUTE)
    const answer = await refresh(first)
    expect(answer.status).toBe(200)
    expect(answer.body.result?.expires_at).toBe(900)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [before, after] = [claimsOf(first), claimsOf(tokenOf(answer))]
    expect(after).toMatchObject({ sid: before['sid'], sub: before['sub'], gen: 2, typ: 'access' })
    expect(after['jti']).not.toBe(before['jti'])
    expect(Number(after['exp']) - Number(after['iat'])).toBe(900)
    expect((await get(server, GUARDED, tokenOf(answer))).status).toBe(200)
  })

  it('accepts an expired token while its session is live', async () => {
    server.clock.advance(11 * 60 * MINUTE)
    expect((await get(server, GUARDED, first)).status).toBe(401)
    expect((await refresh(first)).status).toBe(200)
  })

  it('refuses a session that was idle too long', async () => {
    server.clock.advance(12 * 60 * MINUTE + 1)
    expect((await refresh(first)).status).toBe(401)
  })

  it('counts a call as activity', async () => {
    let token = first
    for (let hour = 0; hour < 24; hour += 8) {
      server.clock.advance(8 * 60 * MINUTE)
      token = tokenOf(await refresh(token))
      server.clock.advance(5 * MINUTE)
      expect((await get(server, GUARDED, token)).status).toBe(200)
    }
    // The idle time counts from the last call, not from the refresh before it.
    server.clock.advance(12 * 60 * MINUTE - MINUTE)
    expect((await refresh(token)).status).toBe(200)
  })

  it('ends a session at its absolute expiry, however active it is, and issues no token beyond it', async () => {
    let token = first
    const end = server.clock.now.getTime() + server.settings.sessionMaxS * 1000
    while (server.clock.now.getTime() + 11 * 60 * MINUTE < end) {
      server.clock.advance(11 * 60 * MINUTE)
      token = tokenOf(await refresh(token))
    }
    server.clock.now = new Date(end - MINUTE)
    const last = await refresh(token)
    expect(last.body.result?.expires_at).toBe(60)
    server.clock.now = new Date(end)
    expect((await refresh(tokenOf(last))).status).toBe(401)
    expect((await get(server, GUARDED, tokenOf(last))).status).toBe(401)
  })

  it('refuses a missing token, a wrong one and one of an ended session', async () => {
    expect((await refresh()).headers.get('www-authenticate')).toBe('Bearer')
    expect((await refresh('garbage')).status).toBe(401)
    await post(server, sessionPaths.signOut, undefined, { token: first })
    const ended = await refresh(first)
    expect(ended.status).toBe(401)
    expect(ended.body.code).toBe('unauthenticated')
  })

  it('refuses a disabled user', async () => {
    await server.db.query(sql`update users set active = false`)
    expect((await refresh(first)).status).toBe(401)
  })

  it('reads only the header', async () => {
    expect((await get(server, `${sessionPaths.refresh}?token=${first}&access_token=${first}`)).status).toBe(401)
    expect((await get(server, sessionPaths.refresh, undefined, { headers: { cookie: `token=${first}` } })).status).toBe(401)
  })

  it('refuses HEAD without an effect', async () => {
    const head = await call(server, 'HEAD', sessionPaths.refresh, undefined, { token: first })
    expect(head.status).toBe(405)
    expect(claimsOf(tokenOf(await refresh(first)))['gen']).toBe(2)
  })

  it('rotates once for concurrent calls: all get the same generation', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(answers.map((answer) => claimsOf(tokenOf(answer))['gen'])).toEqual(Array(10).fill(2))
    for (const answer of answers) expect((await get(server, GUARDED, tokenOf(answer))).status).toBe(200)
  })

  it('returns the current token again within 10 s, even if it was used', async () => {
    const second = tokenOf(await refresh(first))
    await get(server, GUARDED, second)
    server.clock.advance(10_000)
    const again = await refresh(first)
    expect(claimsOf(tokenOf(again))['gen']).toBe(2)
  })

  it('returns the current token again much later when it was never used', async () => {
    await refresh(first)
    server.clock.advance(60 * MINUTE)
    expect(claimsOf(tokenOf(await refresh(first)))['gen']).toBe(2)
  })

  it('ends the session when a replaced token is sent after 10 s and the current one was used', async () => {
    const second = tokenOf(await refresh(first))
    await get(server, GUARDED, second)
    server.clock.advance(10_001)
    const reused = await refresh(first)
    expect(reused.status).toBe(401)
    expect(reused.body.code).toBe('token_reused')
    expect(reused.headers.get('www-authenticate')).toContain('Bearer')
    expect((await get(server, GUARDED, second)).status).toBe(401)
    expect((await refresh(second)).body.code).toBe('unauthenticated')
  })

  it('ends the session when the token is two behind, audits it and mails the owner', async () => {
    await confirmAddresses(server)
    const third = tokenOf(await refresh(tokenOf(await refresh(first))))
    expect((await refresh(first)).body.code).toBe('token_reused')
    expect((await get(server, GUARDED, third)).status).toBe(401)
    expect(await audited()).toContain('token_reused')
    expect((await server.outbox()).map((mail) => mail.subject)).toContain('One of your sessions was ended')
  })

  it('ends only that session when a token is reused', async () => {
    const other = tokenOf(await post(server, sessionPaths.signIn, { ...iris, role: 'admin' }))
    await refresh(tokenOf(await refresh(first)))
    await refresh(first)
    expect((await get(server, GUARDED, other)).status).toBe(200)
  })

  it('accepts a replaced token for other calls until it expires', async () => {
    await refresh(first)
    expect((await get(server, GUARDED, first)).status).toBe(200)
    server.clock.advance(16 * MINUTE)
    expect((await get(server, GUARDED, first)).status).toBe(401)
  })

  it('refuses the token of a mailed link', async () => {
    expect((await refresh(await mailedToken(server, '/confirm'))).status).toBe(401)
  })
})

describe('sign-out', () => {
  it('ends the session on the next call, and only that one', async () => {
    const other = tokenOf(await post(server, sessionPaths.signIn, { ...iris, role: 'admin' }))
    expect((await post(server, sessionPaths.signOut, undefined, { token: first })).status).toBe(204)
    expect((await get(server, GUARDED, first)).status).toBe(401)
    expect((await get(server, GUARDED, other)).status).toBe(200)
    expect(await audited()).toContain('signed_out')
  })

  it('ends the session of an expired token', async () => {
    server.clock.advance(30 * MINUTE)
    expect((await post(server, sessionPaths.signOut, undefined, { token: first })).status).toBe(204)
    expect((await refresh(first)).status).toBe(401)
  })

  it('accepts a JSON content type without a body', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await post(server, sessionPaths.signOut, undefined, { token: first, headers })).status).toBe(204)
  })

  it('refuses a missing token and one of an ended session', async () => {
    expect((await post(server, sessionPaths.signOut, undefined)).status).toBe(401)
    await post(server, sessionPaths.signOut, undefined, { token: first })
    expect((await post(server, sessionPaths.signOut, undefined, { token: first })).status).toBe(401)
  })
})
