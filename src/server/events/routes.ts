import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changeEvent, EVENTS_PATH, SINCE_PARAM } from '../../contract/events'
import { principalOf } from '../auth/guard'
import { documented } from '../http/openapi'
import { badQuery } from '../http/query'
import { jsonSchema, type JsonSchema } from '../http/schema'
import { LONGEST_S, type Since } from './changes'

/** Milliseconds after which a client without a back-off of its own reconnects. */
const RETRY_MS = 2000

const schema = documented({
  tag: 'Events',
  summary: 'Stream every change as it happens',
  headers: {
    type: 'object',
    properties: {
      'last-event-id': { type: 'string', description: 'Id of the last received event: later ones are sent first.' },
    },
  },
  querystring: {
    type: 'object',
    properties: {
      [SINCE_PARAM]: {
        type: 'integer',
        minimum: 0,
        description: 'Without Last-Event-ID: the changes of this number of seconds are sent first.',
      },
    },
  },
  answers: { 200: eventStream() },
})

/** GET /events: server-sent events for a signed-in user, until the bearer expires or the session ends. */
export function eventRoutes(app: FastifyInstance): void {
  app.get(EVENTS_PATH, { schema }, async (request, reply) => {
    const readable = await app.live.open(principalOf(request), sinceOf(request))
    // Forbids proxies to buffer or compress the stream.
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      // Lets a shutdown close the connection once the stream has ended.
      connection: 'close',
    })
    readable.unshift(`retry: ${RETRY_MS}\n\n`)
    return reply.send(readable)
  })
}

function sinceOf(request: FastifyRequest): Since {
  const last = request.headers['last-event-id']
  if (typeof last === 'string' && last !== '') return { cursor: last }
  const value: unknown = Object.entries(request.query ?? {}).find(([name]) => name === SINCE_PARAM)?.[1]
  if (value === undefined) return { seconds: 0 }
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return { seconds: Number(value) + LONGEST_S }
  throw badQuery({ [SINCE_PARAM]: `${SINCE_PARAM} must be a whole number of seconds` })
}

function eventStream(): JsonSchema {
  const description = [
    'An event without a name reports a change; the schema describes its `data`. Events with a name:',
    '- `readings` with `{ area, ids }`: readings or a derived state of these devices changed. `ids` null: unknown which.',
    '- `ready`: all earlier events have been sent, and new ones follow as they happen.',
    '- `cursor`: nothing changed. Its id is the position to resume from.',
    '- `reset`: more events were missed than the server stores. Fetch everything again.',
  ].join('\n')
  return { description, content: { 'text/event-stream': { schema: jsonSchema(changeEvent) } } }
}
