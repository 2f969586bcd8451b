import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { sweepAccounts } from '../../../src/server/auth/sweep'
import { ensureAdmin } from '../../../src/server/auth/users'
import { countOf, get, GUARDED, post, register, signIn } from '../../support/accounts'
import { sessionPaths } from '../../../src/contract/session'
import { emptiedServer } from '../../support/hooks'
import { ADMIN } from '../../support/server'

const DAY = 86_400_000
const server = emptiedServer({ registration: 'open' })

describe('ensureAdmin', () => {
  it('makes the administrator of the settings on an empty database', async () => {
    await ensureAdmin(server.deps)
    expect((await signIn(server, ADMIN)).status).toBe(200)
  })

  it('makes one when several servers start at once, and none the next time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => ensureAdmin(server.deps)))
    await ensureAdmin(server.deps)
    expect(await countOf(server, 'users')).toBe(1)
  })

  it('makes none beside other accounts', async () => {
    await register(server)
    await ensureAdmin(server.deps)
    expect(await countOf(server, 'users')).toBe(1)
  })

  it('makes none without settings for one', async () => {
    await ensureAdmin({ ...server.deps, settings: { ...server.settings, adminEmail: null, adminPassword: null } })
    expect(await countOf(server, 'users')).toBe(0)
  })
})

describe('ensureAdmin with a password that anyone would try', () => {
  it('stops the start with a sentence', async () => {
    const settings = { ...server.settings, adminPassword: 'admin123' }
    await expect(ensureAdmin({ ...server.deps, settings })).rejects.toMatchObject({
      name: 'SettingsError',
      message: 'FROND_ADMIN_PASSWORD: This password is too easy to guess, please choose another',
    })
    expect(await countOf(server, 'users')).toBe(0)
  })
})

describe('sweepAccounts', () => {
  it('forgets what is over, and keeps what lives', async () => {
    const token = await register(server)
    await signIn(server, { password: 'wrong' })
    await post(server, sessionPaths.forgotPassword, { email: 'nobody@example.com' })
    await sweepAccounts(server.deps)
    expect((await get(server, GUARDED, token)).status).toBe(200)
    expect(await countOf(server, 'throttles')).toBeGreaterThan(0)
    server.clock.advance(60 * DAY)
    await sweepAccounts(server.deps)
    for (const table of ['sessions', 'mails', 'throttles'] as const) expect(await countOf(server, table)).toBe(0)
    const { rows } = await server.db.query(sql`select 1 from link_tokens`)
    expect(rows).toEqual([])
    expect(await countOf(server, 'users')).toBe(1)
  })
})
