import sql, { type Sql } from 'sql-template-tag'
import type { Problem } from '../../contract/problem'
import type { Resource } from '../../contract/resource'
import { USERS_NAMED } from '../crud/clashes'
import { tableOf } from '../crud/table'
import type { Queryable } from '../db/database'
import { refusal } from '../http/problems'

/** The rows of `users` that match the condition: how many, and the first of them. */
export async function usersOf(tx: Queryable, users: Resource, where: Sql): Promise<NonNullable<Problem['users']>> {
  const { table, column, order } = tableOf(users)
  const { rows } = await tx.query<{ id: string; name: string; total: number }>(sql`
    select v.id, ${column(users.title)} as name, count(*) over () as total from ${table} v where ${where}
    order by ${order(users.title)}, v.id limit ${USERS_NAMED}`)
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ id, name }) => ({ id, name })) }
}

/** Throws 409 `in_use` when `users` has rows that match the condition, and names the first of them; `lasting` ones cannot be reassigned. */
export async function refuseUsed(
  tx: Queryable,
  users: Resource,
  where: Sql,
  sentence: (total: number) => string,
  { lasting }: { readonly lasting?: true } = {},
): Promise<void> {
  const { total, rows } = await usersOf(tx, users, where)
  if (total > 0) throw refusal(409, 'in_use', sentence(total), { users: { total, rows, ...(lasting && { lasting }) } })
}
