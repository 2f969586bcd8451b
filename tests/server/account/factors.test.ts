import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { factorPaths, userFactorsPath } from '../../../src/contract/factors'
import { createPasswords } from '../../../src/server/auth/passwords'
import { putAdmin } from '../../../src/server/auth/admins'
import { confirmAddresses, get, iris, post, register, signIn, tokenOf } from '../../support/server/accounts'
import { secondFactorIn, codeOf, resultOf, secondStep, setUpApp } from '../../support/server/factors'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer({ registration: 'open' })
const proof = iris.password
let token: string

beforeEach(async () => {
  token = await register(server)
})

const ownFactors = async (bearer = token) => resultOf<object>(await get(server, factorPaths.list, bearer))
const ask = (path: string, body: object = { proof }, bearer = token) => post(server, path, body, { token: bearer })

describe('one’s own second factors', () => {
  it('are empty at first, and contain an app after a set-up confirmed by a code', async () => {
    const none = { totp: null, passkeys: [], recoveryCodesLeft: 0, required: false, passkeysOffered: false }
    expect(await ownFactors()).toEqual(none)
    const { secret, uri } = resultOf<{ secret: string; uri: string }>(await ask(factorPaths.totp))
    expect(uri).toMatch(/^otpauth:\/\/totp\/Frond:iris%40example\.com\?.*secret=[A-Z2-7]{32}/)
    expect(await ownFactors()).toEqual(none)
    expect((await signIn(server)).status).toBe(200)
    const wrong = await ask(factorPaths.totpConfirm, { code: '000000' })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['code']])
    await confirmAddresses(server)
    expect((await ask(factorPaths.totpConfirm, { code: codeOf(server, secret) })).status).toBe(200)
    expect(await ownFactors()).toMatchObject({ totp: { since: expect.any(String) }, recoveryCodesLeft: 10 })
    expect((await server.outbox())[0]).toMatchObject({ to: iris.email, subject: 'A second factor was added' })
    expect((await ask(factorPaths.totp)).status).toBe(409)
  })

  it('cannot be changed without the password or a code of the app', async () => {
    const calls = [factorPaths.totp, factorPaths.totpRemove, factorPaths.recoveryCodes]
    for (const path of calls)
      for (const body of [{}, { proof: 'wrong' }]) expect((await ask(path, body)).body.fields, path).toHaveProperty('proof')
    const { secret } = await setUpApp(server, token)
    expect((await ask(factorPaths.recoveryCodes, { proof: '000000' })).status).toBe(422)
    const code = codeOf(server, secret)
    const shown = `\u200E${code.slice(0, 3)}\u00A0${code.slice(3)} `
    expect((await ask(factorPaths.recoveryCodes, { proof: shown })).status).toBe(200)
    expect((await ask(factorPaths.recoveryCodes, { proof: code })).status).toBe(422)
    for (let at = 0; at < 4; at += 1) await ask(factorPaths.totpRemove, { proof: 'wrong' })
    expect((await ask(factorPaths.totpRemove)).status).toBe(429)
  })

  it('cannot be set up by guessing codes', async () => {
    const { secret } = resultOf<{ secret: string }>(await ask(factorPaths.totp))
    for (let at = 0; at < 5; at += 1) expect((await ask(factorPaths.totpConfirm, { code: '000000' })).status).toBe(422)
    expect((await ask(factorPaths.totpConfirm, { code: codeOf(server, secret) })).status).toBe(429)
    expect(await ownFactors()).toMatchObject({ totp: null })
  })

  it('answer a confirmation that is sent again by 409, however often, and leave the password its attempts', async () => {
    const { secret } = await setUpApp(server, token)
    for (let at = 0; at < 6; at += 1) {
      const { status, body } = await ask(factorPaths.totpConfirm, { code: codeOf(server, secret, -1) })
      expect([status, body.message]).toEqual([409, 'The app is on already: create new recovery codes'])
    }
    expect((await ask(factorPaths.recoveryCodes)).status).toBe(200)
  })

  it('can be set up without a password after a recent sign-in by a user who has none', async () => {
    await server.db.query(sql`update users set password_hash = null`)
    expect((await ask(factorPaths.totp, {})).status).toBe(200)
    server.clock.advance(600_000)
    expect((await ask(factorPaths.totp, {})).body.fields?.['proof']).toMatch(/sign in again/)
  })

  it('get new recovery codes in place of the old ones', async () => {
    const { recoveryCodes } = await setUpApp(server, token)
    const { codes } = resultOf<{ codes: string[] }>(await ask(factorPaths.recoveryCodes))
    const { challenge } = secondFactorIn(await signIn(server))
    expect((await secondStep(server, challenge, { recovery_code: recoveryCodes[0] })).status).toBe(422)
    expect((await secondStep(server, challenge, { recovery_code: codes[0] })).status).toBe(200)
    expect(await ownFactors()).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('are removed with the app, recovery codes as well, and the owner gets a mail', async () => {
    await setUpApp(server, token)
    await confirmAddresses(server)
    expect((await ask(factorPaths.totpRemove)).status).toBe(204)
    expect(await ownFactors()).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect((await server.outbox())[0]).toMatchObject({ subject: 'A second factor was removed' })
    expect((await signIn(server)).status).toBe(200)
    expect((await ask(factorPaths.totpRemove)).status).toBe(404)
    expect((await ask(factorPaths.recoveryCodes)).status).toBe(409)
    const { rows } = await server.db.query(sql`
      select action, after from audit_entries where action like 'factor%' order by id`)
    expect(rows).toEqual([
      { action: 'factor_added', after: { factor: 'totp' } },
      { action: 'factor_removed', after: { factor: 'totp' } },
    ])
  })

  it('cannot be read without a session', async () => {
    for (const path of [factorPaths.totp, factorPaths.totpConfirm, factorPaths.recoveryCodes])
      expect((await post(server, path, { proof })).status).toBe(401)
    expect((await get(server, factorPaths.list)).status).toBe(401)
  })
})

describe('a colleague who has lost the device', () => {
  it('regains access by an administrator, who confirms with their own password', async () => {
    await setUpApp(server, token)
    const moss = await register(server, { email: 'moss@example.com', firstName: 'Moss' })
    await confirmAddresses(server)
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${iris.email}`)
    const path = userFactorsPath(rows[0]?.id ?? '')
    expect(await ownFactors(moss)).toMatchObject({ totp: null })
    expect(resultOf(await get(server, path, moss))).toMatchObject({ totp: { since: expect.any(String) } })
    expect((await ask(`${path}/remove`, { proof: 'wrong' }, moss)).status).toBe(422)
    expect((await ask(`${path}/remove`)).status).toBe(409)
    expect((await ask(`${path}/remove`, { proof }, moss)).status).toBe(204)
    expect((await server.outbox())[0]).toMatchObject({ to: iris.email, subject: 'A second factor was removed' })
    expect((await signIn(server)).status).toBe(200)
    expect((await ask(`${path}/remove`, { proof }, moss)).status).toBe(404)
  })

  it('regains access by the operator of the server', async () => {
    await setUpApp(server, token)
    const passwordHash = await createPasswords({ memoryCost: 8, timeCost: 1 }).hash('lichen and fern')
    const change = await server.db.transaction((tx) => putAdmin(tx, { email: iris.email, passwordHash, at: new Date() }))
    expect(change).toMatchObject({ done: 'reset', hadFactors: true })
    expect(tokenOf(await signIn(server, { password: 'lichen and fern' }))).toBeTruthy()
  })
})
