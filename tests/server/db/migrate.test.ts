// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checksum, migrate, migrationsOf, type Migration } from '../../../src/server/db/migrate'
import { migrations as real } from '../../../src/server/migrations'
import { prerelease } from '../../../src/server/migrations/prerelease'
import { openTestConnections, type TestConnections } from '../../support/database/connections'

const first: Migration = {
  number: 1,
  name: '001_first',
  text: 'create table first (id integer);\ninsert into first values (1);\n',
}
const second: Migration = { number: 2, name: '002_second', text: 'create table second (id integer);' }
const third: Migration = { number: 3, name: '003_third', text: 'create table third (id integer);' }

let connections: TestConnections
beforeAll(async () => {
  connections = await openTestConnections()
})
beforeEach(() => connections.reset())
afterAll(() => connections.close())

const run = async (migrations: readonly Migration[]): Promise<string[]> => {
  const connection = await connections.connect()
  try {
    return await migrate(connection, migrations)
  } finally {
    connection.release()
  }
}
const tables = async (): Promise<string[]> => {
  const connection = await connections.connect()
  const { cells } = await connection.run("select tablename from pg_tables where schemaname = 'public' order by tablename", [])
  connection.release()
  return cells.map((row) => row[0] ?? '')
}

describe('migrate', () => {
  it('applies what is missing, in order and once', async () => {
    expect(await run([first])).toEqual(['001_first'])
    expect(await run([first, second, third])).toEqual(['002_second', '003_third'])
    expect(await run([first, second, third])).toEqual([])
    expect(await tables()).toEqual(['first', 'schema_migrations', 'second', 'third'])
  })

  it('leaves the database as it was when a migration fails, names it, and lets the previous version start again', async () => {
    const broken = { ...third, text: 'create table third (id integer); select * from nowhere;' }
    await run([first])
    await expect(run([first, second, broken])).rejects.toThrow(
      'The migration 003_third failed (relation "nowhere" does not exist). The database is as it was: the previous version still runs on it',
    )
    expect(await tables()).toEqual(['first', 'schema_migrations'])
    expect(await run([first])).toEqual([])
    expect(await run([first, second, third])).toEqual(['002_second', '003_third'])
  })

  it('leaves an empty database empty when one of its migrations fails', async () => {
    await expect(run([first, { ...second, text: 'select * from nowhere' }])).rejects.toThrow(
      /^The migration 002_second failed .*\. The database is as it was$/,
    )
    expect(await tables()).toEqual([])
  })

  it('alters a table whose rows, written by the migration before, are checked at the commit', async () => {
    const deferred = `create table second (id integer references first (id) deferrable initially deferred);
      insert into second values (1);`
    const keyed = { ...first, text: 'create table first (id integer primary key); insert into first values (1);' }
    const altering = { ...third, text: 'alter table second add column name text;' }
    expect(await run([keyed, { ...second, text: deferred }, altering])).toHaveLength(3)
  })

  it('refuses a migration that was changed after it had been applied', async () => {
    await run([first])
    await expect(run([{ ...first, text: first.text.replace('values (1)', 'values (2)') }, second])).rejects.toThrow(
      /^The migration 001_first was changed after it had been applied on 20\d\d-.*: restore it, and put the change into a new migration$/,
    )
    expect(await tables()).toEqual(['first', 'schema_migrations'])
  })

  it('accepts comments, line endings and indentation that were changed', async () => {
    await run([first])
    const reworded = `-- Don't count: "one".\r\n${first.text.replace(' (', '\r\n  /* its\n columns */ (')}-- changed`
    expect(await run([{ ...first, text: reworded }])).toEqual([])
  })

  it('refuses a database of a newer version', async () => {
    await run([first, second])
    await expect(run([first])).rejects.toThrow('The database has migration 002_second, which this version of Frond does not know')
  })

  it('refuses a migration that was put before one that has been applied', async () => {
    await run([first, third])
    await expect(run([first, second, third])).rejects.toThrow(
      'The migration 002_second comes before 003_third, which has been applied',
    )
  })

  it('applies each once when several processes start at once', async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => run([first, second, third])))
    expect(applied.flat().toSorted()).toEqual(['001_first', '002_second', '003_third'])
    const connection = await connections.connect()
    expect((await connection.run('select count(*) from first', [])).cells).toEqual([['1']])
    connection.release()
  })
})

describe('checksum', () => {
  it('covers what is quoted, even where it looks like a comment or white space', () => {
    const texts = [
      "select 'a -- b'",
      "select 'a -- c'",
      "select 'a  -- b'",
      'select "a -- b"',
      "select 'a /* b */'",
      "select 'a '",
    ]
    expect(new Set(texts.map(checksum)).size).toBe(texts.length)
    expect(checksum("select 'it''s -- a'")).not.toBe(checksum("select 'it''s -- b'"))
    expect(checksum("select 'a' -- it's\n, 'b -- c'")).toBe(checksum("select 'a'\n, 'b -- c'"))
  })
})

describe('migrationsOf', () => {
  it('orders files by their numbers', () => {
    const files = { './010_ten.sql': 'b', './002_two.sql': 'a' }
    expect(migrationsOf(files).map(({ number, name }) => [number, name])).toEqual([
      [2, '002_two'],
      [10, '010_ten'],
    ])
  })

  it('refuses equal numbers, and a name without one', () => {
    expect(() => migrationsOf({ './002_a.sql': '', './002_b.sql': '' })).toThrow('have the same number')
    expect(() => migrationsOf({ './second.sql': '' })).toThrow('is not named like 001_accounts')
  })
})

describe('the migrations of Frond', () => {
  it('are numbered without a gap', () => {
    expect(real).not.toEqual([])
    expect(real.map((migration) => migration.number)).toEqual(real.map((_, at) => at + 1))
  })

  it('have no trigger on a table that Citus distributes, which does not support them', () => {
    const triggers = /create\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\s[^;]*?\son\s+(\w+)/gi
    expect(real.flatMap(({ text }) => [...text.matchAll(triggers)].map(([, table]) => table))).toEqual(['audit_entries'])
  })

  it('apply to an empty database', async () => {
    expect(await run(real)).toEqual(real.map((migration) => migration.name))
  })

  it('take over a database of the last version before the first release', async () => {
    await run(real.slice(0, prerelease.migrations))
    const connection = await connections.connect()
    await connection.script(`
      alter table rollout_gateways drop column previous_firmware_id;
      delete from schema_migrations;
      insert into schema_migrations (number, name, checksum) values (1, '001_text', ''), (15, '015_hardware_triple', ''), (18, '018_light_of_hours', '')`)
    connection.release()
    expect(await run(real)).toEqual(real.slice(prerelease.migrations).map((migration) => migration.name))
    expect(await run(real)).toEqual([])
    const after = await connections.connect()
    const column = await after.run(
      "select format_type(atttypid, null) from pg_attribute where attrelid = 'rollout_gateways'::regclass and attname = 'previous_firmware_id'",
      [],
    )
    expect(column.cells).toEqual([['uuid']])
    after.release()
  })

  it('refuse a database of an earlier version before the first release, and name the version to start first', async () => {
    const name = real[0]?.name ?? ''
    await run([
      { ...first, name },
      { ...second, name: '002_before' },
    ])
    await expect(run(real)).rejects.toThrow(
      'The database has migration 002_before, made before the first release: start the version with 018_light_of_hours on it once, then this one',
    )
  })
})
