import { generateKeyPairSync } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { factorPaths, passkeyRemovePath, type Factors, type PasskeyOptions } from '../../../src/contract/factors'
import {
  confirmAddresses,
  get,
  GUARDED,
  iris,
  post,
  refusedSignIns,
  register,
  setOtherwise,
  signIn,
  tokenOf,
} from '../../support/server/accounts'
import { createAuthenticator, type Authenticator } from '../../support/server/authenticator'
import { addPasskey, codeOf, enterByPasskey, resultOf, secondFactorIn, secondStep, setUpApp } from '../../support/server/factors'
import { emptiedServer } from '../../support/server/hooks'

const origin = 'https://frond.example.org'
const server = emptiedServer({ registration: 'open', publicUrl: origin })
const elsewhere = { from: '198.51.100.7' }
let token: string
let laptop: Authenticator

beforeEach(async () => {
  token = await register(server)
  laptop = createAuthenticator(origin)
})

type Otherwise = Parameters<Authenticator['sign']>[1]

const add = (bearer = token, device = laptop, otherwise: Otherwise = {}) => addPasskey(server, bearer, device, otherwise)
const enter = (otherwise: Otherwise = {}, device = laptop) => enterByPasskey(server, device, otherwise)
const ask = async () => resultOf<PasskeyOptions>(await post(server, factorPaths.passkeyOptions, undefined))

const factors = async (bearer = token) => resultOf<Factors>(await get(server, factorPaths.list, bearer))
const refused = {
  status: 401,
  body: { code: 'bad_credentials', message: 'This passkey was not accepted. Try again, or sign in with your password' },
}
const sessions = async () => (await server.db.query(sql`select id from sessions where factor = 'passkey'`)).rows.length

describe('a new passkey', () => {
  it('is added with recovery codes, informs its owner by mail, and ends every other session', async () => {
    await confirmAddresses(server)
    const other = tokenOf(await signIn(server))
    const added = await add()
    expect(added.status).toBe(201)
    expect(new Set(resultOf<{ codes: string[] }>(added).codes).size).toBe(10)
    expect(await factors()).toMatchObject({
      passkeys: [{ name: 'Laptop', lastUsedAt: null }],
      recoveryCodesLeft: 10,
      passkeysOffered: true,
    })
    expect((await server.outbox())[0]).toMatchObject({ to: iris.email, subject: 'A second factor was added' })
    expect((await get(server, GUARDED, other)).status).toBe(401)
    expect((await get(server, GUARDED, token)).status).toBe(200)
  })

  it.each<[string, Otherwise]>([
    ['made on another origin', { origin: 'https://frond.example.net' }],
    ['made for another host', { rpId: 'example.net' }],
    ['made of another challenge', { challenge: 'bm90IHRoZSBvbmUgdGhhdCB3YXMgYXNrZWQ' }],
    ['made without its owner', { userVerified: false }],
  ])('is refused when it was %s, and nothing is kept', async (_what, otherwise) => {
    const answer = await add(token, laptop, otherwise)
    expect([answer.status, answer.body.fields]).toEqual([422, { passkey: 'This passkey could not be added. Please try again' }])
    expect(await factors()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
  })

  it('is added once, by the user who requested it, and not when another account has it', async () => {
    const answer = await post(server, factorPaths.newPasskey, { proof: iris.password }, { token })
    const { challenge, options } = resultOf<PasskeyOptions>(answer)
    const body = { name: 'Laptop', challenge, passkey: laptop.create(options as { challenge: string }) }
    const moss = await register(server, { email: 'moss@example.com' })
    expect((await post(server, factorPaths.passkeys, body, { token: moss })).status).toBe(422)
    expect((await post(server, factorPaths.passkeys, body, { token })).status).toBe(201)
    expect((await post(server, factorPaths.passkeys, body, { token })).status).toBe(422)
    expect((await add(moss)).status).toBe(422)
    expect((await factors(moss)).passkeys).toEqual([])
  })

  it('is refused with 422 when it is malformed, and with 503 where passkeys are not available', async () => {
    const { challenge } = resultOf<PasskeyOptions>(
      await post(server, factorPaths.newPasskey, { proof: iris.password }, { token }),
    )
    for (const passkey of [{}, { id: 5 }, { response: { clientDataJSON: 'x', attestationObject: 'y' } }])
      expect((await post(server, factorPaths.passkeys, { name: 'x', challenge, passkey }, { token })).status).toBe(422)
    const bare = await setOtherwise(server, { publicUrl: 'http://192.0.2.7:4600' })
    const answer = await post(bare, factorPaths.newPasskey, { proof: iris.password }, { token })
    expect([answer.status, answer.body.code]).toEqual([503, 'not_configured'])
  })

  it('is removed only by its owner, who is asked for a proof', async () => {
    await add()
    const id = (await factors()).passkeys[0]?.id ?? ''
    const moss = await register(server, { email: 'moss@example.com' })
    const remove = (bearer: string, proof: string) => post(server, passkeyRemovePath(id), { proof }, { token: bearer })
    expect((await remove(moss, iris.password)).status).toBe(404)
    expect((await remove(token, 'wrong')).body.fields).toHaveProperty('proof')
    expect((await remove(token, iris.password)).status).toBe(204)
    expect(await factors()).toMatchObject({ passkeys: [] })
    expect(await enter()).toMatchObject(refused)
  })
})

describe('a sign-in by a passkey alone', () => {
  beforeEach(() => add())

  it('starts a session without a password or a second step, and is audited', async () => {
    const answer = await enter()
    expect(answer.status).toBe(200)
    expect((await get(server, GUARDED, tokenOf(answer))).status).toBe(200)
    expect((await factors()).passkeys[0]?.lastUsedAt).toBe(server.clock.now.toISOString())
    expect(await sessions()).toBe(1)
  })

  it.each<[string, Otherwise]>([
    ['signed on another origin', { origin: 'https://frond.example.net' }],
    ['signed for another host', { rpId: 'example.net' }],
    ['of another challenge', { challenge: 'bm90IHRoZSBvbmUgdGhhdCB3YXMgYXNrZWQ' }],
    ['signed by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['signed without its owner', { userVerified: false }],
  ])('is refused when it is %s', async (_what, otherwise) => {
    expect(await enter(otherwise)).toMatchObject(refused)
    expect(await sessions()).toBe(0)
    expect(await refusedSignIns(server)).toEqual([{ action: 'sign_in_failed', account: 'Iris Blau' }])
  })

  it('is refused when it is sent again, also at the same time', async () => {
    const { challenge, options } = await ask()
    const body = { challenge, passkey: laptop.sign(options as { challenge: string }) }
    const answers = await Promise.all([1, 2, 3].map(() => post(server, factorPaths.passkey, body)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401, 401])
    expect(await post(server, factorPaths.passkey, body)).toMatchObject(refused)
    expect(await sessions()).toBe(1)
  })

  it('is refused when its counter does not increase, as that of a copy', async () => {
    expect((await enter({ counter: 9 })).status).toBe(200)
    expect(await enter({ counter: 8 })).toMatchObject(refused)
    expect(await enter({ counter: 9 })).toMatchObject(refused)
    expect((await enter({ counter: 10 })).status).toBe(200)
  })

  it('accepts passkeys that never count', async () => {
    expect((await enter({ counter: 0 })).status).toBe(200)
    expect((await enter({ counter: 0 })).status).toBe(200)
  })

  it('is refused with an unknown passkey, an expired challenge or one for another purpose, and a deactivated account', async () => {
    expect(await enter({}, createAuthenticator(origin))).toMatchObject(refused)
    expect(await refusedSignIns(server)).toEqual([{ action: 'sign_in_failed', account: null }])
    const { challenge, options } = await ask()
    server.clock.advance(300_000)
    expect(
      await post(server, factorPaths.passkey, { challenge, passkey: laptop.sign(options as { challenge: string }) }),
    ).toMatchObject(refused)
    const waiting = secondFactorIn(await signIn(server, {}, elsewhere)).challenge
    expect(
      await post(server, factorPaths.passkey, { challenge: waiting, passkey: laptop.sign({ challenge: waiting }) }),
    ).toMatchObject(refused)
    await server.db.query(sql`update users set active = false`)
    expect(await enter()).toMatchObject(refused)
  })

  it('is refused and logged once when its network has made too many attempts', async () => {
    for (let at = 0; at < 60; at += 1) await ask()
    expect((await post(server, factorPaths.passkeyOptions, undefined)).status).toBe(429)
    expect((await post(server, factorPaths.passkey, { challenge: 'any', passkey: { id: laptop.id } })).status).toBe(429)
    expect(await refusedSignIns(server)).toEqual([{ action: 'sign_in_refused' }])
  })

  it.each<[string, object]>([
    ['a key that every object has', { constructor: 1 }],
    ['an id that is none', { id: { at: 1 } }],
    ['nothing', {}],
  ])('refuses %s, which is no passkey, with a sentence', async (_what, passkey) => {
    const { challenge } = await ask()
    const answer = await post(server, factorPaths.passkey, { challenge, passkey })
    expect([400, 401]).toContain(answer.status)
    expect(answer.body.message).toMatch(/^[A-Z]/)
  })
})

describe('a passkey as the second step', () => {
  beforeEach(() => add())

  it('is requested with its options, and completes the sign-in', async () => {
    const secondFactor = secondFactorIn(await signIn(server, {}, elsewhere))
    expect(secondFactor).toMatchObject({
      methods: ['passkey', 'recovery_code'],
      passkey: {
        challenge: secondFactor.challenge,
        rpId: 'frond.example.org',
        userVerification: 'required',
        allowCredentials: [{ id: laptop.id }],
      },
    })
    const done = await secondStep(server, secondFactor.challenge, { passkey: laptop.sign(secondFactor) }, elsewhere)
    expect((await get(server, GUARDED, tokenOf(done))).status).toBe(200)
  })

  it.each<[string, Otherwise]>([
    ['another origin’s', { origin: 'https://frond.example.net' }],
    ['another host’s', { rpId: 'example.net' }],
    ['another challenge’s', { challenge: 'bm90IHRoZSBvbmUgdGhhdCB3YXMgYXNrZWQ' }],
  ])('is refused when it is %s', async (_what, otherwise) => {
    const secondFactor = secondFactorIn(await signIn(server, {}, elsewhere))
    const answer = await secondStep(server, secondFactor.challenge, { passkey: laptop.sign(secondFactor, otherwise) }, elsewhere)
    expect([answer.status, answer.body.fields]).toEqual([422, { passkey: 'This passkey was not accepted' }])
  })

  it('is refused when it is another account’s', async () => {
    const moss = await register(server, { email: 'moss@example.com' })
    const phone = createAuthenticator(origin)
    expect((await add(moss, phone)).status).toBe(201)
    const secondFactor = secondFactorIn(await signIn(server, {}, elsewhere))
    const answer = await secondStep(server, secondFactor.challenge, { passkey: phone.sign(secondFactor) }, elsewhere)
    expect([answer.status, answer.body.fields]).toEqual([422, { passkey: 'This passkey was not accepted' }])
    expect(await sessions()).toBe(0)
  })

  it('works beside an app, whose code is accepted, too', async () => {
    const app = await setUpApp(server, token)
    const secondFactor = secondFactorIn(await signIn(server, {}, elsewhere))
    expect(secondFactor.methods.toSorted()).toEqual(['passkey', 'recovery_code', 'totp'])
    expect((await secondStep(server, secondFactor.challenge, { code: codeOf(server, app.secret) }, elsewhere)).status).toBe(200)
  })
})
