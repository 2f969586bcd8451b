import sql from 'sql-template-tag'
import type { Values } from '../crud/table'
import type { Queryable } from '../db/database'
import { invalid } from '../http/problems'

/** Throws 422 for a time zone that PostgreSQL does not know by this name; JavaScript knows others (`IST`), some for another zone. */
export async function refuseZone(tx: Queryable, { zone = null }: Values): Promise<void> {
  if (zone === null) return
  const { rowCount } = await tx.query(sql`select from pg_timezone_names where name = ${zone} limit 1`)
  if (rowCount === 0) throw invalid(new Map([['zone', 'There is no such time zone']]))
}
