import { Secret, TOTP } from 'otpauth'
import { accountPaths, endOthersPath } from '../../../contract/account'
import { factorPaths, type RecoveryCodes, type SecondFactorAsked, type TotpSetUp } from '../../../contract/factors'
import { sessionPaths } from '../../../contract/session'
import { itemPath } from '../../../contract/resource'
import { users } from '../../../contract/users'
import { jsonAsked, type Client } from '../http'
import type { KnownRow } from '../known'
import { resultOf, signIn } from '../stage'

export const PASSWORD = 'lichen on the north side'

/** Registers an account; the answer is its mail. */
export async function register(client: Client, name: string): Promise<string> {
  const email = `${name}@example.com`
  const body = { firstName: name, fullname: name, email, password: PASSWORD, password_confirmation: PASSWORD }
  await resultOf(client, jsonAsked('POST', sessionPaths.signUp, { body }))
  return email
}

/** A new account's bearer. */
export async function bearerOf(client: Client, name: string): Promise<string> {
  const email = await register(client, name)
  return (await signIn(client, { email, password: PASSWORD })).token
}

/** A bearer whose session was ended by its owner's own hand. */
export async function signedOut(client: Client, name: string): Promise<string> {
  const token = await bearerOf(client, name)
  await resultOf(client, jsonAsked('POST', sessionPaths.signOut, { token }))
  return token
}

/** A bearer whose session was ended from another one. */
export async function endedElsewhere(client: Client, name: string): Promise<string> {
  const token = await bearerOf(client, name)
  const other = await signIn(client, { email: `${name}@example.com`, password: PASSWORD })
  await resultOf(client, jsonAsked('POST', endOthersPath(null), { token: other.token }))
  return token
}

/** A bearer from before its owner's password was changed in another session. */
export async function passwordChanged(client: Client, name: string): Promise<string> {
  const token = await bearerOf(client, name)
  const other = await signIn(client, { email: `${name}@example.com`, password: PASSWORD })
  const password = 'moss under the old oak'
  const body = { current_password: PASSWORD, password, password_confirmation: password }
  await resultOf(client, jsonAsked('POST', accountPaths.password, { token: other.token, body }))
  return token
}

/** A bearer whose account an administrator has deactivated. */
export async function deactivated(client: Client, name: string, admin: string): Promise<string> {
  const token = await bearerOf(client, name)
  const [row] = await resultOf<KnownRow[]>(client, jsonAsked('GET', `${users.listPath}?q=${name}`, { token: admin }))
  await resultOf(client, jsonAsked('PUT', itemPath(users, row?.id ?? ''), { token: admin, body: { active: false } }))
  return token
}

/** What a sign-in that waits for its second step has, and a code that would recover it. */
export async function waitingSecondStep(client: Client, name: string): Promise<{ challenge: string; recoveryCode: string }> {
  const token = await bearerOf(client, name)
  const { secret } = await resultOf<TotpSetUp>(client, jsonAsked('POST', factorPaths.totp, { token, body: { proof: PASSWORD } }))
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const { codes } = await resultOf<RecoveryCodes>(client, jsonAsked('POST', factorPaths.totpConfirm, { token, body: { code } }))
  const body = { email: `${name}@example.com`, password: PASSWORD, role: 'admin' }
  const answer = await client.ask(jsonAsked('POST', sessionPaths.signIn, { body }))
  const { secondFactor } = JSON.parse(answer.body.toString()) as { secondFactor: SecondFactorAsked }
  return { challenge: secondFactor.challenge, recoveryCode: codes[0] ?? '' }
}

/** The token of the newest mailed link to a page, as the demo shows its mail. */
export async function mailedToken(client: Client, page: string): Promise<string> {
  const list = (await client.ask(jsonAsked('GET', '/dev/mail'))).body.toString()
  for (const [, id] of list.matchAll(/href="\/dev\/mail\/([\w-]{36})"/g)) {
    const mail = (await client.ask(jsonAsked('GET', `/dev/mail/${id}`))).body.toString()
    const token = new RegExp(`${page}\\?\\w+=([\\w-]+)`).exec(mail)?.[1]
    if (token !== undefined) return token
  }
  throw new Error(`No mail has a link to ${page}`)
}
