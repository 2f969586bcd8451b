import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal, type ProblemError } from '../http/problems'
import type { ProblemCode } from '../../contract/problem'

/** Longest bearer that is looked at; ours have about 400 characters. */
const LONGEST = 4096

/** The bearer of the Authorization header, the only place where one counts; null when there is none or it is no bearer. */
export function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined || header.length > LONGEST) return null
  return /^bearer ([\w.~+/=-]+)$/i.exec(header)?.[1] ?? null
}

/** The refusal of a request without a living session, its challenge set as RFC 6750 wants it. */
export function unauthenticated(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode = 'unauthenticated',
  message = 'Your session has ended, please sign in again',
): ProblemError {
  const sent = request.headers.authorization !== undefined
  reply.header('www-authenticate', sent ? 'Bearer error="invalid_token"' : 'Bearer')
  return refusal(401, code, sent ? message : 'Please sign in')
}
