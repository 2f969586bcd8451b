/**
 * The session of this tab: one actor of `machines/authMachine.ts` over the vault, the other tabs and the server.
 *
 * The composition root creates it once, before React, so that no component can create a second one:
 *
 * ```ts
 * const session = await createSession({ ...browserSession(window, clock), alert, calls })
 * session.actor.on('session.ended', leave)
 * session.start()
 * ```
 *
 * `calls` returns `createCalls(store)`, with a store created with `session.port`; it runs on first use.
 *
 * `createSession` is asynchronous because the machine reads storage synchronously when it starts, and a stored token needs crypto-js to be
 * decrypted. Without a stored token nothing is loaded, and the promise resolves at once. It rejects when crypto-js fails to load: the stored
 * session is then neither read nor cleared, and only a reload helps.
 *
 * After `start()` the snapshot is final: `guest`, or `session`. Nothing is emitted before that.
 */
import { createActor, type InspectionEvent } from 'xstate'
import { timedOut } from '../api/errors'
import type { SessionPort } from '../api/extra'
import { provideEffects, type Effects } from './effects'
import type { Clock, Stores } from './ports'
import { createSessionPort, type AuthActor } from './sessionPort'
import { createVault, type Cipher } from './vault'

/** The session's dependencies on the browser. */
export interface SessionDeps extends Omit<Effects, 'vault'> {
  readonly stores: Stores
  loadCipher?(): Promise<Cipher>
  /** Receives every inspection event of the actors; redact them before storing. */
  inspect?(event: InspectionEvent): void
}

/** The session of a tab. */
export interface Session {
  readonly actor: AuthActor
  /** The base query's interface to the session. */
  readonly port: SessionPort
  start(): void
  stop(): void
}

/** Creates the session's actor, ready to start. */
export async function createSession({
  stores,
  loadCipher = () => import('./cipher'),
  inspect,
  ...rest
}: SessionDeps): Promise<Session> {
  const { clock, alert } = rest
  const vault = createVault(stores, clock.now, loadCipher)
  await vault.prepare()
  const actor = createActor(provideEffects({ ...rest, vault }), { clock: timersOf(clock), ...(inspect && { inspect }) })
  actor.on('notice', ({ code }) => {
    if (code === 'timeout') alert(timedOut())
  })
  return { actor, port: createSessionPort(actor, vault, clock), start: () => void actor.start(), stop: () => void actor.stop() }
}

/** The clock in XState's format: a timer's id is the function that cancels it. */
function timersOf({ later }: Clock) {
  return { setTimeout: (work: () => void, ms: number) => later(ms, work), clearTimeout: (cancel: () => void) => cancel() }
}
