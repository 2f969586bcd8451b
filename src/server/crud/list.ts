import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { TOTAL_CAP, type ListQuery, type Page } from '../../contract/list'
import type { Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { keysOf, matchedColumns, narrowedIds, pageIds, stretchesOf, whereAll, type Order } from './order'
import { searched } from './search'
import { ownColumns, tableOf, type Row, type Table } from './table'

/**
 * What an area's list has of its own: how filters and orders by derived fields are asked of the table itself, as `v`, so that an index
 * answers them. Without these, they are asked of the view.
 */
export interface ListHooks {
  readonly orders?: Readonly<Record<string, Order>>
  readonly filters?: Readonly<Record<string, (values: readonly string[]) => Sql>>
  /** The source with the columns that a filter's condition reads beyond the row's own: `(select v.*, … from source v …)`. */
  readonly widened?: Readonly<Record<string, (source: Sql, values: readonly string[]) => Sql>>
  /**
   * Counts that are faster for all rows of a page at once than for each: `id` and `n` of those in `page` that have any. Without these, the
   * view counts.
   */
  readonly counts?: Readonly<Record<string, (page: Sql) => Sql>>
}

/** A filter by a derived field: the condition for each of its values. */
export function oneOfThese(conditions: Readonly<Record<string, Sql>>): (values: readonly string[]) => Sql {
  return (values) =>
    sql`(${join(
      values.map((value) => conditions[value] ?? sql`false`),
      ' or ',
    )})`
}

interface Counted extends Row {
  readonly total: number
}

/** What a query matches. */
interface Match {
  readonly source: Sql
  readonly where: readonly Sql[]
}

/**
 * A page of a list. The ids come first, from as few columns as the order and the filters need; then their rows with everything that is
 * derived. The total is counted up to the cap.
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

/** How a page's ids and the total are read. */
function readOf(table: Table, { page, pageSize, sort }: ListQuery, match: Match, { orders = {} }: ListHooks) {
  const { source, where } = match
  const offset = (page - 1) * pageSize
  const stretches = stretchesOf(table, source, sort, where, orders, offset + pageSize)
  const [only] = stretches
  const derived = keysOf(sort)[0]?.field ?? ''
  if (only === undefined || where.length === 0 || orders[derived] !== undefined)
    return { matched: empty, ids: pageIds(stretches, pageSize, offset), total: totalOf(match) }
  const matched = sql`matched as materialized (
    select ${matchedColumns(table, sort)} from ${source} v ${whereAll(where)} limit ${TOTAL_CAP + 1}
  ),`
  const ids = narrowedIds(table, sort, only, TOTAL_CAP, pageSize, offset)
  return { matched, ids, total: sql`(select count(*) from matched)` }
}

/** The fields of a page's rows, and what they are read from beside the view. */
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

/** Ids of all rows that a query matches, in no order; one more than `most` when there are more. */
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
  // The view's joins, even those that nothing is read of, keep an index from answering alone.
  const needed = [
    ...names.filter((name) => filters[name] === undefined),
    ...(first === undefined || orders[first] !== undefined ? [] : [first]),
    ...rest,
  ]
  const columnNames = await ownColumns(db, table)
  const plain = needed.every((field) => columnNames.has(table.order(field).sql)) ? table.table : table.view
  return {
    source: names.reduce((source, name) => widened[name]?.(source, filter[name] ?? []) ?? source, plain),
    where: q === '' ? conditions : [...conditions, searched(q)],
  }
}
