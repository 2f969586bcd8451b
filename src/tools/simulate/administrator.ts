import type { ProblemCode } from '../../contract/problem'
import { ROLE, sessionPaths } from '../../contract/session'
import type { SimulateOptions } from './options'

/** Calls the API as an administrator, with JSON or a form; returns the answer's `result`. */
export type Call = <Result>(method: string, path: string, body?: object) => Promise<Result>

type Account = Pick<SimulateOptions, 'url' | 'email'> & { readonly password: string }

/** An answer; `body` is null where it is no JSON. */
interface Answer {
  readonly status: number
  readonly body: { readonly result: unknown; readonly message?: string; readonly code?: ProblemCode } | null
}

/**
 * Signs in; returns a function that calls the API as an administrator, until `signal` aborts. It renews the session when the token has
 * expired. Throws a sentence about a missing or wrong answer.
 */
export async function signIn({ url, email, password }: Account, signal: AbortSignal): Promise<Call> {
  let token: string | null = null
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    // Whatever kept the answer away: the sentence below says that there was none.
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      // A derived signal for each request: listeners on the shared one would stay until garbage collection.
      signal: AbortSignal.any([signal]),
    }).catch(() => null)
    if (response === null) throw new Error(`No server answers at ${url}. Start one by npm start, or name another by --url`)
    // `resultOf` reports an answer that is no JSON.
    return { status: response.status, body: (await response.json().catch(() => null)) as Answer['body'] }
  }
  const resultOf = <Result>(method: string, path: string, { status, body }: Answer): Result => {
    if (body === null) throw new Error(`${url} is no Frond: it answered ${method} ${path} with ${status}`)
    if (status >= 400) throw new Error(`${method} ${path} was answered with ${status}: ${body.message}`)
    return body.result as Result
  }
  const enter = async (): Promise<void> => {
    token = null
    const answer = await ask('POST', sessionPaths.signIn, { email, password, role: ROLE })
    if (answer.body?.code === 'bad_credentials')
      throw new Error(
        `${answer.body.message}: set SIMULATE_PASSWORD to the password of ${email}, or name another administrator by --email`,
      )
    token = resultOf<{ token: string }>('POST', sessionPaths.signIn, answer).token
  }
  /** Keeps the session where it still lives, so that a long simulation does not leave one for each token. */
  const renew = async (): Promise<void> => {
    const answer = await ask('GET', sessionPaths.refresh)
    if (answer.status === 401) return enter()
    token = resultOf<{ token: string }>('GET', sessionPaths.refresh, answer).token
  }
  await enter()
  return async (method, path, body) => {
    let answer = await ask(method, path, body)
    if (answer.status === 401) {
      await renew()
      answer = await ask(method, path, body)
    }
    return resultOf(method, path, answer)
  }
}
