import type { FastifyInstance, FastifyRequest } from 'fastify'
import { factors, proofBody, userFactorsPath } from '../../contract/factors'
import { users } from '../../contract/users'
import { audit } from '../activity/audit'
import { factorsOf, removeFactors } from '../auth/factors/accountFactors'
import { requireProof } from '../auth/factors/proof'
import { actorOf, principalOf } from '../auth/guard'
import { idOf, readRow } from '../crud/table'
import { queueNotice } from '../mail/outbox'
import { documented, resultOf, routeOf } from '../http/openapi'
import { refusal } from '../http/problems'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'

type Request = FastifyRequest<{ Params: { userId: string } }>

const params = { type: 'object', properties: { userId: { type: 'string', format: 'uuid' } }, required: ['userId'] }
const schemas = {
  list: documented({ tag: 'Users', summary: 'Read a user’s second factors', params, answers: { 200: resultOf(factors) } }),
  remove: documented({
    tag: 'Users',
    summary: 'Remove all second factors of a user who lost them',
    params,
    body: jsonSchema(proofBody),
    answers: { 204: null },
  }),
}

/** Registers the calls on any user's second factors: administrators see them, and remove them for a colleague who has lost them. */
export function userFactorRoutes(app: FastifyInstance): void {
  const { db, settings, clock } = app
  const path = routeOf(userFactorsPath(':userId'))
  const ownerOf = (request: Request) => readRow(db, users, idOf(users, request.params.userId))
  app.get(path, { schema: schemas.list }, async (request: Request) => {
    return { result: await factorsOf(db, settings, (await ownerOf(request)).id) }
  })
  app.post(`${path}/remove`, { schema: schemas.remove }, async (request: Request, reply) => {
    const { proof } = validated(proofBody, request.body)
    const { id, fullname, email, firstName } = await ownerOf(request)
    if (id === principalOf(request).userId)
      throw refusal(409, 'conflict', 'These are your own second factors: change them on your account page')
    await requireProof(app, request, proof)
    await db.transaction(async (tx) => {
      const removed = await removeFactors(tx, id)
      if (removed.length === 0) throw refusal(404, 'not_found', 'This user has no second factor')
      await queueNotice(tx, 'factor_removed', { email: String(email), name: String(firstName) }, clock())
      const after = { account: fullname, factors: removed }
      await audit(tx, { ...actorOf(request), action: 'factor_removed', subject: 'User', subjectId: id, after })
    })
    return reply.code(204).send()
  })
}
