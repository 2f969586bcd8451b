import { sessionPaths } from '../../../src/contract/constants'
import { fingerprint } from '../../../src/auth/tokens'
import { claimsIn, jwt, type TestClaims } from './tokens'
import type { VirtualClock } from './virtualClock'

/** The network to the server; `lost`: requests arrive, but answers do not. */
export type Network = 'well' | 'offline' | 'failing' | 'lost'

interface Row {
  readonly sub: string
  gen: number
  /** Whether the current token has been used. */
  isUsed: boolean
  alive: boolean
  rotatedAt: number
}

/**
 * Models sessions as the reference API keeps them: every refresh rotates the token; the token before the current one is accepted within
 * `graceMs`, or while the current one is unused; any other old token ends the session; a sign-out takes effect at once. Without grace, no
 * old token is accepted. Opaque tokens carry no claims. Records what a correct console never does.
 */
export function createSessionServer(
  clock: VirtualClock,
  { ttlS, graceMs, latency, isOpaque = false }: { ttlS: number; graceMs: number; latency: () => number; isOpaque?: boolean },
) {
  const opaque = new Map<string, TestClaims>()
  const owners = new Map<string, string | undefined>()
  const rows = new Map<string, Row>()
  const faults: string[] = []
  let network: Network = 'well'
  const refreshing = new Set<{ readonly sid: string | undefined; readonly signal: AbortSignal | null }>()
  let sent = 0

  const reply = (status: number, body: unknown) => Response.json(body, { status })
  const refusal = () => reply(401, { message: 'Your session is over', code: 'unauthenticated', requestId: 'r' })

  function issue(sid: string, { sub, gen }: Row): Response {
    const iat = Math.floor(clock.now() / 1000)
    return reply(200, { result: { token: tokenOf({ sub, sid, gen, iat, exp: iat + ttlS }), expires_at: ttlS } })
  }

  function tokenOf(claims: TestClaims): string {
    const token = isOpaque ? `opaque-token-${opaque.size + 1}` : jwt(claims)
    if (isOpaque) opaque.set(token, claims)
    owners.set(fingerprint(token), claims.sub)
    return token
  }

  const claimsOf = (bearer: string): TestClaims => (isOpaque ? (opaque.get(bearer) ?? {}) : claimsIn(bearer))

  function refresh(sid: string, gen: number | undefined): Response {
    const row = rows.get(sid)
    if (row === undefined || !row.alive) return refusal()
    if (gen === row.gen) {
      row.gen += 1
      row.isUsed = false
      row.rotatedAt = clock.now()
      return issue(sid, row)
    }
    const isForgiven = graceMs > 0 && (clock.now() - row.rotatedAt < graceMs || !row.isUsed)
    if (gen === row.gen - 1 && isForgiven) return issue(sid, row)
    row.alive = false
    faults.push(`a rotated token of ${sid} was sent again`)
    return refusal()
  }

  function handle(path: string, bearer: string | null, body: string): Response {
    if ((ways as readonly string[]).includes(path)) {
      const sid = `s${rows.size + 1}`
      const row = { sub: subjectIn(body), gen: 1, isUsed: false, alive: true, rotatedAt: 0 }
      rows.set(sid, row)
      return issue(sid, row)
    }
    const claims = bearer === null ? {} : claimsOf(bearer)
    const row = rows.get(claims.sid ?? '')
    if (path === sessionPaths.refresh) return refresh(claims.sid ?? '', claims.gen)
    if (row === undefined || !row.alive || (claims.exp ?? 0) * 1000 <= clock.now() - 2_000) return refusal()
    if (claims.gen === row.gen) row.isUsed = true
    if (path === sessionPaths.signOut) row.alive = false
    else if (body !== '' && authorIn(body) !== row.sub) faults.push(`what ${authorIn(body)} typed was saved by ${row.sub}`)
    return reply(200, { result: row.sub })
  }

  /** A request that has left completes, even when nothing waits for it any more. */
  async function exchange(path: string, bearer: string | null, body: string): Promise<Response> {
    if (network === 'offline') throw new TypeError('Failed to fetch')
    await clock.sleep(latency())
    const answer = network === 'failing' ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : handle(path, bearer, body)
    await clock.sleep(latency())
    if (network === 'lost') throw new TypeError('Failed to fetch')
    return answer
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { signal, headers, body } = init ?? {}
    const path = typeof input === 'string' ? input : input instanceof URL ? input.pathname : new URL(input.url).pathname
    const bearer = new Headers(headers).get('authorization')?.slice(7) ?? null
    const isRefresh = path === sessionPaths.refresh
    sent += 1
    if (bearer !== null && !isRefresh && path !== sessionPaths.signOut && (claimsOf(bearer).exp ?? 0) * 1000 <= clock.now()) {
      faults.push('a token past its time was sent')
    }
    const flight = { sid: bearer === null ? undefined : claimsOf(bearer).sid, signal: signal ?? null }
    if (isRefresh) refreshing.add(flight)
    const those = [...refreshing].filter(({ sid, signal: given }) => sid === flight.sid && given?.aborted !== true)
    if (those.length > 1) faults.push('two refreshes were in flight')
    try {
      return await Promise.race([exchange(path, bearer, typeof body === 'string' ? body : ''), abortionOf(signal)])
    } finally {
      refreshing.delete(flight)
    }
  }

  return {
    fetch,
    faults,
    /** Returns a token's user and session. */
    claimsOf,
    /** Returns the owner of the token with this fingerprint. */
    ownerOf: (tokenId: string | null) => owners.get(tokenId ?? ''),
    isAlive: (sid: string) => rows.get(sid)?.alive === true,
    sent: () => sent,
    setNetwork(next: Network) {
      network = next
    },
    /** Ends all sessions, as when an administrator disables the user, or a password is reset. */
    revokeAll() {
      for (const row of rows.values()) row.alive = false
    },
  }
}

/** The calls that begin a session. */
const ways = [sessionPaths.signIn, sessionPaths.signUp, sessionPaths.social.google, sessionPaths.social.facebook]

/** Returns who signs in: by address, or by a provider's token, which stands for itself. */
function subjectIn(body: string): string {
  const { email, access_token } = JSON.parse(body) as { email?: string; access_token?: string }
  return email ?? access_token ?? ''
}

function authorIn(body: string): string | undefined {
  return (JSON.parse(body) as { by?: string }).by
}

function abortionOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal?.reason)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop)
  })
}
