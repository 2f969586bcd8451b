// The budgets of the README's table; for each call, the narrowest first.
import { emailKey } from './emails'
import { network, range } from './networks'
import { keyOf, type Budget } from './throttle'

const FIVE_MINUTES_S = 300
const QUARTER_S = 900
const HOUR_S = 3600

/** The client and the address of an attempt, whether or not the address has an account. */
export interface Attempt {
  readonly client: string
  readonly email: string
}

/** What is known in favour of a sign-in before its password is checked. */
export interface Trust {
  /** The device, if it has signed in to this account before; otherwise null. */
  readonly deviceId: string | null
  /** Whether this client has just reset the account's password by a mailed link. */
  readonly isPassed: boolean
}

/** A budget of `limit` attempts in `windowS` seconds; `parts` identify who spends it. */
function budget(limit: number, windowS: number, ...parts: readonly string[]): Budget {
  return { key: keyOf(...parts), limit, windowS }
}

/** Per client and address. The key begins with the address's, by which `clearAccount` finds it. */
function perClient(call: string, { client, email }: Attempt): Budget {
  return { key: `${accountKey(call, email)} ${keyOf(network(client), emailKey(email))}`, limit: 5, windowS: QUARTER_S }
}

/** Per address, over all clients. */
function shared(call: string, { email }: Attempt, limit = 20): Budget {
  return { key: accountKey(call, email), limit, windowS: HOUR_S }
}

function accountKey(call: string, email: string): string {
  return keyOf(call, emailKey(email))
}

/**
 * Budgets of sign-ins with a password; successful attempts are refunded. Attempts by others do not affect a device that signed in before,
 * nor a client that has just reset the password.
 */
export function signInBudgets(attempt: Attempt, { deviceId, isPassed }: Trust): readonly Budget[] {
  if (deviceId !== null) return [budget(5, QUARTER_S, 'sign_in by', deviceId)]
  if (isPassed) return [perClient('sign_in', attempt)]
  return [
    perClient('sign_in', attempt),
    budget(50, QUARTER_S, 'sign_in from', range(attempt.client)),
    shared('sign_in', attempt),
    budget(500, QUARTER_S, 'sign_in of all'),
  ]
}

/**
 * Budgets of second steps; successful attempts are refunded. Narrow, because six digits are few: at ten an hour, guessing a code takes
 * years, and only someone who knows the password can use them up.
 */
export function secondStepBudgets(attempt: Attempt): readonly Budget[] {
  return [
    perClient('second_step', attempt),
    budget(50, QUARTER_S, 'second_step from', range(attempt.client)),
    shared('second_step', attempt, 10),
  ]
}

/** Budgets of attempts at the current password, and at codes of the app, by who holds a session. */
export function passwordBudgets(attempt: Attempt): readonly Budget[] {
  return [perClient('password', attempt), shared('password', attempt)]
}

/** Budgets of an administrator's invitations. */
export function invitationBudgets(attempt: Attempt, userId: string): readonly Budget[] {
  return [perClient('invite', attempt), budget(50, HOUR_S, 'invite by', userId), shared('invite', attempt)]
}

/** Budgets of test messages to channels: each is a mail, or a request to an address of the administrator's choice. */
export function channelTestBudgets(userId: string): readonly Budget[] {
  return [budget(30, HOUR_S, 'channel test by', userId)]
}

/** Budgets of registrations. */
export function signUpBudgets(client: string): readonly Budget[] {
  return [budget(100, HOUR_S, 'sign_up from', range(client)), budget(500, HOUR_S, 'sign_up of all')]
}

/** Budgets of sign-ins by a provider; each of them calls the provider. */
export function socialBudgets(client: string): readonly Budget[] {
  return [budget(30, FIVE_MINUTES_S, 'social from', range(client)), budget(1000, FIVE_MINUTES_S, 'social of all')]
}

/** Budgets of sign-ins by a passkey alone, including requests for its options. */
export function passkeyBudgets(client: string): readonly Budget[] {
  return [budget(60, FIVE_MINUTES_S, 'passkey from', range(client)), budget(1000, FIVE_MINUTES_S, 'passkey of all')]
}

/**
 * Budgets of requests for a mailed link. None is shared by all clients: one client could use it up and block every password reset. Requests
 * by others do not affect a device that signed in before.
 */
export function linkBudgets(purpose: 'reset' | 'confirm', attempt: Attempt, deviceId: string | null): readonly Budget[] {
  if (deviceId !== null) return [budget(5, QUARTER_S, `${purpose} by`, deviceId)]
  return [perClient(purpose, attempt), budget(20, HOUR_S, 'link from', range(attempt.client))]
}

/**
 * Budget of mails with a link to one address. A request beyond it gets the same answer and no mail. Its window is half as long as a reset
 * link is valid, so the last mailed link still works: a stranger's requests cannot keep an owner from a link.
 */
export function mailBudget(purpose: 'reset' | 'confirm', email: string): Budget {
  return budget(3, QUARTER_S, purpose, 'mails', emailKey(email))
}

/** Seconds for which a client that has reset a password may sign in, whatever others attempt. */
export const RESET_TRUST_S = QUARTER_S

/** Key under which a reset is recorded. */
export function resetKey({ client, email }: Attempt): string {
  return keyOf('pass', network(client), emailKey(email))
}

/** The budgets that a password reset refills: reading the mail proved the account's owner. */
export function budgetsClearedByReset(attempt: Attempt): readonly Budget[] {
  return [perClient('sign_in', attempt), shared('sign_in', attempt), mailBudget('reset', attempt.email)]
}

/** The keys of the budgets that a reset by the operator refills, for every client. */
export function accountKeys(email: string): readonly string[] {
  return ['sign_in', 'second_step', 'password'].map((call) => accountKey(call, email))
}

/** Most mails per hour to all unconfirmed addresses together, so that registering other people's addresses cannot flood their mailboxes. */
export const UNPROVEN_MAILS_MAX = 100
export const UNPROVEN_MAILS_S = HOUR_S
