import type { FastifyInstance } from 'fastify'
import {
  ACTIVITY_PATH,
  ACTIVITY_SIZE,
  ACTIVITY_SIZE_MAX,
  activityEntry,
  actions,
  parseActivityQuery,
} from '../../contract/activity'
import { readsOf } from '../auth/guard'
import { documented } from '../http/openapi'
import { refusal } from '../http/problems'
import { jsonSchema } from '../http/schema'
import { readActivity } from './entries'

const uuid = { type: 'string', format: 'uuid' }
const moment = { type: 'string', format: 'date-time' }

const schema = documented({
  tag: 'Activity',
  summary: 'Tell what happened, newest first',
  querystring: {
    type: 'object',
    properties: {
      area: { type: 'string', description: 'Name of a resource, such as `Gateway`, or `Session`.' },
      rowId: uuid,
      actor: { ...uuid, description: 'Id of the user who did it.' },
      action: { type: 'array', items: { type: 'string', enum: actions } },
      requestId: { type: 'string', description: 'All that one call did, each row by itself.' },
      from: moment,
      to: moment,
      q: {
        type: 'string',
        description:
          'A part of the name, EUI, serial number, email or IP address of what it happened to, now or earlier; each row by itself.',
      },
      each: { type: 'boolean', enum: [true], description: 'What one call did to many rows is an entry for each of them.' },
      before: { type: 'integer', minimum: 1, description: 'Id of an entry: `meta.next` of the answer before.' },
      pageSize: { type: 'integer', minimum: 1, maximum: ACTIVITY_SIZE_MAX, default: ACTIVITY_SIZE },
    },
  },
  answers: {
    200: {
      type: 'object',
      properties: {
        result: { type: 'array', items: jsonSchema(activityEntry, { complete: true }) },
        meta: {
          type: 'object',
          properties: {
            next: { type: ['integer', 'null'], description: 'What to send as `before` for more; null after the last.' },
          },
          required: ['next'],
        },
      },
      required: ['result', 'meta'],
    },
  },
})

/** GET /activity: lists who changed what, with values before and after. Entries are immutable: there is no other call. */
export function activityRoutes(app: FastifyInstance): void {
  app.get(ACTIVITY_PATH, { schema }, async (request) => {
    const { url } = request
    const at = url.indexOf('?')
    const { query, faults } = parseActivityQuery(new URLSearchParams(at < 0 ? '' : url.slice(at + 1)))
    const [fault] = faults
    if (fault === undefined) return readActivity(readsOf(request), query)
    const fields = Object.fromEntries(faults.map(({ parameter, message }) => [parameter, message]))
    throw refusal(400, 'bad_query', fault.message, { fields })
  })
}
