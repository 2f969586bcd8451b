import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountSession, endOthersPath, sessionsPathOf, type AccountSession, type EndedSessions } from '../../contract/account'
import { ID_PATTERN } from '../../contract/fields'
import { users } from '../../contract/users'
import { audit } from '../activity/audit'
import { deviceWords } from '../auth/clients'
import { actorOf, principalOf, type Principal } from '../auth/guard'
import { endSession, endSessions, liveSessions, type SeenSession } from '../auth/sessions'
import { idOf, readRow } from '../crud/table'
import { documented, resultOf, routeOf } from '../http/openapi'
import { refusal } from '../http/problems'
import { jsonSchema } from '../http/schema'

interface Params {
  /** The user's id; absent for one's own sessions. */
  readonly userId?: string
  readonly id: string
}

/** The user whose sessions a request concerns. */
interface Owner {
  readonly userId: string
  /** Details for the activity; undefined for one's own sessions. */
  readonly detail: { readonly account: unknown } | undefined
}

/**
 * Registers the calls on sessions, one's own and, for administrators, any user's: list, end one, end all others. Ended sessions are refused
 * from their next call on.
 */
export function sessionRoutes(app: FastifyInstance): void {
  addRoutes(app, { userId: null, tag: 'Account', whose: 'your own' }, async (request) => {
    return { userId: principalOf(request).userId, detail: undefined }
  })
  addRoutes(app, { userId: ':userId', tag: 'Users', whose: 'a user’s' }, async ({ params }) => {
    const user = await readRow(app.db, users, idOf(users, params.userId ?? ''))
    return { userId: user.id, detail: { account: user['fullname'] } }
  })
}

interface Place {
  /** The user's id or parameter in the routes' paths; null for one's own. */
  readonly userId: string | null
  readonly tag: string
  readonly whose: string
}

type Request = FastifyRequest<{ Params: Params }>

function addRoutes(app: FastifyInstance, place: Place, ownerOf: (request: Request) => Promise<Owner>): void {
  const { db, settings, clock } = app
  const schemas = schemasOf(place)
  const path = routeOf(sessionsPathOf(place.userId))
  const endOthers = routeOf(endOthersPath(place.userId))
  app.get<{ Params: Params }>(path, { schema: schemas.list }, async (request) => {
    const { userId } = await ownerOf(request)
    const sessions = await liveSessions(db, settings, userId, clock())
    return { result: sessions.map((session) => seenBy(principalOf(request), session)) }
  })
  app.delete<{ Params: Params }>(`${path}/:id`, { schema: schemas.end }, async (request, reply) => {
    const { userId, detail } = await ownerOf(request)
    const { id } = request.params
    const isEnded = await db.transaction(async (tx) => {
      if (!ID_PATTERN.test(id) || !(await endSession(tx, { userId, sessionId: id }, 'ended', clock()))) return false
      await audit(tx, { ...actorOf(request), action: 'ended', subject: 'Session', subjectId: id, after: detail })
      return true
    })
    if (!isEnded) throw refusal(404, 'not_found', 'This session does not exist, or has already ended')
    return reply.code(204).send()
  })
  app.post<{ Params: Params }>(endOthers, { schema: schemas.endOthers }, async (request) => {
    const { userId, detail } = await ownerOf(request)
    const { sessionId } = principalOf(request)
    const ended = await db.transaction(async (tx) => {
      const at = clock()
      const others = (await liveSessions(tx, settings, userId, at)).filter(({ id }) => id !== sessionId)
      await endSessions(tx, userId, 'ended', at, sessionId)
      await audit(tx, { ...actorOf(request), action: 'sessions_ended', subject: 'Session', subjectId: null, after: detail })
      return others.length
    })
    return { result: { ended } satisfies EndedSessions }
  })
}

function seenBy({ sessionId }: Principal, { userAgent, ...session }: SeenSession): AccountSession {
  return { ...session, current: session.id === sessionId, device: deviceWords(userAgent) }
}

function schemasOf({ userId, tag, whose }: Place) {
  const uuid = { type: 'string', format: 'uuid' }
  const ofUser = userId === null ? {} : { userId: uuid }
  const params = (properties: Readonly<Record<string, object>>) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
  })
  return {
    list: documented({
      tag,
      summary: `List ${whose} active sessions, last seen first`,
      params: params(ofUser),
      answers: { 200: resultOf({ type: 'array', items: jsonSchema(accountSession) }) },
    }),
    end: documented({
      tag,
      summary: `End one of ${whose} sessions`,
      params: params({ ...ofUser, id: uuid }),
      answers: { 204: null },
    }),
    endOthers: documented({
      tag,
      summary: `End all of ${whose} sessions except the one that calls`,
      params: params(ofUser),
      answers: {
        200: resultOf({ type: 'object', properties: { ended: { type: 'integer', minimum: 0 } }, required: ['ended'] }),
      },
    }),
  }
}
