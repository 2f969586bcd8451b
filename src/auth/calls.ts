import type { Provider } from '../contract/constants'
import type { PasskeyOptions, PasskeySignInBody, SecondFactorBody } from '../contract/factors'
import type { ForgotPasswordBody, Grant, SignInBody, SignInGrant, SignUpBody } from '../contract/session'
import { authApi } from '../api/authApi'
import type { AppStore } from '../api/store'

/** The session's API calls. Each rejects with an `ApiError`; if the user started the call, it has been alerted already. */
export interface SessionCalls {
  signIn(body: Omit<SignInBody, 'role'>, signal: AbortSignal): Promise<SignInGrant>
  signUp(body: { fields: SignUpBody; invitation: string | null }, signal: AbortSignal): Promise<Pick<Grant, 'token'>>
  social(body: { provider: Provider; access_token: string }, signal: AbortSignal): Promise<Grant>
  secondFactor(body: SecondFactorBody, signal: AbortSignal): Promise<SignInGrant>
  passkeyOptions(signal: AbortSignal): Promise<PasskeyOptions>
  passkey(body: PasskeySignInBody, signal: AbortSignal): Promise<Grant>
  forgotPassword(body: ForgotPasswordBody, signal: AbortSignal): Promise<string>
  refresh(body: { bearer: string }, signal: AbortSignal): Promise<Grant>
  signOut(body: { bearer: string }, signal: AbortSignal): Promise<true>
}

interface Running<T> {
  abort(): void
  unwrap(): Promise<T>
}

/** The calls as untracked mutations of `store`, which caches nothing of them. */
export function createCalls({ dispatch }: Pick<AppStore, 'dispatch'>): SessionCalls {
  const { signIn, signUp, social, secondFactor, passkeyOptions, passkey, forgotPassword, refresh, signOut } = authApi.endpoints
  const untracked = { track: false }
  return {
    signIn: (body, signal) => unwrapAbortable(dispatch(signIn.initiate(body, untracked)), signal),
    signUp: (body, signal) => unwrapAbortable(dispatch(signUp.initiate(body, untracked)), signal),
    social: (body, signal) => unwrapAbortable(dispatch(social.initiate(body, untracked)), signal),
    secondFactor: (body, signal) => unwrapAbortable(dispatch(secondFactor.initiate(body, untracked)), signal),
    passkeyOptions: (signal) => unwrapAbortable(dispatch(passkeyOptions.initiate(undefined, untracked)), signal),
    passkey: (body, signal) => unwrapAbortable(dispatch(passkey.initiate(body, untracked)), signal),
    forgotPassword: (body, signal) => unwrapAbortable(dispatch(forgotPassword.initiate(body, untracked)), signal),
    refresh: (body, signal) => unwrapAbortable(dispatch(refresh.initiate(body, untracked)), signal),
    signOut: (body, signal) => unwrapAbortable(dispatch(signOut.initiate(body, untracked)), signal),
  }
}

function unwrapAbortable<T>(running: Running<T>, signal: AbortSignal): Promise<T> {
  const abort = () => running.abort()
  signal.addEventListener('abort', abort, { once: true })
  return running.unwrap().finally(() => signal.removeEventListener('abort', abort))
}
