import { Secret, TOTP } from 'otpauth'
import { ROLE, sessionPaths } from '../../src/contract/constants'
import { factorPaths } from '../../src/contract/factors'
import type { Provider } from '../../src/contract/session'
import { newEmail, newPerson } from './screens'
import { createAuthenticator, type Authenticator } from '../support/server/authenticator'
import type { OauthServer } from '../support/server/oauth'

interface Result {
  readonly token?: string
  readonly secret?: string
  readonly challenge?: string
  readonly options?: { readonly challenge: string }
}

/** Calls the real server at this origin, past the browser. */
export interface Ask {
  readonly origin: string
  (path: string, body: object, token?: string): Promise<Result>
}

/** What a user has for the second step: an app with this secret, and a passkey. */
export interface Factors {
  readonly secret: string
  readonly passkey: Authenticator
}

const PASSWORD = 'moss and morning dew 7'

/** Makes calls to the server at `origin` by a `fetch` that reaches it. */
export function asking(origin: string, send: (path: string, init: RequestInit) => Promise<Response>): Ask {
  const ask = async (path: string, body: object, token?: string): Promise<Result> => {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    const answer = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const { result } = (await answer.json()) as { result?: Result }
    if (result === undefined) throw new Error(`${path} answered ${answer.status}`)
    return result
  }
  return Object.assign(ask, { origin })
}

/** Registers a new user whose account requires a second step. `now` is the server's time. */
export async function personWithFactors(ask: Ask, now: () => number): Promise<Factors & { readonly email: string }> {
  const email = newEmail()
  const names = { firstName: 'Ada', fullname: 'Ada', email, password: PASSWORD, password_confirmation: PASSWORD }
  const { token = '' } = await ask(sessionPaths.signUp, names)
  return { email, ...(await setUp(ask, token, PASSWORD, now)) }
}

/** Does the same for a new user who signs in with this provider. */
export async function vouchedWithFactors(ask: Ask, oauth: OauthServer, provider: Provider, now: () => number): Promise<Factors> {
  oauth.person = newPerson()
  const { token = '' } = await ask(sessionPaths.social[provider], { access_token: oauth.issue(provider), role: ROLE })
  return setUp(ask, token, undefined, now)
}

/** Adds a passkey, then an app; confirms that with the code of the previous time step, so that the current one stays unused. */
async function setUp(ask: Ask, token: string, proof: string | undefined, now: () => number): Promise<Factors> {
  const proven = proof === undefined ? {} : { proof }
  const passkey = createAuthenticator(ask.origin)
  const { challenge = '', options = { challenge } } = await ask(factorPaths.newPasskey, proven, token)
  await ask(factorPaths.passkeys, { name: 'Laptop', challenge, passkey: passkey.create(options) }, token)
  const { secret = '' } = await ask(factorPaths.totp, proven, token)
  await ask(factorPaths.totpConfirm, { code: codeAt(secret, now() - 30_000) }, token)
  return { secret, passkey }
}

/** Computes the code that an app shows at a time. */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
