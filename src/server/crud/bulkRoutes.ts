import type { FastifyInstance } from 'fastify'
import {
  bulkDeletePreviewPath,
  bulkRestorePath,
  bulkUpdatePath,
  bulkUpdatePreviewPath,
  restorePath,
  restoreVersionPath,
} from '../../contract/bulk'
import { bulkDeletePath } from '../../contract/resource'
import { bulkRemove } from './bulk'
import { bulkSchema, type BulkCall } from './bulkDocument'
import { previewRemoval, previewUpdate } from './bulkPreview'
import { bulkUpdate } from './bulkUpdate'
import type { Actor } from '../activity/audit'
import { actorOf } from '../auth/guard'
import { answer, readIdempotencyKey, type IdempotentRequest } from '../http/conditions'
import { routeOf, type ById } from '../http/openapi'
import { idOf } from './table'
import { restoreRow, restoreRows } from './restore'
import { restoreVersion } from './restoreVersion'
import type { Writer } from './write'

/** What a call on many rows does. */
type Work = (writer: Writer, body: unknown, actor: Actor, request: IdempotentRequest | null) => Promise<object>

/** Registers the calls on many rows, and those that undo a deletion or a change. */
export function bulkRoutes(app: FastifyInstance, writer: Writer): void {
  const { resource } = writer
  const post = (path: string, call: BulkCall, work: Work) =>
    app.post(path, { schema: bulkSchema(resource, call) }, (request) => {
      const actor = actorOf(request)
      return work(writer, request.body, actor, readIdempotencyKey(request, actor.userId)).then((result) => ({ result }))
    })
  if (resource.ops.includes('update')) {
    post(bulkUpdatePath(resource), 'bulkUpdate', bulkUpdate)
    if (resource.previews) post(bulkUpdatePreviewPath(resource), 'previewUpdate', previewUpdate)
    restoreVersionRoute(app, writer)
  }
  if (!resource.ops.includes('remove')) return
  post(bulkDeletePath(resource), 'bulkRemove', bulkRemove)
  post(bulkDeletePreviewPath(resource), 'previewRemoval', previewRemoval)
  post(bulkRestorePath(resource), 'bulkRestore', restoreRows)
  const path = routeOf(restorePath(resource, ':id'))
  app.post<ById>(path, { schema: bulkSchema(resource, 'restore') }, async (request, reply) =>
    answer(reply, await restoreRow(writer, idOf(resource, request.params.id), actorOf(request))),
  )
}

function restoreVersionRoute(app: FastifyInstance, writer: Writer): void {
  const { resource } = writer
  const path = routeOf(restoreVersionPath(resource, ':id'))
  app.post<ById>(path, { schema: bulkSchema(resource, 'restoreVersion') }, async (request, reply) => {
    const id = idOf(resource, request.params.id)
    return answer(reply, await restoreVersion(writer, id, request.body, request.headers['if-match'], actorOf(request)))
  })
}
