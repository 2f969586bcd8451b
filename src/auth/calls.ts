import { authApi } from '../api/authApi'
import type { AppStore, AppThunk } from '../api/store'

interface Running<Answer> {
  abort(): void
  unwrap(): Promise<Answer>
}

interface Endpoint<Body, Answer> {
  initiate(body: Body, options: { readonly track: false }): AppThunk<Running<Answer>>
}

/** The session's API calls. Each rejects with an `ApiError`; if the user started the call, it has been alerted already. */
export type SessionCalls = ReturnType<typeof createCalls>

/** The calls as untracked mutations of `store`, which caches nothing of them. */
export function createCalls({ dispatch }: Pick<AppStore, 'dispatch'>) {
  const { signIn, signUp, social, secondFactor, passkeyOptions, passkey, forgotPassword, refresh, signOut } = authApi.endpoints
  const callOf =
    <Body, Answer>({ initiate }: Endpoint<Body, Answer>) =>
    (body: Body, signal: AbortSignal): Promise<Answer> => {
      const running = dispatch(initiate(body, { track: false }))
      const abort = () => running.abort()
      signal.addEventListener('abort', abort, { once: true })
      return running.unwrap().finally(() => signal.removeEventListener('abort', abort))
    }
  return {
    signIn: callOf(signIn),
    signUp: callOf(signUp),
    social: callOf(social),
    secondFactor: callOf(secondFactor),
    passkeyOptions: callOf(passkeyOptions),
    passkey: callOf(passkey),
    forgotPassword: callOf(forgotPassword),
    refresh: callOf(refresh),
    signOut: callOf(signOut),
  }
}
