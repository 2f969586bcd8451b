import type { Grant, RefreshOutcome } from '../../machines/authMachine'
import type { Grant as Answer } from '../contract/session'
import type { ApiError } from '../api/extra'
import { failureOf, isApiError } from './failure'
import type { Clock, Tabs } from './ports'
import { heldOf, lifetimeOf, type Held } from './tokens'
import type { Contents, Vault } from './vault'

/** How long another tab may take to store the token that made ours fail, in milliseconds. */
const REREAD_MS = 250

interface RefreshDeps {
  readonly vault: Vault
  readonly tabs: Tabs
  readonly clock: Clock
  readonly ask: (bearer: string) => Promise<Answer>
  readonly alert: (error: ApiError) => void
}

/**
 * Makes the refresh of a tab: one at a time over all tabs; a token that another tab has stored meanwhile is adopted instead of asking
 * again; the answer is stored only while storage still holds the token that was sent. Who stops waiting stops nothing: a rotation that
 * the server has issued is the only token left, so it is stored. Rejects with a `Failure`.
 */
export function createRefresh(deps: RefreshDeps): (tokenId: string | null) => Promise<RefreshOutcome> {
  let flight: Promise<RefreshOutcome> | null = null
  return (tokenId) => {
    flight ??= deps.tabs
      .exclusive(() => refreshOnce(deps, tokenId))
      .catch((error: unknown) => refuse(deps, error))
      .finally(() => {
        flight = null
      })
    return flight
  }
}

/** Only the end of the session is worth an alert: whatever else went wrong is tried again. */
function refuse({ alert }: RefreshDeps, error: unknown): Promise<never> {
  const failure = failureOf(error)
  if (failure.kind === 'rejected' && isApiError(error)) alert(error)
  return Promise.reject(failure)
}

async function refreshOnce(deps: RefreshDeps, tokenId: string | null): Promise<RefreshOutcome> {
  const { vault, clock, tabs, ask } = deps
  const before = vault.read()
  if (before.kind !== 'held') return { kind: 'gone' }
  if (before.tokenId !== tokenId && before.expiresAt > clock.now()) return adopted(before)
  const answer = await ask(before.token).catch((error: unknown) => elsewhere(deps, before, error))
  if (!('token' in answer)) return answer
  const after = vault.read()
  if (after.kind !== 'held') return { kind: 'gone' }
  if (after.tokenId !== before.tokenId) return adopted(after)
  const ttl = lifetimeOf(answer.token, answer.expires_at)
  const held = heldOf(answer.token, clock.now() + ttl, ttl)
  vault.replace(held)
  if (!vault.isShared())
    tabs.announce({ type: 'rotated', from: before.tokenId, token: held.token, expiresAt: held.expiresAt, ttl })
  return { kind: 'rotated', grant: grantOf(held) }
}

/** After a refused refresh: did another tab, out of reach of the lock, win the race for this token? */
async function elsewhere({ vault, clock }: RefreshDeps, before: Held, error: unknown): Promise<RefreshOutcome> {
  if (failureOf(error).kind !== 'rejected') throw error
  await clock.sleep(REREAD_MS)
  const after: Contents = vault.read()
  if (after.kind !== 'held') return { kind: 'gone' }
  if (after.tokenId === before.tokenId) throw error
  return adopted(after)
}

function adopted(held: Held): RefreshOutcome {
  return { kind: 'adopted', grant: grantOf(held) }
}

function grantOf({ tokenId, subject, sessionId, expiresAt, ttl }: Held): Grant {
  return { tokenId, subject, sessionId, expiresAt, ttl, durable: true }
}
