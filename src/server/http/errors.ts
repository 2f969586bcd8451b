import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem, ProblemCode } from '../../contract/problem'
import { databaseFault } from '../db/database'
import { translated } from '../db/faults'
import { etagOf } from './conditions'
import { isProblemError, refusal, type ProblemError } from './problems'

/** Replacements for Fastify's messages, by status. */
const words: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  400: ['bad_request', 'The request cannot be read'],
  404: ['not_found', 'There is nothing here'],
  405: ['method_not_allowed', 'This is not supported here'],
  408: ['bad_request', 'The request took too long to arrive'],
  413: ['too_large', 'The request is too large'],
  414: ['not_found', 'There is nothing here'],
  415: ['unsupported_type', 'Send JSON: Content-Type application/json'],
  429: ['too_many_requests', 'Too many requests. Please wait a moment'],
  431: ['too_large', 'The headers of the request are too large'],
}

/** Converts an error to a refusal. Unexpected errors become a 500 that does not reveal the cause. */
export function refusalOf(error: unknown): ProblemError {
  const known = translated(error)
  if (isProblemError(known)) return known
  const fault = databaseFault(known)
  // SQLSTATE class 22: data that passed validation and still cannot be stored. Answers 400 rather than 500.
  if (fault?.code.startsWith('22')) return refusal(400, 'bad_request', 'The request holds a value that cannot be stored')
  if (fault?.code === '40001' || fault?.code === '40P01')
    return refusal(503, 'unavailable', 'Someone else is changing the same data. Please try again', { retryAfterS: 1 })
  const [code, message] = words[statusOf(known)] ?? []
  if (code === undefined || message === undefined) return refusal(500, 'internal', 'Something went wrong on the server')
  return refusal(statusOf(known) === 414 ? 404 : statusOf(known), code, message)
}

function statusOf(error: unknown): number {
  const { statusCode } = (error ?? {}) as Partial<FastifyError>
  return statusCode ?? 500
}

/** Builds the body of an error answer. */
export function problemOf(error: ProblemError, requestId: string): Problem {
  const { retryAfterS: _seconds, ...details } = error.details
  return { message: error.message, code: error.problemCode, requestId, ...details }
}

/** Answers a request with an error; logs it from status 500. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = isCutOff(request) ? refusal(400, 'bad_request', 'The request was cut off') : refusalOf(error)
  // A feature that is not configured is no failure: clients may ask for it at any rate without filling the log.
  if (refused.statusCode >= 500 && refused.problemCode !== 'not_configured') request.log.error({ err: error }, refused.message)
  const { retryAfterS, result } = refused.details
  if (retryAfterS !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterS))))
  if (hasVersion(result)) reply.header('etag', etagOf(result))
  return reply.code(refused.statusCode).type('application/json; charset=utf-8').send(problemOf(refused, request.id))
}

/** Whether the client disconnected while sending: not the server's fault, and nobody receives the answer. */
function isCutOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function hasVersion(result: unknown): result is { version: number } {
  return typeof result === 'object' && result !== null && 'version' in result
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that routes accept at a URL. */
    readonly methodsAt: (url: string) => readonly string[]
  }
}

/** Installs the handlers for errors and unknown routes; call it before any route is added. */
export function errorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  app.decorate('methodsAt', rememberRoutes(app))
  app.setNotFoundHandler(answerUnknown)
}

/** Records the routes added after this call; ignores wildcards, which do not prove that a path exists. */
function rememberRoutes(app: FastifyInstance): FastifyInstance['methodsAt'] {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const known = methods.get(url) ?? new Set()
    for (const each of [method].flat()) known.add(each)
    methods.set(url, known)
  })
  let shapes: readonly (readonly [RegExp, Set<string>])[] | null = null
  return (url) => {
    shapes ??= [...methods].map(([path, known]) => [new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`), known])
    const path = url.split('?', 1)[0] ?? ''
    return [...new Set(shapes.filter(([shape]) => shape.test(path)).flatMap(([, known]) => [...known]))].sort()
  }
}

/** Answers unknown routes: 404, or 405 where the path accepts another method. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = request.server.methodsAt(request.url)
  // The path accepts this method, but no route matched: the id exceeds the router's length limit.
  if (methods.length === 0 || methods.includes(request.method))
    return sendProblem(refusal(404, 'not_found', 'There is nothing here'), request, reply)
  reply.header('allow', methods.join(', '))
  return sendProblem(refusal(405, 'method_not_allowed', `${request.method} is not supported here`), request, reply)
}
