import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { Readable } from 'node:stream'
import { FIRMWARE_TYPE } from '../../contract/firmwareCalls'
import { grouped } from '../../contract/grouped'
import type { Queryable } from '../db/database'
import { documented, type Documentation } from '../http/openapi'
import { refusal } from '../http/problems'
import type { JsonSchema } from '../http/schema'
import { piecesOf } from './gatewayFirmwareFile'

/** A firmware's file. */
export interface FirmwareFile {
  /** The firmware's id. */
  readonly id: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly fileName: string | null
}

const file: JsonSchema = { type: 'string', format: 'binary' }
const rangeHeaders: JsonSchema = {
  type: 'object',
  properties: {
    range: { type: 'string', description: 'One range of bytes, such as bytes=524288-.' },
    'if-range': { type: 'string', description: 'ETag of the partly downloaded file. If it differs, the whole file is sent.' },
    'if-none-match': { type: 'string' },
  },
}

/** The schema of a route that sends a firmware's file. */
export function downloadSchema(about: Omit<Documentation, 'answers'>): FastifySchema {
  const schema = documented({ ...about, headers: rangeHeaders, answers: {} })
  const content = { [FIRMWARE_TYPE]: { schema: file } }
  const answers = { 200: { description: 'The file', content }, 206: { description: 'The requested range of the file', content } }
  return { ...schema, response: { ...(schema.response as object), ...answers } }
}

/** Sends a firmware's file, whole or the requested range (RFC 9110). Its ETag is the SHA-256. */
export function sendFirmware(db: Queryable, request: FastifyRequest, reply: FastifyReply, firmware: FirmwareFile): FastifyReply {
  const { sha256, sizeBytes, fileName } = firmware
  const etag = `"${sha256}"`
  reply.headers({ etag, 'accept-ranges': 'bytes' })
  if (request.headers['if-none-match']?.split(',').some((each) => each.trim() === etag)) return reply.code(304).send()
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, sizeBytes) : 'all'
  if (range === 'none') {
    reply.header('content-range', `bytes */${sizeBytes}`)
    throw refusal(416, 'bad_request', `The range is outside the file, which has ${grouped(sizeBytes)} bytes`)
  }
  const { from, to } = range === 'all' ? { from: 0, to: sizeBytes - 1 } : range
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${from}-${to}/${sizeBytes}`)
  reply.headers({ 'content-length': String(to + 1 - from), 'content-disposition': attachment(fileName ?? 'firmware.bin') })
  return reply.type(FIRMWARE_TYPE).send(Readable.from(piecesOf(db, firmware, { from, to })))
}

/** Parses a Range header to the first and last byte; 'all' for several ranges or no valid header, 'none' when it cannot be satisfied. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { readonly from: number; readonly to: number } | 'all' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'all'
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < from) return 'all'
  return from > to ? 'none' : { from, to }
}

/** Content-Disposition for a file name (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, hex)}`
}

function hex(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}
