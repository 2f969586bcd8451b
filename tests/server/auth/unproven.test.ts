import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import { putAdmin } from '../../../src/server/auth/admins'
import { mailedToken, post, register, setOtherwise, signIn, tokenOf } from '../../support/server/accounts'
import { createAuthenticator, type Authenticator } from '../../support/server/authenticator'
import { addPasskey, enterByPasskey, secondFactorIn, setUpApp } from '../../support/server/factors'
import { ada } from '../../support/server/oauth'
import { socialServer } from '../../support/server/socialServer'
import type { TestServer } from '../../support/server/server'

const origin = 'https://frond.example'
const password = 'lichen and fern'
const owner = { email: ada.email, password }
const stranger = { ...ada, subject: '666' }
const social = socialServer()
const { oauth, enter, usersOf } = social
let server: TestServer
let laptop: Authenticator

beforeAll(async () => {
  server = await setOtherwise(social.server, { publicUrl: origin })
})
beforeEach(() => {
  laptop = createAuthenticator(origin)
})

/** A stranger signs up by a Facebook account with the owner's address, and adds a passkey and an app. */
async function strangerSignsUp() {
  oauth.person = stranger
  const token = tokenOf(await enter('facebook', undefined, server))
  await addPasskey(server, token, laptop, {}, '')
  await setUpApp(server, token, '')
  oauth.person = ada
}

async function confirmAddress() {
  await post(server, sessionPaths.confirm, { token: await mailedToken(server, '/confirm') })
  server.clock.advance(1)
}

async function resetPassword() {
  await post(server, sessionPaths.forgotPassword, { email: owner.email })
  const token = await mailedToken(server, '/reset-password')
  expect((await post(server, sessionPaths.resetPassword, { token, password, password_confirmation: password })).status).toBe(204)
}

async function resetByOperator() {
  const passwordHash = await server.deps.passwords.hash(password)
  await server.db.transaction((tx) => putAdmin(tx, { email: owner.email ?? '', passwordHash, at: server.clock.now }))
}

/** Tries every way in that the stranger has prepared. */
async function strangerTries() {
  oauth.person = stranger
  return [(await enterByPasskey(server, laptop)).status, (await enter('facebook', undefined, server)).status]
}

async function removedIn(action: string): Promise<unknown> {
  const { rows } = await server.db.query<{ removed: unknown }>(sql`
    select after->'removed' as removed from audit_entries where action = ${action}`)
  return rows[0]?.removed
}

describe('an account that a stranger registered with the owner’s address', () => {
  it('is the owner’s alone after a reset by mail: without the stranger’s passkey, app and Facebook account', async () => {
    await strangerSignsUp()
    await resetPassword()
    expect((await signIn(server, owner)).status).toBe(200)
    expect(await strangerTries()).toEqual([401, 409])
    expect(await removedIn('password_reset')).toEqual(['facebook', 'passkey', 'totp'])
  })

  it('is the owner’s alone after a reset by the operator', async () => {
    await strangerSignsUp()
    await resetByOperator()
    expect((await signIn(server, owner)).status).toBe(200)
    expect(await strangerTries()).toEqual([401, 409])
    expect(await removedIn('password_reset')).toEqual(['totp', 'passkey', 'recovery_code', 'facebook'])
  })

  it('is the owner’s alone after a sign-in with Google, even if the owner confirmed the address by mistake', async () => {
    await strangerSignsUp()
    await confirmAddress()
    expect((await enter('google', undefined, server)).status).toBe(200)
    expect(await strangerTries()).toEqual([401, 409])
    expect(await removedIn('identity_added')).toEqual(['facebook', 'passkey', 'totp'])
    const { rows } = await server.db.query(sql`select 1 from recovery_codes`)
    expect(rows).toEqual([])
  })
})

describe('an account whose address was confirmed', () => {
  it('keeps the factors that were added afterwards when Google is linked', async () => {
    const token = await register(server, { email: ada.email })
    await confirmAddress()
    await setUpApp(server, token)
    expect(secondFactorIn(await enter('google', undefined, server)).methods).toEqual(['totp', 'recovery_code'])
  })

  it('keeps its factors when its password is reset by mail', async () => {
    await setUpApp(server, await register(server, { email: ada.email }))
    await confirmAddress()
    await resetPassword()
    expect(secondFactorIn(await signIn(server, owner)).methods).toEqual(['totp', 'recovery_code'])
  })

  it('keeps its Facebook account when its password is reset', async () => {
    await enter('facebook', undefined, server)
    await confirmAddress()
    await resetPassword()
    await resetByOperator()
    expect((await usersOf())[0]?.identities).toEqual([`facebook ${ada.subject}`])
  })
})
