// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseFault, type Database, type Queryable } from '../../../src/server/db/database'
import { openTestDatabase, type TestDatabase } from '../../support/database/database'
import { signal, type Signal } from '../../support/signal'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  await db.query(sql`create table counters (name text primary key, value bigint not null)`)
})
beforeEach(() => database.truncate())
afterAll(() => database.close())

/** Selects one value. */
async function answer(select: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await db.query<{ value: unknown }>(select)
  return rows[0]?.value
}

async function valueOf(name: string, from: Queryable = db): Promise<number | undefined> {
  return (await from.query<{ value: number }>(sql`select value from counters where name = ${name}`)).rows[0]?.value
}

describe('query', () => {
  it.each([
    ['whole numbers', sql`select 9007199254740991::int8 as value`, 9_007_199_254_740_991],
    ['counts', sql`select count(*) as value from counters`, 0],
    ['sums', sql`select sum(n) as value from (values (1::int8), (2)) as v (n)`, 3],
    ['exact numbers', sql`select 1.50::numeric as value`, 1.5],
    ['fractions', sql`select 0.1::double precision as value`, 0.1],
    ['truth', sql`select true as value`, true],
    ['nothing', sql`select null::text as value`, null],
    ['the time zone', sql`select current_setting('timezone') as value`, 'UTC'],
    ['moments', sql`select '2026-01-02T03:04:05.6789+02:00'::timestamptz as value`, '2026-01-02T01:04:05.678Z'],
    ['whole seconds', sql`select '2026-01-02T03:04:05Z'::timestamptz as value`, '2026-01-02T03:04:05.000Z'],
    ['days', sql`select '2026-01-02'::date as value`, '2026-01-02'],
    ['documents', sql`select '{"a": [1, null]}'::jsonb as value`, { a: [1, null] }],
    ['lists', sql`select array['a', 'b,"c', null] as value`, ['a', 'b,"c', null]],
    ['lists of numbers', sql`select array[1, 2]::int8[] as value`, [1, 2]],
    ['lists of moments', sql`select array['2026-01-02T03:04:05Z']::timestamptz[] as value`, ['2026-01-02T03:04:05.000Z']],
  ])('answers %s the same on every engine', async (_, select, expected) => {
    expect(await answer(select)).toEqual(expected)
  })

  it.each([
    ['text', sql`select ${`it's "50%" \\ 🌿`}::text as value`, `it's "50%" \\ 🌿`],
    ['numbers', sql`select ${-1.25}::double precision as value`, -1.25],
    ['truth', sql`select ${false}::boolean as value`, false],
    ['dates', sql`select ${new Date('2026-01-02T03:04:05.006Z')}::timestamptz as value`, '2026-01-02T03:04:05.006Z'],
    ['documents', sql`select ${{ a: "b'c" }}::jsonb as value`, { a: "b'c" }],
    ['lists', sql`select ${['a', 'b,"\\c', '', 'NULL', null]}::text[] as value`, ['a', 'b,"\\c', '', 'NULL', null]],
    ['lists of numbers', sql`select ${[1, 2]}::int8[] as value`, [1, 2]],
    ['no list items', sql`select ${[]}::text[] as value`, []],
    ['nothing', sql`select ${null}::text as value`, null],
    ['nothing at all', sql`select ${undefined}::text as value`, null],
  ])('takes %s as parameters', async (_, select, expected) => {
    expect(await answer(select)).toEqual(expected)
  })

  it('accepts and returns bytes', async () => {
    const value = await answer(sql`select ${Buffer.from([0, 255, 16])}::bytea as value`)
    expect(Buffer.from(value as Uint8Array).toString('hex')).toBe('00ff10')
  })

  it('counts the rows that it changed', async () => {
    expect((await db.query(sql`insert into counters values ('a', 1), ('b', 1)`)).rowCount).toBe(2)
    expect((await db.query(sql`update counters set value = 2`)).rowCount).toBe(2)
    expect((await db.query(sql`update counters set value = 3 where name = 'c'`)).rowCount).toBe(0)
    expect(await db.query(sql`delete from counters where name = 'a' returning name`)).toEqual({
      rowCount: 1,
      rows: [{ name: 'a' }],
    })
  })

  it('reports SQLSTATE and constraint of an error, and stays usable', async () => {
    await db.query(sql`insert into counters values ('a', 1)`)
    const error: unknown = await db.query(sql`insert into counters values ('a', 1)`).catch((reason: unknown) => reason)
    expect(databaseFault(error)).toEqual({ code: '23505', constraint: 'counters_pkey', key: 'a' })
    expect(await valueOf('a')).toBe(1)
  })

  it('orders text by its bytes, whatever the engine’s locale', async () => {
    const { rows } = await db.query<{ name: string }>(sql`select name from (values ('b'), ('B'), ('a'), ('A')) as v (name)
      order by name collate "C"`)
    expect(rows.map((row) => row.name)).toEqual(['A', 'B', 'a', 'b'])
  })
})

describe('transaction', () => {
  it('commits when its work is done', async () => {
    const value = await db.transaction(async (tx) => {
      await tx.query(sql`insert into counters values ('a', 1)`)
      return valueOf('a', tx)
    })
    expect(value).toBe(1)
    expect(await valueOf('a')).toBe(1)
  })

  it('rolls back when its work fails, and releases the connection', async () => {
    for (let time = 0; time < 30; time += 1) {
      const failed = db.transaction(async (tx) => {
        await tx.query(sql`insert into counters values ('a', 1)`)
        throw new Error('no')
      })
      await expect(failed).rejects.toThrow('no')
    }
    expect(await valueOf('a')).toBeUndefined()
  })

  it('rolls back when a statement failed, even if its error was caught', async () => {
    const swallowed = db.transaction(async (tx) => {
      await tx.query(sql`insert into counters values ('a', 1)`)
      await tx.query(sql`insert into counters values ('a', 1)`).catch(() => undefined)
    })
    await expect(swallowed).rejects.toThrow('A statement of this transaction failed')
    expect(await valueOf('a')).toBeUndefined()
  })

  it('continues without a part that failed, and keeps the other parts', async () => {
    const add = (name: string) => sql`insert into counters values (${name}, 1)`
    await db.transaction(async (tx) => {
      await tx.attempt(() => tx.query(add('a')))
      await expect(
        tx.attempt(async () => {
          await tx.query(add('b'))
          await tx.attempt(() => tx.query(add('c')))
          await tx.query(add('a'))
        }),
      ).rejects.toThrow('counters_pkey')
      await expect(tx.attempt(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
      await tx.query(add('d'))
    })
    const { rows } = await db.query<{ name: string }>(sql`select name from counters order by name`)
    expect(rows.map(({ name }) => name)).toEqual(['a', 'd'])
  })

  it('rolls back when a part swallowed the error of a statement', async () => {
    const swallowed = db.transaction((tx) =>
      tx.attempt(async () => {
        await tx.query(sql`insert into counters values ('a', 1)`)
        await tx.query(sql`insert into counters values ('a', 1)`).catch(() => undefined)
      }),
    )
    await expect(swallowed).rejects.toThrow('A statement of this transaction failed')
    expect(await valueOf('a')).toBeUndefined()
  })

  it('fails at once when it would deadlock with itself', async () => {
    await expect(db.transaction(() => db.query(sql`select 1`))).rejects.toThrow('query only through its `tx`')
    await expect(db.transaction(() => db.transaction(async () => undefined))).rejects.toThrow('query only through its `tx`')
    expect(await answer(sql`select 1 as value`)).toBe(1)
  })

  it('refuses the use of `tx` after its transaction', async () => {
    const outlived = await db.transaction(async (tx) => ({ tx }))
    await expect(outlived.tx.query(sql`select 1`)).rejects.toThrow('This transaction is over')
  })

  it('is never partially visible', async () => {
    let seen: number | undefined = -1
    const [written, queried] = [signal(), signal()]
    const running = db.transaction(async (tx) => {
      await tx.query(sql`insert into counters values ('a', 1)`)
      written.give()
      await queried.given
      // A statement that the engine lets in between is answered before this one.
      for (let times = 0; times < 5; times += 1) await valueOf('a', tx)
      if (db.engine === 'postgres') await other
      return seen
    })
    await written.given
    const other = valueOf('a').then((value) => (seen = value))
    queried.give()
    const during = await running
    await other
    // PostgreSQL returns the state before the transaction; PGlite answers only after it ends.
    expect([during, seen]).toEqual(db.engine === 'postgres' ? [undefined, undefined] : [-1, 1])
  })

  it('loses no update of twenty at once', async () => {
    await db.query(sql`insert into counters values ('a', 0)`)
    const adders = Array.from({ length: 20 }, () =>
      db.transaction(async (tx) => {
        const { rows } = await tx.query<{ value: number }>(sql`select value from counters where name = 'a' for update`)
        await tx.query(sql`update counters set value = ${(rows[0]?.value ?? 0) + 1} where name = 'a'`)
      }),
    )
    await Promise.all(adders)
    expect(await valueOf('a')).toBe(20)
  })

  it('are retried when the database ended one of them to resolve a deadlock', async () => {
    await db.query(sql`insert into counters values ('a', 0), ('b', 0)`)
    let runs = 0
    const [one, other] = [signal(), signal()]
    const addToBoth = (names: readonly string[], own: Signal, its: Signal) =>
      db.transaction(async (tx) => {
        runs += 1
        for (const name of names) {
          await tx.query(sql`update counters set value = value + 1 where name = ${name}`)
          own.give()
          // PGlite runs one transaction at a time: there the other never comes this far.
          if (db.engine === 'postgres') await its.given
        }
      })
    await Promise.all([addToBoth(['a', 'b'], one, other), addToBoth(['b', 'a'], other, one)])
    expect([await valueOf('a'), await valueOf('b')]).toEqual([2, 2])
    // Both may be ended where both look for deadlocks at the same moment.
    expect(runs).toBeGreaterThan(db.engine === 'postgres' ? 2 : 1)
  })
})
