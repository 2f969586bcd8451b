import { EMAIL_MAX } from '../../contract/constants'
import { personName } from '../../contract/fields'
import type { Provider } from '../../contract/session'
import { refusal } from '../http/problems'

/** The providers' names in messages. */
export const providerNames: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook' }

/** A person's identity according to a provider. */
export interface Person {
  readonly provider: Provider
  /** The provider's id of the person, which is never reassigned, unlike the address. */
  readonly subject: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string | undefined
  /** The provider has verified that they read this mailbox. */
  readonly isVerified: boolean
  /** The provider, or the domain's owner through it, runs the mailbox: the address cannot belong to anyone else. */
  readonly isMailboxOwner: boolean
}

/** What a provider's check needs. */
export interface ProviderCall {
  readonly at: Date
  /** Aborts when the time limit is reached. */
  readonly signal: AbortSignal
  /** Logs why the check failed; the reason never contains any part of the token. */
  note(reason: string): void
}

/** Asks a provider for the person of an access token; null when the token is invalid or was not issued for this server. */
export type FindPerson = (token: string, call: ProviderCall) => Promise<Person | null>

/** Longest name in characters, as in the contract. */
const NAME_MAX = 60

const contractName = personName()

/** Cleans a name to satisfy the contract, also of marks of its direction; undefined when nothing remains that can be seen. */
export function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const clean = value
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  const name = clean.slice(0, NAME_MAX).toWellFormed().trim()
  return name !== '' && contractName.isValidSync(name) ? name : undefined
}

/** Logs why a token is refused; returns null, which finds nobody. */
export function refuse({ note }: ProviderCall, reason: string): null {
  note(reason)
  return null
}

/** Validates a provider's id; null when it is none. */
export function subjectOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value) ? value : null
}

/** Validates an email address; throws 403 when it is missing or invalid. */
export function emailOf(value: unknown, provider: Provider): string {
  if (typeof value === 'string' && value.length <= EMAIL_MAX && /^[^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+\.[^\s<>@,;:"\\]+$/.test(value))
    return value
  const name = providerNames[provider]
  throw refusal(403, 'forbidden', `${name} did not share your email address: allow it in ${name}’s window, then try again`)
}
