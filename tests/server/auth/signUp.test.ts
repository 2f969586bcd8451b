import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import { invite } from '../../../src/server/auth/invitations'
import {
  countOf,
  get,
  GUARDED,
  iris,
  mailedToken,
  post,
  register,
  setOtherwise,
  signIn,
  signUpOf,
} from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'
import type { TestServer } from '../../support/server/server'

const server = emptiedServer({ registration: 'open' })

function signUp(overrides: Readonly<Record<string, unknown>> = {}, to = server) {
  return post(to, sessionPaths.signUp, signUpOf(overrides))
}

describe('sign-up where registration is open', () => {
  it('creates the account and its first session, 201 with only a token', async () => {
    const answer = await signUp()
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body.result ?? {})).toEqual(['token'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await get(server, GUARDED, answer.body.result?.token)).status).toBe(200)
    const { rows } = await server.db.query(sql`
      select first_name, last_name, fullname, email, role, active, version, email_confirmed_at, last_sign_in_at from users`)
    expect(rows).toEqual([
      {
        first_name: 'Iris',
        last_name: 'Blau',
        fullname: 'Iris Blau',
        email: iris.email,
        role: 'admin',
        active: true,
        version: 1,
        email_confirmed_at: null,
        last_sign_in_at: server.clock.now.toISOString(),
      },
    ])
  })

  it('stores the password as an argon2id hash', async () => {
    await signUp()
    const { rows } = await server.db.query<{ hash: string }>(sql`select password_hash as hash from users`)
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$/)
  })

  it('sends the confirmation mail', async () => {
    await signUp()
    const [mail] = await server.outbox()
    expect(mail).toMatchObject({ to: iris.email, subject: 'Confirm your email address' })
  })

  it('greets by the typed name only once the address has confirmed it', async () => {
    const firstName = 'You won! Claim at evil.example/x'
    await signUp({ firstName, lastName: undefined, fullname: firstName })
    await post(server, sessionPaths.forgotPassword, { email: iris.email })
    const unconfirmed = await server.outbox()
    expect(unconfirmed.map(({ text }) => text.split('\n')[0])).toEqual(['Hello,', 'Hello,'])
    await post(server, sessionPaths.confirm, { token: await mailedToken(server, '/confirm') })
    await post(server, sessionPaths.forgotPassword, { email: iris.email })
    const [confirmed] = await server.outbox()
    expect(confirmed?.text.split('\n')[0]).toBe(`Hello ${firstName},`)
  })

  it('accepts a missing or empty surname', async () => {
    expect((await signUp({ lastName: undefined, fullname: 'Iris' })).status).toBe(201)
    expect((await signUp({ lastName: '', fullname: 'Iris', email: 'iris2@example.com' })).status).toBe(201)
    const { rows } = await server.db.query(sql`select distinct last_name, fullname from users`)
    expect(rows).toEqual([{ last_name: null, fullname: 'Iris' }])
  })

  it.each(["o'neil@example.org", 'iris+sensors@greenhouse.info'])('accepts %s, mails it and lets it sign in', async (email) => {
    expect((await signUp({ email })).status).toBe(201)
    expect(await server.outbox()).toMatchObject([{ to: email }])
    expect((await signIn(server, { email })).status).toBe(200)
  })

  it('refuses a taken email in any case with 409 on the field, without the account’s name', async () => {
    await signUp()
    const answer = await signUp({ email: 'IRIS@example.COM' })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'taken', fields: { email: 'There is an account with this email already' } })
    expect(JSON.stringify(answer.body)).not.toContain('Iris')
    expect(await countOf(server, 'users')).toBe(1)
    expect(await countOf(server, 'mails')).toBe(1)
  })

  it('creates one account for ten concurrent sign-ups', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp()))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(409)])
    expect(await countOf(server, 'users')).toBe(1)
    expect(await countOf(server, 'sessions')).toBe(1)
  })

  it.each([
    ['no first name', { firstName: '' }, 'firstName', 'First name is required'],
    ['an invisible first name', { firstName: '\u200b\u200b' }, 'firstName', 'First name must contain a visible character'],
    [
      'a surname that is written backwards',
      { lastName: '\u202erotartsinimdA' },
      'lastName',
      'Surname must not contain characters that reverse the text direction',
    ],
    ['no email', { email: '' }, 'email', 'Email is required'],
    ['an email that is none', { email: 'iris@' }, 'email', 'Email must be a valid email address'],
    ['a line break in the email', { email: 'a@x.test\r\nBcc: b@x.test' }, 'email', 'Email must be a valid email address'],
    ['two emails', { email: 'a@x.de,b@x.de' }, 'email', 'Email must be a valid email address'],
    ['no password', { password: '', password_confirmation: '' }, 'password', 'Password is required'],
    ['no confirmation', { password_confirmation: undefined }, 'password_confirmation', 'Confirm password is required'],
    [
      'another confirmation',
      { password_confirmation: 'x' },
      'password_confirmation',
      'Password & Confirm Password does not match',
    ],
    [
      'a short password',
      { password: 'fern!', password_confirmation: 'fern!' },
      'password',
      'Password must be at least 6 characters',
    ],
    ['another full name', { fullname: 'Someone Else' }, 'fullname', 'Full name must be the first name, a space and the surname'],
  ])('refuses %s with its sentence and stores nothing', async (_name, wrong, field, sentence) => {
    const answer = await signUp(wrong)
    expect(answer.status).toBe(422)
    expect(answer.body.fields?.[field]).toBe(sentence)
    expect(await countOf(server, 'users')).toBe(0)
  })

  it.each([
    '123456',
    'password1',
    'Password1!',
    'qwertyuiop',
    'frondadmin',
    'aaaaaaaa',
    'iris@example.com',
    'Iris Blau',
    'irisblau',
  ])('refuses the password %s as too easy', async (password) => {
    const answer = await signUp({ password, password_confirmation: password })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toEqual({ password: 'This password is too easy to guess, please choose another' })
  })

  it.each([
    ['NUL', 'moss\0moss'],
    ['half a character', 'moss\ud800moss'],
    ['1025 bytes', `${'é'.repeat(512)}x`],
    ['1025 characters', 'xy'.repeat(513)],
  ])('refuses a password with %s', async (_name, password) => {
    const answer = await signUp({ password, password_confirmation: password })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.fields ?? {})).toContain('password')
  })

  it.each([
    ['6 characters', 'm0ss-y'],
    ['6 characters of 4 bytes', '🌱🌿🍀🌵🌴🌲'],
    [
      '1024 bytes',
      Array.from({ length: 400 }, (_, index) => index ** 3)
        .join('')
        .slice(0, 1024),
    ],
  ])('takes a password of %s', async (_name, password) => {
    expect((await signUp({ password, password_confirmation: password })).status).toBe(201)
  })

  it.each(['role', 'id', 'version', 'active', 'emailConfirmedAt', 'password_hash'])(
    'refuses the property %s, and stores nothing',
    async (name) => {
      const answer = await signUp({ [name]: name === 'active' ? false : 'admin' })
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.fields ?? {})).toEqual([name])
      expect(await countOf(server, 'users')).toBe(0)
    },
  )

  it('refuses a body that is not an object', async () => {
    for (const body of ['[]', 'null', '"text"', '7']) expect((await post(server, sessionPaths.signUp, body)).status).toBe(422)
  })

  it('stops one client after 100 sign-ups in an hour', async () => {
    await signUp()
    await server.db.query(sql`update throttles set hits = 100`)
    const answer = await signUp({ email: 'another@example.com' })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('requires as many characters as the setting says', async () => {
    const strict = await setOtherwise(server, { registration: 'open', passwordMin: 12 })
    const password = 'moss-and-fe'
    const answer = await signUp({ password, password_confirmation: password }, strict)
    expect(answer.body.fields).toEqual({ password: 'Password must be at least 12 characters' })
  })
})

describe('sign-up where registration is closed', () => {
  it('refuses everyone with 403, before it looks at the body', async () => {
    const closed = await setOtherwise(server, { registration: 'closed' })
    for (const body of [signUpOf(), {}]) {
      const answer = await post(closed, `${sessionPaths.signUp}?invitation=anything`, body)
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('registration_closed')
    }
    expect(await countOf(closed, 'users')).toBe(0)
  })
})

describe('sign-up by invitation', () => {
  let inviting: TestServer
  let token: string

  beforeEach(async () => {
    inviting = await setOtherwise(server, { registration: 'invite' })
    const { db, settings, clock } = inviting
    await db.transaction((tx) => invite(tx, settings, { email: iris.email, invitedBy: null, at: clock.now }))
    token = await mailedToken(inviting, '/sign-up')
  })
  const accept = (invitation: string, overrides: Readonly<Record<string, unknown>> = {}) =>
    post(inviting, `${sessionPaths.signUp}?invitation=${invitation}`, signUpOf(overrides))

  it('admits an invited user once, with the mail confirmed', async () => {
    expect((await accept(token)).status).toBe(201)
    const { rows } = await inviting.db.query<{ at: string | null }>(sql`select email_confirmed_at as at from users`)
    expect(rows[0]?.at).toBe(inviting.clock.now.toISOString())
    expect((await accept(token, { email: 'second@example.com' })).status).toBe(403)
    expect((await signIn(inviting)).status).toBe(200)
  })

  it('says that the account exists when it is accepted again, as after a lost answer', async () => {
    await accept(token)
    const { status, body } = await accept(token, { email: iris.email.toUpperCase() })
    expect([status, body.code]).toEqual([409, 'taken'])
    expect(body.fields).toEqual({ email: 'There is an account with this email already' })
    expect((await accept('wrong')).status).toBe(403)
  })

  it('refuses a missing invitation, a wrong one and one for another address', async () => {
    const answers = [
      await post(inviting, sessionPaths.signUp, signUpOf()),
      await accept('wrong'),
      await accept(token, { email: 'second@example.com' }),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([403, 'registration_closed'])
    expect(await countOf(inviting, 'users')).toBe(0)
    expect((await accept(token)).status).toBe(201)
  })

  it('is not consumed by a refused body', async () => {
    expect((await accept(token, { firstName: '' })).status).toBe(422)
    expect((await accept(token)).status).toBe(201)
  })

  it('expires after three days', async () => {
    inviting.clock.advance(3 * 86_400_000)
    expect((await accept(token)).status).toBe(403)
  })

  it('is not accepted as a bearer, or as a link to reset or confirm', async () => {
    expect((await get(inviting, GUARDED, token)).status).toBe(401)
    expect((await post(inviting, sessionPaths.confirm, { token })).status).toBe(422)
  })
})

describe('social sign-in', () => {
  it.each(['google', 'facebook'] as const)('says plainly that %s is not configured, once the body is right', async (provider) => {
    const answer = await post(server, sessionPaths.social[provider], { access_token: 'x', role: 'admin' })
    expect(answer.status).toBe(503)
    expect(answer.body.code).toBe('not_configured')
    expect(answer.body.message).toMatch(/^Sign-in with (Google|Facebook) is not configured on this server$/)
    expect((await post(server, sessionPaths.social[provider], { role: 'admin' })).status).toBe(422)
    expect((await post(server, sessionPaths.social[provider], { access_token: 'x', role: 'user' })).status).toBe(422)
    expect(await countOf(server, 'users')).toBe(0)
  })
})

describe('register', () => {
  it('never shows a hash in the list of users', async () => {
    const token = await register(server)
    const { body } = await get(server, GUARDED, token)
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash|secret/i)
  })
})
