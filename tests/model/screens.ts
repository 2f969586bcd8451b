import { backoffOf } from '../../src/auth/schedule'
import { accountPaths } from '../../src/contract/account'
import { EVENTS_PATH, factorCalls } from '../../src/contract/constants'
import { ada, type OauthPerson } from '../support/server/oauth'
import type { FormName } from './driver'
import type { State, Story } from './model'
import type { Place } from './moves/move'

/** What a user sees in a state. */
export interface Look {
  /** The headings that the page may have; null where each page of the signed-in area has its own. */
  readonly headings: readonly string[] | null
  /** Whether the menu of the signed-in area is there. */
  readonly isInside: boolean
  /** Whether the form is busy and can be cancelled. */
  readonly canCancel: boolean
  /** Whether the form is busy. */
  readonly isBusy: boolean
  /** Whether the banner says that the server cannot be reached. */
  readonly isStale: boolean
}

/** The signed-out pages with their heading, and the links to them. */
export const forms = {
  signIn: { heading: 'Sign in', link: 'Sign in', button: 'Login' },
  signUp: { heading: 'Sign up', link: 'Sign up', button: 'Sign up' },
  forgotPassword: { heading: 'Forgot password', link: 'Forgot password?', button: 'Send reset instructions' },
} as const

const SECOND = 'Second step'

const places: Partial<Record<Place, FormName>> = {
  'guest.signingIn': 'signIn',
  'guest.signingUp': 'signUp',
  'guest.socialSigningIn': 'signIn',
  'guest.requestingReset': 'forgotPassword',
  'guest.resetSent': 'forgotPassword',
  enrolled: 'signUp',
}

/** Returns how a state must look, in any system. */
export function lookOf({ place, snapshot, situation }: State): Look {
  const isInside = place.startsWith('session.')
  const isBusy = snapshot?.hasTag('busy') === true && !isInside
  const isStale = (snapshot?.context.failures ?? 0) > 0 && place !== 'session.authenticated' && isInside
  // When a session ends, its user goes to the sign-in page; a guest may be on any page for guests.
  const form = situation.ended ? 'signIn' : places[place]
  const allowed = form === undefined ? Object.values(forms) : [forms[form]]
  const isSecond = place === 'guest.secondStep' || place === 'guest.verifying'
  const headings = isInside ? null : isSecond ? [SECOND] : allowed.map(({ heading }) => heading)
  return { headings, isInside, canCancel: isBusy, isBusy: isBusy || place === 'enrolled', isStale }
}

/** Areas to open one after the other: each sends a request of its own. */
export const areas = [
  'Gateways',
  'Sensors',
  'Plants',
  'Humidity Groups',
  'Temperature Groups',
  'Light Groups',
  'Gateway Hardwares',
]

/** Names a call, by its path. */
export function callAt(
  path: string,
): 'signIn' | 'signUp' | 'socialSignIn' | 'verify' | 'forgotPassword' | 'refresh' | 'signOut' | 'account' | 'stream' | 'request' {
  if (path.startsWith('/api/v1/oauth/') || path === factorCalls.passkey) return 'socialSignIn'
  return sessionCalls[path] ?? 'request'
}

const sessionCalls: Readonly<Record<string, ReturnType<typeof callAt>>> = {
  '/api/v1/users/login': 'signIn',
  '/api/v1/users/register': 'signUp',
  [factorCalls.secondFactor]: 'verify',
  '/api/v1/users/forgot_password': 'forgotPassword',
  '/api/v1/auth/refresh_token': 'refresh',
  '/api/v1/auth/sign_out': 'signOut',
  // Asked for by the notice of a takeover, not by the page whose requests a tour holds back.
  [accountPaths.account]: 'account',
  // The live events, whose answer does not end.
  [EVENTS_PATH]: 'stream',
}

/** Answers that the real server gives only in trouble. */
export const faults = {
  rejected: { status: 401, headers: {}, body: { message: 'Your session has ended', code: 'unauthenticated', requestId: 'tour' } },
  busy: {
    status: 503,
    headers: { 'retry-after': '60' },
    body: { message: 'Too busy just now', code: 'unavailable', requestId: 'tour' },
  },
} as const

/** Milliseconds that a token has left when it counts as due: just inside the last minute, in which the session’s heartbeat refreshes it. */
export const DUE_MS = 59_500
/** Milliseconds after its expiry when a token counts as out. */
export const OUT_MS = 1_000

/** Milliseconds after which a refresh that has failed as often as the step says may be retried, with a margin. */
export function pauseIn(story: Story | null): number {
  return backoffOf(story?.from.snapshot?.context.failures ?? 0) + 500
}

let people = 0

/** Makes an address that is new on this server, in any run. */
export function newEmail(): string {
  people += 1
  return `tour${people}-${process.pid}@example.com`
}

/** Makes a person unknown to the provider and to Frond. */
export function newPerson(): OauthPerson {
  people += 1
  return { ...ada, subject: `${process.pid}-${people}`, email: newEmail() }
}
