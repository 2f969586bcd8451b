import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { plantRequestCounts, plantRequestPaths, plantRequests, type PlantRequestCounts } from '../../contract/plantRequests'
import { actorOf, answer, idOf } from '../crud/request'
import type { Queryable } from '../db/database'
import { ifMatchHeader } from '../http/etag'
import { documented, resultOf } from '../http/openapi'
import { publish } from './plantRequestPublish'

const tag = 'Plant requests'

/** What plant requests have beside list, read and change: publishing, and how many there are in each status. */
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
