import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { Schema } from 'yup'
import { activityEntry } from '../../contract/activity'
import { grouped } from '../../contract/grouped'
import { resources } from '../../contract/index'
import { TOTAL_CAP } from '../../contract/list'
import { problem } from '../../contract/problem'
import { readerOptions } from './reader'
import { jsonSchema, type JsonSchema } from './schema'

/** A route's documentation; the serializer uses the schemas of the answers too. */
export interface Documentation {
  /** Section of the documentation, such as `Gateways`. */
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly params?: JsonSchema
  readonly querystring?: JsonSchema
  readonly headers?: JsonSchema
  readonly body?: JsonSchema
  /** Schema of the answer by status; null for an answer without a body. */
  readonly answers: Readonly<Record<number, JsonSchema | null>>
  /** Whether the call needs no session. */
  readonly open?: boolean
  /** Whether gateways make the call, with their keys. */
  readonly byGateway?: boolean
}

/** A request whose path contains a row's id. */
export interface ById {
  Params: { id: string }
}

/** Parameters of a path that contains a row's id. */
export const byId: JsonSchema = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] }

/** A path of the contract as Fastify expects it: the contract's functions escape the colon of a parameter such as `:id`. */
export const routeOf = decodeURIComponent

/** Builds the Fastify schema of a documented route. It does not validate requests: the contract's Yup schemas do. */
export function documented({ tag, answers, open, byGateway, ...rest }: Documentation): FastifySchema {
  const response = Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => [status, schema ?? { type: 'null', description: 'No body' }]),
  )
  return {
    tags: [tag],
    ...rest,
    response: { ...response, '4xx': { $ref: 'Problem#' }, '5xx': { $ref: 'Problem#' } },
    ...(open && { security: [] }),
    ...(byGateway && { security: [{ gatewayKey: [] }] }),
  }
}

/** Wraps a schema, which may be a Yup schema of the contract, in `{ result: … }`. */
export function resultOf(schema: JsonSchema | Schema): JsonSchema {
  const result = 'describe' in schema && typeof schema.describe === 'function' ? jsonSchema(schema as Schema) : schema
  return { type: 'object', properties: { result }, required: ['result'] }
}

/** Registers the shared schemas and starts to collect routes; call it before any route is added. */
export async function collectOpenApi(app: FastifyInstance): Promise<void> {
  app.addSchema({ $id: 'Problem', ...jsonSchema(problem) })
  app.addSchema({ $id: 'PageMeta', ...pageMeta })
  app.addSchema({ $id: 'ActivityEntry', ...jsonSchema(activityEntry, { complete: true }) })
  for (const { name, row, draft } of resources) {
    app.addSchema({ $id: name, ...jsonSchema(row, { complete: true }) })
    app.addSchema({ $id: `${name}Draft`, ...jsonSchema(draft) })
  }
  await app.register(swagger, {
    // Routes without a section are not part of the API: pages, health.
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Frond', description: 'Administration of plants, gateways and sensors.', version: '1' },
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          gatewayKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'API key of a gateway. POST /api/v1/gateways/{id}/key creates one.',
          },
        },
      },
      security: [{ session: [] }],
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, at) => (typeof json.$id === 'string' ? json.$id : `def-${at}`) },
  })
}

const pageMeta: JsonSchema = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1 },
    pageSize: { type: 'integer', minimum: 1 },
    total: { type: 'integer', minimum: 0, description: `Number of rows, counted up to ${grouped(TOTAL_CAP)}.` },
    totalCapped: { type: 'boolean', description: 'Whether there are more rows than `total`.' },
  },
  required: ['page', 'pageSize', 'total', 'totalCapped'],
}

/** GET /api/v1/openapi.json, and its viewer at /docs. Both are public: they describe the API and contain no data. */
export async function openApiRoutes(app: FastifyInstance, readerDir: string | null): Promise<void> {
  let text: string | null = null
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
  await app.register(swaggerUi, readerOptions(readerDir))
}
