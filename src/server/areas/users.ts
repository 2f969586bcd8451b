import sql from 'sql-template-tag'
import { endSessions } from '../auth/sessions'
import type { AreaHooks } from '../crud/hooks'
import type { Queryable } from '../db/database'
import { refusal } from '../problems'

/** Held while an account is deactivated: two that deactivate each other at once would each count the other one. */
const LOCK_KEY = 4_600_009

/** Users: deactivating one ends its sessions, and the last active administrator stays. */
export const userHooks: AreaHooks = {
  async check(tx, values, before) {
    if (before === null || before['active'] === values['active'] || values['active'] === true) return
    await refuseLast(tx, before.id)
    await endSessions(tx, before.id, 'disabled', new Date())
  },
}

async function refuseLast(tx: Queryable, id: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK_KEY}::bigint)`)
  const { rows } = await tx.query(sql`select 1 from users where active and id <> ${id} limit 1`)
  if (rows.length === 0)
    throw refusal(409, 'last_admin', 'This is the last active administrator: without one, nobody could sign in any more')
}
