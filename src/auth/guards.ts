import { isSomebodyElse, type AuthContext, type AuthEvent } from '../../machines/authMachine'
import type { Clock, Tabs } from './ports'
import type { Quarantine } from './quarantine'
import { marginOf } from './schedule'
import type { Held } from './tokens'
import type { Vault } from './vault'

interface GuardDeps {
  readonly vault: Vault
  readonly clock: Clock
  readonly tabs: Tabs
  readonly quarantine: Quarantine
}

interface Question {
  readonly context: AuthContext
  readonly event: AuthEvent
}

/** The machine's guards that depend on storage, the clock or the tab. */
export function createGuards({ vault, clock, tabs, quarantine }: GuardDeps) {
  const held = (): Held | null => {
    const contents = vault.read()
    return contents.kind === 'held' ? contents : null
  }
  const isOther = (context: AuthContext) => (held()?.tokenId ?? context.tokenId) !== context.tokenId
  const isLive = (expiresAt: number) => expiresAt > clock.now()
  /** True within the margin before expiry, or with more time left than the token's lifetime, which means that the clock was set back. */
  const isDue = ({ expiresAt, ttl }: AuthContext) => !isLive(expiresAt - marginOf(ttl)) || expiresAt - clock.now() > ttl
  /** True as well when the clock shows less than at the last refresh: it was set back, and the elapsed time is unknown. */
  const isPauseOver = ({ retryAt, triedAt }: AuthContext) => retryAt <= clock.now() || clock.now() < triedAt
  const isAttemptAllowed = ({ context, event }: Question) =>
    isPauseOver(context) || (context.failures > 0 && event.type === 'sync' && event.cause === 'online')

  return {
    isVaultFresh: () => isLive(held()?.expiresAt ?? 0),
    isVaultExpired: () => !isLive(held()?.expiresAt ?? Number.POSITIVE_INFINITY),
    isVaultCorrupt: () => vault.read().kind === 'corrupt',
    isVaultUnusable: () => ['corrupt', 'half'].includes(vault.read().kind),
    isVaultGone: () => held() === null,
    isVaultRotated: ({ context }: Question) => isOther(context),
    isVaultSwitched: ({ context }: Question) => {
      const found = held()
      return found !== null && isOther(context) && isSomebodyElse(context, found)
    },
    isResurrected: () => {
      const found = held()
      return found !== null && quarantine.isResurrected(found)
    },
    isTokenExpired: ({ context }: Question) => !isLive(context.expiresAt),
    isAttemptAllowed,
    /** A hidden tab leaves the refresh to a visible tab, or to its next request, so that a forgotten tab does not keep a session alive. */
    isRefreshDue: ({ context, event }: Question) => tabs.isVisible() && isAttemptAllowed({ context, event }) && isDue(context),
  }
}
