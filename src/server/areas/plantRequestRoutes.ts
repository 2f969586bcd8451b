import type { FastifyInstance } from 'fastify'
import { bulkBody } from '../../contract/bulk'
import {
  plantRequestCounting,
  plantRequestCounts,
  plantRequestPaths,
  plantRequests,
  plantRequestStatuses,
} from '../../contract/plantRequests'
import { targetIdsOnce } from '../crud/bulk'
import { outcome, repeatable } from '../crud/bulkDocument'
import { matchParameters, rowOf, tagOf } from '../crud/document'
import { countedBy } from '../crud/list'
import { readQuery } from '../crud/routes'
import { actorOf, readsOf } from '../auth/guard'
import { answer, conditional, readIdempotencyKey } from '../http/conditions'
import { idOf } from '../crud/table'
import { byId, documented, resultOf, routeOf, type ById } from '../http/openapi'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { publish, publishAll } from './plantRequestPublish'
import { plantRequestHooks } from './plantRequests'

const tag = tagOf(plantRequests)

/** Routes of plant requests beyond CRUD: publish, and counts by status. */
export function plantRequestRoutes(app: FastifyInstance): void {
  const { db } = app
  const counting = documented({
    tag,
    summary: 'Count plant requests by status',
    querystring: { type: 'object', properties: matchParameters(plantRequestCounting()) },
    answers: { 200: resultOf(plantRequestCounts()) },
  })
  app.get(plantRequestPaths.counts, { schema: counting }, async (request) => {
    const query = readQuery(plantRequestCounting(), request)
    const counts = await countedBy(readsOf(request), plantRequests, query, 'status', plantRequestHooks)
    return { result: Object.fromEntries(plantRequestStatuses.map((status) => [status, counts.get(status) ?? 0])) }
  })
  const publishing = documented({
    tag,
    summary: 'Publish an approved plant request as a plant',
    params: byId,
    headers: conditional,
    answers: { 200: resultOf(rowOf(plantRequests)) },
  })
  app.post<ById>(routeOf(plantRequestPaths.publish(':id')), { schema: publishing }, async (request, reply) => {
    const id = idOf(plantRequests, request.params.id)
    return answer(reply, await publish(db, id, request.headers['if-match'], actorOf(request)))
  })
  const many = bulkBody({})
  const publishingMany = documented({
    tag,
    summary: 'Publish many approved plant requests',
    headers: repeatable,
    body: jsonSchema(many),
    answers: { 200: resultOf(outcome({})) },
  })
  app.post(plantRequestPaths.publishMany, { schema: publishingMany }, async (request) => {
    const writer = { db, resource: plantRequests, hooks: plantRequestHooks }
    const actor = actorOf(request)
    const repeated = readIdempotencyKey(request, actor.userId)
    const ids = await targetIdsOnce(writer, validated(many, request.body), 'nothing was published', repeated)
    return { result: await publishAll(db, ids, actor, repeated) }
  })
}
