import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountSession, userSessionsPath, type EndedSessions } from '../../contract/account'
import { ID_PATTERN } from '../../contract/fields'
import { users } from '../../contract/users'
import { audit } from '../audit'
import { principalOf } from '../auth/guard'
import { endOwnSession, endSessions } from '../auth/sessions'
import { idOf } from '../crud/request'
import { read } from '../crud/write'
import type { Deps } from '../deps'
import { documented, resultOf } from '../openapi'
import { refusal } from '../problems'
import { jsonSchema } from '../schema'
import { listSessions } from './sessions'

interface OfUser {
  Params: { id: string }
}
interface OfSession {
  Params: { id: string; sessionId: string }
}

/** The calls about anybody's sessions: seen, one ended, all ended but the one that asks. The activity tells who ended whose. */
export function userSessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  // Fastify's own pattern stands where the id is.
  const path = userSessionsPath(':id').replace('%3A', ':')
  const userOf = ({ params }: FastifyRequest<OfUser>) => read(db, users, idOf(users, params.id))
  app.get<OfUser>(path, { schema: schemas.list }, (request) =>
    userOf(request).then((user) => listSessions(deps, principalOf(request), user.id)),
  )
  app.delete<OfSession>(`${path}/:sessionId`, { schema: schemas.end }, async (request, reply) => {
    const user = await userOf(request)
    const { sessionId } = request.params
    const isEnded = await db.transaction(async (tx) => {
      if (!ID_PATTERN.test(sessionId) || !(await endOwnSession(tx, user.id, sessionId, clock()))) return false
      await audit(tx, { ...entryOf(request, user['fullname']), action: 'ended', subjectId: sessionId })
      return true
    })
    if (!isEnded) throw refusal(404, 'not_found', 'This session does not exist, or has already ended')
    return reply.code(204).send()
  })
  app.post<OfUser>(`${path}/end_all`, { schema: schemas.endAll }, async (request) => {
    const user = await userOf(request)
    const { userId, sessionId } = principalOf(request)
    const ended = await db.transaction(async (tx) => {
      const count = await endSessions(tx, user.id, 'ended', clock(), user.id === userId ? sessionId : null)
      await audit(tx, { ...entryOf(request, user['fullname']), action: 'sessions_ended', subjectId: null })
      return count
    })
    return { result: { ended } satisfies EndedSessions }
  })
}

/** Who ended something of whose. */
function entryOf(request: FastifyRequest, account: unknown) {
  return { userId: principalOf(request).userId, requestId: request.id, subject: 'Session', after: { account } }
}

const tag = 'Users'
const uuid = { type: 'string', format: 'uuid' }
const ofUser = { type: 'object', properties: { id: uuid }, required: ['id'] }
const ofSession = { type: 'object', properties: { id: uuid, sessionId: uuid }, required: ['id', 'sessionId'] }
const schemas = {
  list: documented({
    tag,
    summary: 'List the living sessions of a user, the last seen first',
    params: ofUser,
    answers: { 200: resultOf({ type: 'array', items: jsonSchema(accountSession) }) },
  }),
  end: documented({ tag, summary: 'End a session of a user', params: ofSession, answers: { 204: null } }),
  endAll: documented({
    tag,
    summary: 'End every session of a user; of one’s own, every other one',
    params: ofUser,
    answers: {
      200: resultOf({ type: 'object', properties: { ended: { type: 'integer', minimum: 0 } }, required: ['ended'] }),
    },
  }),
}
