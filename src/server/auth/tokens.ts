import { createSigner, createVerifier } from 'fast-jwt'
import { v4 as uuid } from 'uuid'
import type { Settings } from '../process/settings'

const ISSUER = 'frond'
const AUDIENCE = 'frond-api'
/** Seconds that another server's clock may run ahead. */
const SKEW_S = 60
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a bearer says; its session's row decides whether that still holds. */
export interface Claims {
  readonly iss: string
  readonly aud: string
  /** The account. */
  readonly sub: string
  /** The session. */
  readonly sid: string
  /** The refresh of the session it was issued by, from 1. */
  readonly gen: number
  readonly jti: string
  /** Seconds since 1970. */
  readonly iat: number
  readonly exp: number
  readonly typ: 'access'
}

/** A bearer whose signature and claims are ours. */
interface ReadToken {
  readonly claims: Claims
  readonly expired: boolean
}

/** Signs bearers and reads them. */
export interface Tokens {
  /** A bearer good for `ttlS` seconds from `at`. */
  sign(session: { userId: string; sessionId: string; generation: number }, ttlS: number, at: Date): string
  /** Null for whatever we did not sign as a bearer. */
  read(token: string, at: Date): ReadToken | null
}

/** Bearers signed by the settings' secret: HS256 and nothing else. */
export function createTokens({ secret }: Pick<Settings, 'secret'>): Tokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256' })
  // Times are judged below, by the server's own clock.
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
    read(token, at) {
      const claims = payloadOf(token, verify)
      const seconds = at.getTime() / 1000
      if (!isClaims(claims) || claims.iat > seconds + SKEW_S) return null
      return { claims, expired: claims.exp <= seconds }
    },
  }
}

function payloadOf(token: string, verify: (token: string) => unknown): unknown {
  try {
    return verify(token)
  } catch {
    // Malformed, signed by another key, or by another algorithm: all the same to the caller.
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
  return typeof value === 'string' && UUID.test(value)
}

function isWhole(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= max
}
