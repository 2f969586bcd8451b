import { createSigner, createVerifier } from 'fast-jwt'
import { v4 as uuid } from 'uuid'
import type { Settings } from '../process/settings'

const ISSUER = 'frond'
const AUDIENCE = 'frond-api'
/** Seconds by which another server's clock may be ahead. */
const SKEW_S = 60
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

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
  /** Verifies a bearer; null when Frond did not sign it as one. */
  read(token: string, at: Date): ReadToken | null
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
  return typeof value === 'string' && UUID.test(value)
}

function isWhole(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= max
}
