import { assign } from 'xstate'
import { authMachine, isSomebodyElse, type AuthContext, type Grant } from '../../machines/authMachine'
import type { ApiError } from '../api/extra'
import { createActors } from './actors'
import type { SessionCalls } from './calls'
import { createEnvironment, sendSync } from './environment'
import { createGuards } from './guards'
import type { Devices } from './devices'
import type { Clock, OpenDialog, Passkeys, Tabs } from './ports'
import { createQuarantine } from './quarantine'
import { createRefresh } from './refresh'
import { REFRESH_PAUSE_MS, backoffOf, heartbeatOf, marginOf } from './schedule'
import type { SessionToken } from './tokens'
import type { Vault } from './vault'

/** Milliseconds that half a pair may stay in storage: another tab may be writing the other half. */
const HALF_MS = 1_000

/** Milliseconds for a passkey sign-in, including the time to find the device. */
const PASSKEY_MS = 120_000

/** Dependencies of the session's effects. */
export interface Effects {
  readonly vault: Vault
  readonly clock: Clock
  readonly tabs: Tabs
  /** Loads the session's calls on first use. */
  calls(): Promise<SessionCalls>
  alert(error: ApiError): void
  /** Omitted when no provider is configured. */
  readonly openDialog?: OpenDialog
  /** Omitted when the server does not recognise browsers. */
  readonly devices?: Devices
  /** Omitted when the browser has no passkeys. */
  readonly passkeys?: Passkeys
  /** Reloads the page on the dashboard, once, after a sign-up. */
  reload(): void
}

const never = new AbortController().signal

/** The machine with its effects: every name in `setup` that touches storage, time, other tabs or the server. */
export function provideEffects(effects: Effects) {
  const { vault, clock, tabs, calls, alert, reload } = effects
  const quarantine = createQuarantine(clock)
  const refresh = createRefresh({
    vault,
    tabs,
    clock,
    alert,
    requestToken: async (bearer) => (await calls()).refresh({ bearer }, never),
  })
  const { actors, takeGrant } = createActors({ ...effects, refresh })
  let endedTokens: readonly string[] = []

  function pauseOf(ms: number) {
    const triedAt = clock.now()
    return { triedAt, retryAt: triedAt + ms }
  }

  function storeGrant(tokenId: string): void {
    const granted = takeGrant(tokenId)
    if (granted === null) return
    vault.store(granted.sessionToken, granted.remember)
  }

  function clearStorage({ subject, sessionId }: AuthContext): void {
    endedTokens = vault.clear((stored) => sessionId !== null && isSomebodyElse({ subject, sessionId }, stored))
  }

  function clearIfUnusable(): void {
    if (vault.isLocked()) return
    const { kind } = vault.read()
    if (kind === 'corrupt') vault.clear()
    if (kind === 'half')
      clock.later(HALF_MS, () => {
        if (vault.read().kind === 'half') vault.clear()
      })
  }

  function endOnServer(): void {
    const bearers = endedTokens
    endedTokens = []
    // Not awaited: the session ends here whatever the server answers.
    for (const bearer of bearers)
      calls()
        .then(({ signOut }) => signOut({ bearer }, never))
        .catch(() => {})
  }

  return authMachine.provide({
    actors: { ...actors, environment: createEnvironment({ tabs, vault }) },
    guards: createGuards({ vault, clock, tabs, quarantine }),
    actions: {
      adoptVault: assign(({ context }) => adoptedContext(vault, context)),
      noteFailure: assign(({ context }, { error }) => {
        const failures = context.failures + 1
        return { failures, ...pauseOf(backoffOf(failures, retryAfterOf(error))) }
      }),
      noteRefresh: assign(() => pauseOf(REFRESH_PAUSE_MS)),
      storeGrant: (_, { grant }) => storeGrant(grant.tokenId),
      clearStorage: ({ context }) => clearStorage(context),
      clearThisSession: ({ context }) => void vault.clear((stored) => !isSameSession(context, stored)),
      clearIfUnusable,
      tidyStorage: () => vault.tidy(),
      quarantineSession: ({ context }) => quarantine.end(context.sessionId),
      announceSignOut: ({ context: { sessionId } }) => {
        if (sessionId !== null) tabs.announce({ type: 'signedOut', sessionId })
      },
      endOnServer,
      reloadPage: reload,
      // After this transition, not within it.
      rereadStorage: ({ self }) => queueMicrotask(() => sendSync(vault, 'retry', (event) => self.send(event))),
    },
    delays: {
      heartbeat: ({ context }) =>
        heartbeatOf(tabs.isVisible() ? context.expiresAt - marginOf(context.ttl) : Infinity, clock.now()),
      verifyTimeout: ({ event }) => (event.type === 'verify' && event.proof === 'passkey' ? PASSKEY_MS : 30_000),
      stepTimeout: ({ context }) => Math.max((context.step?.endsAt ?? 0) - clock.now(), 0),
      backoff: ({ context }) => Math.max(context.retryAt - clock.now(), 0),
    },
  })
}

function adoptedContext(vault: Vault, context: AuthContext): Partial<AuthContext> & Partial<Grant> {
  const contents = vault.read()
  if (contents.kind !== 'token') return {}
  const { tokenId, subject, sessionId, expiresAt, ttl } = contents
  const noFailures = { replacementId: null, failures: 0, triedAt: 0, retryAt: 0 }
  return { tokenId, subject, sessionId, expiresAt, ttl, ...noFailures, durable: context.durable }
}

/** False when storage holds another tab's new session, which this tab must not clear. */
function isSameSession({ tokenId, sessionId }: AuthContext, stored: SessionToken): boolean {
  return stored.tokenId === tokenId || stored.sessionId === sessionId
}

function retryAfterOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'retryAfterS' in error ? Number(error.retryAfterS) : 0
}
