import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountPaths } from '../../../src/contract/account'
import { factorPaths } from '../../../src/contract/factors'
import { sessionPaths } from '../../../src/contract/session'
import {
  confirmAddresses,
  get,
  GUARDED,
  iris,
  mailedToken,
  post,
  register,
  setOtherwise,
  signIn,
  tokenOf,
} from '../../support/server/accounts'
import { secondFactorIn, codeOf, resultOf, secondStep, setUpApp, type App } from '../../support/server/factors'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer({ registration: 'open' })
const elsewhere = { from: '198.51.100.7' }
let token: string
let app: App

beforeEach(async () => {
  token = await register(server)
  await confirmAddresses(server)
  app = await setUpApp(server, token)
})

const challenged = async () => secondFactorIn(await signIn(server, {}, elsewhere)).challenge
const right = (later = 0) => ({ code: codeOf(server, app.secret, later) })

describe('a sign-in to an account with an authenticator app', () => {
  it('gets a 401 that requires a second step, and the session after a right code', async () => {
    const answer = await signIn(server, {}, elsewhere)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(answer.body).toMatchObject({ code: 'second_factor', message: 'This account needs a second step' })
    expect(secondFactorIn(answer)).toEqual({ challenge: expect.any(String), expires_in: 300, methods: ['totp', 'recovery_code'] })
    expect((await get(server, GUARDED, secondFactorIn(answer).challenge)).status).toBe(401)
    const done = await secondStep(server, secondFactorIn(answer).challenge, right(), elsewhere)
    expect((await get(server, GUARDED, tokenOf(done))).status).toBe(200)
    const { rows } = await server.db.query(sql`
      select s.factor, e.after->>'factor' as told from sessions s join audit_entries e on e.subject_id = s.id::text and e.action = 'signed_in'`)
    expect(rows).toEqual([{ factor: 'totp', told: 'totp' }])
  })

  it('does not mention it when the password is wrong', async () => {
    const answer = await signIn(server, { password: 'wrong' }, elsewhere)
    expect([answer.status, answer.body.code, answer.body.secondFactor]).toEqual([401, 'bad_credentials', undefined])
  })

  it('asks each device once', async () => {
    const { device } = resultOf<{ device: string }>(await secondStep(server, await challenged(), right(), elsewhere))
    expect((await signIn(server, { device }, elsewhere)).status).toBe(200)
    expect((await signIn(server, { device: `${device}x` }, elsewhere)).status).toBe(401)
  })

  it('accepts codes of the adjacent time steps, and of no others', async () => {
    expect((await secondStep(server, await challenged(), right(-2))).body.fields).toHaveProperty('code')
    expect((await secondStep(server, await challenged(), right(2))).body.fields).toHaveProperty('code')
    expect((await secondStep(server, await challenged(), right(1))).status).toBe(200)
  })

  it('accepts a code once, and no earlier one after it', async () => {
    expect((await secondStep(server, await challenged(), right())).status).toBe(200)
    const again = await secondStep(server, await challenged(), right())
    expect([again.status, again.body.fields]).toEqual([422, { code: 'This code is wrong or was used already' }])
    expect((await secondStep(server, await challenged(), right(-1))).status).toBe(422)
  })

  it('accepts one of two concurrent uses of a code, for one sign-in or for two', async () => {
    const challenge = await challenged()
    const other = await challenged()
    const answers = await Promise.all([challenge, challenge, other].map((one) => secondStep(server, one, right())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await server.db.query(sql`select id from sessions where factor is not null`)
    expect(rows).toHaveLength(1)
  })

  it('accepts a challenge once, within five minutes, and for nothing else', async () => {
    const challenge = await challenged()
    expect((await secondStep(server, challenge, right())).status).toBe(200)
    expect((await secondStep(server, challenge, right(1))).body).toMatchObject({
      code: 'bad_credentials',
      message: 'This sign-in has ended. Please sign in again',
    })
    const late = await challenged()
    server.clock.advance(300_000)
    expect((await secondStep(server, late, right())).status).toBe(401)
    expect((await secondStep(server, 'made-up', right())).status).toBe(401)
  })

  it('refuses another account’s code', async () => {
    const moss = await register(server, { email: 'moss@example.com' })
    const theirs = await setUpApp(server, moss)
    const answer = await secondStep(server, await challenged(), { code: codeOf(server, theirs.secret) })
    expect(answer.status).toBe(422)
    const recovered = await secondStep(server, await challenged(), { recovery_code: theirs.recoveryCodes[0] })
    expect(recovered.status).toBe(422)
  })

  it('accepts each recovery code once, however it is typed, and mails the owner', async () => {
    const [first = ''] = app.recoveryCodes
    expect(app.recoveryCodes).toHaveLength(10)
    expect(
      (await secondStep(server, await challenged(), { recovery_code: first.toUpperCase().replaceAll('-', ' ') })).status,
    ).toBe(200)
    expect((await server.outbox())[0]).toMatchObject({
      to: iris.email,
      subject: 'A recovery code was used',
      text: expect.stringMatching(/^Hello Iris,/),
    })
    const again = await secondStep(server, await challenged(), { recovery_code: first })
    expect(again.body.fields).toEqual({ recovery_code: 'This recovery code is wrong or was used already' })
  })

  it.each([
    ['nothing', {}],
    ['two ways at once', { code: '123456', recovery_code: 'abcd' }],
    ['letters', { code: 'abcdef' }],
    ['a list', { code: ['123456'] }],
  ])('is refused with %s', async (_name, way) => {
    expect((await secondStep(server, 'any', way)).status).toBe(422)
  })

  it('allows ten attempts an hour for an account, from any client, also over several sign-ins', async () => {
    const wrong = { code: '000000' }
    for (let at = 0; at < 10; at += 1) {
      const { challenge } = secondFactorIn(await signIn(server, {}, { from: `10.0.${at}.1` }))
      expect((await secondStep(server, challenge, wrong, { from: `10.0.${at}.1` })).status).toBe(422)
    }
    const { challenge } = secondFactorIn(await signIn(server, {}, { from: '10.9.9.9' }))
    const refused = await secondStep(server, challenge, right(), { from: '10.9.9.9' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    const { rows } = await server.db.query(sql`
      select action, after->>'account' as account, count(*)::integer as times from audit_entries
      where action like 'second_factor%' group by 1, 2 order by 1`)
    expect(rows).toEqual([
      { action: 'second_factor_failed', account: 'Iris Blau', times: 10 },
      { action: 'second_factor_refused', account: 'Iris Blau', times: 1 },
    ])
  })

  it('refunds the password’s attempt only after the second step', async () => {
    for (let at = 0; at < 5; at += 1) await challenged()
    expect((await signIn(server, {}, elsewhere)).status).toBe(429)
    server.clock.advance(900_000)
    expect((await secondStep(server, await challenged(), right(), elsewhere)).status).toBe(200)
    for (let at = 0; at < 5; at += 1) expect((await signIn(server, {}, elsewhere)).status).toBe(401)
  })
})

describe('the second step cannot be avoided', () => {
  it('by a new password from a mailed link, which also ends sign-ins under way and forgets devices', async () => {
    const { device } = resultOf<{ device: string }>(await secondStep(server, await challenged(), right(), elsewhere))
    const under = await challenged()
    await post(server, sessionPaths.forgotPassword, { email: iris.email })
    const password = 'lichen and fern'
    const link = await mailedToken(server, '/reset-password')
    await post(server, sessionPaths.resetPassword, { token: link, password, password_confirmation: password })
    expect((await secondStep(server, under, right(1))).status).toBe(401)
    expect(secondFactorIn(await signIn(server, { password, device }, elsewhere)).methods).toContain('totp')
  })

  it('by an earlier session, which ends with the set-up of the first factor', async () => {
    const moss = { email: 'moss@example.com' }
    const first = await register(server, moss)
    const { device } = resultOf<{ device: string }>(await signIn(server, moss))
    const second = tokenOf(await signIn(server, moss))
    await setUpApp(server, first)
    expect((await get(server, GUARDED, first)).status).toBe(200)
    expect((await get(server, GUARDED, second)).status).toBe(401)
    expect((await get(server, sessionPaths.refresh, second)).status).toBe(401)
    expect((await signIn(server, { ...moss, device })).body.code).toBe('second_factor')
  })

  it('by an account that was deactivated between the steps', async () => {
    const challenge = await challenged()
    await server.db.query(sql`update users set active = false where email = ${iris.email}`)
    expect((await secondStep(server, challenge, right())).status).toBe(401)
  })
})

describe('a server on which every account has to have a second factor', () => {
  it('allows an account without one only to read its own data and to set one up', async () => {
    const strict = await setOtherwise(server, { secondFactor: 'required' })
    const moss = await register(strict, { email: 'moss@example.com' })
    const refused = await get(strict, GUARDED, moss)
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_required'])
    expect((await post(strict, accountPaths.password, {}, { token: moss })).status).toBe(403)
    expect((await post(strict, sessionPaths.invitation, { email: 'x@example.com' }, { token: moss })).status).toBe(403)
    expect((await get(strict, accountPaths.account, moss)).status).toBe(200)
    expect(resultOf(await get(strict, factorPaths.list, moss))).toMatchObject({ required: true, totp: null })
    await setUpApp(strict, moss)
    expect((await get(strict, GUARDED, moss)).status).toBe(200)
    expect((await get(strict, GUARDED, token)).status).toBe(200)
  })
})

describe('the stored data', () => {
  it('contains no secret, code or challenge in plain text', async () => {
    const challenge = await challenged()
    const { rows } = await server.db.query<{ all: string }>(sql`
      select jsonb_build_array((select jsonb_agg(t) from totps t), (select jsonb_agg(r) from recovery_codes r),
        (select jsonb_agg(c) from factor_challenges c), (select jsonb_agg(e) from audit_entries e))::text as "all"`)
    for (const secret of [app.secret, challenge, ...app.recoveryCodes]) expect(rows[0]?.all).not.toContain(secret)
  })

  it('is useless under another FROND_SECRET, except for recovery codes', async () => {
    const other = await setOtherwise(server, { secret: 'another secret for tests, as long as the first' })
    const { challenge } = secondFactorIn(await signIn(other))
    expect((await secondStep(other, challenge, right())).status).toBe(422)
    expect((await secondStep(other, challenge, { recovery_code: app.recoveryCodes[1] })).status).toBe(200)
  })
})
