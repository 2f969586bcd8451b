import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { assignedFirmwarePaths, updateReport } from '../../contract/firmwareCalls'
import { bearerOf } from '../auth/bearer'
import { keyOf, spend } from '../auth/throttle'
import { tagOf } from '../crud/document'
import { gateways } from '../../contract/gateways'
import { documented } from '../http/openapi'
import { refusal } from '../http/problems'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { sha256 } from '../process/sha256'
import { isGatewayKey } from '../telemetry/keys'
import { refuseUnknownSender } from '../telemetry/routes'
import { downloadSchema, sendFirmware, type FirmwareFile } from './gatewayFirmwareDownload'

/** Calls of one gateway per minute: a file of 16 MB in pieces of 64 kB takes 256. */
const CALLS = { limit: 600, windowS: 60 } as const

const tag = tagOf(gateways)

/** The calls by which a gateway fetches its assigned firmware and reports its progress, authenticated by its API key. */
export function ownFirmwareRoutes(scope: FastifyInstance): void {
  const { db } = scope
  const schema = downloadSchema({ tag, summary: 'Download the assigned firmware, as a gateway', byGateway: true })
  scope.get(assignedFirmwarePaths.file, { schema }, async (request, reply) => {
    const gatewayId = await callerOf(scope, request, reply)
    const { rows } = await db.query<FirmwareFile>(sql`
      update gateways g set fetched_at = now() from gateway_firmwares f
      where g.id = ${gatewayId} and f.id = g.target_firmware_id and f.id is distinct from g.firmware_id and f.sha256 is not null
      returning f.id, f.sha256, f.size_bytes as "sizeBytes", f.file_name as "fileName"`)
    const [firmware] = rows
    if (firmware === undefined)
      throw refusal(
        404,
        'not_found',
        'This gateway has no firmware to install: none is assigned, or it runs the assigned one already',
      )
    return sendFirmware(db, request, reply, firmware)
  })
  const reporting = documented({
    tag,
    summary: 'Report the progress of the update, as a gateway',
    byGateway: true,
    body: jsonSchema(updateReport),
    answers: { 204: null },
  })
  scope.post(assignedFirmwarePaths.status, { schema: reporting }, async (request, reply) => {
    const gatewayId = await callerOf(scope, request, reply)
    const { status, reason = null, firmwareVersion = null } = validated(updateReport, request.body)
    const { rowCount } = await db.query(sql`
      update gateways g set told_step = ${status}, told_note = ${reason}, told_at = now() from gateway_firmwares f
      where g.id = ${gatewayId} and f.id = g.target_firmware_id and f.semver = coalesce(${firmwareVersion}, f.semver)`)
    if (rowCount === 0) throw refusal(409, 'conflict', notAssigned(firmwareVersion))
    scope.live.note(gatewayId, [])
    return reply.code(204).send()
  })
}

function notAssigned(version: string | null): string {
  return version === null ? 'This gateway has no assigned firmware' : `This gateway is not assigned firmware ${version}`
}

/** Identifies the calling gateway by its key; throws 401, or 429 when it calls too often. */
async function callerOf({ db, clock }: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  reply.header('cache-control', 'no-store')
  const key = bearerOf(request)
  const { rows } =
    key === null || !isGatewayKey(key)
      ? { rows: [] }
      : await db.query<{ id: string }>(sql`select gateway_id as id from gateway_keys where key_hash = ${sha256(key)}`)
  const [caller] = rows
  if (caller === undefined) return refuseUnknownSender(request, reply)
  await spend(db, [{ key: keyOf('own firmware', caller.id), ...CALLS }], clock())
  return caller.id
}
