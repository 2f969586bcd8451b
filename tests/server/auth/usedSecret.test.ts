// @module-tag both-engines
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordSecret } from '../../../src/server/auth/usedSecret'
import { openTestDatabase, type TestDatabase } from '../../support/database/database'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => database.truncate())
afterAll(() => database.close())

const ours = 'moss-and-morning-dew-under-the-old-oak'
const theirs = 'fern-and-evening-mist-above-the-old-mill'
const start = (secret: string) => recordSecret(database.db, { secret })

describe('recordSecret', () => {
  it('warns of nothing on an empty database, nor of the same secret again', async () => {
    expect([await start(ours), await start(ours)]).toEqual([null, null])
  })

  it('warns once of another secret, and says what follows and what to do', async () => {
    await start(ours)
    expect(await start(theirs)).toEqual({
      level: 'warn',
      message:
        'FROND_SECRET differs from the one that this database was last used with: all users must sign in again, no code of an ' +
        'authenticator app is valid, channels sign webhooks with another secret, and links in mails that wait to be sent do not work. ' +
        'Unless you changed it on purpose, set the same one for every process',
    })
    expect(await start(theirs)).toBeNull()
  })

  it('warns at each start of processes that take turns with different secrets', async () => {
    const warnings = []
    for (const secret of [ours, theirs, ours]) warnings.push((await start(secret))?.level)
    expect(warnings).toEqual([undefined, 'warn', 'warn'])
  })

  it('stores nothing of the secret itself, and the same for the same secret alone', async () => {
    const stored = async (secret: string) => {
      await start(secret)
      const { rows } = await database.db.query<{ fingerprint: string }>(sql`select fingerprint from used_secret`)
      return rows.map(({ fingerprint }) => fingerprint).join()
    }
    const [first, other, again] = [await stored(ours), await stored(theirs), await stored(ours)]
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect([other === first, again === first]).toEqual([false, true])
  })
})
