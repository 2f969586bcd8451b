import { hasActiveAdminLocked } from '../auth/admins'
import { endSessions } from '../auth/sessions'
import type { AreaHooks } from '../crud/hooks'
import type { Queryable } from '../db/database'
import { refusal } from '../http/problems'

/** Users: deactivation ends a user's sessions; the last active administrator cannot be deactivated. */
export const userHooks: AreaHooks = {
  async check(tx, values, before) {
    if (before === null || before['active'] === values['active'] || values['active'] === true) return
    await refuseLast(tx, before.id)
    await endSessions(tx, before.id, 'disabled', new Date())
  },
}

async function refuseLast(tx: Queryable, id: string): Promise<void> {
  if (!(await hasActiveAdminLocked(tx, id)))
    throw refusal(409, 'last_admin', 'The last active administrator cannot be deactivated: nobody could sign in')
}
