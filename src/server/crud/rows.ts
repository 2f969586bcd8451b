import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { columnName, tableOf, type Row } from './table'

type Values = Readonly<Record<string, unknown>>

/** Reads a row with its derived fields; null when there is none. */
export async function findRow(db: Queryable, resource: Resource, id: string): Promise<Row | null> {
  const [row = null] = await findRows(db, resource, [id])
  return row
}

/** Reads the rows with these ids, unordered. */
export async function findRows(db: Queryable, resource: Resource, ids: readonly string[]): Promise<Row[]> {
  const { fields, view } = tableOf(resource)
  const { rows } = await db.query<Row>(sql`select ${fields} from ${view} v where v.id = any(${ids}::uuid[])`)
  return rows
}

/** Locks these rows until the transaction ends; returns those that exist. */
export async function lockRows(
  tx: Queryable,
  resource: Resource,
  ids: readonly string[],
): Promise<Pick<Row, 'id' | 'version'>[]> {
  const { rows } = await tx.query<Row>(
    // Ordered by id everywhere, or two deletions of the same rows could deadlock.
    sql`select id, version from ${tableOf(resource).table} where id = any(${ids}::uuid[]) order by id for update`,
  )
  return rows
}

/** Inserts a row with these fields; omitted ones get their column's default. */
export async function insertRow(tx: Queryable, resource: Resource, id: string, values: Values): Promise<void> {
  const given = { id, ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) }
  const columns = raw(Object.keys(given).map(columnName).join(', '))
  await tx.query(sql`insert into ${tableOf(resource).table} (${columns}) values (${join(Object.values(given).map(parameter))})`)
}

/** Sets these fields and increments the version. */
export async function updateRow(tx: Queryable, resource: Resource, id: string, values: Values): Promise<void> {
  const assignments = Object.entries(values).map(([field, value]) => sql`${raw(columnName(field))} = ${parameter(value)}`)
  const counted = [...assignments, sql`version = version + 1`, sql`updated_at = now()`]
  await tx.query(sql`update ${tableOf(resource).table} set ${join(counted)} where id = ${id}`)
}

/** Deletes these rows; references to them must be gone. */
export async function deleteRows(tx: Queryable, resource: Resource, ids: readonly string[]): Promise<void> {
  await tx.query(sql`delete from ${tableOf(resource).table} where id = any(${ids}::uuid[])`)
}

/** Writes undefined as null. */
function parameter(value: unknown): Sql {
  return sql`${value ?? null}`
}
