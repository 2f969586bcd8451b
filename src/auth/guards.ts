import { isSomebodyElse, type AuthContext, type AuthEvent } from '../../machines/authMachine'
import type { Clock, Tabs } from './ports'
import type { Quarantine } from './quarantine'
import { marginOf } from './schedule'
import type { SessionToken } from './tokens'
import type { Vault } from './vault'

interface GuardDeps {
  readonly vault: Vault
  readonly clock: Clock
  readonly tabs: Tabs
  readonly quarantine: Quarantine
}

interface GuardArgs {
  readonly context: AuthContext
  readonly event: AuthEvent
}

/** The machine's guards that depend on storage, the clock or the tab. */
export function createGuards({ vault, clock, tabs, quarantine }: GuardDeps) {
  const storedToken = (): SessionToken | null => {
    const contents = vault.read()
    return contents.kind === 'token' ? contents : null
  }
  const isOther = (context: AuthContext) => (storedToken()?.tokenId ?? context.tokenId) !== context.tokenId
  const isLive = (expiresAt: number) => expiresAt > clock.now()
  /** True within the margin before expiry, or with more time left than the token's lifetime, which means that the clock was set back. */
  const isDue = ({ expiresAt, ttl }: AuthContext) => !isLive(expiresAt - marginOf(ttl)) || expiresAt - clock.now() > ttl
  /** True as well when the clock shows less than at the last refresh: it was set back, and the elapsed time is unknown. */
  const isPauseOver = ({ retryAt, triedAt }: AuthContext) => retryAt <= clock.now() || clock.now() < triedAt
  const isAttemptAllowed = ({ context, event }: GuardArgs) =>
    isPauseOver(context) || (context.failures > 0 && event.type === 'sync' && event.cause === 'online')

  return {
    isVaultFresh: () => isLive(storedToken()?.expiresAt ?? 0),
    isVaultExpired: () => !isLive(storedToken()?.expiresAt ?? Number.POSITIVE_INFINITY),
    isVaultCorrupt: () => vault.read().kind === 'corrupt',
    isVaultUnusable: () => ['corrupt', 'half'].includes(vault.read().kind),
    isVaultCleared: () => storedToken() === null,
    isVaultRotated: ({ context }: GuardArgs) => isOther(context),
    isVaultSwitched: ({ context }: GuardArgs) => {
      const found = storedToken()
      return found !== null && isOther(context) && isSomebodyElse(context, found)
    },
    isResurrected: () => {
      const found = storedToken()
      return found !== null && quarantine.isResurrected(found)
    },
    isTokenExpired: ({ context }: GuardArgs) => !isLive(context.expiresAt),
    isAttemptAllowed,
    /** A hidden tab leaves the refresh to a visible tab, or to its next request, so that a forgotten tab does not keep a session alive. */
    isRefreshDue: ({ context, event }: GuardArgs) => tabs.isVisible() && isAttemptAllowed({ context, event }) && isDue(context),
  }
}
