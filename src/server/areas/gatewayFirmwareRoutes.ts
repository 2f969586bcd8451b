import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assignBody, assignOutcome, firmwarePaths, statusBody } from '../../contract/firmwareCalls'
import { gatewayFirmwares, type GatewayFirmware } from '../../contract/gatewayFirmwares'
import { actorOf } from '../auth/guard'
import { refuseEnded } from '../auth/sessions'
import { repeatable } from '../crud/bulkDocument'
import { rowOf, tagOf } from '../crud/document'
import { answer, conditional, readIdempotencyKey } from '../http/conditions'
import { idOf, readRow } from '../crud/table'
import { byId, documented, resultOf, routeOf, type ById } from '../http/openapi'
import { invalid, refusal } from '../http/problems'
import { badQuery } from '../http/query'
import { jsonSchema, type JsonSchema } from '../http/schema'
import { assignFirmware } from './gatewayFirmwareAssign'
import { downloadSchema, sendFirmware } from './gatewayFirmwareDownload'
import { expectFile, storeFile } from './gatewayFirmwareFile'
import { moveFirmware } from './gatewayFirmwareStatus'
import { sweepUploads, uploadFolder, withUpload } from './gatewayFirmwareUpload'

const tag = tagOf(gatewayFirmwares)
const row = resultOf(rowOf(gatewayFirmwares))
const file: JsonSchema = { type: 'string', format: 'binary' }

/** Routes of firmwares beyond CRUD: file, status, and assignment to gateways. */
export function gatewayFirmwareRoutes(app: FastifyInstance): void {
  const { db } = app
  const moving = documented({
    tag,
    summary: 'Release, deprecate or revoke a gateway firmware',
    params: byId,
    headers: conditional,
    body: jsonSchema(statusBody),
    answers: { 200: row },
  })
  app.post<ById>(routeOf(firmwarePaths.status(':id')), { schema: moving }, async (request, reply) => {
    const id = idOf(gatewayFirmwares, request.params.id)
    return answer(reply, await moveFirmware(db, id, request.body, request.headers['if-match'], actorOf(request)))
  })
  const assigning = documented({
    tag,
    summary: 'Assign a gateway firmware to gateways',
    params: byId,
    headers: repeatable,
    body: jsonSchema(assignBody),
    answers: { 200: resultOf(assignOutcome) },
  })
  app.post<ById>(routeOf(firmwarePaths.assign(':id')), { schema: assigning }, async (request) => {
    const id = idOf(gatewayFirmwares, request.params.id)
    const actor = actorOf(request)
    return { result: await assignFirmware(db, id, request.body, actor, readIdempotencyKey(request, actor.userId)) }
  })
  downloadRoute(app)
  void app.register(async (scope) => uploadRoute(scope))
}

function downloadRoute(app: FastifyInstance): void {
  const { db } = app
  const schema = downloadSchema({ tag, summary: 'Download a gateway firmware’s file', params: byId })
  app.get<ById>(routeOf(firmwarePaths.file(':id')), { schema }, async (request, reply) => {
    const id = idOf(gatewayFirmwares, request.params.id)
    const { fileName, sha256, sizeBytes, title } = (await readRow(db, gatewayFirmwares, id)) as unknown as GatewayFirmware
    if (sha256 == null || sizeBytes == null) throw refusal(404, 'not_found', `${title} has no file`)
    return sendFirmware(db, request, reply, { id, sha256, sizeBytes, fileName: fileName ?? null })
  })
}

async function uploadRoute(app: FastifyInstance): Promise<void> {
  const { db, settings } = app
  const folder = uploadFolder(settings.dataDir)
  await app.register(multipart, { throwFileSizeLimit: false })
  app.addHook('onReady', () => sweepUploads(folder))
  app.addHook('onRequest', async (request) => refuseOthers(request))
  const schema = documented({
    tag,
    summary: 'Upload a gateway firmware’s file',
    params: byId,
    headers: conditional,
    querystring: {
      type: 'object',
      properties: { sha256: { type: 'string', description: 'Expected SHA-256 of the file. An upload that differs is refused.' } },
    },
    body: { type: 'object', properties: { file }, required: ['file'] },
    answers: { 201: row },
  })
  const options = { schema: { ...schema, consumes: ['multipart/form-data'] }, config: { slow: true } }
  app.post<ById>(routeOf(firmwarePaths.file(':id')), options, async (request, reply) => {
    const id = idOf(gatewayFirmwares, request.params.id)
    const expected = expectedHash(request)
    const ifMatch = request.headers['if-match']
    await expectFile(db, id, ifMatch)
    const stored = await withUpload(request, folder, settings.uploadMaxBytes, async (received) => {
      await refuseEnded(app, request, reply)
      if (expected !== null && expected !== received.sha256)
        throw invalid(new Map([['sha256', `The checksum differs: the uploaded file has the SHA-256 ${received.sha256}`]]))
      return storeFile(db, id, received, ifMatch, actorOf(request))
    })
    return answer(reply.code(201), stored)
  })
}

function refuseOthers(request: FastifyRequest): void {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw refusal(415, 'unsupported_type', 'Send the file as multipart/form-data, in one part named file')
}

/** The SHA-256 that the client expects, in lower case; null without one. */
function expectedHash({ query }: FastifyRequest): string | null {
  const { sha256 } = query as { sha256?: unknown }
  if (sha256 === undefined) return null
  if (typeof sha256 === 'string' && /^[0-9a-f]{64}$/i.test(sha256)) return sha256.toLowerCase()
  throw badQuery({ sha256: 'sha256 must be 64 hexadecimal digits' })
}
