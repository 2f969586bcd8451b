/** Values of the contract that need no schema: what the sign-in page loads before anything else. Imports nothing. */

/** Fewest characters of a password: the hint's promise (spec §9); a setting may raise it. */
export const PASSWORD_MIN = 6

/**
 * The spec's e-mail pattern (§5): word characters with optional dot or hyphen separators, an @, a domain, a suffix of 2 to 3 letters.
 * Each repetition begins with its own separator, so that it matches in linear time.
 */
export const EMAIL_PATTERN = /^\w+(?:[.-]\w+)*@\w+(?:[.-]\w+)*\.[A-Za-z]{2,3}$/

/** The only role. spec §6. */
export const ROLE = 'admin'

/** Who vouches for an administrator instead of a password. */
export type Provider = 'google' | 'facebook'

/** The session calls' paths below the API's origin. */
export const sessionPaths = {
  signUp: '/api/v1/users/register',
  signIn: '/api/v1/users/login',
  refresh: '/api/v1/auth/refresh_token',
  signOut: '/api/v1/auth/sign_out',
  forgotPassword: '/api/v1/users/forgot_password',
  resetPassword: '/api/v1/users/reset_password',
  confirmation: '/api/v1/users/confirmation',
  confirm: '/api/v1/users/confirm',
  confirmPreview: '/api/v1/users/confirm/preview',
  invitation: '/api/v1/users/invitation',
  social: { google: '/api/v1/oauth/google', facebook: '/api/v1/oauth/facebook' },
} as const

/** The calls of a sign-in's second step, and of one by a passkey. */
export const factorCalls = {
  /** POST: the second step of a sign-in that was answered 401 `second_factor`. */
  secondFactor: '/api/v1/auth/second_factor',
  /** POST: what a browser asks a passkey for, to sign in by it alone. */
  passkeyOptions: '/api/v1/auth/passkey/options',
  /** POST: a sign-in by a passkey alone. */
  passkey: '/api/v1/auth/passkey',
} as const

/** The console's page that a provider's window comes back to: what is registered with the provider, behind the console's origin. */
export const SOCIAL_RETURN_PATH = '/oauth/callback'

/** GET: the dashboard's five counts. */
export const ANALYTICS_PATH = '/api/v1/dashboard/analytics'
/** GET: devices by state, and what needs attention. */
export const ATTENTION_PATH = '/api/v1/dashboard/attention'
/** GET: the counts of the last days, and the readings of the last hours. */
export const TRENDS_PATH = '/api/v1/dashboard/trends'
/** GET: where gateways are. */
export const POSITIONS_PATH = '/api/v1/gateways/positions'

/** GET: what changes, as it happens; server-sent events, see events.ts. */
export const EVENTS_PATH = '/api/v1/events'

/** What the console alerts when an error answer carries no message. spec §8. */
export const FALLBACK_MESSAGE = 'Opps something went wrong, please try again after some time'

/** `fullname` of the sign-up payload: first name, blank, surname; the first name alone without one. spec §3. */
export function fullnameOf(firstName: string, lastName: string | undefined): string {
  return lastName ? `${firstName} ${lastName}` : firstName
}
