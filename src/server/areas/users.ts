import { audit } from '../activity/audit'
import { hasActiveAdminLocked } from '../auth/admins'
import { endAccess } from '../auth/devices'
import { revokeInvitationsBy } from '../auth/invitations'
import type { AreaHooks } from '../crud/hooks'
import type { Queryable } from '../db/database'
import { refusal } from '../http/problems'

/**
 * Users: deactivation ends a user's sessions, forgets the known devices and revokes the open invitations; the last active administrator
 * cannot be deactivated.
 */
export const userHooks: AreaHooks = {
  async check(tx, values, before, actor) {
    if (before === null || before['active'] === values['active'] || values['active'] === true) return
    await refuseLast(tx, before.id)
    const at = new Date()
    await endAccess(tx, before.id, 'disabled', at)
    const revoked = await revokeInvitationsBy(tx, before.id, at)
    const entry = { ...actor, action: 'invitation_revoked', subject: 'User', subjectId: null }
    await audit(tx, ...revoked.map((email) => ({ ...entry, before: { email } })))
  },
}

async function refuseLast(tx: Queryable, id: string): Promise<void> {
  if (!(await hasActiveAdminLocked(tx, id)))
    throw refusal(409, 'last_admin', 'The last active administrator cannot be deactivated: nobody could sign in')
}
