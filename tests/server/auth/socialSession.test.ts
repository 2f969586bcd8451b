// @module-tag postgres
import sql from 'sql-template-tag'
import { expect, it, onTestFinished, vi } from 'vitest'
import { putAdmin } from '../../../src/server/auth/admins'
import { ada } from '../../support/server/oauth'
import { socialServer } from '../../support/server/socialServer'
import { signal } from '../../support/signal'

const { server, enter, usersOf } = socialServer()

/** Resets the account by the operator, and commits when the returned function is called. */
async function reset(): Promise<() => Promise<void>> {
  const passwordHash = await server.deps.passwords.hash('lichen and fern')
  const [ready, go] = [signal(), signal()]
  onTestFinished(() => go.give())
  const done = server.db.transaction(async (tx) => {
    await putAdmin(tx, { email: ada.email ?? '', passwordHash, at: server.clock.now })
    ready.give()
    await go.given
  })
  await Promise.race([ready.given, done])
  return () => {
    go.give()
    return done
  }
}

/** Resolves when a statement waits for a lock. */
const waiting = () =>
  vi.waitFor(
    async () => {
      const { rows } = await server.db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows).toHaveLength(1)
    },
    { timeout: 3000 },
  )

it('refuses a sign-in whose identity a reset removes at the same moment', async () => {
  await enter('facebook')
  const commit = await reset()
  const answer = enter('facebook')
  await waiting()
  await commit()
  expect((await answer).status).toBe(409)
  expect(await usersOf()).toEqual([{ email: ada.email, confirmed: true, identities: [] }])
})
