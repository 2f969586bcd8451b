import { ROLE, sessionPaths } from '../../contract/session'
import type { Answer, Backend } from './backend'
import { answerText, objectOf, resultOf } from './judge'

/** The session of a check. */
export interface Session {
  /** The current token. */
  readonly token: string
  /** Replaces the token once half of its lifetime is over. When that fails it stays, and the report lists the calls that are refused. */
  renew(): Promise<void>
}

/** Signs in; returns the session, or why there is none. `now` returns milliseconds since 1970. */
export async function signIn(
  backend: Backend,
  { email, password }: { readonly email: string; readonly password: string },
  now: () => number,
): Promise<Session | { readonly reason: string }> {
  const began = now()
  const answer = await backend.send('POST', sessionPaths.signIn, { body: { email, password, role: ROLE } })
  const first = grantIn(answer, began)
  if (first === null) return { reason: answerText(answer) }
  let current = first
  return {
    get token() {
      return current.token
    },
    async renew() {
      const at = now()
      if (at < current.renewAt) return
      current = grantIn(await backend.send('GET', sessionPaths.refresh, { bearer: current.token }), at) ?? current
    },
  }
}

/** Reads the token that an answer grants, and when to replace it; null when it grants none. */
function grantIn({ status, body }: Answer, at: number): { readonly token: string; readonly renewAt: number } | null {
  const { token, expires_at: seconds } = objectOf(resultOf(body))
  if (status !== 200 || typeof token !== 'string') return null
  return { token, renewAt: typeof seconds === 'number' ? at + (seconds * 1000) / 2 : Infinity }
}
