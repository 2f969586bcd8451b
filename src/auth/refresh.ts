import type { Grant, RefreshOutcome } from '../../machines/authMachine'
import type { Grant as Answer } from '../contract/session'
import type { ApiError } from '../api/extra'
import { failureOf, isApiError } from './failure'
import type { Clock, Tabs } from './ports'
import { heldOf, lifetimeOf, type Held } from './tokens'
import type { Contents, Vault } from './vault'

/** Milliseconds that another tab may take to store the token whose issue invalidated this tab's. */
const REREAD_MS = 250

interface RefreshDeps {
  readonly vault: Vault
  readonly tabs: Tabs
  readonly clock: Clock
  readonly ask: (bearer: string) => Promise<Answer>
  readonly alert: (error: ApiError) => void
}

/**
 * Result of a flight, which is a refresh in progress. `stale`: storage holds another token, which has expired as well. `ended`: the server
 * says that the session is over.
 */
type Landing =
  RefreshOutcome | { readonly kind: 'stale'; readonly tokenId: string } | { readonly kind: 'ended'; readonly error: unknown }

/**
 * Creates a tab's refresh. Across all tabs only one refresh runs per token, so that none waits for another session's. If another tab has
 * just stored a live token, it adopts that one instead. It stores the answer only while storage still holds the token that was sent.
 * Aborting a caller does not stop a flight: the rotated token is the only valid one, so it is stored; its lifetime counts from the request.
 * A flight is identified by the token that it began with and sends no other: callers with the same token share it, another session has its
 * own. Rejects with a `Failure`.
 */
export function createRefresh(deps: RefreshDeps): (tokenId: string | null) => Promise<RefreshOutcome> {
  const flights = new Map<string | null, Promise<RefreshOutcome>>()

  function begin(tokenId: string | null): Promise<RefreshOutcome> {
    return deps.tabs
      .exclusive(String(tokenId), () => refreshOnce(deps, tokenId))
      .catch((error: unknown) => Promise.reject(failureOf(error)))
      .finally(() => flights.delete(tokenId))
      .then((landing) => {
        if (landing.kind === 'stale') return refresh(landing.tokenId)
        return landing.kind === 'ended' ? end(deps, landing.error) : landing
      })
  }

  function refresh(tokenId: string | null): Promise<RefreshOutcome> {
    const flight = flights.get(tokenId) ?? begin(tokenId)
    flights.set(tokenId, flight)
    return flight
  }

  return refresh
}

/** Alerts the end of the session, the only failure that is not retried. */
function end({ alert }: RefreshDeps, error: unknown): Promise<never> {
  if (isApiError(error)) alert(error)
  return Promise.reject(failureOf(error))
}

async function refreshOnce(deps: RefreshDeps, tokenId: string | null): Promise<Landing> {
  const { vault, clock, tabs, ask } = deps
  const before = vault.read()
  if (before.kind !== 'held') return { kind: 'gone' }
  if (before.tokenId !== tokenId) return found(deps, before)
  const requestedAt = clock.now()
  const answer = await ask(before.token).catch((error: unknown) => elsewhere(deps, before, error))
  if (!('token' in answer)) return answer
  const after = vault.read()
  if (after.kind !== 'held') return { kind: 'gone' }
  if (after.tokenId !== before.tokenId) return found(deps, after)
  const ttl = lifetimeOf(answer.token, answer.expires_at)
  const held = heldOf(answer.token, requestedAt + ttl, ttl, before.sessionId)
  vault.replace(held)
  if (!vault.isShared())
    tabs.announce({ type: 'rotated', from: before.tokenId, token: held.token, expiresAt: held.expiresAt, ttl })
  return { kind: 'rotated', grant: grantOf(held) }
}

/** After a rejected refresh: checks whether another tab, outside the lock, has rotated this token first. */
async function elsewhere(deps: RefreshDeps, before: Held, error: unknown): Promise<Landing> {
  if (failureOf(error).kind !== 'rejected') throw error
  await deps.clock.sleep(REREAD_MS)
  const after: Contents = deps.vault.read()
  if (after.kind !== 'held') return { kind: 'gone' }
  if (after.tokenId === before.tokenId) return { kind: 'ended', error }
  return found(deps, after)
}

/** The result for a token other than the expected one: only a live one is adopted. */
function found({ clock }: RefreshDeps, held: Held): Landing {
  if (held.expiresAt <= clock.now()) return { kind: 'stale', tokenId: held.tokenId }
  return { kind: 'adopted', grant: grantOf(held) }
}

function grantOf({ tokenId, subject, sessionId, expiresAt, ttl }: Held): Grant {
  return { tokenId, subject, sessionId, expiresAt, ttl, durable: true }
}
