import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { SchemaDescription, SchemaFieldDescription } from 'yup'
import type { Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'

/** A row of the view, by the contract's field names. */
export interface Row {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** A resource's table and view; every name comes from the contract, never from a request. */
export interface Table {
  /** `gateways`; writes go here. */
  readonly name: string
  readonly table: Sql
  /** `gateways_view`; reads come from here. */
  readonly view: Sql
  /** Every field of a row: `v.last_seen_at as "lastSeenAt", …`. */
  readonly fields: Sql
  /** The same, with the given fields read from other expressions. */
  fieldsWith(others: Readonly<Record<string, Sql>>): Sql
  /** The column of a field, e.g. `v.last_seen_at`. */
  column(field: string): Sql
  /** The column that lists sort by: the field's own, or `v.semver_order` for a field that the contract orders as a version. */
  order(field: string): Sql
  /** Whether a field may be null. */
  nullable(field: string): boolean
}

const known = new WeakMap<Pick<Resource, 'path' | 'row'>, Table>()

/** The table of a resource, named by the last segment of its path. */
export function tableOf(resource: Pick<Resource, 'path' | 'row'>): Table {
  const table = known.get(resource) ?? makeTable(resource)
  known.set(resource, table)
  return table
}

function makeTable({ path, row }: Pick<Resource, 'path' | 'row'>): Table {
  const name = tableName(path)
  const { fields } = row.describe()
  const columns = new Map(Object.keys(fields).map((field) => [field, raw(`v.${columnName(field)}`)]))
  const column = (field: string): Sql => {
    const found = columns.get(field)
    if (found === undefined) throw new Error(`${name} has no field ${field}`)
    return found
  }
  const select = (others: Readonly<Record<string, Sql>>): Sql =>
    join([...columns].map(([field, own]) => sql`${others[field] ?? own} as ${raw(`"${field}"`)}`))
  return {
    name,
    table: raw(name),
    view: raw(`${name}_view`),
    fields: select({}),
    fieldsWith: select,
    column,
    order: (field) => (orderOf(fields[field]) === undefined ? column(field) : raw(`v.${columnName(field)}_order`)),
    nullable: (field) => (fields[field] as SchemaDescription | undefined)?.nullable ?? false,
  }
}

const columnsOf = new Map<string, ReadonlySet<string>>()

/** The table's own columns, as `v.name`; the view derives the others. Cached per table. */
export async function tableColumns(db: Queryable, { name }: Table): Promise<ReadonlySet<string>> {
  const known = columnsOf.get(name)
  if (known !== undefined) return known
  const { rows } = await db.query<{ name: string }>(sql`
    select attname as name from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped`)
  const columns = new Set(rows.map((column) => `v.${column.name}`))
  columnsOf.set(name, columns)
  return columns
}

/** A field's order in the contract's metadata; undefined when its values sort by themselves. */
function orderOf(field: SchemaFieldDescription | undefined): unknown {
  const meta: unknown = field !== undefined && 'meta' in field ? field.meta : undefined
  return typeof meta === 'object' && meta !== null && 'order' in meta ? meta.order : undefined
}

/** `/api/v1/gateway_hardwares` → `gateway_hardwares`. */
export function tableName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** `lastSeenAt` → `last_seen_at`. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
