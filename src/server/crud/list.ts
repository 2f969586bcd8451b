import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { TOTAL_CAP, type ListQuery, type Page } from '../../contract/list'
import type { Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { keysOf, matchedColumns, narrowedIds, pageIds, stretchesOf, whereAll, type Order } from './order'
import { byRow, searched } from './search'
import { tableColumns, tableOf, type Row, type Table } from './table'

/**
 * How an area's list filters and orders by derived fields on the table itself, as `v`, so that an index serves them. Without these, the
 * view serves them.
 */
export interface ListHooks {
  readonly orders?: Readonly<Record<string, Order>>
  readonly filters?: Readonly<Record<string, (values: readonly string[]) => Sql>>
  /** Adds columns to the source that a filter's condition needs: `(select v.*, … from source v …)`. */
  readonly widened?: Readonly<Record<string, (source: Sql, values: readonly string[]) => Sql>>
  /**
   * Counts computed for a whole page instead of per row: `id` and `n` of the rows in `page` with a count above zero. Without these, the
   * view counts.
   */
  readonly counts?: Readonly<Record<string, (page: Sql) => Sql>>
}

/** Builds a filter by a derived field from the condition of each of its values. */
export function oneOfThese(conditions: Readonly<Record<string, Sql>>): (values: readonly string[]) => Sql {
  return (values) =>
    sql`(${join(
      values.map((value) => conditions[value] ?? sql`false`),
      ' or ',
    )})`
}

/** Counts, for a whole page, the rows of `table` that refer to each of its rows by `column`. */
export function countReferring(table: string, column: string): (page: Sql) => Sql {
  const key = raw(column)
  return (page) =>
    sql`select ${key} as id, count(*) as n from ${raw(table)} where ${key} in (select id from ${page}) group by ${key}`
}

interface Counted extends Row {
  readonly total: number
}

/** The rows that a query matches. */
interface Match {
  readonly source: Sql
  readonly where: readonly Sql[]
  /** The same conditions for reading in the list's order, where many rows match. */
  readonly whereInOrder: readonly Sql[]
}

/**
 * Reads a page of a list. Selects the ids first, from the few columns that order and filters need, then those rows with all derived fields.
 * Counts the total up to the cap.
 */
export async function listPage(
  db: Queryable,
  resource: Pick<Resource, 'path' | 'row'>,
  query: ListQuery,
  hooks: ListHooks = {},
): Promise<Page<Row>> {
  const table = tableOf(resource)
  const match = await matchOf(db, table, query, hooks)
  const { matched, ids, total: counted } = readOf(table, query, match, hooks)
  const { fields, joins } = countsOf(table, hooks)
  const { rows } = await db.query<Counted>(sql`
    with ${matched} page as materialized (${ids})
    select ${fields}, ${counted} as total
    from page join ${table.view} v on v.id = page.id ${joins}
    order by page.at`)
  const { page, pageSize } = query
  const total = rows[0]?.total ?? (page === 1 ? 0 : await count(db, match))
  return { result: rows, meta: { page, pageSize, total: Math.min(total, TOTAL_CAP), totalCapped: total > TOTAL_CAP } }
}

/** Builds the queries for a page's ids and for the total. */
function readOf(table: Table, { page, pageSize, sort }: ListQuery, match: Match, { orders = {} }: ListHooks) {
  const { source, where, whereInOrder } = match
  const offset = (page - 1) * pageSize
  const stretches = stretchesOf(table, source, sort, where, orders, offset + pageSize)
  const [only] = stretches
  const derived = keysOf(sort)[0]?.field ?? ''
  if (only === undefined || where.length === 0 || orders[derived] !== undefined)
    return { matched: empty, ids: pageIds(stretches, pageSize, offset), total: totalOf(match) }
  const matched = sql`matched as materialized (
    select ${matchedColumns(table, sort)} from ${source} v ${whereAll(where)} limit ${TOTAL_CAP + 1}
  ),`
  const ids = narrowedIds(table, sort, { ...only, where: whereInOrder }, TOTAL_CAP, pageSize, offset)
  return { matched, ids, total: sql`(select count(*) from matched)` }
}

/** Builds the fields of a page's rows and the joins for counted ones. */
function countsOf(table: Table, { counts = {} }: ListHooks) {
  const page = raw('page')
  const counted = Object.entries(counts).map(([field, count], at) => ({ field, count: count(page), name: raw(`counted_${at}`) }))
  return {
    fields: table.fieldsWith(Object.fromEntries(counted.map(({ field, name }) => [field, sql`coalesce(${name}.n, 0)`]))),
    joins:
      counted.length === 0
        ? empty
        : join(
            counted.map(({ count, name }) => sql`left join (${count}) ${name} on ${name}.id = page.id`),
            ' ',
          ),
  }
}

/** Reads the ids of all matching rows, unordered; `most + 1` of them when there are more. */
export async function matchingIds(
  db: Queryable,
  resource: Resource,
  query: ListQuery,
  most: number,
  hooks: ListHooks = {},
): Promise<string[]> {
  const { source, where } = await matchOf(db, tableOf(resource), { ...query, sort: '' }, hooks)
  const { rows } = await db.query<{ id: string }>(sql`select v.id from ${source} v ${whereAll(where)} limit ${most + 1}`)
  return rows.map(({ id }) => id)
}

/** Counts all rows that a query matches by the values of a field; a value that no row has is absent. */
export async function countedBy(
  db: Queryable,
  resource: Pick<Resource, 'path' | 'row'>,
  query: ListQuery,
  field: string,
  hooks: ListHooks = {},
): Promise<ReadonlyMap<string, number>> {
  const table = tableOf(resource)
  const { source, where } = await matchOf(db, table, { ...query, sort: field }, hooks)
  const column = table.column(field)
  const { rows } = await db.query<{ value: string; n: number }>(sql`
    select ${column} as value, count(*) as n from ${source} v ${whereAll(where)} group by ${column}`)
  return new Map(rows.map(({ value, n }) => [value, n]))
}

async function count(db: Queryable, match: Match): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`select ${totalOf(match)} as total`)
  return rows[0]?.total ?? 0
}

function totalOf({ source, where }: Match): Sql {
  return sql`(select count(*) from (select 1 from ${source} v ${whereAll(where)} limit ${TOTAL_CAP + 1}) as counted)`
}

async function matchOf(db: Queryable, table: Table, { q, filter, sort }: ListQuery, hooks: ListHooks): Promise<Match> {
  const { filters = {}, orders = {}, widened = {} } = hooks
  const names = Object.keys(filter)
  const conditions = names.map((field) => {
    const values = filter[field] ?? []
    return filters[field]?.(values) ?? sql`${table.column(field)} in (${join(values)})`
  })
  const [first, ...rest] = sort === '' ? [] : keysOf(sort).map(({ field }) => field)
  // The view's joins prevent an index-only scan, even when nothing is read from them.
  const needed = [
    ...names.filter((name) => filters[name] === undefined),
    ...(first === undefined || orders[first] !== undefined ? [] : [first]),
    ...rest,
  ]
  const columnNames = await tableColumns(db, table)
  const isPlain = needed.every((field) => columnNames.has(table.order(field).sql)) && (q === '' || columnNames.has('v.search'))
  const plain = isPlain ? table.table : table.view
  return {
    source: names.reduce((source, name) => widened[name]?.(source, filter[name] ?? []) ?? source, plain),
    where: q === '' ? conditions : [...conditions, searched(q)],
    // The planner expects few rows with accents: this form, which no index serves, keeps it from sorting them all.
    whereInOrder: q === '' ? conditions : [...conditions, sql`case when ${searched(q, sql`v.search`, byRow)} then true end`],
  }
}
