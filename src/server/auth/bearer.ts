import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal, type ProblemError } from '../http/problems'
import type { ProblemCode } from '../../contract/problem'

/** Longest accepted bearer; Frond's own have about 400 characters. */
const LONGEST = 4096

/** Reads the bearer token from the Authorization header, the only accepted place; null when absent or malformed. */
export function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined || header.length > LONGEST) return null
  return /^bearer ([\w.~+/=-]+)$/i.exec(header)?.[1] ?? null
}

/** Creates the 401 for a request without a live session, and sets its `WWW-Authenticate` challenge (RFC 6750). */
export function unauthenticated(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode = 'unauthenticated',
  message = 'Your session has ended, please sign in again',
): ProblemError {
  const hasToken = request.headers.authorization !== undefined
  reply.header('www-authenticate', hasToken ? 'Bearer error="invalid_token"' : 'Bearer')
  return refusal(401, code, hasToken ? message : 'Please sign in')
}
