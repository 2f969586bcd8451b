import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Table } from './table'

/**
 * A stretch of a list's order: rows that all come before those of the next one. An order that no index has, such as by a count or by the
 * name of another row, is fast when each of its stretches is.
 */
interface Stretch {
  /** Where its rows come from, as `v`; the list's own source where nothing is said. */
  readonly from?: Sql
  readonly where?: Sql
  /** What they are ordered by, never null; nothing: they are all equal. */
  readonly by?: Sql
}

/** What is asked of an order, so that it reads no more. */
export interface Asked {
  /** Nothing is asked of `v` but its id. */
  readonly bare: boolean
  readonly descending: boolean
  /** How many rows are read at most, from the end where the order begins; null where conditions leave some out. */
  readonly most: number | null
}

/**
 * The stretches of an ascending order by a field, for fields that are derived. `source` is the table, or the view where one of the filters
 * needs it.
 */
export type Order = (source: Sql, asked: Asked) => readonly Stretch[]

/** A stretch with all it takes to page through it. */
export interface OrderedStretch {
  readonly from: Sql
  readonly where: readonly Sql[]
  readonly by: Sql
}

/** A list's order as its keys. */
export function keysOf(sort: string): { field: string; descending: boolean }[] {
  return sort.split(',').map((key) => ({ field: key.replace(/^-/, ''), descending: key.startsWith('-') }))
}

/** How the first `most` rows of a source are read in this order: in one stretch, or in several one after another. */
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
  const asked = { by: table.order(field), nullable: table.nullable(field) }
  const free = conditions.length === 0
  const stretches = orders[field]?.(source, { bare: free && rest.length === 0, descending, most: free ? most : null }) ?? [asked]
  const others = rest.map((key) => orderBy(table.order(key.field), key.descending, table.nullable(key.field)))
  // The id ends the order, in the first key's direction, so that one index serves both directions.
  const end = [...others, orderBy(raw('v.id'), descending, false)]
  const ordered = stretches.map(({ from = sql`${source} v`, where, by, nullable = false }: Stretch & { nullable?: boolean }) => ({
    from,
    where: where === undefined ? conditions : [where, ...conditions],
    by: join(by === undefined ? end : [orderBy(by, descending, nullable), ...end]),
  }))
  return descending ? ordered.toReversed() : ordered
}

/**
 * The ids of a page, numbered in their order by `at`. A later stretch is read only when those before it do not fill the page, and one is
 * counted only when the page begins behind it.
 */
export function pageIds(stretches: readonly OrderedStretch[], size: number, offset: number): Sql {
  const [only, ...others] = stretches
  if (only !== undefined && others.length === 0) return numbered(only, size, offset)
  const most = offset + size
  const parts = stretches.map((stretch, at) => {
    const taken = sumOf(at, (before) => sql`(select count(*) from ${page(before)})`)
    const skipped = sumOf(at, (before) => sql`(select count(*) from ${begun(before)})`)
    const from = offset === 0 ? raw('0') : sql`case when ${taken} > 0 then 0 else ${offset} - (${skipped}) end`
    return sql`
      ${begun(at)} as materialized (${idsOf(stretch, most)}),
      ${page(at)} as materialized (
        select id, row_number() over () as at from (select id from ${begun(at)} limit ${size} - (${taken}) offset ${from}) as page
      )`
  })
  const all = stretches.map((_, at) => sql`select id, ${raw(String(at))} as stretch, at from ${page(at)}`)
  return sql`with ${join(parts)}
    select id, row_number() over (order by stretch, at) as at from (${join(all, ' union all ')}) as pages`
}

const page = (at: number): Sql => raw(`page_${at}`)
/** As much of a stretch as can be on the page or before it. */
const begun = (at: number): Sql => raw(`begun_${at}`)

/** What the first stretches have in sum, as far as `end`. */
function sumOf(end: number, part: (at: number) => Sql): Sql {
  return end === 0
    ? raw('0')
    : join(
        Array.from({ length: end }, (_, at) => part(at)),
        ' + ',
      )
}

/**
 * The ids of a page of what `matched` holds, or, where that is more than `most`, of the stretch itself: few rows are sorted, and of many an
 * index walks past enough.
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

/** What `narrowedIds` needs of each row that matches. */
export function matchedColumns(table: Table, sort: string): Sql {
  return join([raw('v.id'), ...keysOf(sort).map(({ field }, at) => sql`${table.order(field)} as ${raw(`key_${at}`)}`)])
}

/** Conditions that all hold; nothing where there are none. */
export function whereAll(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? empty : sql`where ${join(conditions, ' and ')}`
}

function numbered(stretch: OrderedStretch, limit: number, offset: number): Sql {
  return sql`select id, row_number() over () as at from (${idsOf(stretch, limit, offset)}) as stretch`
}

function idsOf({ from, where, by }: OrderedStretch, limit: number, offset = 0): Sql {
  return sql`select v.id from ${from} ${whereAll(where)} order by ${by} limit ${limit} offset ${offset}`
}

/** null comes before everything. */
function orderBy(column: Sql, descending: boolean, nullable: boolean): Sql {
  if (descending) return nullable ? sql`${column} desc nulls last` : sql`${column} desc`
  return nullable ? sql`${column} asc nulls first` : sql`${column} asc`
}

/** By how many refer to a row: `counts` has `id` and `n` of those that have any, `none` is true of `v` when nobody does. */
export function byCount(counts: Sql, none: Sql): Order {
  return (source, { bare }) => [
    { where: none },
    bare
      ? { from: sql`(${counts}) v`, by: raw('v.n') }
      : { from: sql`(${counts}) counted join ${source} v on v.id = counted.id`, by: raw('counted.n') },
  ]
}

/** By a column of the row that `v` refers to, which is never null there; rows that refer to none come first. */
export function byReferred(reference: string, table: string, column: string): Order {
  const key = raw(`v.${reference}`)
  return (source) => [
    { where: sql`${key} is null` },
    { from: sql`${raw(table)} other join ${source} v on ${key} = other.id`, by: raw(`other.${column}`) },
  ]
}

/** By a derived value: the conditions for each, in the order of the values. */
export function byValue(conditions: readonly Sql[]): Order {
  return () => conditions.map((where) => ({ where }))
}
