import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import { INVITATIONS_PATH, type Invitation } from '../../../src/contract/invitations'
import { call, countOf, get, iris, mailedToken, post, setOtherwise, signIn, signUpOf } from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'
import { ADMIN } from '../../support/server/server'

const server = emptiedServer({ registration: 'invite' })
let admin: string

beforeEach(async () => {
  admin = await server.signIn()
})

function invite(body: unknown = { email: iris.email }, to = server) {
  return post(to, sessionPaths.invitation, body, { token: admin })
}

function accept(token: string, email = iris.email) {
  return post(server, `${sessionPaths.signUp}?invitation=${token}`, signUpOf({ email }))
}

describe('invitation', () => {
  it('is mailed with a link to sign-up, is audited, and allows the recipient to register', async () => {
    expect((await invite()).status).toBe(204)
    const [mail] = await server.outbox()
    expect(mail).toMatchObject({ to: iris.email, subject: 'You are invited to Frond' })
    expect(mail?.text).toContain(`${server.settings.publicUrl}/sign-up?invitation=`)
    const { rows } = await server.db.query(sql`select action, after from audit_entries where action = 'invited'`)
    expect(rows).toEqual([{ action: 'invited', after: { email: iris.email } }])
    expect((await accept(await mailedToken(server, '/sign-up'))).status).toBe(201)
    expect((await signIn(server)).status).toBe(200)
  })

  it('is valid only in its newest mail', async () => {
    await invite()
    const older = await mailedToken(server, '/sign-up')
    await invite()
    expect((await accept(older)).status).toBe(403)
    expect((await accept(await mailedToken(server, '/sign-up'))).status).toBe(201)
  })

  it('is accepted once when it is used twice at once', async () => {
    await invite()
    const token = await mailedToken(server, '/sign-up')
    const answers = await Promise.all([accept(token), accept(token)])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  it('can only be sent by administrators', async () => {
    expect((await post(server, sessionPaths.invitation, { email: iris.email })).status).toBe(401)
    expect(await countOf(server, 'mails')).toBe(0)
  })

  it('names the account that has the address', async () => {
    const answer = await invite({ email: ADMIN.email.toUpperCase() })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'taken', holder: { name: 'Administrator' } })
  })

  it.each([{}, { email: 'iris' }, { email: iris.email, role: 'admin' }])('refuses %j', async (body) => {
    expect((await invite(body)).status).toBe(422)
    expect(await countOf(server, 'mails')).toBe(0)
  })

  it('is not sent to one address more than five times in 15 minutes', async () => {
    for (let time = 0; time < 5; time += 1) expect((await invite()).status).toBe(204)
    expect((await invite()).status).toBe(429)
  })

  it('is refused where registration is closed', async () => {
    const closed = await setOtherwise(server, { registration: 'closed' })
    const answer = await invite(undefined, closed)
    expect([answer.status, answer.body.code]).toEqual([403, 'registration_closed'])
  })
})

describe('open invitations', () => {
  const open = async () => (await get(server, INVITATIONS_PATH, admin)).body.result as unknown as Invitation[]
  const revoke = (id: string) => call(server, 'DELETE', `${INVITATIONS_PATH}/${id}`, undefined, { token: admin })

  it('are listed newest first, one for each address, with the sender', async () => {
    await invite()
    server.clock.advance(1000)
    await invite({ email: 'moss@example.com' })
    server.clock.advance(1000)
    await invite()
    expect(await open()).toMatchObject([
      { email: iris.email, invitedBy: 'Administrator', createdAt: server.clock.now.toISOString() },
      { email: 'moss@example.com' },
    ])
  })

  it('are deleted once used, expired, or replaced by an account', async () => {
    await invite()
    await accept(await mailedToken(server, '/sign-up'))
    await invite({ email: 'moss@example.com' })
    const openServer = await setOtherwise(server, { registration: 'open' })
    await post(openServer, sessionPaths.signUp, signUpOf({ email: 'moss@example.com' }))
    await invite({ email: 'fern@example.com' })
    expect((await open()).map(({ email }) => email)).toEqual(['fern@example.com'])
    server.clock.advance(3 * 86_400_000)
    admin = await server.signIn()
    expect(await open()).toEqual([])
  })

  it('are revoked: the link and older ones are invalid, and an unsent mail is not sent', async () => {
    await invite()
    const older = await mailedToken(server, '/sign-up')
    server.clock.advance(1000)
    await invite()
    const newer = await mailedToken(server, '/sign-up')
    const [invitation] = await open()
    const mails = await countOf(server, 'mails')
    expect((await revoke(invitation?.id ?? '')).status).toBe(204)
    expect(await open()).toEqual([])
    for (const token of [older, newer]) expect((await accept(token)).status).toBe(403)
    expect(await countOf(server, 'mails')).toBe(mails - 1)
    const { rows } = await server.db.query(sql`select before from audit_entries where action = 'invitation_revoked'`)
    expect(rows).toEqual([{ before: { email: iris.email } }])
    await invite()
    expect((await accept(await mailedToken(server, '/sign-up'))).status).toBe(201)
  })

  it('answer 404 for an unknown one', async () => {
    await invite()
    const [invitation] = await open()
    await revoke(invitation?.id ?? '')
    for (const id of [invitation?.id ?? '', '01890000-0000-7000-8000-000000000000', 'nothing'])
      expect((await revoke(id)).status).toBe(404)
  })

  it('can only be seen and withdrawn by administrators', async () => {
    expect((await get(server, INVITATIONS_PATH)).status).toBe(401)
    expect((await call(server, 'DELETE', `${INVITATIONS_PATH}/nothing`)).status).toBe(401)
  })
})

describe('an invitation where everyone may register', () => {
  it('is consumed and confirms the address', async () => {
    await invite()
    const openServer = await setOtherwise(server, { registration: 'open' })
    const token = await mailedToken(server, '/sign-up')
    expect((await post(openServer, `${sessionPaths.signUp}?invitation=${token}`, signUpOf())).status).toBe(201)
    const { rows } = await server.db.query<{ used: boolean; confirmed: boolean }>(sql`
      select i.used_at is not null as used, u.email_confirmed_at is not null as confirmed
      from invitations i join users u on u.email_key = i.email_key`)
    expect(rows).toEqual([{ used: true, confirmed: true }])
  })

  it('is ignored when it is invalid, and confirms nothing', async () => {
    const openServer = await setOtherwise(server, { registration: 'open' })
    expect((await post(openServer, `${sessionPaths.signUp}?invitation=guessed`, signUpOf())).status).toBe(201)
    const { rows } = await server.db.query(sql`select email_confirmed_at as at from users where email = ${iris.email}`)
    expect(rows).toEqual([{ at: null }])
  })
})
