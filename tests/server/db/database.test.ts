import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('database', () => {
  it('answers numbers, moments and lists the same on every engine', async () => {
    const { rows, rowCount } = await database.db.query(sql`
      select ${7}::int8 as whole, 1.50::numeric as exact, sum(n) as total, ${new Date('2026-01-02T03:04:05.006Z')}::timestamptz as at
      from (values (1::int8), (2)) as v (n)`)
    expect(rowCount).toBe(1)
    expect(rows).toEqual([{ whole: 7, exact: 1.5, total: 3, at: '2026-01-02T03:04:05.006Z' }])
  })
})
