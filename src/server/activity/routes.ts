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
  summary: 'List the activity, newest first',
  querystring: {
    type: 'object',
    properties: {
      area: { type: 'string', description: 'Name of a resource, such as `Gateway`, or `Session`.' },
      rowId: uuid,
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
            next: { type: ['integer', 'null'], description: 'Value of `before` for the next page. Null: last page.' },
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
