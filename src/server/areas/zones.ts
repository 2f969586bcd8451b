import sql from 'sql-template-tag'
import type { Values } from '../crud/table'
import type { Queryable } from '../db/database'
import { invalid } from '../http/problems'

/**
 * The zone as PostgreSQL writes its name, whose case does not matter; no fields without a zone. Throws 422 for one that PostgreSQL does not
 * know: JavaScript knows others (`IST`), some for another zone.
 */
export async function settledZone(tx: Queryable, { zone = null }: Values): Promise<Values> {
  if (zone === null) return {}
  const { rows } = await tx.query<Values>(sql`
    select name as zone from pg_timezone_names where lower(name) = lower(${zone}) limit 1`)
  const [found] = rows
  if (found === undefined) throw invalid(new Map([['zone', 'There is no such time zone']]))
  return found
}
