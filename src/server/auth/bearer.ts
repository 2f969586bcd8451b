import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v4 as uuid } from 'uuid'
import { ID_PATTERN } from '../../contract/fields'
import type { ProblemCode } from '../../contract/problem'
import { refusal, type ProblemError } from '../http/problems'
import type { Settings } from '../process/settings'

const ISSUER = 'frond'
const AUDIENCE = 'frond-api'
/** Seconds by which another server's clock may be ahead. */
const SKEW_S = 60
/** Longest accepted bearer; Frond's own have about 400 characters. */
const LONGEST = 4096

/** The claims of a bearer; the session's row decides whether they still hold. */
export interface Claims {
  readonly iss: string
  readonly aud: string
  /** The account. */
  readonly sub: string
  /** The session. */
  readonly sid: string
  /** The session's generation that issued it, from 1. */
  readonly gen: number
  readonly jti: string
  /** Seconds since 1970. */
  readonly iat: number
  readonly exp: number
  readonly typ: 'access'
}

/** A bearer with valid signature and claims. */
interface ReadToken {
  readonly claims: Claims
  readonly expired: boolean
}

/** Signs and verifies bearers. */
export interface Tokens {
  /** Signs a bearer that is valid for `ttlS` seconds from `at`. */
  sign(session: { userId: string; sessionId: string; generation: number }, ttlS: number, at: Date): string
  /** Verifies the bearer of a request; null without one, and for one that Frond did not sign. */
  read(request: FastifyRequest, at: Date): ReadToken | null
}

/** Signs bearers with the settings' secret: HS256 only. */
export function createTokens({ secret }: Pick<Settings, 'secret'>): Tokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256' })
  // The code below checks times by the server's own clock.
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true, ignoreNotBefore: true })
  return {
    sign({ userId, sessionId, generation }, ttlS, at) {
      const iat = Math.floor(at.getTime() / 1000)
      const claims: Claims = {
        iss: ISSUER,
        aud: AUDIENCE,
        sub: userId,
        sid: sessionId,
        gen: generation,
        jti: uuid(),
        iat,
        exp: iat + ttlS,
        typ: 'access',
      }
      return sign({ ...claims })
    },
    read(request, at) {
      const claims = payloadOf(bearerOf(request), verify)
      const seconds = at.getTime() / 1000
      if (!isClaims(claims) || claims.iat > seconds + SKEW_S) return null
      return { claims, expired: claims.exp <= seconds }
    },
  }
}

function payloadOf(token: string | null, verify: (token: string) => unknown): unknown {
  try {
    return token === null ? null : verify(token)
  } catch {
    // Malformed, or signed by another key or algorithm: the caller treats all alike.
    return null
  }
}

function isClaims(payload: unknown): payload is Claims {
  if (typeof payload !== 'object' || payload === null || 'nbf' in payload) return false
  const { iss, aud, sub, sid, gen, jti, iat, exp, typ }: Partial<Record<keyof Claims, unknown>> = payload
  return (
    iss === ISSUER &&
    aud === AUDIENCE &&
    typ === 'access' &&
    typeof jti === 'string' &&
    isUuid(sub) &&
    isUuid(sid) &&
    isWhole(gen, 2 ** 31 - 1) &&
    isWhole(iat, Number.MAX_SAFE_INTEGER) &&
    isWhole(exp, Number.MAX_SAFE_INTEGER)
  )
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && ID_PATTERN.test(value)
}

function isWhole(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= max
}

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

/** Creates the 401 for a sign-in that failed or needs a second step, and sets its challenge. */
export function refusedSignIn(
  reply: FastifyReply,
  message: string,
  code: ProblemCode = 'bad_credentials',
  details: ProblemError['details'] = {},
): ProblemError {
  reply.header('www-authenticate', 'Bearer')
  return refusal(401, code, message, details)
}
