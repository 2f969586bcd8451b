import { Secret, TOTP } from 'otpauth'
import { accountPaths, endOthersPath } from '../../../contract/account'
import { factorPaths, type RecoveryCodes, type SecondFactorChallenge, type TotpSetUp } from '../../../contract/factors'
import { sessionPaths } from '../../../contract/session'
import { itemPath } from '../../../contract/resource'
import { users } from '../../../contract/users'
import { jsonRequest, type Client } from '../http'
import type { KnownRow } from '../known'
import { resultOf, signIn } from '../stage'

export const PASSWORD = 'lichen on the north side'

/** Registers an account; returns its address. */
export async function register(client: Client, name: string): Promise<string> {
  const email = `${name}@example.com`
  const body = { firstName: name, fullname: name, email, password: PASSWORD, password_confirmation: PASSWORD }
  await resultOf(client, jsonRequest('POST', sessionPaths.signUp, { body }))
  return email
}

/** Registers an account and signs in; returns its bearer token. */
export async function bearerOf(client: Client, name: string): Promise<string> {
  const email = await register(client, name)
  return (await signIn(client, { email, password: PASSWORD })).token
}

/** Returns a token whose session its owner ended by signing out. */
export async function signedOut(client: Client, name: string): Promise<string> {
  const token = await bearerOf(client, name)
  await resultOf(client, jsonRequest('POST', sessionPaths.signOut, { token }))
  return token
}

/** Returns a token whose session was ended from another session. */
export async function endedElsewhere(client: Client, name: string): Promise<string> {
  const token = await bearerOf(client, name)
  const other = await signIn(client, { email: `${name}@example.com`, password: PASSWORD })
  await resultOf(client, jsonRequest('POST', endOthersPath(null), { token: other.token }))
  return token
}

/** Returns a token from before the password was changed in another session. */
export async function passwordChanged(client: Client, name: string): Promise<string> {
  const token = await bearerOf(client, name)
  const other = await signIn(client, { email: `${name}@example.com`, password: PASSWORD })
  const password = 'moss under the old oak'
  const body = { current_password: PASSWORD, password, password_confirmation: password }
  await resultOf(client, jsonRequest('POST', accountPaths.password, { token: other.token, body }))
  return token
}

/** Returns a token of an account that an administrator has deactivated. */
export async function deactivated(client: Client, name: string, admin: string): Promise<string> {
  const token = await bearerOf(client, name)
  const [row] = await resultOf<KnownRow[]>(client, jsonRequest('GET', `${users.listPath}?q=${name}`, { token: admin }))
  await resultOf(client, jsonRequest('PUT', itemPath(users, row?.id ?? ''), { token: admin, body: { active: false } }))
  return token
}

/** Returns the challenge of a sign-in that waits for its second step, a recovery code for it, and the app's secret. */
export async function waitingSecondStep(
  client: Client,
  name: string,
): Promise<{ challenge: string; recoveryCode: string; secret: string }> {
  const token = await bearerOf(client, name)
  const { secret } = await resultOf<TotpSetUp>(
    client,
    jsonRequest('POST', factorPaths.totp, { token, body: { proof: PASSWORD } }),
  )
  const body = { code: codeNow(secret) }
  const { codes } = await resultOf<RecoveryCodes>(client, jsonRequest('POST', factorPaths.totpConfirm, { token, body }))
  return { challenge: await challengeOf(client, name), recoveryCode: codes[0] ?? '', secret }
}

/**
 * Finishes a sign-in by the app's code, which refunds the attempts of earlier ones that were given up. Does nothing when the code has been
 * used: each is good once in 30 s.
 */
export async function finishSignIn(client: Client, name: string, secret: string): Promise<void> {
  const body = { challenge: await challengeOf(client, name), code: codeNow(secret) }
  await client.ask(jsonRequest('POST', factorPaths.secondFactor, { body }))
}

function codeNow(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

async function challengeOf(client: Client, name: string): Promise<string> {
  const body = { email: `${name}@example.com`, password: PASSWORD, role: 'admin' }
  const answer = await client.ask(jsonRequest('POST', sessionPaths.signIn, { body }))
  const { secondFactor } = JSON.parse(answer.body.toString()) as { secondFactor: SecondFactorChallenge }
  return secondFactor.challenge
}

/** Returns the token of the newest mailed link to a page, from the demo's mailbox. */
export async function mailedToken(client: Client, page: string): Promise<string> {
  const list = (await client.ask(jsonRequest('GET', '/dev/mail'))).body.toString()
  for (const [, id] of list.matchAll(/href="\/dev\/mail\/([\w-]{36})"/g)) {
    const mail = (await client.ask(jsonRequest('GET', `/dev/mail/${id}`))).body.toString()
    const token = new RegExp(`${page}\\?\\w+=([\\w-]+)`).exec(mail)?.[1]
    if (token !== undefined) return token
  }
  throw new Error(`No mail has a link to ${page}`)
}
