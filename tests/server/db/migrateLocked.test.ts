// Locks a table on a second connection, which PGlite does not have.
// @module-tag postgres
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../../src/server/db/migrate'
import { migrations } from '../../../src/server/migrations/index'
import { openTestConnections, type TestConnections } from '../../support/database/connections'

const first = { number: 1, name: '001_first', text: 'create table first (id integer)' }
const second = { number: 2, name: '002_second', text: 'alter table first add column name text' }

let connections: TestConnections
beforeAll(async () => void (connections = await openTestConnections()))
beforeEach(() => connections.reset())
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

const USED_SECRET = 17

describe('the migrations since the used secret, while the previous version writes', () => {
  it.each([
    ['a batch of readings', ['gateways', 'sensor_stats']],
    ['a new sensor', ['sensors', 'sensor_stats', 'audit_entries']],
    ['a judgement of an alert rule', ['alert_rules', 'sensor_stats', 'alerts', 'audit_entries']],
  ])('wait for %s', async (_, [written = '', ...later]) => {
    const [migrating, writer, watcher] = await Promise.all([1, 2, 3].map(() => connections.connect()))
    if (migrating === undefined || writer === undefined || watcher === undefined) throw new Error('Three connections were opened')
    await migrate(migrating, migrations.slice(0, USED_SECRET))
    await writer.script(`begin; lock table ${written} in row exclusive mode`)

    const end = migrate(migrating, migrations)
    const waiting = `select from pg_locks join pg_database d on d.oid = database
      where datname = current_database() and relation = '${written}'::regclass and not granted`
    await expect.poll(async () => (await watcher.run(waiting, [])).rowCount).toBe(1)
    for (const table of later) await writer.script(`lock table ${table} in row exclusive mode`)
    await writer.script('commit')

    expect(await end).toHaveLength(migrations.length - USED_SECRET)
    for (const connection of [migrating, writer, watcher]) connection.release()
  })
})
