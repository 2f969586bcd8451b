import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import {
  countOf,
  get,
  GUARDED,
  iris,
  mailedToken,
  post,
  register,
  signIn,
  statementsOf,
  tokenOf,
  type CallOptions,
} from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const MINUTE = 60_000
const password = 'lichen and fern'
const server = emptiedServer({ registration: 'open', publicUrl: 'https://frond.example' })
let session: string

beforeEach(async () => {
  session = await register(server)
})

function forgot(email: string = iris.email, options: CallOptions = {}, to = server) {
  return post(to, sessionPaths.forgotPassword, { email }, options)
}

function reset(token: string, overrides: Readonly<Record<string, unknown>> = {}) {
  return post(server, sessionPaths.resetPassword, { token, password, password_confirmation: password, ...overrides })
}

async function resetToken(): Promise<string> {
  await forgot()
  return mailedToken(server, '/reset-password')
}

describe('forgot password', () => {
  it('answers the specified sentence and writes one mail', async () => {
    const answer = await forgot()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      result: { message: 'You will receive an email with instructions on how to reset your password in a few minutes.' },
    })
    const mails = (await server.outbox()).filter((mail) => mail.subject === 'Reset your password')
    expect(mails.map((mail) => mail.to)).toEqual([iris.email])
  })

  it('answers the same for an unknown or disabled address, and sends no mail', async () => {
    const known = await forgot()
    const before = (await server.outbox()).length
    const unknown = await forgot('nobody@example.com')
    await server.db.query(sql`update users set active = false`)
    const disabled = await forgot()
    for (const answer of [unknown, disabled]) {
      expect(answer.status).toBe(known.status)
      expect(answer.body).toEqual(known.body)
      expect([...answer.headers.keys()]).toEqual([...known.headers.keys()])
    }
    expect(await server.outbox()).toHaveLength(before)
  })

  it('runs the same queries for an unknown address, and writes a row as well', async () => {
    const known = await statementsOf(server, (watched) => forgot(iris.email, {}, watched))
    const before = await countOf(server, 'mails')
    const unknown = await statementsOf(server, (watched) => forgot('nobody@example.com', {}, watched))
    expect(known.length).toBeGreaterThan(0)
    expect(unknown).toEqual(known)
    expect(await countOf(server, 'mails')).toBe(before + 1)
  })

  it('begins the link with PUBLIC_URL, whatever the request says of its host', async () => {
    await forgot(iris.email, {
      headers: {
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.test',
        origin: 'https://evil.test',
      },
    })
    const [mail] = await server.outbox()
    expect(mail?.text).toMatch(/https:\/\/frond\.example\/reset-password\?token=[\w-]{43}\n/)
    expect(mail?.html).toContain('href="https://frond.example/reset-password?token=')
    expect(JSON.stringify(mail)).not.toContain('evil')
  })

  it('accepts neither another recipient nor another address for the link', async () => {
    const body = { email: iris.email, reset_url: 'https://evil.test' }
    expect((await post(server, sessionPaths.forgotPassword, body)).status).toBe(422)
  })

  it.each(['a@x.de\r\nBcc: b@x.de', 'a@x.de,b@x.de', '', 'iris'])('refuses the address %j and sends nothing', async (email) => {
    const before = await countOf(server, 'mails')
    expect((await forgot(email)).status).toBe(422)
    expect(await countOf(server, 'mails')).toBe(before)
  })

  it('ends no session', async () => {
    await forgot()
    expect((await get(server, GUARDED, session)).status).toBe(200)
  })

  it('refuses the sixth request of one client in 15 minutes, also for an unknown address', async () => {
    for (const email of [iris.email, 'nobody@example.com']) {
      for (let time = 0; time < 5; time += 1) expect((await forgot(email)).status).toBe(200)
      const answer = await forgot(email)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '900'])
    }
    expect((await signIn(server)).status).toBe(200)
  })

  it('keeps no token in the database', async () => {
    const token = await resetToken()
    const { rows } = await server.db.query(sql`select to_jsonb(l) as link, to_jsonb(m) as mail from link_tokens l, mails m`)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('reset password', () => {
  it('sets the password, 204, ends every session and mails the owner', async () => {
    const other = tokenOf(await signIn(server))
    const answer = await reset(await resetToken())
    expect(answer.status).toBe(204)
    for (const token of [session, other]) {
      expect((await get(server, GUARDED, token)).status).toBe(401)
      expect((await get(server, sessionPaths.refresh, token)).status).toBe(401)
    }
    expect((await signIn(server)).status).toBe(401)
    expect((await signIn(server, { password })).status).toBe(200)
    expect((await server.outbox())[0]?.subject).toBe('Your password was changed')
    const { rows } = await server.db.query<{ action: string }>(sql`select action from audit_entries`)
    expect(rows.map((row) => row.action)).toContain('password_reset')
  })

  it('leaves the sessions of others alone', async () => {
    const other = await register(server, { email: 'moss@example.com' })
    await reset(await resetToken())
    expect((await get(server, GUARDED, other)).status).toBe(200)
  })

  it('confirms the address, because its mail was read', async () => {
    await reset(await resetToken())
    const { rows } = await server.db.query<{ at: string | null }>(sql`select email_confirmed_at as at from users`)
    expect(rows).toEqual([{ at: server.clock.now.toISOString() }])
  })

  it('accepts a link once', async () => {
    const token = await resetToken()
    await reset(token)
    const again = await reset(token)
    expect(again.status).toBe(422)
    expect(again.body).toMatchObject({
      code: 'invalid',
      fields: { token: 'This link is no longer valid, please ask for a new one' },
    })
  })

  it('accepts a link once when it is sent twice concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      await server.db.query(sql`delete from throttles`)
      const token = await resetToken()
      server.clock.advance(1)
      const answers = await Promise.all([reset(token), reset(token)])
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 422])
    }
  })

  it('accepts only the newest link', async () => {
    const older = await resetToken()
    const newer = await resetToken()
    expect(newer).not.toBe(older)
    expect((await reset(older)).status).toBe(422)
    expect((await reset(newer)).status).toBe(204)
    expect((await reset(older)).status).toBe(422)
  })

  it('accepts a link for 30 minutes', async () => {
    const token = await resetToken()
    server.clock.advance(30 * MINUTE)
    expect((await reset(token)).status).toBe(422)
    server.clock.advance(-1)
    expect((await reset(token)).status).toBe(204)
  })

  it('answers the same for an unknown link, a bearer, a link to confirm, and one of a disabled account', async () => {
    const token = await resetToken()
    await server.db.query(sql`update users set active = false`)
    const answers = await Promise.all([
      reset('unknown'),
      reset(session.slice(0, 200)),
      reset(await mailedToken(server, '/confirm')),
      reset(token),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(422)
      expect(body.fields).toEqual({ token: 'This link is no longer valid, please ask for a new one' })
    }
  })

  it.each([
    ['a short password', { password: 'fern!', password_confirmation: 'fern!' }, 'password'],
    ['a common password', { password: 'sunshine1', password_confirmation: 'sunshine1' }, 'password'],
    ['the email for a password', { password: iris.email, password_confirmation: iris.email }, 'password'],
    ['another confirmation', { password_confirmation: 'something else' }, 'password_confirmation'],
    ['an unknown property', { role: 'admin' }, 'role'],
  ])('refuses %s and leaves the link good', async (_name, wrong, field) => {
    const token = await resetToken()
    const answer = await reset(token, wrong)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
    expect((await reset(token)).status).toBe(204)
  })
})

describe('confirmation', () => {
  const instructions = (email: string = iris.email) => post(server, sessionPaths.confirmation, { email })

  it('answers the same for any address', async () => {
    const answers = [await instructions(), await instructions('nobody@example.com')]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.result?.message).toBe(
        'You will receive an email with instructions on how to confirm your email address in a few minutes.',
      )
    }
    expect((await server.outbox()).map((mail) => mail.to)).toEqual([iris.email, iris.email])
  })

  it('confirms the address by the mailed link, 204, and again 204', async () => {
    const token = await mailedToken(server, '/confirm')
    expect((await post(server, sessionPaths.confirm, { token })).status).toBe(204)
    expect((await post(server, sessionPaths.confirm, { token })).status).toBe(204)
    const { rows } = await server.db.query(sql`select email_confirmed_at as at, version from users`)
    expect(rows).toEqual([{ at: server.clock.now.toISOString(), version: 2 }])
  })

  it('writes no mail when the address is confirmed already', async () => {
    await post(server, sessionPaths.confirm, { token: await mailedToken(server, '/confirm') })
    const before = await server.outbox()
    await instructions()
    expect(await server.outbox()).toEqual(before)
  })

  it('accepts a link for a day, only the newest, and no other kind of token', async () => {
    const older = await mailedToken(server, '/confirm')
    await instructions()
    const token = await mailedToken(server, '/confirm')
    server.clock.advance(24 * 60 * MINUTE)
    const refused = [older, token, await resetToken(), 'unknown', session.slice(0, 200)]
    for (const wrong of refused) expect((await post(server, sessionPaths.confirm, { token: wrong })).status).toBe(422)
    server.clock.advance(-1)
    expect((await post(server, sessionPaths.confirm, { token: older })).status).toBe(422)
    expect((await post(server, sessionPaths.confirm, { token })).status).toBe(204)
  })
})
