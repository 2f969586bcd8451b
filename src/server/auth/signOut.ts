import type { FastifyInstance } from 'fastify'
import { sessionPaths } from '../../contract/session'
import { audit } from '../activity/audit'
import { createTokens, unauthenticated } from './bearer'
import { endSession } from './sessions'

/** POST /auth/sign_out: ends the bearer's session, 204. An expired bearer may still do so; one of an ended session answers 401. */
export function signOutRoute(scope: FastifyInstance): void {
  const { db, settings, clock } = scope
  const tokens = createTokens(settings)
  scope.post(sessionPaths.signOut, async (request, reply) => {
    const at = clock()
    const token = tokens.read(request, at)
    if (token === null) throw unauthenticated(request, reply)
    const { sid, sub, gen: generation } = token.claims
    const isEnded = await db.transaction(async (tx) => {
      if (!(await endSession(tx, { userId: sub, sessionId: sid, generation }, 'signed_out', at))) return false
      await audit(tx, { userId: sub, requestId: request.id, action: 'signed_out', subject: 'Session', subjectId: sid })
      return true
    })
    if (!isEnded) throw unauthenticated(request, reply)
    return reply.code(204).send()
  })
}
