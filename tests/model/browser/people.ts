import { adminEmail, adminPassword } from '../../../src/tools/product'
import { fullnameOf, ROLE, sessionPaths } from '../../../src/contract/constants'
import { newEmail } from '../screens'

export const PASSWORD = 'moss and morning dew 7'

function tokenFrom(origin: string, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return tokenIn(fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function tokenIn(asking: Promise<Response>): Promise<string> {
  const answer = await asking
  const { result } = (await answer.json()) as { result?: { token?: string } }
  if (result?.token === undefined) throw new Error(`${answer.url} answered ${answer.status} without a token`)
  return result.token
}

/** Starts a new session of the administrator outside the browser; returns its token. */
export function tokenOfAdmin(origin: string): Promise<string> {
  const body = { email: adminEmail, password: adminPassword, role: ROLE }
  return tokenFrom(origin, sessionPaths.signIn, body)
}

/** Registers a new user outside the browser; returns the session's token. */
export function tokenOfSomebodyElse(origin: string): Promise<string> {
  const names = { firstName: 'Bob', fullname: fullnameOf('Bob', undefined) }
  return tokenFrom(origin, sessionPaths.signUp, {
    ...names,
    email: newEmail(),
    password: PASSWORD,
    password_confirmation: PASSWORD,
  })
}

/** Refreshes a token outside the browser; returns the new one. */
export function refreshed(origin: string, token: string): Promise<string> {
  return tokenIn(fetch(`${origin}${sessionPaths.refresh}`, { headers: { authorization: `Bearer ${token}` } }))
}
