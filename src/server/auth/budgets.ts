import { emailKey } from './emails'
import { network, range } from './networks'
import { keyOf, type Budget } from './throttle'

const FIVE_MINUTES_S = 300
const QUARTER_S = 900
const HOUR_S = 3600

/** Who attempts something: where from, and for which mail, whether anyone has it or not. */
export interface Attempt {
  readonly client: string
  readonly email: string
}

/** What counts in favour of an attempt to sign in, before its password is checked. */
export interface Trust {
  /** The device, when it has signed in to that account before; null otherwise. */
  readonly deviceId: string | null
  /** The account's password was reset from there just now, by a mailed link. */
  readonly isPassed: boolean
}

/** What the README's table of budgets says, the narrowest of each call first. */
function budget(limit: number, windowS: number, ...parts: readonly string[]): Budget {
  return { key: keyOf(...parts), limit, windowS }
}

/** One client's for one mail. */
function perClient(call: string, { client, email }: Attempt): Budget {
  return budget(5, QUARTER_S, call, network(client), emailKey(email))
}

/** All clients' for one mail. */
function shared(call: string, { email }: Attempt): Budget {
  return budget(20, HOUR_S, call, emailKey(email))
}

/**
 * Of sign-ins with a password; those that succeed are given back. What others try takes nothing from a device that signed in before, nor from
 * who has just reset the password.
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
 * Of second steps; those that succeed are given back. Narrow, since six digits are few: at ten an hour it takes years to guess one of them, and
 * only who knows the password can spend them.
 */
export function secondStepBudgets(attempt: Attempt): readonly Budget[] {
  return [
    perClient('second_step', attempt),
    budget(50, QUARTER_S, 'second_step from', range(attempt.client)),
    budget(10, HOUR_S, 'second_step', emailKey(attempt.email)),
  ]
}

/** Of trying one's current password to set another. */
export function passwordBudgets(attempt: Attempt): readonly Budget[] {
  return [perClient('password', attempt), shared('password', attempt)]
}

/** Of an administrator's invitations. */
export function invitationBudgets(attempt: Attempt, userId: string): readonly Budget[] {
  return [perClient('invite', attempt), budget(50, HOUR_S, 'invite by', userId), shared('invite', attempt)]
}

/** Of registrations. */
export function signUpBudgets(client: string): readonly Budget[] {
  return [budget(100, HOUR_S, 'sign_up from', range(client)), budget(500, HOUR_S, 'sign_up of all')]
}

/** Of sign-ins by a provider, which is asked at every one. */
export function socialBudgets(client: string): readonly Budget[] {
  return [budget(30, FIVE_MINUTES_S, 'social from', range(client)), budget(1000, FIVE_MINUTES_S, 'social of all')]
}

/** Of sign-ins by a passkey alone, asking for its options included. */
export function passkeyBudgets(client: string): readonly Budget[] {
  return [budget(60, FIVE_MINUTES_S, 'passkey from', range(client)), budget(1000, FIVE_MINUTES_S, 'passkey of all')]
}

/** Of requests for a mailed link. No budget is shared by all ranges: one client could use it up and keep every owner from a new password. */
export function linkBudgets(purpose: 'reset' | 'confirm', attempt: Attempt): readonly Budget[] {
  return [perClient(purpose, attempt), budget(20, HOUR_S, 'link from', range(attempt.client))]
}

/**
 * Of the mails with a link that one address gets. A request beyond it gets the same answer and no mail: the window is half as long as
 * the link of a mail is good, so the one that came last works still. No stranger can keep an owner from a link by asking first.
 */
export function mailBudget(purpose: 'reset' | 'confirm', email: string): Budget {
  return budget(3, QUARTER_S, purpose, 'mails', emailKey(email))
}

/** How long who has reset a password may sign in from there whatever others try. */
export const PASS_S = QUARTER_S

/** Where it is noted that a password was reset. */
export function passKey({ client, email }: Attempt): string {
  return keyOf('pass', network(client), emailKey(email))
}

/** The budgets that a password reset by a mailed link resets: reading the mail proved whose account it is. */
export function renewedByReset(attempt: Attempt): readonly Budget[] {
  return [perClient('sign_in', attempt), shared('sign_in', attempt), mailBudget('reset', attempt.email)]
}

/** Mails in an hour to addresses that nobody has proven to be theirs, all together: registrations of others' addresses become no flood. */
export const UNPROVEN_MAILS_MAX = 100
export const UNPROVEN_MAILS_S = HOUR_S
