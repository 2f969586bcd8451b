// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { channelPaths } from '../../../src/contract/channelCalls'
import { sessionPaths } from '../../../src/contract/session'
import { factorPaths } from '../../../src/contract/factors'
import { range } from '../../../src/server/auth/networks'
import { keyOf } from '../../../src/server/auth/throttle'
import { countOf, iris, mailedToken, post, register, setOtherwise, signIn, signUpOf } from '../../support/server/accounts'
import { resultOf, secondFactorIn, secondStep, setUpApp } from '../../support/server/factors'
import { emptiedServer } from '../../support/server/hooks'

const MINUTE = 60_000
/** Offers passkeys, and Google, which cannot be reached. */
const server = emptiedServer({
  registration: 'open',
  publicUrl: 'https://frond.example.org',
  googleClientId: 'frond',
  googleTokeninfoUrl: 'http://127.0.0.1:1',
})
const wrong = { password: 'wrong' }

/** Makes `times` calls in turn, and counts their statuses. */
async function tally(times: number, ask: (at: number) => Promise<{ readonly status: number }>) {
  const counts: Record<number, number> = {}
  for (let at = 0; at < times; at += 1) {
    const { status } = await ask(at)
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

const mailsTo = async (email: string, subject: string) =>
  (await server.outbox()).filter((mail) => mail.to === email && mail.subject === subject).length
const resetMails = (email: string = iris.email) => mailsTo(email, 'Reset your password')
const forgot = (email: string = iris.email, from = '127.0.0.1') => post(server, sessionPaths.forgotPassword, { email }, { from })

describe('the budget of sign-ins', () => {
  it.each([
    ['an IPv4 /24', (at: number) => `198.51.100.${at}`],
    ['an IPv6 /48', (at: number) => `2001:db8:7:${at.toString(16)}::1`],
  ])('of %s, over all addresses, is 50 wrong ones in 15 minutes', async (_range, from) => {
    const attempt = (at: number) => signIn(server, { email: `one${at}@example.com`, ...wrong }, { from: from(at) })
    expect(await tally(150, attempt)).toEqual({ 401: 50, 429: 100 })
    const refused = await attempt(151)
    expect(refused.headers.get('retry-after')).toBe('900')
    expect((await signIn(server, wrong, { from: '203.0.113.9' })).status).toBe(401)
    server.clock.advance(15 * MINUTE)
    expect((await attempt(152)).status).toBe(401)
  })

  it('is not consumed by successful sign-ins', async () => {
    await register(server)
    expect(await tally(60, () => signIn(server))).toEqual({ 200: 60 })
    expect(await tally(49, (at) => signIn(server, { email: `one${at}@example.com`, ...wrong }))).toEqual({ 401: 49 })
    expect((await signIn(server)).status).toBe(200)
  })
})

describe('the budget of mailed links', () => {
  it('of a range, over all addresses, is 20 requests in an hour', async () => {
    expect(await tally(150, (at) => forgot(`one${at}@example.com`, `198.51.100.${at}`))).toEqual({ 200: 20, 429: 130 })
    expect((await forgot(iris.email, '203.0.113.9')).status).toBe(200)
  })

  it('of one address is three mails in 15 minutes; a further request gets the same answer, and the last link works', async () => {
    await register(server)
    expect(await tally(40, (at) => forgot(iris.email, `10.0.${at}.1`))).toEqual({ 200: 40 })
    expect(await resetMails()).toBe(3)
    server.clock.advance(15 * MINUTE - 1)
    expect((await forgot(iris.email, '203.0.113.9')).status).toBe(200)
    expect(await resetMails()).toBe(3)
    const token = await mailedToken(server, '/reset-password')
    const password = 'lichen and fern'
    const reset = await post(server, sessionPaths.resetPassword, { token, password, password_confirmation: password })
    expect(reset.status).toBe(204)
  })

  it('of one address is refilled once a link was used, and after 15 minutes', async () => {
    await register(server)
    for (let at = 0; at < 4; at += 1) await forgot(iris.email, `10.0.${at}.1`)
    const token = await mailedToken(server, '/reset-password')
    const password = 'lichen and fern'
    await post(server, sessionPaths.resetPassword, { token, password, password_confirmation: password })
    server.clock.advance(1)
    for (let at = 0; at < 4; at += 1) await forgot(iris.email, `10.1.${at}.1`)
    expect(await resetMails()).toBe(6)
    server.clock.advance(15 * MINUTE)
    await forgot(iris.email, '203.0.113.9')
    expect(await resetMails()).toBe(7)
  })

  it('writes a row for every request, so that the timing reveals nothing', async () => {
    const before = await countOf(server, 'mails')
    for (let at = 0; at < 5; at += 1) await forgot('nobody@example.com', `10.0.${at}.1`)
    expect(await countOf(server, 'mails')).toBe(before + 5)
  })

  it('of unconfirmed addresses is 100 in an hour for all of them, and does not affect a confirmed one', async () => {
    await register(server)
    await post(server, sessionPaths.confirm, { token: await mailedToken(server, '/confirm') })
    const strangers = (at: number) =>
      post(server, sessionPaths.signUp, signUpOf({ email: `one${at}@example.com` }), { from: `10.0.${at}.1` })
    expect(await tally(120, strangers)).toEqual({ 201: 120 })
    const confirming = async () => {
      const { rows } = await server.db.query<{ total: number }>(sql`select count(*) as total from mails where kind = 'confirm'`)
      return rows[0]?.total
    }
    expect(await confirming()).toBe(100)
    expect((await forgot('one1@example.com', '203.0.113.9')).status).toBe(200)
    expect(await resetMails('one1@example.com')).toBe(0)
    await forgot(iris.email, '203.0.113.9')
    expect(await resetMails()).toBe(1)
    server.clock.advance(60 * MINUTE)
    await post(server, sessionPaths.confirmation, { email: 'one1@example.com' }, { from: '203.0.113.9' })
    expect(await confirming()).toBe(101)
  })
})

/** One attempt of each kind, and its status while it is within its budgets. */
const attempts = {
  sign_in: {
    status: 401,
    make: (at: number, from: string) => signIn(server, { email: `one${at}@example.com`, ...wrong }, { from }),
  },
  sign_up: {
    status: 201,
    make: (at: number, from: string) => post(server, sessionPaths.signUp, signUpOf({ email: `one${at}@example.com` }), { from }),
  },
  social: {
    status: 503,
    make: (_at: number, from: string) => post(server, sessionPaths.social.google, { access_token: 'x', role: 'admin' }, { from }),
  },
  passkey: { status: 200, make: (_at: number, from: string) => post(server, factorPaths.passkeyOptions, undefined, { from }) },
  second_step: {
    status: 422,
    async make(at: number, from: string) {
      if (at === 0) await setUpApp(server, await register(server))
      const { challenge } = secondFactorIn(await signIn(server, {}, { from }))
      return secondStep(server, challenge, { code: '000000' }, { from })
    },
  },
}

describe('the budget that many attempts share', () => {
  it.each([
    ['sign_in', 'all', 500, 15],
    ['sign_up', 'a range', 100, 60],
    ['sign_up', 'all', 500, 60],
    ['social', 'a range', 30, 5],
    ['social', 'all', 1000, 5],
    ['passkey', 'a range', 60, 5],
    ['passkey', 'all', 1000, 5],
    ['second_step', 'a range', 50, 15],
  ] as const)('by %s of %s is %i in %i minutes', async (call, whose, limit, minutes) => {
    const attempt = (at: number) => attempts[call].make(at, whose === 'all' ? `10.0.${at}.1` : `198.51.100.${at}`)
    const { status } = attempts[call]
    const key = whose === 'all' ? keyOf(`${call} of all`) : keyOf(`${call} from`, range('198.51.100.0'))
    expect((await attempt(0)).status).toBe(status)
    // As if all others but the last had been made.
    await server.db.query(sql`update throttles set hits = ${limit - 1} where key = ${key}`)
    expect((await attempt(1)).status).toBe(status)
    const refused = await attempt(2)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(minutes * 60)])
    server.clock.advance(minutes * MINUTE)
    expect((await attempt(3)).status).toBe(status)
  })
})

describe('the budget of invitations', () => {
  it('of one administrator is 50 in an hour', async () => {
    const inviting = await setOtherwise(server, { registration: 'invite' })
    const token = await inviting.signIn()
    const invite = (at: number) =>
      post(inviting, sessionPaths.invitation, { email: `one${at}@example.com` }, { token, from: `10.0.${at}.1` })
    expect(await tally(60, invite)).toEqual({ 204: 50, 429: 10 })
  })
})

describe('the budget of test messages', () => {
  it('of one administrator is 30 in an hour, over all channels', async () => {
    const token = await server.signIn()
    const channels = await Promise.all(
      ['one', 'other'].map(async (name) => {
        const draft = { name, kind: 'mail', recipients: [iris.email], preset: 'generic', tellsResolved: false, active: true }
        const answer = await post(server, '/api/v1/notification_channels/register', draft, { token })
        return resultOf<{ id: string }>(answer).id
      }),
    )
    const test = (at: number) => post(server, channelPaths.test(channels[at % 2] ?? ''), undefined, { token })
    expect(await tally(31, test)).toEqual({ 200: 30, 429: 1 })
    server.clock.advance(60 * MINUTE)
    const later = await server.signIn()
    expect((await post(server, channelPaths.test(channels[0] ?? ''), undefined, { token: later })).status).toBe(200)
  })
})
