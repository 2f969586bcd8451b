import type { Grant, RefreshOutcome } from '../../machines/authMachine'
import type { Grant as Answer } from '../contract/session'
import { isApiError } from '../api/errors'
import type { ApiError } from '../api/extra'
import { failureOf } from './failure'
import type { Clock, Tabs } from './ports'
import { lifetimeOf, parseToken, type SessionToken } from './tokens'
import type { Contents, Vault } from './vault'

/**
 * Milliseconds that another tab may take to store the token whose issue invalidated this tab's. Longer than the base query's: without such a
 * token the session ends here, while the base query only reports the rejection to the machine.
 */
const REREAD_MS = 250

interface RefreshDeps {
  readonly vault: Vault
  readonly tabs: Tabs
  readonly clock: Clock
  /** Requests the token that replaces `bearer`. */
  readonly requestToken: (bearer: string) => Promise<Answer>
  readonly alert: (error: ApiError) => void
}

/**
 * How a flight, which is a refresh in progress, ended. `stale`: storage holds another token, which has expired as well. `ended`: the server
 * says that the session is over.
 */
type FlightResult =
  | RefreshOutcome
  | { readonly kind: 'stale'; readonly tokenId: string }
  | { readonly kind: 'ended'; readonly error: unknown }

/**
 * Creates a tab's refresh. Across all tabs only one refresh runs per token, so that none waits for another session's. If another tab has
 * just stored a live token, it adopts that one instead. It stores the answer only while storage still holds the token that was sent.
 * Aborting a caller does not stop a flight: the rotated token is the only valid one, so it is stored; its lifetime counts from the request.
 * A flight is identified by the token that it began with and sends no other: callers with the same token share it, another session has its
 * own. Rejects with a `Failure`.
 */
export function createRefresh(deps: RefreshDeps): (tokenId: string | null) => Promise<RefreshOutcome> {
  const flights = new Map<string | null, Promise<RefreshOutcome>>()

  function startFlight(tokenId: string | null): Promise<RefreshOutcome> {
    return deps.tabs
      .exclusive(String(tokenId), () => runFlight(deps, tokenId))
      .catch((error: unknown) => Promise.reject(failureOf(error)))
      .finally(() => flights.delete(tokenId))
      .then((result) => {
        if (result.kind === 'stale') return refresh(result.tokenId)
        return result.kind === 'ended' ? rejectEnded(deps, result.error) : result
      })
  }

  function refresh(tokenId: string | null): Promise<RefreshOutcome> {
    const flight = flights.get(tokenId) ?? startFlight(tokenId)
    flights.set(tokenId, flight)
    return flight
  }

  return refresh
}

/** Alerts the end of the session, the only failure that is not retried. */
function rejectEnded({ alert }: RefreshDeps, error: unknown): Promise<never> {
  if (isApiError(error)) alert(error)
  return Promise.reject(failureOf(error))
}

async function runFlight(deps: RefreshDeps, tokenId: string | null): Promise<FlightResult> {
  const { vault, clock, tabs, requestToken } = deps
  const before = vault.read()
  if (before.kind !== 'token') return { kind: 'cleared' }
  if (before.tokenId !== tokenId) return resultForOther(deps, before)
  const requestedAt = clock.now()
  const answer = await requestToken(before.token).catch((error: unknown) => rotatedElsewhere(deps, before, error))
  if (!('token' in answer)) return answer
  const after = vault.read()
  if (after.kind !== 'token') return { kind: 'cleared' }
  if (after.tokenId !== before.tokenId) return resultForOther(deps, after)
  const ttl = lifetimeOf(answer.token, answer.expires_at)
  const sessionToken = parseToken(answer.token, requestedAt + ttl, ttl, before.sessionId)
  vault.replace(sessionToken)
  if (!vault.isShared())
    tabs.announce({ type: 'rotated', from: before.tokenId, token: sessionToken.token, expiresAt: sessionToken.expiresAt, ttl })
  return { kind: 'rotated', grant: grantOf(sessionToken) }
}

/** After a rejected refresh: checks whether another tab, outside the lock, has rotated this token first. */
async function rotatedElsewhere(deps: RefreshDeps, before: SessionToken, error: unknown): Promise<FlightResult> {
  if (failureOf(error).kind !== 'rejected') throw error
  await deps.clock.sleep(REREAD_MS)
  const after: Contents = deps.vault.read()
  if (after.kind !== 'token') return { kind: 'cleared' }
  if (after.tokenId === before.tokenId) return { kind: 'ended', error }
  return resultForOther(deps, after)
}

/** The result for a token other than the expected one: only a live one is adopted. */
function resultForOther({ clock }: RefreshDeps, sessionToken: SessionToken): FlightResult {
  if (sessionToken.expiresAt <= clock.now()) return { kind: 'stale', tokenId: sessionToken.tokenId }
  return { kind: 'adopted', grant: grantOf(sessionToken) }
}

function grantOf({ tokenId, subject, sessionId, expiresAt, ttl }: SessionToken): Grant {
  return { tokenId, subject, sessionId, expiresAt, ttl, durable: true }
}
