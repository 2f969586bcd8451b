import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { TOTAL_CAP, type ListQuery, type Page } from '../../contract/list'
import type { Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { tableOf, type Row, type Table } from './table'

/** Columns by which lists are ordered in place of a field's own, because they are cheaper for many rows at once. */
export type Orders = Readonly<Record<string, string>>

/** What an area's list has of its own. */
export interface ListHooks {
  /** Cheaper columns to order lists by. */
  readonly orders?: Orders
  /** Conditions for the filters that are more than the value of a column; `v` is the view. */
  readonly filters?: Readonly<Record<string, (values: readonly string[]) => Sql>>
}

interface Counted extends Row {
  readonly total: number
}

/**
 * A page of a list. The ids come first, from as few columns as the order and the filters need; then their rows with everything that is
 * derived. The total is counted up to the cap.
 */
export async function listPage(db: Queryable, resource: Resource, query: ListQuery, hooks: ListHooks = {}): Promise<Page<Row>> {
  const table = tableOf(resource)
  const { page, pageSize } = query
  const where = conditions(table, query, hooks)
  const offset = (page - 1) * pageSize
  const { rows } = await db.query<Counted>(sql`
    select ${table.fields}, ${totalOf(table, where)} as total
    from (
      select v.id from ${table.view} v ${where} order by ${order(table, query.sort, hooks.orders)} limit ${pageSize} offset ${offset}
    ) as page
    join ${table.view} v on v.id = page.id
    order by ${order(table, query.sort)}`)
  const total = rows[0]?.total ?? (page === 1 ? 0 : await count(db, table, where))
  return { result: rows, meta: { page, pageSize, total: Math.min(total, TOTAL_CAP), totalCapped: total > TOTAL_CAP } }
}

/** Ids of all rows that a query matches, in no order; one more than `most` when there are more. */
export async function matchingIds(
  db: Queryable,
  resource: Resource,
  query: ListQuery,
  most: number,
  hooks: ListHooks = {},
): Promise<string[]> {
  const table = tableOf(resource)
  const { rows } = await db.query<{ id: string }>(
    sql`select v.id from ${table.view} v ${conditions(table, query, hooks)} limit ${most + 1}`,
  )
  return rows.map(({ id }) => id)
}

async function count(db: Queryable, table: Table, where: Sql): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`select ${totalOf(table, where)} as total`)
  return rows[0]?.total ?? 0
}

function totalOf(table: Table, where: Sql): Sql {
  return sql`(select count(*) from (select 1 from ${table.view} v ${where} limit ${TOTAL_CAP + 1}) as counted)`
}

function conditions(table: Table, { q, filter }: ListQuery, { filters = {} }: ListHooks): Sql {
  const all = Object.entries(filter).map(
    ([field, values]) => filters[field]?.(values) ?? sql`${table.column(field)} in (${join(values)})`,
  )
  // What is searched was folded when it was written; see the migrations.
  if (q !== '') all.push(sql`v.search like folded(${`%${literal(q)}%`})`)
  return all.length === 0 ? empty : sql`where ${join(all, ' and ')}`
}

/** A pattern that matches this text and nothing else. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** null comes before everything; the id ends the order, in the first key's direction, so that one index serves both directions. */
function order(table: Table, sort: string, orders: Orders = {}): Sql {
  const keys = sort.split(',').map((key) => ({ field: key.replace(/^-/, ''), descending: key.startsWith('-') }))
  const ordered = keys.map(({ field, descending }) => {
    const own = orders[field]
    const column = own === undefined ? table.order(field) : raw(`v.${own}`)
    return sql`${column} ${direction(descending, table.nullable(field))}`
  })
  return sql`${join(ordered)}, v.id ${direction(keys[0]?.descending ?? false, false)}`
}

function direction(descending: boolean, nullable: boolean): Sql {
  if (descending) return nullable ? sql`desc nulls last` : sql`desc`
  return nullable ? sql`asc nulls first` : sql`asc`
}
