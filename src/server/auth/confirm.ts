import type { FastifyInstance } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { confirmBody, sessionPaths, type Registration } from '../../contract/session'
import { audit } from '../activity/audit'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { validated } from '../http/body'
import { sha256 } from '../process/sha256'
import { deviceWords } from './clients'
import { findLink, isValidLink, spendLink, type LinkOwner } from './links'
import { invalidLink } from './resetPassword'

/** POST /users/confirm/preview: who registered the address of a mailed link, when and from where. Changes nothing. */
export function confirmPreviewRoute(scope: FastifyInstance): void {
  scope.post(sessionPaths.confirmPreview, (request) => preview(scope, request.body))
}

async function preview({ db, clock }: Deps, body: unknown): Promise<{ result: Registration }> {
  const { token } = validated(confirmBody, body)
  const registration = await findRegistration(db, token, clock())
  if (registration === null) throw invalidLink()
  const { userAgent, ...rest } = registration
  return { result: { ...rest, device: userAgent === null ? null : deviceWords(userAgent) } }
}

/** Finds the registration of a link that is valid or has already confirmed its address. */
async function findRegistration(db: Queryable, token: string, at: Date) {
  const { rows } = await db.query<Omit<Registration, 'device'> & { ip: string | null; userAgent: string | null }>(sql`
    select u.email, u.fullname, u.created_at as "registeredAt", first.ip, first.user_agent as "userAgent",
      u.email_confirmed_at is not null as confirmed
    from link_tokens l join users u on u.id = l.user_id
    left join sessions first on first.user_id = u.id and first.created_at = u.created_at
    where u.active and (${isValidLink('confirm', token, at)} or ${hasConfirmed(token, at)}) limit 1`)
  return rows[0] ?? null
}

/** POST /users/confirm: confirms the address of a mailed link, 204. Repeating it answers 204 too, because a page may send it twice. */
export function confirmRoute(scope: FastifyInstance): void {
  const { db, clock } = scope
  scope.post(sessionPaths.confirm, async (request, reply) => {
    const { token } = validated(confirmBody, request.body)
    const at = clock()
    const owner = await findLink(db, 'confirm', token, at)
    const isDone = owner !== null && (await db.transaction((tx) => confirm(tx, owner, token, request.id, at)))
    if (!isDone && (await findRegistration(db, token, at))?.confirmed !== true) throw invalidLink()
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

/** Condition on `link_tokens l` and `users u`: this link confirmed the address and has not expired. */
function hasConfirmed(token: string, at: Date): Sql {
  return sql`(l.token_hash = ${sha256(token)} and l.purpose = 'confirm' and l.used_at is not null and l.expires_at > ${at}
    and u.email_confirmed_at is not null)`
}
