import type { Provider } from '../../contract/session'
import { refusal } from '../http/problems'

/** What people call the providers. */
export const providerNames: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook' }

/** Who a provider says someone is. */
export interface Person {
  readonly provider: Provider
  /** The provider's own id of them, which never becomes another's. The mail may. */
  readonly subject: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string | undefined
  /** The provider has seen them read the mail of this address. */
  readonly isVerified: boolean
  /** The provider runs the mailbox, or the domain's owner does there: nobody else can be meant by the address. */
  readonly isMailboxOwner: boolean
}

/** What a provider's check may use. */
export interface Asking {
  readonly at: Date
  /** Ends the provider's time. */
  readonly signal: AbortSignal
  /** Writes down why nobody is vouched for; never with anything of the token in it. */
  note(reason: string): void
}

/** Asks a provider whose an access token is; null when it vouches for nobody, or not to this server. */
export type Vouching = (token: string, asking: Asking) => Promise<Person | null>

/** Longest name, in characters: the contract's. */
const NAME_MAX = 60

/** A name as the contract takes it; undefined when nothing is left of it. */
export function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const clean = value
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
  return clean.slice(0, NAME_MAX).toWellFormed().trim() || undefined
}

/** The provider's id as text; null for what is none. */
export function subjectOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value) ? value : null
}

/** An address that a mail can be sent to; throws 403 where there is none. */
export function emailOf(value: unknown, provider: Provider): string {
  if (typeof value === 'string' && value.length <= 254 && /^[^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+\.[^\s<>@,;:"\\]+$/.test(value))
    return value
  const name = providerNames[provider]
  throw refusal(403, 'forbidden', `${name} did not tell your email address: allow it in ${name}’s window, then try again`)
}
