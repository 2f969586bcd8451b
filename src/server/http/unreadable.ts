import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, refusalOf, sendProblem } from './errors'
import { bareHeaders } from './headers'

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers a request whose URL cannot be decoded; Fastify has run no hooks for it. */
function answerMalformed(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(error, request, reply.headers({ ...bareHeaders, 'x-request-id': request.id }))
}

/** Answers bytes that Node cannot parse as HTTP, or headers beyond its limit, and closes the connection. */
function answerUnreadable(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const requestId = randomUUID()
  const refused = refusalOf({ statusCode: statuses[error.code] ?? 400 })
  this.log.info({ reqId: requestId, code: error.code, status: refused.statusCode }, 'unreadable')
  const body = JSON.stringify(problemOf(refused, requestId))
  const headers = { ...bareHeaders, 'x-request-id': requestId, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${refused.statusCode} ${STATUS_CODES[refused.statusCode]}`, ...lines, '', body].join('\r\n'))
}

/** Escapes the percent signs of a console's address that cannot be decoded: the page opens, and says that it does not exist. */
function readablePath({ url = '/' }: IncomingMessage): string {
  const [path = '/'] = url.split('?', 1)
  if (/^\/api(?:\/|$)/.test(path) || decoded(path) !== null) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

/** Decodes a path; null when it cannot be. Its text is returned because the build drops a call whose result is not used. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** Fastify options for requests it rejects before routing: the same error body and headers as all others, and the page for a screen. */
export const unreadable = { frameworkErrors: answerMalformed, clientErrorHandler: answerUnreadable, rewriteUrl: readablePath }
