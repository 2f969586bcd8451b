import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { resetPasswordBody, sessionPaths } from '../../contract/session'
import { audit } from '../activity/audit'
import type { Queryable } from '../db/database'
import { queueNotice } from '../mail/outbox'
import { invalid } from '../http/problems'
import { validated } from '../http/body'
import { RESET_TRUST_S, resetKey, budgetsClearedByReset } from './budgets'
import { endAccess } from './devices'
import { findLink, spendLink, type LinkOwner } from './links'
import { newPasswordFault } from './passwordRules'
import { note, clearBudgets } from './throttle'
import { removeUnproven } from './unproven'

/** POST /users/reset_password: sets a new password by a mailed link, 204. Ends all sessions of the user and consumes the link. */
export function resetPasswordRoute(scope: FastifyInstance): void {
  const { db, settings, clock, passwords } = scope
  scope.post(sessionPaths.resetPassword, async (request, reply) => {
    const { token, password } = validated(resetPasswordBody, request.body)
    const at = clock()
    const owner = await findLink(db, 'reset', token, at)
    if (owner === null) throw invalidLink()
    const fault = newPasswordFault(password, settings.passwordMin, owner)
    if (fault !== null) throw invalid(new Map([['password', fault]]))
    const passwordHash = await passwords.hash(password)
    const isDone = await db.transaction(async (tx) => {
      if (!(await spendLink(tx, 'reset', token, at))) return false
      const removed = await setPassword(tx, owner, passwordHash, at)
      const attempt = { client: request.ip, email: owner.email }
      await clearBudgets(tx, budgetsClearedByReset(attempt))
      await note(tx, resetKey(attempt), RESET_TRUST_S, at)
      const { userId } = owner
      const after = removed.length > 0 ? { removed } : undefined
      await audit(tx, { userId, requestId: request.id, action: 'password_reset', subject: 'User', subjectId: userId, after })
      return true
    })
    if (!isDone) throw invalidLink()
    return reply.code(204).send()
  })
}

/**
 * Locks the user's row first: a concurrent sign-in with the old password waits for it and then fails. Returns what it removed from an account
 * whose address was unconfirmed.
 */
async function setPassword(tx: Queryable, { userId, email, firstName }: LinkOwner, hash: string, at: Date) {
  const { rows } = await tx.query(sql`select from users where id = ${userId} and email_confirmed_at is null for update`)
  const removed = rows.length > 0 ? await removeUnproven(tx, userId) : []
  await tx.query(sql`
    update users set password_hash = ${hash}, password_proven = true, email_confirmed_at = coalesce(email_confirmed_at, ${at}), version = version + 1,
      updated_at = ${at}
    where id = ${userId}`)
  await endAccess(tx, userId, 'password_reset', at)
  await queueNotice(tx, 'password_changed', { email, name: firstName }, at)
  return removed
}

/** One answer for a link that is unknown, used, expired, superseded or of a disabled account. */
export function invalidLink(): Error {
  return invalid(new Map([['token', 'This link is no longer valid, please ask for a new one']]))
}
