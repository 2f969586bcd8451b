import type { FastifyInstance } from 'fastify'
import { accountPaths, accountSession, type AccountSession, type EndedSessions } from '../../contract/account'
import { ID_PATTERN } from '../../contract/fields'
import { audit } from '../audit'
import { deviceWords } from '../auth/clients'
import { principalOf, type Principal } from '../auth/guard'
import { endOwnSession, endSessions, livingSessions, type SeenSession } from '../auth/sessions'
import type { Deps } from '../deps'
import { documented, resultOf } from '../openapi'
import { refusal } from '../problems'
import { jsonSchema } from '../schema'

/** The calls about one's own sessions: seen, one ended, all others ended. Ended ones are refused from their next call on. */
export function accountSessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  app.get(accountPaths.sessions, { schema: schemas.list }, (request) => listSessions(deps, principalOf(request)))
  app.delete<{ Params: { id: string } }>(`${accountPaths.sessions}/:id`, { schema: schemas.end }, async (request, reply) => {
    const { userId } = principalOf(request)
    const { id } = request.params
    const isEnded = await db.transaction(async (tx) => {
      if (!ID_PATTERN.test(id) || !(await endOwnSession(tx, userId, id, clock()))) return false
      await audit(tx, { userId, requestId: request.id, action: 'ended', subject: 'Session', subjectId: id })
      return true
    })
    if (!isEnded) throw refusal(404, 'not_found', 'This session does not exist, or has already ended')
    return reply.code(204).send()
  })
  app.post(accountPaths.endOthers, { schema: schemas.endOthers }, (request) =>
    endOthers(deps, principalOf(request), request.id).then((ended) => ({ result: { ended } satisfies EndedSessions })),
  )
}

/** The living sessions of a user, as somebody sees them who may be that user. */
export async function listSessions(
  { db, settings, clock }: Deps,
  principal: Principal,
  userId = principal.userId,
): Promise<{ result: AccountSession[] }> {
  const sessions = await livingSessions(db, settings, userId, clock())
  return { result: sessions.map((session) => seenBy(principal, session)) }
}

function endOthers({ db, clock }: Deps, { userId, sessionId }: Principal, requestId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await endSessions(tx, userId, 'ended', clock(), sessionId)
    const after = { ended, kept: sessionId }
    await audit(tx, { userId, requestId, action: 'sessions_ended', subject: 'User', subjectId: userId, after })
    return ended
  })
}

function seenBy({ sessionId }: Principal, { userAgent, ...session }: SeenSession): AccountSession {
  return { ...session, current: session.id === sessionId, device: deviceWords(userAgent) }
}

const tag = 'Account'
const byId = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] }
const schemas = {
  list: documented({
    tag,
    summary: 'List one’s own sessions, the last seen first',
    answers: { 200: resultOf({ type: 'array', items: jsonSchema(accountSession) }) },
  }),
  end: documented({ tag, summary: 'End one of one’s own sessions', params: byId, answers: { 204: null } }),
  endOthers: documented({
    tag,
    summary: 'End every own session but this one',
    answers: {
      200: resultOf({ type: 'object', properties: { ended: { type: 'integer', minimum: 0 } }, required: ['ended'] }),
    },
  }),
}
