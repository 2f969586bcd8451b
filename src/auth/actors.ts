import { fromPromise } from 'xstate'
import type { Grant, ProviderOrPasskey, RefreshOutcome, SecondStepProof } from '../../machines/authMachine'
import type { ApiError } from '../api/extra'
import { aborted, isApiError, offline } from '../api/errors'
import type { SecondFactorChallenge } from '../contract/factors'
import type { ForgotPasswordBody, SignInGrant, SignUpBody } from '../contract/session'
import type { SessionCalls } from './calls'
import type { Devices } from './devices'
import { hideInput } from './hideInput'
import { failureOf } from './failure'
import type { Clock, OpenDialog, Passkeys } from './ports'
import { lifetimeOf, parseToken, type SessionToken } from './tokens'
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

interface TokenAnswer {
  readonly token: string
  /** Seconds; missing in the answer of a sign-up. */
  readonly expires_at?: number
}

/** A granted token, until the transition stores it. */
export interface Granted {
  readonly sessionToken: SessionToken
  readonly remember: boolean
}

/** A sign-in that waits for its second step; the machine never sees the challenge. */
interface PendingStep {
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
 * The actors for sign-in, sign-up and refresh. `takeGrant` returns a granted token by its fingerprint, once: the machine
 * knows only the fingerprint.
 */
export function createActors(deps: ActorDeps) {
  const { vault, clock, refresh, calls, openDialog, devices } = deps
  let granted: Granted | null = null
  let pendingStep: PendingStep | null = null

  /** Requests a token. Its lifetime counts from the request, because the answer's delay is part of it. */
  async function requestGrant(pending: Promise<TokenAnswer>, remember: boolean): Promise<Grant> {
    const requestedAt = clock.now()
    const { token, expires_at: expiresInS } = await pending
    const ttl = lifetimeOf(token, expiresInS ?? null)
    const sessionToken = parseToken(token, requestedAt + ttl, ttl)
    granted = { sessionToken, remember }
    const { tokenId, subject, sessionId, expiresAt } = sessionToken
    return { tokenId, subject, sessionId, expiresAt, ttl, durable: vault.isDurable(remember) }
  }

  const loadCalls = () => loadWithCipher(deps, calls)
  /** An account's address, with the token by which the server recognises this browser, if it has one. */
  function withDeviceToken(email: string): ForgotPasswordBody {
    const device = devices?.tokenOf(email)
    return { email, ...(device !== undefined && { device }) }
  }
  /** Runs a first step; remembers the challenge when the answer asks for a second step. */
  async function firstStep(work: () => Promise<Grant>, remember: boolean, email: string | null): Promise<Grant> {
    try {
      return await work()
    } catch (error) {
      if (isApiError(error) && error.problem.secondFactor)
        pendingStep = { secondFactor: error.problem.secondFactor, remember, email }
      return Promise.reject(failureOf(error, clock.now()))
    }
  }
  const actors = {
    signIn: hideInput(
      fromPromise<Grant, SignInInput>(({ input: { email, password, remember }, signal }) =>
        firstStep(
          async () => {
            const calls = await loadCalls()
            return grantAndStoreDevice(calls.signIn({ ...withDeviceToken(email), password }, signal), remember, email)
          },
          remember,
          email,
        ),
      ),
    ),
    signUp: hideInput(
      fromPromise<Grant, { fields: SignUpBody; invitation: string | null }>(({ input, signal }) =>
        rejectingWithFailure(async () => {
          const calls = await loadCalls()
          return requestGrant(calls.signUp(input, signal), true)
        }),
      ),
    ),
    socialSignIn: fromPromise<Grant, { provider: ProviderOrPasskey; remember: boolean }>(
      ({ input: { provider, remember }, signal }) =>
        firstStep(
          async () => {
            if (provider === 'passkey') return signInByPasskey(remember, signal)
            // Opens the window within the click's activation: a later one would be blocked.
            const opened = openDialog?.(provider)
            const { awaitAccessToken } = await loadWithCipher(deps, () => import('./social')).catch((error: unknown) => {
              opened?.popup?.close()
              throw error
            })
            const access_token = await awaitAccessToken(opened ?? null, provider, deps, signal)
            const calls = await loadCalls()
            return requestGrant(calls.social({ provider, access_token }, signal), remember)
          },
          remember,
          null,
        ),
    ),
    verify: hideInput(
      fromPromise<Grant, { proof: SecondStepProof }>(({ input: { proof }, signal }) =>
        rejectingWithFailure(async () => {
          if (pendingStep === null) return Promise.reject(offline())
          const { secondFactor, remember, email } = pendingStep
          const { challenge } = secondFactor
          const answer = proof === 'passkey' ? { passkey: await requestPasskey(deps, secondFactor.passkey, signal) } : proof
          const calls = await loadCalls()
          return grantAndStoreDevice(calls.secondFactor({ challenge, ...answer }, signal), remember, email)
        }),
      ),
    ),
    forgotPassword: fromPromise<null, { email: string }>(({ input, signal }) =>
      rejectingWithFailure(async () => {
        await (await loadCalls()).forgotPassword(withDeviceToken(input.email), signal)
        return null
      }),
    ),
    refresh: fromPromise<RefreshOutcome, { tokenId: string | null }>(({ input }) => refresh(input.tokenId)),
  }

  /** Requests a token, and stores the one by which the server recognises this browser. */
  async function grantAndStoreDevice(pending: Promise<SignInGrant>, remember: boolean, email: string | null): Promise<Grant> {
    const grant = await requestGrant(pending, remember)
    const { device } = await pending
    if (remember && device !== undefined && email !== null) devices?.store(email, device)
    return grant
  }

  async function signInByPasskey(remember: boolean, signal: AbortSignal): Promise<Grant> {
    const calls = await loadCalls()
    const { challenge, options } = await calls.passkeyOptions(undefined, signal)
    const passkey = await requestPasskey(deps, options, signal)
    return requestGrant(calls.passkey({ challenge, passkey }, signal), remember)
  }

  function takeGrant(tokenId: string): Granted | null {
    const result = granted?.sessionToken.tokenId === tokenId ? granted : null
    granted = null
    return result
  }

  return { actors, takeGrant }
}

/** Loads code, such as the calls, together with the cipher; a failed load counts as a lost connection. */
async function loadWithCipher<T>({ vault, alert }: ActorDeps, load: () => Promise<T>): Promise<T> {
  try {
    const [loaded] = await Promise.all([load(), vault.prepare(true)])
    return loaded
  } catch {
    const error = offline()
    alert(error)
    return Promise.reject(error)
  }
}

/** Asks the browser for a passkey; a missing one, or a cancelled dialog, is not an error. Alerts any other failure. */
async function requestPasskey({ passkeys, alert }: ActorDeps, options: unknown, signal: AbortSignal): Promise<object> {
  const passkey = await passkeys?.show(options, signal).catch(() => {
    const message = 'This browser could not use a passkey here. Sign in another way'
    const error: ApiError = { kind: 'refused', status: 0, problem: { message, code: 'not_configured', requestId: '' } }
    if (!signal.aborted) alert(error)
    return Promise.reject<object>(error)
  })
  return passkey ?? Promise.reject(aborted())
}

function rejectingWithFailure<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => Promise.reject(failureOf(error)))
}
