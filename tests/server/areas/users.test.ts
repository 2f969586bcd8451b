import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { INVITATIONS_PATH, type Invitation } from '../../../src/contract/invitations'
import { sessionPaths } from '../../../src/contract/session'
import {
  call,
  get,
  GUARDED,
  iris,
  mailedToken,
  post,
  register,
  setOtherwise,
  signIn,
  signUpOf,
  tokenOf,
} from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer({ registration: 'open' })
let admin: string

beforeEach(async () => {
  admin = await server.signIn()
})

async function idOf(email: string): Promise<string> {
  const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${email}`)
  return rows[0]?.id ?? ''
}

function setActive(id: string, active: unknown, token = admin, headers: Readonly<Record<string, string>> = {}) {
  return call(server, 'PUT', `/api/v1/users/${id}`, { active }, { token, headers })
}

describe('deactivating a user', () => {
  it('ends their sessions at once, and blocks sign-in until they are reactivated', async () => {
    const theirs = await register(server)
    const other = tokenOf(await signIn(server))
    const id = await idOf(iris.email)
    const answer = await setActive(id, false)
    expect([answer.status, answer.body.result]).toMatchObject([200, { id, active: false, version: 2 }])
    for (const token of [theirs, other]) {
      expect((await get(server, GUARDED, token)).status).toBe(401)
      expect((await get(server, sessionPaths.refresh, token)).status).toBe(401)
    }
    expect((await signIn(server)).status).toBe(401)

    expect((await setActive(id, true)).status).toBe(200)
    expect((await get(server, GUARDED, theirs)).status).toBe(401)
    expect((await signIn(server)).status).toBe(200)
  })

  it('forgets their known devices: a reactivated account trusts none', async () => {
    await register(server)
    const { device } = (await signIn(server)).body.result as { device?: string }
    const id = await idOf(iris.email)
    await setActive(id, false)
    await setActive(id, true)
    for (let at = 0; at < 21; at += 1) await signIn(server, { password: 'wrong' }, { from: `10.0.${at}.1` })
    expect((await signIn(server, { device })).status).toBe(429)
  })

  it('revokes the invitations that they sent, and no other one', async () => {
    const theirs = await register(server)
    const invite = (email: string, token: string) => post(server, sessionPaths.invitation, { email }, { token })
    const open = async () =>
      ((await get(server, INVITATIONS_PATH, admin)).body.result as unknown as Invitation[]).map(({ email }) => email)
    await invite('fern@example.com', theirs)
    await invite('moss@example.com', theirs)
    const link = await mailedToken(server, '/sign-up')
    await invite('hoya@example.com', theirs)
    server.clock.advance(1000)
    await invite('fern@example.com', admin)
    await setActive(await idOf(iris.email), false)
    expect(await open()).toEqual(['fern@example.com'])
    const byInvitation = await setOtherwise(server, { registration: 'invite' })
    const moss = signUpOf({ email: 'moss@example.com' })
    expect((await post(byInvitation, `${sessionPaths.signUp}?invitation=${link}`, moss)).status).toBe(403)
    const { rows } = await server.db.query(sql`
      select user_id as "userId", before->>'email' as email from audit_entries where action = 'invitation_revoked' order by 2`)
    const userId = await idOf('admin@example.com')
    expect(rows).toEqual(['hoya@example.com', 'moss@example.com'].map((email) => ({ userId, email })))
  })

  it('is audited with the acting user', async () => {
    await register(server)
    const id = await idOf(iris.email)
    await setActive(id, false)
    const { rows } = await server.db.query(sql`
      select user_id as "userId", before->>'active' as before, after->>'active' as after
      from audit_entries where action = 'updated' and subject = 'User' and subject_id = ${id}`)
    expect(rows).toEqual([{ userId: await idOf('admin@example.com'), before: 'true', after: 'false' }])
  })

  it('leaves the sessions of others alone', async () => {
    const token = await register(server)
    await register(server, { email: 'moss@example.com' })
    await setActive(await idOf('moss@example.com'), false)
    expect((await get(server, GUARDED, token)).status).toBe(200)
    expect((await get(server, GUARDED, admin)).status).toBe(200)
  })

  it('is refused for the last active administrator, who stays signed in', async () => {
    await register(server)
    await setActive(await idOf(iris.email), false)
    const answer = await setActive(await idOf('admin@example.com'), false)
    expect([answer.status, answer.body.code]).toEqual([409, 'last_admin'])
    expect((await get(server, GUARDED, admin)).status).toBe(200)
  })

  it('leaves one when the last two deactivate each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await server.truncate()
      const first = await server.signIn()
      const second = await register(server)
      const [a, b] = [await idOf('admin@example.com'), await idOf(iris.email)]
      const answers = await Promise.all([setActive(a, false, second), setActive(b, false, first)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      // The user whose session has ended meanwhile may be refused earlier, with 401.
      expect([401, 409]).toContain(answers.find(({ status }) => status !== 200)?.status)
      const { rows } = await server.db.query<{ total: number }>(sql`select count(*) as total from users where active`)
      expect(rows[0]?.total).toBe(1)
    }
  })

  it('leaves one when one administrator deactivates everybody at once', async () => {
    const emails = ['a@example.com', 'b@example.com', 'c@example.com', 'admin@example.com']
    for (const email of emails.slice(0, 3)) await register(server, { email })
    const ids = await Promise.all(emails.map((email) => idOf(email)))
    await Promise.all(ids.map((id) => setActive(id, false)))
    const { rows } = await server.db.query<{ total: number }>(sql`select count(*) as total from users where active`)
    expect(rows[0]?.total).toBeGreaterThan(0)
  })

  it('is refused when another user has changed the account meanwhile', async () => {
    await register(server)
    const id = await idOf(iris.email)
    await setActive(id, false, admin, { 'if-match': '"1"' })
    const answer = await setActive(id, true, admin, { 'if-match': '"1"' })
    expect([answer.status, answer.body.code]).toEqual([412, 'stale'])
  })

  it.each([{ active: 'no' }, { active: null }, { active: false, role: 'admin' }, { active: false, email: 'x@example.com' }])(
    'refuses %j',
    async (body) => {
      await register(server)
      const id = await idOf(iris.email)
      expect((await call(server, 'PUT', `/api/v1/users/${id}`, body, { token: admin })).status).toBe(422)
      expect((await signIn(server)).status).toBe(200)
    },
  )
})

describe('users', () => {
  it('cannot be created or deleted by the standard calls', async () => {
    const id = await idOf('admin@example.com')
    expect((await call(server, 'DELETE', `/api/v1/users/${id}`, undefined, { token: admin })).status).toBe(405)
    expect((await call(server, 'POST', '/api/v1/users', {}, { token: admin })).status).toBe(405)
  })
})
