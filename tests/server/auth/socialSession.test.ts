// @module-tag postgres
import { expect, it } from 'vitest'
import { putAdmin } from '../../../src/server/auth/admins'
import { heldCommit, lockAwaited } from '../../support/database/heldCommit'
import { ada } from '../../support/server/oauth'
import { socialServer } from '../../support/server/socialServer'

const { server, enter, usersOf } = socialServer()

/** Resets the account by the operator, and commits when the returned function is called. */
async function reset(): Promise<() => Promise<unknown>> {
  const passwordHash = await server.deps.passwords.hash('lichen and fern')
  const change = { email: ada.email ?? '', passwordHash, at: server.clock.now }
  return heldCommit(server.db, ({ transaction }) => transaction((tx) => putAdmin(tx, change)))
}

it('refuses a sign-in whose identity a reset removes at the same moment', async () => {
  await enter('facebook')
  const commit = await reset()
  const answer = enter('facebook')
  await lockAwaited(server.db)
  await commit()
  expect((await answer).status).toBe(409)
  expect(await usersOf()).toEqual([{ email: ada.email, confirmed: true, identities: [] }])
})
