import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Table } from './table'

/**
 * A part of a list's order, whose rows all come before those of the next part. An order without an index, such as by a count or by another
 * row's name, is fast when each of its stretches is.
 */
interface Stretch {
  /** The rows' source, as `v`; by default the list's source. */
  readonly from?: Sql
  readonly where?: Sql
  /** The sort expression, never null; absent when the order within the stretch is only by id. */
  readonly by?: Sql
}

/** What the list needs from an order, so that it reads no more. */
export interface OrderNeeds {
  /** Only the id of `v` is needed. */
  readonly bare: boolean
  readonly descending: boolean
  /** Most rows read from the beginning of the order; null where filters skip some. */
  readonly most: number | null
}

/** Builds the stretches of an ascending order by a derived field. `source` is the table, or the view where a filter needs it. */
export type Order = (source: Sql, needs: OrderNeeds) => readonly Stretch[]

/** A stretch with its filters and its complete sort expression. */
export interface OrderedStretch {
  readonly from: Sql
  readonly where: readonly Sql[]
  readonly by: Sql
}

/** Parses a list's `sort` into keys. */
export function keysOf(sort: string): { field: string; descending: boolean }[] {
  return sort.split(',').map((key) => ({ field: key.replace(/^-/, ''), descending: key.startsWith('-') }))
}

/** Builds the stretches that read the first `most` rows of a source in this order. */
export function stretchesOf(
  table: Table,
  source: Sql,
  sort: string,
  conditions: readonly Sql[],
  orders: Readonly<Record<string, Order>>,
  most: number,
): OrderedStretch[] {
  const [first, ...rest] = keysOf(sort)
  if (first === undefined) return []
  const { field, descending } = first
  const byField = { by: table.order(field), nullable: table.nullable(field) }
  const free = conditions.length === 0
  const stretches = orders[field]?.(source, { bare: free && rest.length === 0, descending, most: free ? most : null }) ?? [
    byField,
  ]
  const others = rest.map((key) => orderBy(table.order(key.field), key.descending, table.nullable(key.field)))
  // The id breaks ties in the first key's direction, so that one index serves both directions.
  const end = [...others, orderBy(raw('v.id'), descending, false)]
  const ordered = stretches.map(({ from = sql`${source} v`, where, by, nullable = false }: Stretch & { nullable?: boolean }) => ({
    from,
    where: where === undefined ? conditions : [where, ...conditions],
    by: join(by === undefined ? end : [orderBy(by, descending, nullable), ...end]),
  }))
  return descending ? ordered.toReversed() : ordered
}

/**
 * Selects the ids of a page, numbered by `at`. Reads a later stretch only when the earlier ones do not fill the page, and counts one only
 * when the page begins after it.
 */
export function pageIds(stretches: readonly OrderedStretch[], size: number, offset: number): Sql {
  const [only, ...others] = stretches
  if (only !== undefined && others.length === 0) return numbered(only, size, offset)
  const most = offset + size
  const parts = stretches.map((stretch, at) => {
    const rowsBefore = sumOf(at, (before) => sql`(select count(*) from ${page(before)})`)
    const skipped = sumOf(at, (before) => sql`(select count(*) from ${begun(before)})`)
    const from = offset === 0 ? raw('0') : sql`case when ${rowsBefore} > 0 then 0 else ${offset} - (${skipped}) end`
    return sql`
      ${begun(at)} as materialized (${idsOf(stretch, most)}),
      ${page(at)} as materialized (
        select id, row_number() over () as at from (select id from ${begun(at)} limit ${size} - (${rowsBefore}) offset ${from}) as page
      )`
  })
  const all = stretches.map((_, at) => sql`select id, ${raw(String(at))} as stretch, at from ${page(at)}`)
  return sql`with ${join(parts)}
    select id, row_number() over (order by stretch, at) as at from (${join(all, ' union all ')}) as pages`
}

const page = (at: number): Sql => raw(`page_${at}`)
/** The rows of a stretch that can be on the page or before it. */
const begun = (at: number): Sql => raw(`begun_${at}`)

/** Sums `part` over the stretches before `end`. */
function sumOf(end: number, part: (at: number) => Sql): Sql {
  return end === 0
    ? raw('0')
    : join(
        Array.from({ length: end }, (_, at) => part(at)),
        ' + ',
      )
}

/**
 * Selects the ids of a page from `matched`, or from the stretch itself when `matched` has more than `most` rows: few rows are sorted, many
 * are read in an index's order.
 */
export function narrowedIds(
  table: Table,
  sort: string,
  stretch: OrderedStretch,
  most: number,
  size: number,
  offset: number,
): Sql {
  const found = sql`(select count(*) from matched)`
  const keys = keysOf(sort).map(({ field, descending }, at) => orderBy(raw(`v.key_${at}`), descending, table.nullable(field)))
  const by = join([...keys, orderBy(raw('v.id'), keysOf(sort)[0]?.descending ?? false, false)])
  const few = { from: raw('matched v'), where: [sql`${found} <= ${most}`], by }
  const many = { ...stretch, where: [sql`${found} > ${most}`, ...stretch.where] }
  return sql`${numbered(few, size, offset)} union all ${numbered(many, size, offset)}`
}

/** The columns of a matching row that `narrowedIds` needs. */
export function matchedColumns(table: Table, sort: string): Sql {
  return join([raw('v.id'), ...keysOf(sort).map(({ field }, at) => sql`${table.order(field)} as ${raw(`key_${at}`)}`)])
}

/** Joins conditions to a where clause; empty without conditions. */
export function whereAll(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? empty : sql`where ${join(conditions, ' and ')}`
}

function numbered(stretch: OrderedStretch, limit: number, offset: number): Sql {
  return sql`select id, row_number() over () as at from (${idsOf(stretch, limit, offset)}) as stretch`
}

function idsOf({ from, where, by }: OrderedStretch, limit: number, offset = 0): Sql {
  return sql`select v.id from ${from} ${whereAll(where)} order by ${by} limit ${limit} offset ${offset}`
}

/** Sorts null before every value. */
function orderBy(column: Sql, descending: boolean, nullable: boolean): Sql {
  if (descending) return nullable ? sql`${column} desc nulls last` : sql`${column} desc`
  return nullable ? sql`${column} asc nulls first` : sql`${column} asc`
}

/**
 * An order by the number of referring rows: `counts` has `id` and `n` of rows with any, `none` is the condition on `v` for rows without.
 */
export function byCount(counts: Sql, none: Sql): Order {
  return (source, { bare }) => [
    { where: none },
    bare
      ? { from: sql`(${counts}) v`, by: raw('v.n') }
      : { from: sql`(${counts}) counted join ${source} v on v.id = counted.id`, by: raw('counted.n') },
  ]
}

/** An order by the number of rows of `table` that refer by `column`. */
export function byReferring(table: string, column: string): Order {
  const key = raw(column)
  const rows = raw(table)
  return byCount(
    sql`select ${key} as id, count(*) as n from ${rows} where ${key} is not null group by ${key}`,
    sql`not exists (select from ${rows} other where other.${key} = v.id)`,
  )
}

/** An order by a column of the referred row, never null there; rows without a reference come first. */
export function byReferred(reference: string, table: string, column: string): Order {
  const key = raw(`v.${reference}`)
  return (source) => [
    { where: sql`${key} is null` },
    { from: sql`${raw(table)} other join ${source} v on ${key} = other.id`, by: raw(`other.${column}`) },
  ]
}

/** An order by a derived value, from the condition of each of its values, in ascending order. */
export function byValue(conditions: Readonly<Record<string, Sql>>): Order {
  return () => Object.values(conditions).map((where) => ({ where }))
}
