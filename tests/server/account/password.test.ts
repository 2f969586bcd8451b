import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountPaths } from '../../../src/contract/account'
import { sessionPaths } from '../../../src/contract/session'
import {
  confirmAddresses,
  get,
  GUARDED,
  iris,
  mailedToken,
  overtaken,
  post,
  register,
  signIn,
  tokenOf,
} from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const password = 'lichen and fern'
const server = emptiedServer({ registration: 'open' })
let token: string

beforeEach(async () => {
  token = await register(server)
})

function change(overrides: Readonly<Record<string, unknown>> = {}, to = server, bearer = token) {
  const body = { current_password: iris.password, password, password_confirmation: password, ...overrides }
  return post(to, accountPaths.password, body, { token: bearer })
}

describe('changing the password', () => {
  it('accepts only the new password from then on, answers 204, and mails the owner', async () => {
    await confirmAddresses(server)
    expect((await change()).status).toBe(204)
    expect((await signIn(server)).status).toBe(401)
    expect((await signIn(server, { password })).status).toBe(200)
    expect((await server.outbox())[0]).toMatchObject({ to: iris.email, subject: 'Your password was changed' })
    const { rows } = await server.db.query<{ text: string }>(
      sql`select to_jsonb(e)::text as text from audit_entries e where action = 'password_changed'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(password)
  })

  it('refuses the current password as the new one, and ends no session', async () => {
    const other = tokenOf(await signIn(server))
    const answer = await change({ password: iris.password, password_confirmation: iris.password })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toEqual({ password: 'New password must differ from the current one' })
    expect((await get(server, GUARDED, other)).status).toBe(200)
  })

  it('ends every other session, and no one else’s', async () => {
    const moss = await register(server, { email: 'moss@example.com' })
    const other = tokenOf(await signIn(server))
    await change()
    expect((await get(server, GUARDED, other)).status).toBe(401)
    for (const live of [token, moss]) expect((await get(server, GUARDED, live)).status).toBe(200)
  })

  it('invalidates a link to reset the old one', async () => {
    await post(server, sessionPaths.forgotPassword, { email: iris.email })
    const link = await mailedToken(server, '/reset-password')
    await change()
    const body = { token: link, password: 'moss everywhere', password_confirmation: 'moss everywhere' }
    expect((await post(server, sessionPaths.resetPassword, body)).status).toBe(422)
  })

  it.each([
    ['another current password', { current_password: 'moss' }, { current_password: 'Current password is wrong' }],
    ['none', { current_password: '' }, { current_password: 'Current password is required' }],
    [
      'a short one',
      { password: 'fern!', password_confirmation: 'fern!' },
      { password: 'Password must be at least 6 characters' },
    ],
    [
      'a common one',
      { password: 'sunshine1', password_confirmation: 'sunshine1' },
      { password: 'This password is too easy to guess, please choose another' },
    ],
    [
      'the own name',
      { password: 'irisblau', password_confirmation: 'irisblau' },
      { password: 'This password is too easy to guess, please choose another' },
    ],
    [
      'another confirmation',
      { password_confirmation: 'fern' },
      { password_confirmation: 'Password & Confirm Password does not match' },
    ],
    [
      'an empty one',
      { password: '', password_confirmation: '' },
      { password: 'New password is required', password_confirmation: 'Confirm password is required' },
    ],
    ['an unknown property', { role: 'admin' }, { role: 'role is not a known field' }],
  ])('is refused for %s with 422, and changes nothing', async (_name, wrong, fields) => {
    const other = tokenOf(await signIn(server))
    const answer = await change(wrong)
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid'])
    expect(answer.body.fields).toEqual(fields)
    for (const live of [token, other]) expect((await get(server, GUARDED, live)).status).toBe(200)
    expect((await signIn(server)).status).toBe(200)
  })

  it('refuses the sixth attempt in 15 minutes, and never blocks a sign-in', async () => {
    for (let time = 0; time < 5; time += 1) expect((await change({ current_password: 'wrong' })).status).toBe(422)
    const answer = await change()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await signIn(server)).status).toBe(200)
    server.clock.advance(900_000)
    const refreshed = tokenOf(await get(server, sessionPaths.refresh, token))
    expect((await change({}, server, refreshed)).status).toBe(204)
  })

  it('counts no attempt when the new password is unacceptable', async () => {
    for (let time = 0; time < 6; time += 1) expect((await change({ password: 'a', password_confirmation: 'a' })).status).toBe(422)
    expect((await change()).status).toBe(204)
  })

  it('happens once when it is sent twice concurrently', async () => {
    const answer = await overtaken(
      server,
      () => change({ password: 'moss everywhere', password_confirmation: 'moss everywhere' }),
      (slow) => change({}, slow),
    )
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, ['current_password']])
    expect((await signIn(server, { password: 'moss everywhere' })).status).toBe(200)
  })

  it('says what to do where the account has no password', async () => {
    await server.db.query(sql`update users set password_hash = null`)
    const answer = await change()
    expect(answer.status).toBe(422)
    expect(answer.body.fields?.['current_password']).toContain('Forgot password?')
  })
})
