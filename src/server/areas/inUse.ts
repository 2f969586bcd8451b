import type { Sql } from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { refusal } from '../http/problems'

/**
 * Throws 409 `in_use` when the query finds users (`id`, `name` and the `total`, at most `USERS_NAMED` of them); `lasting` ones cannot be
 * reassigned.
 */
export async function refuseUsed(
  tx: Queryable,
  users: Sql,
  sentence: (total: number) => string,
  { lasting }: { readonly lasting?: true } = {},
): Promise<void> {
  const { rows } = await tx.query<{ id: string; name: string; total: number }>(users)
  const total = rows[0]?.total ?? 0
  if (total === 0) return
  throw refusal(409, 'in_use', sentence(total), {
    users: { total, rows: rows.map(({ id, name }) => ({ id, name })), ...(lasting && { lasting }) },
  })
}
