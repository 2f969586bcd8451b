import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { confirmBody, sessionPaths } from '../../contract/session'
import { audit } from '../audit'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { validated } from '../validate'
import { findLink, linkHash, spendLink, type LinkOwner } from './links'
import { deadLink } from './resetPassword'

/** POST /users/confirm: the address of a mailed link is its owner's, 204; and again 204, since a page may well send it twice. */
export function confirmRoute(scope: FastifyInstance, { db, clock }: Deps): void {
  scope.post(sessionPaths.confirm, async (request, reply) => {
    const { token } = validated(confirmBody, request.body)
    const at = clock()
    const owner = await findLink(db, 'confirm', token, at)
    const isDone = owner !== null && (await db.transaction((tx) => confirm(tx, owner, token, request.id, at)))
    if (!isDone && !(await hasConfirmed(db, token, at))) throw deadLink()
    return reply.code(204).send()
  })
}

async function confirm(tx: Queryable, { userId }: LinkOwner, token: string, requestId: string, at: Date): Promise<boolean> {
  if (!(await spendLink(tx, 'confirm', token, at))) return false
  await tx.query(sql`
    update users set email_confirmed_at = ${at}, version = version + 1, updated_at = ${at}
    where id = ${userId} and email_confirmed_at is null`)
  await audit(tx, { userId, requestId, action: 'email_confirmed', subject: 'User', subjectId: userId })
  return true
}

async function hasConfirmed(db: Queryable, token: string, at: Date): Promise<boolean> {
  const { rows } = await db.query(sql`
    select 1 from link_tokens l join users u on u.id = l.user_id
    where l.token_hash = ${linkHash(token)} and l.purpose = 'confirm' and l.used_at is not null and l.expires_at > ${at}
      and u.active and u.email_confirmed_at is not null`)
  return rows.length > 0
}
