import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountPaths, endOthersPath, type AccountSession } from '../../../src/contract/account'
import { sessionPaths } from '../../../src/contract/session'
import { call, claimsOf, get, GUARDED, post, register, signIn, tokenOf } from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const server = emptiedServer({ registration: 'open', trustedProxies: [] })
let token: string

beforeEach(async () => {
  token = await register(server)
})

async function seen(bearer = token): Promise<AccountSession[]> {
  const { body } = await get(server, accountPaths.sessions, bearer)
  return body.result as unknown as AccountSession[]
}
const end = (id: string, bearer = token) => call(server, 'DELETE', `${accountPaths.sessions}/${id}`, undefined, { token: bearer })
const endOthers = (bearer = token) => call(server, 'POST', endOthersPath(null), undefined, { token: bearer })
const actions = async () =>
  (await server.db.query<{ action: string }>(sql`select action from audit_entries order by id`)).rows.map(({ action }) => action)

describe('the own sessions', () => {
  it('show their device and start, with the caller’s own marked', async () => {
    const before = server.clock.now.toISOString()
    server.clock.advance(60_000)
    const options = { headers: { 'user-agent': firefox }, from: '192.0.2.7' }
    const other = tokenOf(await signIn(server, {}, options))
    const startedAt = server.clock.now.toISOString()
    expect(await seen(other)).toMatchObject([
      { id: claimsOf(other)['sid'], current: true, device: 'Firefox on Linux', ip: '192.0.2.7', startedAt, seenAt: startedAt },
      { id: claimsOf(token)['sid'], current: false, ip: '127.0.0.1', startedAt: before },
    ])
  })

  it('are only the live ones of the requesting user', async () => {
    await register(server, { email: 'moss@example.com' })
    const over = tokenOf(await signIn(server))
    await post(server, sessionPaths.signOut, undefined, { token: over })
    expect(await seen()).toHaveLength(1)
    tokenOf(await signIn(server))
    server.clock.advance(800_000)
    await get(server, GUARDED, token)
    server.clock.advance(server.settings.sessionIdleS * 1000 - 100_000)
    // The second session has been idle for too long by now.
    const { rows } = await server.db.query<{ total: number }>(sql`select count(*) as total from sessions where ended_at is null`)
    expect(rows[0]?.total).toBe(3)
    const refreshed = tokenOf(await get(server, sessionPaths.refresh, token))
    expect(await seen(refreshed)).toHaveLength(1)
  })

  it('store a client’s name short and plain', async () => {
    const agent = `a\u00e9\u0007b ${'x'.repeat(2000)}`
    tokenOf(await signIn(server, {}, { headers: { 'user-agent': agent } }))
    const { rows } = await server.db.query<{ agent: string }>(
      sql`select user_agent as agent from sessions order by created_at desc, id desc limit 1`,
    )
    expect(rows[0]?.agent).toMatch(/^ab x+$/)
    expect(rows[0]?.agent).toHaveLength(400)
  })
})

describe('ending a session', () => {
  it('refuses its bearer from the next call on, and leaves the others alone', async () => {
    const other = tokenOf(await signIn(server))
    expect((await end(String(claimsOf(other)['sid']))).status).toBe(204)
    expect((await get(server, GUARDED, other)).status).toBe(401)
    expect((await get(server, sessionPaths.refresh, other)).status).toBe(401)
    expect((await get(server, GUARDED, token)).status).toBe(200)
    expect(await actions()).toContain('ended')
  })

  it('answers 404 for one that has ended, is unknown, malformed or another user’s', async () => {
    const moss = await register(server, { email: 'moss@example.com' })
    const other = tokenOf(await signIn(server))
    const id = String(claimsOf(other)['sid'])
    await end(id)
    for (const wrong of [id, '01890000-0000-7000-8000-000000000000', 'nothing', String(claimsOf(moss)['sid'])])
      expect((await end(wrong)).status).toBe(404)
    expect((await get(server, GUARDED, moss)).status).toBe(200)
  })

  it('happens once when it is requested ten times at once', async () => {
    const id = String(claimsOf(tokenOf(await signIn(server)))['sid'])
    const answers = await Promise.all(Array.from({ length: 10 }, () => end(id)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })
})

describe('ending all others', () => {
  it('keeps only the requesting session, and returns the number of ended ones', async () => {
    const moss = await register(server, { email: 'moss@example.com' })
    const others = [tokenOf(await signIn(server)), tokenOf(await signIn(server))]
    const answer = await endOthers()
    expect([answer.status, answer.body.result]).toEqual([200, { ended: 2 }])
    for (const other of others) expect((await get(server, GUARDED, other)).status).toBe(401)
    for (const live of [token, moss]) expect((await get(server, GUARDED, live)).status).toBe(200)
    expect((await endOthers()).body.result).toEqual({ ended: 0 })
    expect(await actions()).toContain('sessions_ended')
  })

  it('counts none that had expired by itself', async () => {
    for (const _ of [1, 2]) tokenOf(await signIn(server))
    server.clock.advance((server.settings.sessionIdleS + 60) * 1000)
    const [current] = [tokenOf(await signIn(server)), tokenOf(await signIn(server))]
    expect((await endOthers(current)).body.result).toEqual({ ended: 1 })
  })
})
