import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import { countOf, iris, mailedToken, post, setOtherwise, signIn, signUpOf } from '../../support/accounts'
import { ADMIN, startServer, type TestServer } from '../../support/server'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startServer({ registration: 'invite' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.truncate()
  admin = await server.signIn()
})

function invite(body: unknown = { email: iris.email }, to = server) {
  return post(to, sessionPaths.invitation, body, { token: admin })
}

function accept(token: string, email = iris.email) {
  return post(server, `${sessionPaths.signUp}?invitation=${token}`, signUpOf({ email }))
}

describe('invitation', () => {
  it('is mailed with a link to sign-up, is audited, and lets the invited register', async () => {
    expect((await invite()).status).toBe(204)
    const [mail] = await server.outbox()
    expect(mail).toMatchObject({ to: iris.email, subject: 'You are invited to Frond' })
    expect(mail?.text).toContain(`${server.settings.publicUrl}/sign-up?invitation=`)
    const { rows } = await server.db.query(sql`select action, after from audit_entries where action = 'invited'`)
    expect(rows).toEqual([{ action: 'invited', after: { email: iris.email } }])
    expect((await accept(await mailedToken(server, '/sign-up'))).status).toBe(201)
    expect((await signIn(server)).status).toBe(200)
  })

  it('is good in its newest form only', async () => {
    await invite()
    const older = await mailedToken(server, '/sign-up')
    await invite()
    expect((await accept(older)).status).toBe(403)
    expect((await accept(await mailedToken(server, '/sign-up'))).status).toBe(201)
  })

  it('lets one of two in who come with it at once', async () => {
    await invite()
    const token = await mailedToken(server, '/sign-up')
    const answers = await Promise.all([accept(token), accept(token)])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 403])
  })

  it('is for administrators to send', async () => {
    expect((await post(server, sessionPaths.invitation, { email: iris.email })).status).toBe(401)
    expect(await countOf(server, 'mails')).toBe(0)
  })

  it('names who has the address already', async () => {
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
