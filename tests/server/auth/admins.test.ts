import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { ensureAdmin, putAdmin } from '../../../src/server/auth/admins'
import { countOf, get, GUARDED, iris, mailedToken, post, register, signIn } from '../../support/server/accounts'
import { sessionPaths } from '../../../src/contract/session'
import { emptiedServer } from '../../support/server/hooks'
import { ADMIN } from '../../support/server/server'

const server = emptiedServer({ registration: 'open' })
const nobodyIsActive = () => server.db.query(sql`update users set active = false`)
const without = () => ({ ...server.deps, settings: { ...server.settings, adminEmail: null, adminPassword: null } })

describe('a start on an empty database', () => {
  it('creates the administrator of the settings, and logs it', async () => {
    const news = await ensureAdmin(server.deps)
    expect(news?.message).toBe(
      `There was no active administrator: created ${ADMIN.email}, with the password of FROND_ADMIN_PASSWORD`,
    )
    expect((await signIn(server, ADMIN)).status).toBe(200)
  })

  it('creates one when several servers start at once, and none the next time', async () => {
    const news = await Promise.all(Array.from({ length: 5 }, () => ensureAdmin(server.deps)))
    expect(news.filter((one) => one !== null)).toHaveLength(1)
    expect(await ensureAdmin(server.deps)).toBeNull()
    expect(await countOf(server, 'users')).toBe(1)
  })

  it('creates none without these settings, and logs that nobody can sign in', async () => {
    expect(await ensureAdmin(without())).toEqual({
      level: 'warn',
      message: expect.stringMatching(/^Nobody can sign in: .*\. Set FROND_ADMIN_EMAIL and FROND_ADMIN_PASSWORD and start again/),
    })
    expect(await countOf(server, 'users')).toBe(0)
  })

  it('stops with a sentence when the password is easy to guess', async () => {
    const settings = { ...server.settings, adminPassword: 'admin123' }
    await expect(ensureAdmin({ ...server.deps, settings })).rejects.toMatchObject({
      name: 'SettingsError',
      message: 'FROND_ADMIN_PASSWORD: This password is too easy to guess, please choose another',
    })
    expect(await countOf(server, 'users')).toBe(0)
  })
})

describe('a start beside an active administrator', () => {
  it('neither creates another one nor resets a password', async () => {
    await register(server)
    expect(await ensureAdmin(server.deps)).toBeNull()
    expect(await countOf(server, 'users')).toBe(1)

    const settings = { ...server.settings, adminEmail: iris.email, adminPassword: 'quite another one' }
    expect(await ensureAdmin({ ...server.deps, settings })).toBeNull()
    expect((await signIn(server)).status).toBe(200)
    expect(await ensureAdmin(without())).toBeNull()
  })
})

describe('a start without an active administrator', () => {
  it('reactivates the one of the settings with their password, logs it, and leaves the others alone', async () => {
    const old = await server.signIn()
    await register(server)
    await post(server, sessionPaths.forgotPassword, { email: ADMIN.email })
    const link = await mailedToken(server, '/reset-password')
    await nobodyIsActive()
    await server.db.query(sql`update users set email_confirmed_at = null`)
    const settings = { ...server.settings, adminEmail: 'ADMIN@example.com', adminPassword: 'a door that opens again' }

    const news = await ensureAdmin({ ...server.deps, settings })

    expect(news).toEqual({
      level: 'warn',
      message: 'There was no active administrator: reactivated ADMIN@example.com, with the password of FROND_ADMIN_PASSWORD',
    })
    expect((await signIn(server, ADMIN)).status).toBe(401)
    expect((await signIn(server, { ...ADMIN, password: settings.adminPassword })).status).toBe(200)
    const { rows } = await server.db.query(sql`
      select email, active, email_confirmed_at is not null as confirmed, version from users order by email`)
    expect(rows).toEqual([
      { email: ADMIN.email, active: true, confirmed: true, version: 2 },
      { email: iris.email, active: false, confirmed: false, version: 1 },
    ])
    // Sessions and links of the old password stay invalid.
    expect((await get(server, GUARDED, old)).status).toBe(401)
    const password = 'somebody else’s choice'
    const reset = { token: link, password, password_confirmation: password }
    expect((await post(server, sessionPaths.resetPassword, reset)).status).toBe(422)
  })

  it('creates the one of the settings if it has no account', async () => {
    await register(server)
    await nobodyIsActive()
    expect((await ensureAdmin(server.deps))?.message).toMatch(/: created admin@example\.com/)
    expect((await signIn(server, ADMIN)).status).toBe(200)
    expect((await signIn(server)).status).toBe(401)
  })

  it('reactivates and logs once when several servers start at once', async () => {
    await server.signIn()
    await nobodyIsActive()
    const news = await Promise.all(Array.from({ length: 5 }, () => ensureAdmin(server.deps)))
    expect(news.filter((one) => one !== null)).toHaveLength(1)
    const { rows } = await server.db.query(sql`
      select user_id as "userId", before, after from audit_entries where action = 'password_reset' and subject = 'User'`)
    expect(rows).toEqual([{ userId: null, before: { active: false }, after: { active: true, version: 2 } }])
  })

  it('logs that nobody can sign in when the settings name none', async () => {
    await server.signIn()
    await nobodyIsActive()
    expect((await ensureAdmin(without()))?.message).toMatch(/^Nobody can sign in/)
    expect((await signIn(server, ADMIN)).status).toBe(401)
  })
})

describe('resetting an administrator', () => {
  it('allows sign-in from everywhere, whatever was tried before', async () => {
    await server.signIn()
    await register(server)
    const clients = Array.from({ length: 21 }, (_none, at) => `10.0.${at}.1`)
    const spendAll = async (email: string) => {
      for (const from of clients) await signIn(server, { email, password: 'wrong' }, { from })
      for (let at = 0; at < 5; at += 1) await signIn(server, { email, password: 'wrong' }, { from: '192.0.2.1' })
    }
    for (const { email } of [ADMIN, iris]) await spendAll(email)
    const password = 'a door that opens again'
    const attempt = (from: string) => signIn(server, { ...ADMIN, password }, { from })
    expect((await attempt('192.0.2.1')).status).toBe(429)

    const passwordHash = await server.deps.passwords.hash(password)
    await server.db.transaction((tx) => putAdmin(tx, { email: ADMIN.email, passwordHash, at: server.clock.now }))

    for (const from of ['192.0.2.1', ...clients]) expect((await attempt(from)).status).toBe(200)
    expect((await signIn(server, {}, { from: '192.0.2.1' })).status).toBe(429)
  })
})
