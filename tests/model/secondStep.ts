import { Secret, TOTP } from 'otpauth'
import { ROLE, sessionPaths } from '../../src/contract/constants'
import { factorPaths } from '../../src/contract/factors'
import type { Provider } from '../../src/contract/session'
import { newEmail, newPerson } from './screens'
import type { OauthServer } from '../support/server/oauth'

/** Calls the real server, past the browser; returns `result`. */
export type Ask = (path: string, body: object, token?: string) => Promise<{ readonly token?: string; readonly secret?: string }>

/** A user whose account requires a second step. */
export interface PersonWithApp {
  readonly email: string
  readonly secret: string
}

const PASSWORD = 'moss and morning dew 7'

/** Makes calls to a server by a `fetch` that reaches it. */
export function asking(send: (path: string, init: RequestInit) => Promise<Response>): Ask {
  return async (path, body, token) => {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    const answer = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const { result } = (await answer.json()) as { result?: { token?: string; secret?: string } }
    if (result === undefined) throw new Error(`${path} answered ${answer.status}`)
    return result
  }
}

/** Registers a new user and sets up an authenticator app. `now` is the server's time. */
export async function personWithApp(ask: Ask, now: () => number): Promise<PersonWithApp> {
  const email = newEmail()
  const names = { firstName: 'Ada', fullname: 'Ada', email, password: PASSWORD, password_confirmation: PASSWORD }
  const { token = '' } = await ask(sessionPaths.signUp, names)
  return { email, secret: await setUp(ask, token, PASSWORD, now) }
}

/** Does the same for a new user who signs in with this provider; returns the secret. */
export async function vouchedWithApp(ask: Ask, oauth: OauthServer, provider: Provider, now: () => number): Promise<string> {
  oauth.person = newPerson()
  const { token = '' } = await ask(sessionPaths.social[provider], { access_token: oauth.issue(provider), role: ROLE })
  return setUp(ask, token, undefined, now)
}

/** Confirms with the code of the previous time step, so that the current one stays unused. */
async function setUp(ask: Ask, token: string, proof: string | undefined, now: () => number): Promise<string> {
  const { secret = '' } = await ask(factorPaths.totp, proof === undefined ? {} : { proof }, token)
  await ask(factorPaths.totpConfirm, { code: codeAt(secret, now() - 30_000) }, token)
  return secret
}

/** Computes the code that an app shows at a time. */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
