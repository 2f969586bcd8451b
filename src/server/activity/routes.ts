import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ACTIVITY_PATH, ACTIVITY_SIZE, ACTIVITY_SIZE_MAX, actions, parseActivityQuery } from '../../contract/activity'
import { historyPath } from '../../contract/bulk'
import type { Resource } from '../../contract/resource'
import { readsOf } from '../auth/guard'
import { tagOf } from '../crud/document'
import { idOf } from '../crud/table'
import { byId, documented, routeOf, type ById } from '../http/openapi'
import { accepted, paramsOf } from '../http/query'
import { readActivity } from './entries'

const uuid = { type: 'string', format: 'uuid' }
const moment = { type: 'string', format: 'date-time' }

/** Parameters that name a row; a row's history has them in its path. */
const ofRow = {
  area: { type: 'string', description: 'Name of a resource, such as `Gateway`, or `Session`.' },
  rowId: uuid,
}
const parameters = {
  actor: { ...uuid, description: 'Id of the user who acted.' },
  action: { type: 'array', items: { type: 'string', enum: actions } },
  requestId: { type: 'string', description: 'Changes of one call, with an entry for each row.' },
  from: moment,
  to: moment,
  q: {
    type: 'string',
    description:
      'Part of the name, EUI, serial number, email or IP address of the affected row, now or earlier. Returns an entry for each row.',
  },
  each: { type: 'boolean', enum: [true], description: 'Returns an entry for each row, even when one call changed many.' },
  before: {
    type: 'integer',
    minimum: 1,
    description: 'Id of an entry: only earlier ones are returned. Send `meta.next` of the previous page.',
  },
  pageSize: { type: 'integer', minimum: 1, maximum: ACTIVITY_SIZE_MAX, default: ACTIVITY_SIZE },
}

const answers = {
  200: {
    type: 'object',
    properties: {
      result: { type: 'array', items: { $ref: 'ActivityEntry#' } },
      meta: {
        type: 'object',
        properties: {
          next: { type: ['integer', 'null'], description: 'Value of `before` for the next page. Null: last page.' },
        },
        required: ['next'],
      },
    },
    required: ['result', 'meta'],
  },
}

/** GET /activity: lists who changed what, with values before and after. Entries are immutable: there is no call that writes one. */
export function activityRoutes(app: FastifyInstance): void {
  const schema = documented({
    tag: 'Activity',
    summary: 'List the activity, newest first',
    querystring: { type: 'object', properties: { ...ofRow, ...parameters } },
    answers,
  })
  app.get(ACTIVITY_PATH, { schema }, (request) => readActivity(readsOf(request), readQuery(request)))
}

/** GET {path}/{id}/history: lists the activity of one row, also after its deletion. */
export function historyRoute(app: FastifyInstance, resource: Resource): void {
  const schema = documented({
    tag: tagOf(resource),
    summary: `List the history of a ${resource.nouns.one}, newest first`,
    description: 'The activity of this row, also after its deletion.',
    params: byId,
    querystring: { type: 'object', properties: parameters },
    answers,
  })
  app.get<ById>(routeOf(historyPath(resource, ':id')), { schema }, async (request) => {
    const rowId = idOf(resource, request.params.id)
    return readActivity(readsOf(request), readQuery(request, { area: resource.name, rowId }))
  })
}

/** Parses a request's query together with what its path sets; throws 400 that names the parameter. */
function readQuery(request: Pick<FastifyRequest, 'url'>, fromPath: Readonly<Record<string, string>> = {}) {
  const params = paramsOf(request)
  for (const [name, value] of Object.entries(fromPath)) params.append(name, value)
  return accepted(parseActivityQuery(params))
}
