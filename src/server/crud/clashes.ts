import sql, { join, type Sql } from 'sql-template-tag'
import { allOf, counted } from '../../contract/grouped'
import { resources } from '../../contract/index'
import type { NamedRow, Problem } from '../../contract/problem'
import type { Resource } from '../../contract/resource'
import { databaseFault, type Queryable } from '../db/database'
import { invalid, refusal } from '../http/problems'
import { columnName, tableName, tableOf, type Values } from './table'

/** Most referring rows named in an `in_use` answer. */
export const USERS_NAMED = 10

/**
 * Translates a constraint violation for a client that sent `values`: another row has a unique value (409 `taken`), or a referenced row does
 * not exist (422). Returns other errors unchanged. Call it after the transaction or savepoint that failed: within, no query is answered.
 */
export async function writeClash(db: Queryable, resource: Resource, values: Values, error: unknown): Promise<unknown> {
  const fault = databaseFault(error)
  if (fault?.code === '23505') {
    const fields = uniqueFields(resource, fault.constraint)
    return fields === undefined ? error : taken(db, resource, fields, values, fault.key)
  }
  if (fault?.code === '23503') {
    const field = Object.keys(values).find((name) => fault.constraint === referenceName(resource, name))
    return field === undefined ? error : invalid(new Map([[field, `${labelOf(resource, field)} does not exist`]]))
  }
  return error
}

/** Translates a foreign key violation of a deletion: others refer to the row (409 `in_use`, naming up to ten of them). */
export async function removalClash(db: Queryable, resource: Resource, id: string, error: unknown): Promise<unknown> {
  const fault = databaseFault(error)
  if (fault?.code !== '23503') return error
  for (const other of resources as readonly Resource[]) {
    const field = Object.keys(other.row.fields).find((name) => fault.constraint === referenceName(other, name))
    if (field === undefined) continue
    const users = await usersOf(db, other, sql`${tableOf(other).column(field)} = ${id}`)
    return refusal(409, 'in_use', `This ${resource.nouns.one} is used by ${counted(users.total, other.nouns)}`, { users })
  }
  return refusal(409, 'in_use', `This ${resource.nouns.one} is in use`)
}

/** The fields of a unique index; an index over several fields is named after the resource's title field. */
function uniqueFields(resource: Resource, constraint: string | undefined): readonly string[] | undefined {
  const indexOf = (name: string) => `${tableName(resource.path)}_${columnName(name)}_key`
  const single = resource.unique.find((name) => constraint === indexOf(name))
  if (single !== undefined) return [single]
  return constraint === indexOf(resource.title) ? resource.uniqueTogether : undefined
}

async function taken(
  db: Queryable,
  resource: Resource,
  fields: readonly string[],
  values: Values,
  key: string | undefined,
): Promise<Error> {
  const { column, nullable } = tableOf(resource)
  const same = fields.map((name) => {
    const text = nullable(name) ? sql`coalesce(${column(name)}::text, '')` : sql`${column(name)}::text`
    return sql`folded(${text}) = folded(${textOf(values[name])})`
  })
  let holder = await holderOf(db, resource, join(same, ' and '))
  // Other fields can make up the same title: Hoya carnosa and Tricolor, or Hoya carnosa 'Tricolor' and no cultivar.
  if (holder === undefined && fields.length > 1 && key !== undefined)
    holder = await holderOf(db, resource, sql`folded(${column(resource.title)}) = ${key}`)
  const words = `${allOf(fields.map((name) => labelOf(resource, name)))} ${fields.length > 1 ? 'are' : 'is'} taken`
  const sentence = holder === undefined ? words : `${words} by ${holder.name}`
  return refusal(409, 'taken', sentence, { fields: { [fields.at(-1) ?? '']: sentence }, ...(holder && { holder }) })
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The rows of `users` that match the condition: how many, and the first of them. */
export async function usersOf(tx: Queryable, users: Resource, where: Sql): Promise<NonNullable<Problem['users']>> {
  const { table, column, order } = tableOf(users)
  const { rows } = await tx.query<{ id: string; name: string; total: number }>(sql`
    select v.id, ${column(users.title)} as name, count(*) over () as total from ${table} v where ${where}
    order by ${order(users.title)}, v.id limit ${USERS_NAMED}`)
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ id, name }) => ({ id, name })) }
}

async function holderOf(db: Queryable, resource: Resource, where: Sql): Promise<NamedRow | undefined> {
  const { view, column } = tableOf(resource)
  const { rows } = await db.query<NamedRow>(sql`
    select v.id, ${column(resource.title)} as name from ${view} v where ${where} order by name, v.id limit 1`)
  return rows[0]
}

/** The name that PostgreSQL gives a field's foreign key. */
function referenceName(resource: Resource, field: string): string {
  return `${tableName(resource.path)}_${columnName(field)}_fkey`
}

/** A field's label in messages. */
export function labelOf(resource: Resource, field: string): string {
  const description = resource.draft.describe().fields[field]
  return description !== undefined && 'label' in description && description.label !== undefined ? description.label : field
}
