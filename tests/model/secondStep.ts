import { Secret, TOTP } from 'otpauth'
import { ROLE, sessionPaths } from '../../src/contract/constants'
import { factorPaths } from '../../src/contract/factors'
import { newEmail, newPerson } from './screens'
import type { OauthServer } from '../support/server/oauth'

/** Asks the real server, past the browser; answers `result`. */
export type Ask = (path: string, body: object, token?: string) => Promise<{ readonly token?: string; readonly secret?: string }>

/** Somebody whose account asks for a second step. */
export interface PersonWithApp {
  readonly email: string
  readonly secret: string
}

const PASSWORD = 'moss and morning dew 7'

/** Calls of a server by a `fetch` that reaches it. */
export function asking(send: (path: string, init: RequestInit) => Promise<Response>): Ask {
  return async (path, body, token) => {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    const answer = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const { result } = (await answer.json()) as { result?: { token?: string; secret?: string } }
    if (result === undefined) throw new Error(`${path} answered ${answer.status}`)
    return result
  }
}

/** Registers somebody new, and sets an authenticator app up for them. `now` is the server's time. */
export async function personWithApp(ask: Ask, now: () => number): Promise<PersonWithApp> {
  const email = newEmail()
  const names = { firstName: 'Ada', fullname: 'Ada', email, password: PASSWORD, password_confirmation: PASSWORD }
  const { token = '' } = await ask(sessionPaths.signUp, names)
  return { email, secret: await setUp(ask, token, PASSWORD, now) }
}

/** The same, of somebody whom Google vouches for from here on; answers the secret. */
export async function vouchedWithApp(ask: Ask, oauth: OauthServer, now: () => number): Promise<string> {
  oauth.person = newPerson()
  const { token = '' } = await ask(sessionPaths.social.google, { access_token: oauth.issue('google'), role: ROLE })
  return setUp(ask, token, undefined, now)
}

/** By the code of the step before, so that the present one is still good. */
async function setUp(ask: Ask, token: string, proof: string | undefined, now: () => number): Promise<string> {
  const { secret = '' } = await ask(factorPaths.totp, proof === undefined ? {} : { proof }, token)
  await ask(factorPaths.totpConfirm, { code: codeAt(secret, now() - 30_000) }, token)
  return secret
}

/** What an app shows at a time. */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
