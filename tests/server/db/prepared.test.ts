import { tmpdir } from 'node:os'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { searched } from '../../../src/server/crud/search'
import type { Database } from '../../../src/server/db/database'
import { openDatabase } from '../../../src/server/db/open'
import { createStatementNames } from '../../../src/server/db/prepared'
import { startPostgres } from '../../../src/tools/postgres'

describe('createStatementNames', () => {
  it('names each statement uniquely from its second use on', () => {
    const nameOf = createStatementNames()
    expect([nameOf('select 1'), nameOf('select 2'), nameOf('select 1'), nameOf('select 2'), nameOf('select 1')]).toEqual([
      undefined,
      undefined,
      'frond_1',
      'frond_2',
      'frond_1',
    ])
  })

  it('names at most as many statements as a connection should keep', () => {
    const nameOf = createStatementNames()
    const texts = Array.from({ length: 1000 }, (_, at) => `select ${at}`)
    for (const text of texts) nameOf(text)
    expect(texts.filter((text) => nameOf(text) !== undefined)).toHaveLength(300)
    expect(nameOf('select 7')).toBe('frond_8')
    expect(nameOf('select 999')).toBeUndefined()
  })

  it('names no search: each number of words is another statement', () => {
    const nameOf = createStatementNames()
    const { text } = sql`select id from plants v where ${searched('fern')}`
    expect([nameOf(text), nameOf(text)]).toEqual([undefined, undefined])
  })

  it('forgets statements used once when many arrive', () => {
    const nameOf = createStatementNames()
    nameOf('select 0')
    for (let at = 1; at <= 3000; at += 1) nameOf(`select ${at}`)
    expect(nameOf('select 0')).toBeUndefined()
  })
})

const cluster = await startPostgres()
afterAll(() => cluster?.stop())

describe.skipIf(cluster === null)('a database on PostgreSQL (needs its programs on this machine)', () => {
  async function open(preparedStatements: boolean): Promise<Database> {
    const db = await openDatabase({
      dataDir: tmpdir(),
      databaseUrl: cluster?.url ?? '',
      publicUrl: 'http://frond.test',
      preparedStatements,
    })
    onTestFinished(() => db.close())
    return db
  }

  it.each([
    [true, ['select id from users where email = $1']],
    [false, []],
  ])('keeps what it is asked again prepared, unless the setting turns that off (%j)', async (preparedStatements, expected) => {
    const db = await open(preparedStatements)
    const statements = await db.transaction(async (tx) => {
      for (let time = 0; time < 3; time += 1) await tx.query(sql`select id from users where email = ${'nobody@example.com'}`)
      const pattern = '%from users where email%'
      return (
        await tx.query<{ text: string }>(
          sql`select statement as text from pg_prepared_statements where statement like ${pattern}`,
        )
      ).rows
    })
    expect(statements.map(({ text }) => text)).toEqual(expected)
  })

  it('replaces a connection whose prepared statement no longer fits its table', async () => {
    const db = await open(true)
    await db.query(sql`create table shapes as select 1 as one`)
    const ask = () => db.query(sql`select * from shapes`)
    for (let time = 0; time < 3; time += 1) await ask()
    await db.query(sql`alter table shapes add column two int`)
    await expect(ask()).rejects.toThrow('cached plan must not change result type')
    expect((await ask()).rows).toEqual([{ one: 1, two: null }])
  })

  it('replaces a connection that has lost its prepared statements, as behind a pooler', async () => {
    const db = await open(true)
    const ask = () => db.query(sql`select 1 as one`)
    for (let time = 0; time < 3; time += 1) await ask()
    await db.query(sql`deallocate all`)
    await expect(ask()).rejects.toThrow(/prepared statement "frond_\d+" does not exist/)
    expect((await ask()).rows).toEqual([{ one: 1 }])
  })
})
