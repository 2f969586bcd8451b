import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { sessionPaths } from '../../contract/session'
import { audit } from '../activity/audit'
import type { Queryable } from '../db/database'
import { queueNotice, type Recipient } from '../mail/outbox'
import { createTokens, unauthenticated, type Claims } from './bearer'
import { grantOf } from './grants'
import { endSession, rotateSession } from './sessions'

/**
 * GET /auth/refresh_token: replaces the bearer in the header, which may have expired while its session lives. A bearer that was replaced
 * long ago indicates theft: ends its session, 401 `token_reused`. Although a GET, as specified, it has effects: HEAD is refused and the answer
 * is not cacheable.
 */
export function refreshRoute(scope: FastifyInstance): void {
  const { db, settings, clock } = scope
  const tokens = createTokens(settings)
  scope.get(sessionPaths.refresh, { exposeHeadRoute: false }, async (request, reply) => {
    const at = clock()
    const token = tokens.read(request, at)
    if (token === null) throw unauthenticated(request, reply)
    const session = await rotateSession(db, settings, token.claims, at)
    if (session === null) throw unauthenticated(request, reply)
    if (session !== 'reused') return { result: grantOf(tokens, settings, session, at) }
    await db.transaction((tx) => revoke(tx, token.claims, request.id, at))
    const message = 'This session was used from two places and has been ended, please sign in again'
    throw unauthenticated(request, reply, 'token_reused', message)
  })
}

/** Ends a session whose bearer was reused, and mails its owner. */
async function revoke(tx: Queryable, { sid, sub }: Claims, requestId: string, at: Date): Promise<void> {
  if (!(await endSession(tx, { userId: sub, sessionId: sid }, 'token_reused', at))) return
  await audit(tx, { userId: sub, requestId, action: 'token_reused', subject: 'Session', subjectId: sid })
  const { rows } = await tx.query<Recipient>(sql`select email, first_name as name from users where id = ${sub}`)
  for (const owner of rows) await queueNotice(tx, 'session_ended', owner, at)
}
