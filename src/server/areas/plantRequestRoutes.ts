import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { bulkBody } from '../../contract/bulk'
import { plantRequestCounts, plantRequestPaths, plantRequests, type PlantRequestCounts } from '../../contract/plantRequests'
import { targetIdsOnce } from '../crud/bulk'
import { outcome, repeatable } from '../crud/bulkDocument'
import { actorOf } from '../auth/guard'
import { answer, ifMatchHeader, readIdempotencyKey } from '../http/conditions'
import { idOf } from '../crud/table'
import type { Queryable } from '../db/database'
import { documented, resultOf } from '../http/openapi'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { publish, publishAll } from './plantRequestPublish'
import { plantRequestHooks } from './plantRequests'

const tag = 'Plant requests'

/** Routes of plant requests beyond CRUD: publish, and counts by status. */
export function plantRequestRoutes(app: FastifyInstance): void {
  const { db } = app
  const counting = documented({ tag, summary: 'Count plant requests by status', answers: { 200: resultOf(plantRequestCounts) } })
  app.get(plantRequestPaths.counts, { schema: counting }, async () => ({ result: await countByStatus(db) }))
  const publishing = documented({
    tag,
    summary: 'Publish an approved plant request as a plant',
    params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] },
    headers: { type: 'object', properties: ifMatchHeader },
    answers: { 200: resultOf({ $ref: `${plantRequests.name}#` }) },
  })
  app.post<{ Params: { id: string } }>(`${plantRequests.path}/publish/:id`, { schema: publishing }, async (request, reply) => {
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

async function countByStatus(db: Queryable): Promise<PlantRequestCounts | undefined> {
  const { rows } = await db.query<PlantRequestCounts>(sql`
    select
      count(*) filter (where status = 'requested') as requested,
      count(*) filter (where status = 'in_review') as in_review,
      count(*) filter (where status = 'approved') as approved,
      count(*) filter (where status = 'published') as published,
      count(*) filter (where status = 'rejected') as rejected
    from plant_requests`)
  return rows[0]
}
