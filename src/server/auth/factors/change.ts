import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { FactorKind } from '../../../contract/factors'
import { audit } from '../../activity/audit'
import type { Queryable } from '../../db/database'
import { queueNotice, type Recipient } from '../../mail/outbox'
import type { NoticeKind } from '../../mail/letters'
import { endAccess } from '../devices'
import { principalOf } from '../guard'
import { methodsOf, removeUnusedRecoveryCodes } from './accountFactors'
import { makeRecoveryCodes } from './recoveryCodes'

/**
 * Adds a factor to the requesting user's account by calling `add`. For the first factor, ends all other sessions and forgets all other
 * devices, since they have proved only the password, and returns new recovery codes. Otherwise returns none.
 */
export async function addFactor(
  tx: Queryable,
  request: FastifyRequest,
  factor: FactorKind,
  at: Date,
  add: () => Promise<void>,
): Promise<readonly string[]> {
  const { userId, sessionId } = principalOf(request)
  await tx.query(sql`select from users where id = ${userId} for update`)
  const isFirst = (await methodsOf(tx, userId)).length === 0
  await add()
  await mailAndLog(tx, { userId, requestId: request.id }, 'factor_added', { factor }, at)
  if (!isFirst) return []
  await endAccess(tx, userId, 'ended', at, sessionId)
  return makeRecoveryCodes(tx, userId, at)
}

/** Deletes recovery codes that lost their use after a factor was removed, mails the owner and logs the removal. */
export async function removeFactor(tx: Queryable, request: FastifyRequest, factor: FactorKind, at: Date): Promise<void> {
  const { userId } = principalOf(request)
  await removeUnusedRecoveryCodes(tx, userId)
  await mailAndLog(tx, { userId, requestId: request.id }, 'factor_removed', { factor }, at)
}

/** Mails the owner and logs the change. */
async function mailAndLog(
  tx: Queryable,
  actor: { readonly userId: string; readonly requestId: string },
  action: NoticeKind & ('factor_added' | 'factor_removed'),
  after: { readonly factor: FactorKind },
  at: Date,
): Promise<void> {
  const { rows } = await tx.query<Recipient>(sql`select email, first_name as name from users where id = ${actor.userId}`)
  for (const owner of rows) await queueNotice(tx, action, owner, at)
  await audit(tx, { ...actor, action, subject: 'User', subjectId: actor.userId, after })
}
