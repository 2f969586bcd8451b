import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { sweepAccounts } from '../../../src/server/auth/sweep'
import { countOf, get, GUARDED, post, register, signIn } from '../../support/server/accounts'
import { sessionPaths } from '../../../src/contract/session'
import { emptiedServer } from '../../support/server/hooks'

const DAY = 86_400_000
const server = emptiedServer({ registration: 'open' })

describe('sweepAccounts', () => {
  it('deletes expired data, and keeps the rest', async () => {
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
