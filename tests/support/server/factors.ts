import { Secret, TOTP } from 'otpauth'
import { factorPaths, type PasskeyOptions, type SecondFactorChallenge } from '../../../src/contract/factors'
import { iris, post, type SessionAnswer, type CallOptions } from './accounts'
import type { Authenticator } from './authenticator'
import type { TestServer } from './server'

/** An account's authenticator app: its secret and recovery codes. */
export interface App {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Computes an app's code at the server's time, or `later` steps of 30 seconds after it. */
export function codeOf({ clock }: Pick<TestServer, 'clock'>, secret: string, later = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.valueOf() + later * 30_000 })
}

/** Sets up an authenticator app for the owner of `token`, and moves the clock past the first code's time step. */
export async function setUpApp(server: TestServer, token: string, proof = iris.password): Promise<App> {
  const { secret } = resultOf<{ secret: string }>(await post(server, factorPaths.totp, { proof }, { token }))
  const confirmed = await post(server, factorPaths.totpConfirm, { code: codeOf(server, secret) }, { token })
  const { codes } = resultOf<{ codes: string[] }>(confirmed)
  server.clock.advance(30_000)
  return { secret, recoveryCodes: codes }
}

/** Requests a new passkey for the owner of `token`, and sends the authenticator's answer. */
export async function addPasskey(
  server: TestServer,
  token: string,
  device: Authenticator,
  otherwise: Parameters<Authenticator['create']>[1] = {},
  proof = iris.password,
): Promise<SessionAnswer> {
  const answer = await post(server, factorPaths.newPasskey, { proof }, { token })
  const { challenge, options } = resultOf<PasskeyOptions>(answer)
  const passkey = device.create(options as { challenge: string }, otherwise)
  return post(server, factorPaths.passkeys, { name: 'Laptop', challenge, passkey }, { token })
}

/** Signs in by a passkey alone. */
export async function enterByPasskey(
  server: TestServer,
  device: Authenticator,
  otherwise: Parameters<Authenticator['sign']>[1] = {},
): Promise<SessionAnswer> {
  const { challenge, options } = resultOf<PasskeyOptions>(await post(server, factorPaths.passkeyOptions, undefined))
  return post(server, factorPaths.passkey, { challenge, passkey: device.sign(options as { challenge: string }, otherwise) })
}

/** Returns the second factor that a sign-in's 401 asks for. */
export function secondFactorIn({ status, body }: SessionAnswer): SecondFactorChallenge {
  const { secondFactor } = body
  if (status !== 401 || secondFactor === undefined) throw new Error(`No second step in the ${status}: ${JSON.stringify(body)}`)
  return secondFactor
}

/** Sends the second step of a sign-in. */
export function secondStep(
  server: TestServer,
  challenge: string,
  way: object,
  options: CallOptions = {},
): Promise<SessionAnswer> {
  return post(server, factorPaths.secondFactor, { challenge, ...way }, options)
}

/** Returns the `result` of an answer; throws unless there is one. */
export function resultOf<Result>({ status, body }: SessionAnswer): Result {
  if (body.result === undefined) throw new Error(`No result in the ${status}: ${JSON.stringify(body)}`)
  return body.result as Result
}
