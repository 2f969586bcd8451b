import type { PasskeyOptions } from '../contract/factors'
import type { Grant, Registration, SignInGrant } from '../contract/session'
import { isRecord } from './json'
import { resultIn } from './request'

/** From this value on an expiry, in seconds, is a moment instead of a duration: such an answer is refused. */
const EXPIRES_AT_MAX_S = 1e10

/** Token and lifetime in seconds from the answer of sign-in and refresh; null when they are missing. */
export function grantOf(body: unknown): Grant | null {
  const { token, expires_at } = resultOf(body)
  const isLifetime = typeof expires_at === 'number' && expires_at >= 0 && expires_at < EXPIRES_AT_MAX_S
  return isToken(token) && isLifetime ? { token, expires_at } : null
}

/** The same for a sign-in with a password, with the device's token if the server sent one. */
export function signInGrantOf(body: unknown): SignInGrant | null {
  const granted = grantOf(body)
  const { device } = resultOf(body)
  return granted === null || !isToken(device) ? granted : { ...granted, device }
}

/** The WebAuthn options for a passkey; null when they are missing. */
export function passkeyOptionsOf(body: unknown): PasskeyOptions | null {
  const { challenge, options } = resultOf(body)
  return isToken(challenge) && isRecord(options) ? { challenge, options } : null
}

/** The token from the answer of sign-up; null when it is missing. */
export function enrolmentOf(body: unknown): Pick<Grant, 'token'> | null {
  const { token } = resultOf(body)
  return isToken(token) ? { token } : null
}

/** The registration that a confirmation link belongs to, as far as the backend describes it; null without an email address. */
export function registrationOf(body: unknown): Registration | null {
  const { email, fullname, registeredAt, device, ip, confirmed } = resultOf(body)
  if (typeof email !== 'string' || typeof registeredAt !== 'string') return null
  const name = typeof fullname === 'string' ? fullname : ''
  return { email, fullname: name, registeredAt, device: textOf(device), ip: textOf(ip), confirmed: confirmed === true }
}

/** The message of an answer with only a message; empty when the backend sends none. */
export function noticeOf(body: unknown): string {
  const message = isRecord(body) ? (body.message ?? resultOf(body).message) : ''
  return typeof message === 'string' ? message : ''
}

/** For calls without a result. */
export function nothingOf(): true {
  return true
}

function resultOf(body: unknown): Readonly<Record<string, unknown>> {
  return { ...resultIn(body) }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
}
