import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../server/db/database'

/** A table's columns and their SQL types. */
export type Columns<Row> = Readonly<Record<Extract<keyof Row, string>, string>>

/** Inserts rows of a demo table in one statement. Property names are the columns' names. */
export async function insertRows<Row extends object>(
  tx: Queryable,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<void> {
  const names = Object.keys(columns)
  const list: Sql = raw(names.join(', '))
  const shape = join(Object.entries<string>(columns).map(([name, type]) => raw(`${name} ${type}`)))
  await tx.query(sql`insert into ${raw(table)} (${list})
    select ${list} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${shape})`)
}
