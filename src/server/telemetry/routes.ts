import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { batch, batchOutcome, DATAPOINTS_PATH } from '../../contract/datapoints'
import { gatewayKey, gatewayKeyPath } from '../../contract/gatewayTraffic'
import { gateways } from '../../contract/gateways'
import { bearerOf } from '../auth/bearer'
import { actorOf } from '../auth/guard'
import { idOf } from '../crud/table'
import { byId, documented, resultOf, routeOf, type ById } from '../http/openapi'
import { refusal } from '../http/problems'
import { jsonSchema } from '../http/schema'
import { admission, type Admission, type Sender } from './admission'
import { ingest } from './ingest'
import { makeKey } from './keys'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gateway guard. */
    sender?: Sender
  }
}

/** Largest batch in bytes, decompressed: 5 000 readings have about 700 000. */
const BATCH_BYTES = 2_097_152

const tag = 'Datapoints'

/**
 * POST /datapoints, for gateways by their keys; live pages are notified of every batch. Session tokens are refused here, as gateway keys
 * are elsewhere.
 */
export function ingestRoutes(scope: FastifyInstance): void {
  const gate = admission(scope)
  const schema = documented({
    tag,
    summary: 'Store a batch of readings (gzip accepted)',
    byGateway: true,
    body: jsonSchema(batch),
    answers: { 200: resultOf(batchOutcome) },
  })
  scope.route({
    method: 'POST',
    url: DATAPOINTS_PATH,
    schema,
    bodyLimit: BATCH_BYTES,
    onRequest: (request, reply) => gatewayGuard(gate, request, reply),
    preParsing: async (request, _reply, payload) => unpacked(request, payload),
    handler: async (request, reply) => {
      const { sender, body } = request
      const result = sender && (await gate.storeFor(sender, (by) => ingest(scope, by, body, scope.live.note)))
      return result ? { result } : refuseUnknownSender(request, reply)
    },
  })
}

/** Decompresses the body. Fastify's body limit counts the decompressed bytes. */
function unpacked(request: FastifyRequest, payload: Readable): Readable {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return payload
  // "x-gzip" is an older alias of gzip.
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    throw refusal(415, 'unsupported_type', 'Send the batch uncompressed, or compressed with gzip')
  delete request.headers['content-length']
  return payload.pipe(createGunzip())
}

async function gatewayGuard(gate: Admission, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const key = bearerOf(request)
  const sender = key === null ? null : await gate.admit(key)
  reply.header('cache-control', 'no-store')
  if (sender === null) refuseUnknownSender(request, reply)
  else request.sender = sender
}

/** Throws 401 for a missing, unknown or replaced gateway key. */
export function refuseUnknownSender(request: FastifyRequest, reply: FastifyReply): never {
  reply.header('www-authenticate', request.headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"')
  throw refusal(
    401,
    'unauthenticated',
    'Send the gateway’s API key as bearer token: create one on the gateway’s page in the console',
  )
}

/** POST /gateways/{id}/key, for administrators. */
export function gatewayKeyRoutes(app: FastifyInstance): void {
  const { db } = app
  const schema = documented({
    tag: 'Gateways',
    summary: 'Create a new API key for a gateway; the earlier one stops working',
    params: byId,
    answers: { 201: resultOf(gatewayKey) },
  })
  app.post<ById>(routeOf(gatewayKeyPath(':id')), { schema, compress: false }, async (request, reply) => {
    const key = await makeKey(db, idOf(gateways, request.params.id), actorOf(request))
    return reply.code(201).send({ result: { key } })
  })
}
