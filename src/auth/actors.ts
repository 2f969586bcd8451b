import { fromPromise } from 'xstate'
import type { Grant, RefreshOutcome, Voucher, Way } from '../../machines/authMachine'
import type { ApiError } from '../api/extra'
import { aborted, offline } from '../api/errors'
import type { SecondFactorChallenge } from '../contract/factors'
import type { ForgotPasswordBody, SignInGrant, SignUpBody } from '../contract/session'
import type { SessionCalls } from './calls'
import type { Devices } from './devices'
import { discreet } from './discreet'
import { failureOf, isApiError } from './failure'
import type { Clock, OpenDialog, Passkeys } from './ports'
import { heldOf, lifetimeOf, type Held } from './tokens'
import type { Vault } from './vault'

interface ActorDeps {
  readonly vault: Vault
  readonly clock: Clock
  readonly calls: () => Promise<SessionCalls>
  readonly alert: (error: ApiError) => void
  readonly openDialog?: OpenDialog
  readonly devices?: Devices
  readonly passkeys?: Passkeys
  readonly refresh: (tokenId: string | null) => Promise<RefreshOutcome>
}

interface Answer {
  readonly token: string
  /** Seconds; missing in the answer of a sign-up. */
  readonly expires_at?: number
}

/** A granted token, until the transition stores it. */
export interface Granted {
  readonly held: Held
  readonly remember: boolean
}

/** A sign-in that waits for its second step; the machine never sees the challenge. */
interface Waiting {
  readonly secondFactor: SecondFactorChallenge
  readonly remember: boolean
  /** The account of the device token that the server may send; null for a provider or a passkey. */
  readonly email: string | null
}

interface SignInInput {
  email: string
  password: string
  remember: boolean
}

/**
 * The actors for sign-in, sign-up and refresh. `take` returns a granted token by its fingerprint, once, so that the machine never sees it.
 */
export function createActors(deps: ActorDeps) {
  const { vault, clock, refresh, calls, openDialog, devices, passkeys } = deps
  let granted: Granted | null = null
  let waiting: Waiting | null = null

  /** Requests a token. Its lifetime counts from the request, because the answer's delay is part of it. */
  async function granting(pending: Promise<Answer>, remember: boolean): Promise<Grant> {
    const requestedAt = clock.now()
    const { token, expires_at: expiresInS } = await pending
    const ttl = lifetimeOf(token, expiresInS ?? null)
    const held = heldOf(token, requestedAt + ttl, ttl)
    granted = { held, remember }
    const { tokenId, subject, sessionId, expiresAt } = held
    return { tokenId, subject, sessionId, expiresAt, ttl, durable: vault.isDurable(remember) }
  }

  const ready = () => bring(deps, calls)
  /** An account's address, with the token by which the server recognises this browser, if it has one. */
  function known(email: string): ForgotPasswordBody {
    const device = devices?.tokenOf(email)
    return { email, ...(device !== undefined && { device }) }
  }
  /** Runs a first step; remembers the challenge when the answer asks for a second step. */
  async function first(work: () => Promise<Grant>, remember: boolean, email: string | null): Promise<Grant> {
    const requestedAt = clock.now()
    try {
      return await work()
    } catch (error) {
      if (isApiError(error) && error.problem.secondFactor) waiting = { secondFactor: error.problem.secondFactor, remember, email }
      return Promise.reject(failureOf(error, requestedAt))
    }
  }
  const actors = {
    signIn: discreet(
      fromPromise<Grant, SignInInput>(({ input: { email, password, remember }, signal }) =>
        first(
          async () => {
            const calls = await ready()
            return recognised(calls.signIn({ ...known(email), password }, signal), remember, email)
          },
          remember,
          email,
        ),
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
    socialSignIn: fromPromise<Grant, { provider: Voucher; remember: boolean }>(({ input: { provider, remember }, signal }) =>
      first(
        async () => {
          if (provider === 'passkey') return byPasskey(remember, signal)
          // Opens the window within the click's activation: a later one would be blocked.
          const opened = openDialog?.(provider)
          const { vouched } = await bring(deps, () => import('./social'))
          const access_token = await vouched(opened ?? null, provider, deps, signal)
          const calls = await ready()
          return granting(calls.social({ provider, access_token }, signal), remember)
        },
        remember,
        null,
      ),
    ),
    verify: discreet(
      fromPromise<Grant, { way: Way }>(({ input: { way }, signal }) =>
        failing(async () => {
          if (waiting === null) return Promise.reject(offline())
          const { secondFactor, remember, email } = waiting
          const { challenge } = secondFactor
          const proof = way === 'passkey' ? { passkey: await requestPasskey(passkeys, secondFactor.passkey, signal) } : way
          const calls = await ready()
          return recognised(calls.secondFactor({ challenge, ...proof }, signal), remember, email)
        }),
      ),
    ),
    forgotPassword: fromPromise<null, { email: string }>(({ input, signal }) =>
      failing(async () => {
        await (await ready()).forgotPassword(known(input.email), signal)
        return null
      }),
    ),
    refresh: fromPromise<RefreshOutcome, { tokenId: string | null }>(({ input }) => refresh(input.tokenId)),
  }

  /** Takes a grant, and stores the token by which the server recognises this browser. */
  async function recognised(pending: Promise<SignInGrant>, remember: boolean, email: string | null): Promise<Grant> {
    const grant = await granting(pending, remember)
    const { device } = await pending
    if (remember && device !== undefined && email !== null) devices?.keep(email, device)
    return grant
  }

  async function byPasskey(remember: boolean, signal: AbortSignal): Promise<Grant> {
    const calls = await ready()
    const { challenge, options } = await calls.passkeyOptions(signal)
    const passkey = await requestPasskey(passkeys, options, signal)
    return granting(calls.passkey({ challenge, passkey }, signal), remember)
  }

  function take(tokenId: string): Granted | null {
    const result = granted?.held.tokenId === tokenId ? granted : null
    granted = null
    return result
  }

  return { actors, take }
}

/** Loads code, such as the calls, together with the cipher; a failed load counts as a lost connection. */
async function bring<T>({ vault, alert }: ActorDeps, load: () => Promise<T>): Promise<T> {
  try {
    const [loaded] = await Promise.all([load(), vault.prepare(true)])
    return loaded
  } catch {
    const error = offline()
    alert(error)
    return Promise.reject(error)
  }
}

/** Asks the browser for a passkey; a missing one, or a cancelled dialog, is not an error. */
async function requestPasskey(passkeys: Passkeys | undefined, options: unknown, signal: AbortSignal): Promise<object> {
  const passkey = await passkeys?.show(options, signal)
  return passkey ?? Promise.reject(aborted())
}

function failing<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => Promise.reject(failureOf(error)))
}
