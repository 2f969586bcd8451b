/** A session's token, and what can be read from it offline. Times are milliseconds. */
export interface SessionToken {
  readonly token: string
  /** Fingerprint: identifies a token, and may be logged. */
  readonly tokenId: string
  /** User id from the JWT's `sub`; null for a token that is not a JWT. */
  readonly subject: string | null
  /** Session id: the JWT's `sid`, or the fingerprint of the sign-in's token. A rotation keeps it. */
  readonly sessionId: string
  readonly expiresAt: number
  readonly ttl: number
}

interface Claims {
  readonly sub?: unknown
  readonly sid?: unknown
  readonly iat?: unknown
  readonly exp?: unknown
}

/** Whether a text is three base64url parts of which the first two are JSON objects. */
export function isJwt(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text) && text.split('.', 2).every((part) => decodedPart(part) !== null)
}

/** Whether a text can be sent in an Authorization header: a JWT, or visible ASCII of 8 to 8 192 characters. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{8,8192}$/.test(text)
}

/** Parses a token. `session`: the session of a token that does not name one; null begins a new session. */
export function parseToken(token: string, expiresAt: number, ttl: number, session: string | null = null): SessionToken {
  const tokenId = fingerprint(token)
  return {
    token,
    tokenId,
    subject: claimText(claimsOf(token).sub),
    sessionId: sessionIn(token) ?? session ?? tokenId,
    expiresAt,
    ttl,
  }
}

/** The session that the token names. */
export function sessionIn(token: string): string | null {
  return claimText(claimsOf(token).sid)
}

/** A token's lifetime in milliseconds: a JWT's `exp − iat`, otherwise `expiresInS`, otherwise 0. */
export function lifetimeOf(token: string, expiresInS: number | null): number {
  const { iat, exp } = claimsOf(token)
  if (typeof iat === 'number' && typeof exp === 'number' && exp > iat && Number.isFinite(exp)) return (exp - iat) * 1000
  return (expiresInS ?? 0) * 1000
}

/** A 53-bit hash of the token (cyrb53); the signature cannot be recovered from it. */
export function fingerprint(token: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < token.length; i += 1) {
    const code = token.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

function claimsOf(token: string): Claims {
  return isJwt(token) ? (decodedPart(token.split('.')[1] ?? '') ?? {}) : {}
}

function decodedPart(part: string): Claims | null {
  try {
    const value: unknown = JSON.parse(atob(part.replace(/-/g, '+').replace(/_/g, '/')))
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

function claimText(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : typeof claim === 'number' ? String(claim) : null
}
