import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { authMachine } from '../../machines/authMachine'
import type { SessionPort } from '../api/extra'
import type { Clock } from './ports'
import type { Vault } from './vault'

export type AuthActor = ActorRefFrom<typeof authMachine>
export type AuthSnapshot = SnapshotFrom<typeof authMachine>

/** Milliseconds that a request waits for a usable token. */
const WAIT_MS = 15_000

/** Creates the base query's interface to the session: reads from the vault, leaves decisions to the machine. */
export function createSessionPort(actor: AuthActor, vault: Vault, clock: Clock): SessionPort {
  const storedBearer = () => {
    const contents = vault.read()
    if (contents.kind !== 'token') return null
    const { token, tokenId } = contents
    const { context } = actor.getSnapshot()
    // For a rejected token, the machine's expiry overrides the stored one.
    const expiresAt = tokenId === context.tokenId ? context.expiresAt : contents.expiresAt
    return { token, tokenId, expired: expiresAt <= clock.now() }
  }
  const isLive = (snapshot: AuthSnapshot) => snapshot.hasTag('usable') && storedBearer()?.expired === false
  const isDecided = (snapshot: AuthSnapshot) => isLive(snapshot) || !snapshot.hasTag('session')

  /** Syncs the machine with storage: another tab may have stored a token that it does not know yet. */
  function syncMachine(): void {
    const snapshot = actor.getSnapshot()
    if (snapshot.hasTag('session') && storedBearer()?.tokenId !== snapshot.context.tokenId)
      actor.send({ type: 'sync', cause: 'retry' })
  }

  async function waitForDecision(signal: AbortSignal): Promise<boolean> {
    await waitUntil(actor, isDecided, clock, signal)
    return isLive(actor.getSnapshot())
  }

  return {
    isGuest: () => !actor.getSnapshot().hasTag('session'),
    epoch: () => actor.getSnapshot().context.epoch,
    read() {
      syncMachine()
      return storedBearer()
    },
    refresh(signal) {
      syncMachine()
      actor.send({ type: 'token.needed' })
      return waitForDecision(signal)
    },
    async reportRejected(tokenId, signal) {
      syncMachine()
      actor.send({ type: 'token.rejected', tokenId })
      return (await waitForDecision(signal)) && storedBearer()?.tokenId !== tokenId
    },
  }
}

/** Resolves once `until` holds, the time is up or the signal aborts. */
function waitUntil(
  actor: AuthActor,
  until: (snapshot: AuthSnapshot) => boolean,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      subscription.unsubscribe()
      cancel()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const cancel = clock.later(WAIT_MS, finish)
    const subscription = actor.subscribe((snapshot) => until(snapshot) && finish())
    signal.addEventListener('abort', finish)
    if (signal.aborted || until(actor.getSnapshot())) finish()
  })
}
