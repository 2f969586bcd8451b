import sql from 'sql-template-tag'
import type { Queryable } from '../db/database'

/** A table and its columns in a backup. */
export interface Table {
  readonly name: string
  /** Quoted names, without generated columns and transaction ids, which mean nothing on another server. */
  readonly columns: readonly string[]
  /** Contains files: only a few rows are held in memory at once. */
  readonly heavy: boolean
}

interface Found extends Table {
  readonly refersTo: readonly string[]
}

/** Lists all tables except that of the migrations, each after those it refers to. Partitions are read through their parent. */
export async function tablesOf(db: Queryable): Promise<Table[]> {
  const { rows } = await db.query<Found>(sql`
    select c.relname as name, a.columns, a.heavy, array(
      select distinct referred.relname::text from pg_constraint k join pg_class referred on referred.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and not k.condeferrable
    ) as "refersTo"
    from pg_class c cross join lateral (
      select array_agg(quote_ident(attname) order by attnum) as columns, bool_or(atttypid = 'bytea'::regtype) as heavy
      from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and atttypid <> 'xid8'::regtype
    ) a
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations'
    order by c.relname`)
  return inOrder(rows)
}

function inOrder(tables: readonly Found[]): Table[] {
  const remaining = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (remaining.size > 0) {
    const next = [...remaining.values()].find(({ name, refersTo }) =>
      refersTo.every((other) => other === name || !remaining.has(other)),
    )
    if (next === undefined) throw new Error(`The tables ${[...remaining.keys()].join(', ')} refer to each other`)
    remaining.delete(next.name)
    ordered.push(next)
  }
  return ordered
}
