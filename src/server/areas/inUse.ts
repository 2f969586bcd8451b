import type { Sql } from 'sql-template-tag'
import type { Resource } from '../../contract/resource'
import { usersOf } from '../crud/clashes'
import type { Queryable } from '../db/database'
import { refusal } from '../http/problems'

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
