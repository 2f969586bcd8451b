import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { SchemaDescription, SchemaFieldDescription } from 'yup'
import { ID_PATTERN } from '../../contract/fields'
import type { Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { refusal } from '../http/problems'

/** A row of the view, by the contract's field names. */
export interface Row {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** Values of a row's fields, of all or of some, by the contract's field names. */
export type Values = Readonly<Record<string, unknown>>

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

/** Reads a row with its derived fields; null when there is none. */
export async function findRow(db: Queryable, resource: Resource, id: string): Promise<Row | null> {
  const [row = null] = await findRows(db, resource, [id])
  return row
}

/** Reads a row; throws 404. */
export async function readRow(db: Queryable, resource: Resource, id: string): Promise<Row> {
  const row = await findRow(db, resource, id)
  if (row === null) throw notFound(resource)
  return row
}

/** Checks an id from a path; throws 404 for one that is not a UUID. */
export function idOf(resource: Pick<Resource, 'nouns'>, id: string): string {
  if (!ID_PATTERN.test(id)) throw notFound(resource)
  return id
}

/** The 404 for a row that does not exist. */
export function notFound({ nouns }: Pick<Resource, 'nouns'>): Error {
  return refusal(404, 'not_found', `There is no such ${nouns.one}`)
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

/** Sets the same fields in all of these rows and increments their versions. */
export async function updateRows(tx: Queryable, resource: Resource, ids: readonly string[], values: Values): Promise<void> {
  const assignments = Object.entries(values).map(([field, value]) => sql`${raw(columnName(field))} = ${parameter(value)}`)
  const counted = [...assignments, sql`version = version + 1`, sql`updated_at = now()`]
  await tx.query(sql`update ${tableOf(resource).table} set ${join(counted)} where id = any(${ids}::uuid[])`)
}

/** Deletes these rows; references to them must be gone. */
export async function deleteRows(tx: Queryable, resource: Resource, ids: readonly string[]): Promise<void> {
  await tx.query(sql`delete from ${tableOf(resource).table} where id = any(${ids}::uuid[])`)
}

/** Writes undefined as null. */
function parameter(value: unknown): Sql {
  return sql`${value ?? null}`
}
