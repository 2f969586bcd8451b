import { fromPromise } from 'xstate'
import type { Grant, RefreshOutcome } from '../../machines/authMachine'
import type { ApiError } from '../api/extra'
import { offline } from '../api/errors'
import type { Provider } from '../contract/constants'
import type { SignUpBody } from '../contract/session'
import type { SessionCalls } from './calls'
import type { Devices } from './devices'
import { discreet } from './discreet'
import { failureOf } from './failure'
import type { Clock, OpenDialog } from './ports'
import { heldOf, lifetimeOf, type Held } from './tokens'
import type { Vault } from './vault'

interface ActorDeps {
  readonly vault: Vault
  readonly clock: Clock
  readonly calls: () => Promise<SessionCalls>
  readonly alert: (error: ApiError) => void
  readonly openDialog?: OpenDialog
  readonly devices?: Devices
  readonly refresh: (tokenId: string | null) => Promise<RefreshOutcome>
}

interface Answer {
  readonly token: string
  /** Seconds; a sign-up is answered without. */
  readonly expires_at?: number
}

/** A token that was granted and waits for the transition that stores it. */
export interface Granted {
  readonly held: Held
  readonly remember: boolean
}

interface SignInInput {
  email: string
  password: string
  remember: boolean
}

/** The ways in and the refresh. `take` hands over a granted token by its fingerprint, once, so that it never passes the machine. */
export function createActors(deps: ActorDeps) {
  const { vault, clock, refresh, calls, openDialog, devices } = deps
  let granted: Granted | null = null

  /** Asks for a token, whose life counts from now: how long the answer takes is a part of it. */
  async function granting(ask: Promise<Answer>, remember: boolean): Promise<Grant> {
    const askedAt = clock.now()
    const { token, expires_at: expiresInS } = await ask
    const ttl = lifetimeOf(token, expiresInS ?? null)
    const held = heldOf(token, askedAt + ttl, ttl)
    granted = { held, remember }
    const { tokenId, subject, sessionId, expiresAt } = held
    return { tokenId, subject, sessionId, expiresAt, ttl, durable: vault.isDurable(remember) }
  }

  const ready = () => bring(deps, calls)
  const actors = {
    signIn: discreet(
      fromPromise<Grant, SignInInput>(({ input: { email, password, remember }, signal }) =>
        failing(async () => {
          const calls = await ready()
          const device = devices?.tokenOf(email)
          const body = { email, password, ...(device !== undefined && { device }) }
          const asked = calls.signIn(body, signal)
          const grant = await granting(asked, remember)
          const { device: given } = await asked
          if (remember && given !== undefined) devices?.keep(email, given)
          return grant
        }),
      ),
    ),
    signUp: discreet(
      fromPromise<Grant, { fields: SignUpBody; invitation: string | null }>(({ input, signal }) =>
        failing(async () => {
          const calls = await ready()
          return granting(calls.signUp(input, signal), true)
        }),
      ),
    ),
    socialSignIn: fromPromise<Grant, { provider: Provider; remember: boolean }>(({ input, signal }) =>
      failing(async () => {
        const { provider, remember } = input
        // At once, while the click lasts: a later window would be blocked.
        const opened = openDialog?.(provider)
        const { vouched } = await bring(deps, () => import('./social'))
        const access_token = await vouched(opened ?? null, provider, deps, signal)
        const calls = await ready()
        return granting(calls.social({ provider, access_token }, signal), remember)
      }),
    ),
    forgotPassword: fromPromise<null, { email: string }>(({ input, signal }) =>
      failing(async () => {
        await (await ready()).forgotPassword(input, signal)
        return null
      }),
    ),
    refresh: fromPromise<RefreshOutcome, { tokenId: string | null }>(({ input }) => refresh(input.tokenId)),
  }

  function take(tokenId: string): Granted | null {
    const taken = granted?.held.tokenId === tokenId ? granted : null
    granted = null
    return taken
  }

  return { actors, take }
}

/** Brings code, the calls for instance, and the cipher beside it; what cannot be loaded is a broken connection. */
async function bring<T>({ vault, alert }: ActorDeps, load: () => Promise<T>): Promise<T> {
  try {
    const [brought] = await Promise.all([load(), vault.prepare(true)])
    return brought
  } catch {
    const error = offline()
    alert(error)
    return Promise.reject(error)
  }
}

function failing<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => Promise.reject(failureOf(error)))
}
