import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../../src/contract/account'
import { sessionPaths, type Provider } from '../../../src/contract/session'
import {
  call,
  confirmAddresses,
  get,
  GUARDED,
  iris,
  mailedToken,
  post,
  refusedSignIns,
  register,
  setOtherwise,
  signIn,
  tokenOf,
} from '../../support/server/accounts'
import { ada, type OauthPerson } from '../../support/server/oauth'
import { both, socialServer } from '../../support/server/socialServer'

const { oauth, server, bare, enter, usersOf } = socialServer()

async function actions(): Promise<string[]> {
  const { rows } = await server.db.query<{ action: string }>(sql`select action from audit_entries order by id`)
  return rows.map(({ action }) => action)
}

describe('social sign-in', () => {
  it.each(both)('starts a session of a new account, and later of the same, when %s vouches', async (provider) => {
    const first = await enter(provider)
    expect(first.status).toBe(200)
    expect(first.body.result?.expires_at).toBe(900)
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect((await get(server, GUARDED, tokenOf(first))).status).toBe(200)
    expect((await enter(provider)).status).toBe(200)
    expect(await usersOf()).toEqual([
      { email: ada.email, confirmed: provider === 'google', identities: [`${provider} ${ada.subject}`] },
    ])
    expect(await actions()).toEqual(['created', 'signed_in', 'signed_in'])
    const { rows } = await server.db.query(sql`select first_name, last_name, fullname, password_hash, last_sign_in_at from users`)
    expect(rows).toEqual([
      {
        first_name: 'Ada',
        last_name: 'Fern',
        fullname: 'Ada Fern',
        password_hash: null,
        last_sign_in_at: server.clock.now.toISOString(),
      },
    ])
  })

  it('mails a link to confirm an address from Facebook, and none for one that Google has verified', async () => {
    await enter('facebook')
    expect((await server.outbox()).map(({ to, subject }) => [to, subject])).toEqual([[ada.email, 'Confirm your email address']])
    oauth.person = { ...ada, subject: '2', email: 'other@gmail.com' }
    await enter('google')
    expect(await server.outbox()).toHaveLength(1)
  })

  it('finds the account by the provider’s id when the mail there has changed', async () => {
    await enter('google')
    oauth.person = { ...ada, email: 'ada.moss@gmail.com' }
    expect((await enter('google')).status).toBe(200)
    expect((await usersOf()).map(({ email }) => email)).toEqual([ada.email])
  })

  it('creates one account for ten concurrent first sign-ins', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter('google')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await usersOf()).toHaveLength(1)
  })

  it.each<[string, Partial<OauthPerson>, string]>([
    ['no name at all', { givenName: undefined, familyName: undefined }, 'ada.fern'],
    ['a first name of blanks', { givenName: ' \t ', familyName: undefined }, 'ada.fern'],
    ['an invisible first name', { givenName: '\u200b', familyName: '\u200b' }, 'ada.fern'],
    ['a first name in marks of its direction', { givenName: '\u202b\u05e0\u05d5\u05e2\u05d4\u202c' }, '\u05e0\u05d5\u05e2\u05d4'],
    ['a name that is too long', { givenName: 'x'.repeat(200), familyName: undefined }, 'x'.repeat(60)],
    ['NUL and half a character', { givenName: 'A\0da\ud800', familyName: undefined }, 'A da\ufffd'],
  ])('makes a name that can be stored of %s', async (_what, claims, name) => {
    oauth.person = { ...ada, ...claims }
    expect((await enter('google')).status).toBe(200)
    expect((await server.db.query(sql`select first_name as name from users`)).rows).toEqual([{ name }])
  })

  it('refuses an account that was deactivated', async () => {
    await enter('google')
    await server.db.query(sql`update users set active = false`)
    const answer = await enter('google')
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect(answer.body.message).toContain('deactivated')
    expect(await refusedSignIns(server)).toEqual([{ action: 'sign_in_failed', provider: 'google', account: 'Ada Fern' }])
  })

  it.each(both)('is audited when %s does not vouch for it, but not when that cannot be reached', async (provider) => {
    expect((await enter(provider, 'x')).status).toBe(401)
    oauth.fault = 'api fails'
    expect((await enter(provider)).status).toBe(503)
    expect(await refusedSignIns(server)).toEqual([{ action: 'sign_in_failed', provider, account: null }])
  })

  it('counts the attempts of one client before it calls a provider', async () => {
    for (let time = 0; time < 30; time += 1) await enter('google', 'x')
    const before = oauth.requests.length
    const refused = await enter('google')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300'])
    expect(oauth.requests.length).toBe(before)
    await enter('google')
    expect((await refusedSignIns(server)).slice(29)).toEqual([
      { action: 'sign_in_failed', provider: 'google', account: null },
      { action: 'sign_in_refused', provider: 'google' },
    ])
    server.clock.advance(300_000)
    expect((await enter('google', oauth.issue('google', 7_200))).status).toBe(200)
  })

  it.each([
    ['no token', { access_token: undefined }],
    ['an empty token', { access_token: '' }],
    ['a list', { access_token: ['x'] }],
    ['a line break', { access_token: 'x\r\nHost: y' }],
    ['10 kB', { access_token: 'x'.repeat(10_000) }],
    ['another role', { role: 'user' }],
    ['an unknown property', { id_token: 'x' }],
  ])('refuses %s with 422, and asks nobody', async (_what, wrong) => {
    const before = oauth.requests.length
    const answer = await post(server, sessionPaths.social.google, { access_token: 'x', role: 'admin', ...wrong })
    expect(answer.status).toBe(422)
    expect(oauth.requests.length).toBe(before)
  })

  it.each(both)('says that %s is not configured', async (provider) => {
    const answer = await enter(provider, 'x', bare)
    expect([answer.status, answer.body.code]).toEqual([503, 'not_configured'])
  })
})

describe('an account with the same mail', () => {
  it('is linked, and its owner gets a mail, when it is confirmed and Google runs the mailbox', async () => {
    await register(server, { email: ada.email })
    await confirmAddresses(server)
    expect((await enter('google')).status).toBe(200)
    expect(await usersOf()).toEqual([{ email: ada.email, confirmed: true, identities: [`google ${ada.subject}`] }])
    expect(await actions()).toEqual(['created', 'identity_added', 'signed_in'])
    expect((await server.outbox())[0]).toMatchObject({ to: ada.email, subject: 'You can sign in with Google now' })
  })

  it('ends every session when it is linked, and drops a password that was set before the mail was proven', async () => {
    const session = await register(server, { email: ada.email })
    const device = (await signIn(server, { email: ada.email })).body.result
    await post(server, sessionPaths.confirm, { token: await mailedToken(server, '/confirm') })
    const changed = { current_password: iris.password, password: 'laundered moss', password_confirmation: 'laundered moss' }
    expect((await post(server, accountPaths.password, changed, { token: session })).status).toBe(204)
    const joined = await enter('google')
    expect((await get(server, GUARDED, tokenOf(joined))).status).toBe(200)
    expect((await get(server, GUARDED, session)).status).toBe(401)
    expect((await get(server, sessionPaths.refresh, device?.token)).status).toBe(401)
    for (const password of [iris.password, 'laundered moss'])
      expect((await signIn(server, { email: ada.email, password })).status).toBe(401)
    const { rows } = await server.db.query(sql`select 1 from devices`)
    expect(rows).toEqual([])
    const { text = '' } = (await server.outbox())[0] ?? {}
    expect(text).toContain('All earlier sessions have ended')
    expect(text).toContain('A password works only if it was set by an emailed link')
  })

  it('keeps a password that was set by a mailed link when it is linked', async () => {
    await register(server, { email: ada.email })
    await post(server, sessionPaths.forgotPassword, { email: ada.email })
    const password = 'lichen and fern'
    const token = await mailedToken(server, '/reset-password')
    await post(server, sessionPaths.resetPassword, { token, password, password_confirmation: password })
    const session = tokenOf(await signIn(server, { email: ada.email, password }))
    expect((await enter('google')).status).toBe(200)
    expect((await get(server, GUARDED, session)).status).toBe(401)
    expect((await signIn(server, { email: ada.email, password })).status).toBe(200)
  })

  it('is linked when Google hosts the mailbox’s domain', async () => {
    await register(server)
    await confirmAddresses(server)
    oauth.person = { ...ada, email: iris.email.toUpperCase(), hostedDomain: 'example.com' }
    expect((await enter('google')).status).toBe(200)
    expect((await usersOf())[0]?.identities).toHaveLength(1)
  })

  it.each<[string, Provider, Partial<OauthPerson>, boolean]>([
    ['it is not confirmed', 'google', {}, false],
    ['Google has only verified it', 'google', { email: iris.email }, true],
    ['another domain is the hosted one', 'google', { email: iris.email, hostedDomain: 'example.org' }, true],
    ['Facebook told it', 'facebook', {}, true],
  ])('is left alone with 409 when %s', async (_what, provider, claims, isConfirmed) => {
    oauth.person = { ...ada, ...claims }
    await register(server, { email: oauth.person.email })
    if (isConfirmed) await confirmAddresses(server)
    const answer = await enter(provider)
    expect([answer.status, answer.body.code]).toEqual([409, 'taken'])
    expect(answer.body.message).toContain('the way you did before')
    expect((await usersOf())[0]?.identities).toEqual([])
    expect(await refusedSignIns(server)).toEqual([{ action: 'sign_in_failed', provider, account: 'Iris Blau' }])
    expect(await actions()).toEqual(['created', 'sign_in_failed'])
  })

  it('is not linked when another Google account is linked already', async () => {
    await enter('google')
    oauth.person = { ...ada, subject: '2' }
    expect((await enter('google')).status).toBe(409)
    expect((await usersOf())[0]?.identities).toEqual([`google ${ada.subject}`])
  })

  it('is not linked when it is deactivated', async () => {
    await register(server, { email: ada.email })
    await confirmAddresses(server)
    await server.db.query(sql`update users set active = false`)
    expect((await enter('google')).status).toBe(409)
  })
})

describe('the restriction of registration', () => {
  it.each(both)('applies to %s, too, when registration is closed, but not to existing accounts', async (provider) => {
    const closed = await setOtherwise(server, { registration: 'closed' })
    const refused = await enter(provider, undefined, closed)
    expect([refused.status, refused.body.code]).toEqual([403, 'registration_closed'])
    expect(await usersOf()).toEqual([])
    expect(await refusedSignIns(server)).toEqual([{ action: 'sign_in_failed', provider, account: null }])
    await enter(provider)
    expect((await enter(provider, undefined, closed)).status).toBe(200)
  })

  it('admits the owner of an invited mailbox once when registration is by invitation', async () => {
    const invited = await setOtherwise(server, { registration: 'invite' })
    const admin = await server.signIn()
    expect((await enter('google', undefined, invited)).body.code).toBe('registration_closed')
    await call(invited, 'POST', sessionPaths.invitation, { email: ada.email }, { token: admin })
    expect((await enter('facebook', undefined, invited)).body.code).toBe('registration_closed')
    oauth.person = { ...ada, subject: '2', email: 'eve@gmail.com' }
    expect((await enter('google', undefined, invited)).body.code).toBe('registration_closed')
    oauth.person = ada
    expect((await enter('google', undefined, invited)).status).toBe(200)
    const { rows } = await server.db.query(sql`select used_at is not null as used from invitations`)
    expect(rows).toEqual([{ used: true }])
  })
})
