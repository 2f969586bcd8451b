// Locks a table on a second connection, which PGlite does not have.
// @module-tag postgres
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../../src/server/db/migrate'
import { openTestConnections, type TestConnections } from '../../support/database/connections'

const first = { number: 1, name: '001_first', text: 'create table first (id integer)' }
const second = { number: 2, name: '002_second', text: 'alter table first add column name text' }

let connections: TestConnections
beforeAll(async () => {
  connections = await openTestConnections()
  await connections.reset()
})
afterAll(() => connections.close())

describe('a migration of a table that a backup reads', () => {
  it('ends after four seconds, says why, and is applied at the next start', async () => {
    const [migrating, backup, reader] = await Promise.all([1, 2, 3].map(() => connections.connect()))
    if (migrating === undefined || backup === undefined || reader === undefined) throw new Error('Three connections were opened')
    await migrate(migrating, [first])
    await backup.script('begin; select from first')

    const start = migrate(migrating, [first, second])
    await expect(start).rejects.toThrow(
      'The migration 002_second failed (a backup or another open transaction locks what it changes: start again once it has ended). The database is as it was: the previous version still runs on it',
    )
    expect((await reader.run('select from first', [])).rowCount).toBe(0)

    await backup.script('commit')
    expect(await migrate(reader, [first, second])).toEqual(['002_second'])
    for (const connection of [migrating, backup, reader]) connection.release()
  })
})
