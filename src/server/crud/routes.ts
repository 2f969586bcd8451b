import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ID_PATTERN } from '../../contract/fields'
import { parseListQuery } from '../../contract/list'
import { createPath, itemPath, previewPath, type Operation, type Resource } from '../../contract/resource'
import { historyRoute } from '../activity/routes'
import { actorOf, readsOf } from '../auth/guard'
import { answer, readIdempotencyKey } from '../http/conditions'
import { routeOf, type ById } from '../http/openapi'
import { invalid } from '../http/problems'
import { accepted, paramsOf } from '../http/query'
import { jsonObject } from '../http/body'
import { bulkRoutes } from './bulkRoutes'
import { crudSchema } from './document'
import type { AreaHooks } from './hooks'
import { importRoute } from './importRoute'
import { listPage } from './list'
import { previewRow } from './preview'
import { readReassignTo } from './reassign'
import { removeRow } from './remove'
import { idOf, readRow } from './table'
import { changeRow, createRow, type Writer } from './write'

/** Registers the calls that a resource declares; the surrounding scope has the session guard. */
export function crudRoutes(app: FastifyInstance, resource: Resource, hooks: AreaHooks = {}): void {
  const { db } = app
  const writer: Writer = { db, resource, hooks }
  const item = routeOf(itemPath(resource, ':id'))
  const has = (operation: Operation) => resource.ops.includes(operation)
  if (has('list'))
    app.get(resource.listPath, { schema: crudSchema(resource, 'list') }, (request) =>
      listPage(readsOf(request), resource, readQuery(resource, request), hooks),
    )
  if (has('get')) {
    app.get<ById>(item, { schema: crudSchema(resource, 'get') }, async (request, reply) =>
      answer(reply, await readRow(db, resource, idOf(resource, request.params.id))),
    )
    historyRoute(app, resource)
  }
  if (has('create'))
    app.post(createPath(resource), { schema: crudSchema(resource, 'create') }, async (request, reply) => {
      const actor = actorOf(request)
      const row = await createRow(writer, request.body, actor, readIdempotencyKey(request, actor.userId))
      return answer(reply.code(201).header('location', `${resource.path}/${row.id}`), row)
    })
  if (has('update')) updateRoute(app, writer, item)
  if (resource.previews)
    app.post<ById>(routeOf(previewPath(resource, ':id')), { schema: crudSchema(resource, 'preview') }, async (request) => ({
      result: await previewRow(writer, idOf(resource, request.params.id), request.body),
    }))
  if (has('remove')) {
    app.delete<ById>(item, { schema: crudSchema(resource, 'remove') }, async (request, reply) => {
      const how = { ifMatch: request.headers['if-match'], reassignTo: readReassignTo(resource, request.query) }
      await removeRow(writer, idOf(resource, request.params.id), how, actorOf(request))
      return reply.code(204).send()
    })
  }
  bulkRoutes(app, writer)
  importRoute(app, writer)
}

function updateRoute(app: FastifyInstance, writer: Writer, item: string): void {
  const { resource } = writer
  const schema = crudSchema(resource, 'update')
  if (resource.updateAt === 'item')
    app.put<ById>(item, { schema }, async (request, reply) => {
      const id = idOf(resource, request.params.id)
      return answer(reply, await changeRow(writer, id, request.body, request.headers['if-match'], actorOf(request)))
    })
  else
    app.put(resource.path, { schema }, async (request, reply) => {
      const { id, ...body } = jsonObject(request.body)
      if (typeof id !== 'string' || !ID_PATTERN.test(id)) throw invalid(new Map([['id', 'Id of the row is required']]))
      return answer(reply, await changeRow(writer, id, body, request.headers['if-match'], actorOf(request)))
    })
}

/** Parses a request's list query; throws 400 that names the parameter. */
export function readQuery(resource: Pick<Resource, 'list'>, request: FastifyRequest) {
  return accepted(parseListQuery(resource, paramsOf(request)))
}
