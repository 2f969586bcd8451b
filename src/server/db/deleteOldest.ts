import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queryable } from './database'

/** Rows deleted per statement, so that none takes long and nobody waits long. */
const AT_ONCE = 10_000

/** Deletes a table's rows that match the condition, by several statements, those with the lowest `column` first. */
export async function deleteOldest(db: Queryable, table: string, column: string, condition: Sql): Promise<void> {
  const name = raw(table)
  for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
    const { rowCount } = await db.query(sql`
      delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} order by ${raw(column)} limit ${AT_ONCE}))`)
    deleted = rowCount
  }
}
