/** Constants of the contract that need no schema, so that the sign-in page loads little. Imports nothing. */

/** Maximum length of an email address. */
export const EMAIL_MAX = 254

/** Maximum length of a password. */
export const PASSWORD_MAX = 1024

/** Minimum length of a password, as the form's hint says; a server setting may raise it. */
export const PASSWORD_MIN = 6

/**
 * The specified email pattern: word characters with optional dot or hyphen separators, an @, a domain, a suffix of 2 to 3 letters. Each
 * repetition begins with its own separator, so that it matches in linear time.
 */
export const EMAIL_PATTERN = /^\w+(?:[.-]\w+)*@\w+(?:[.-]\w+)*\.[A-Za-z]{2,3}$/

/** A code of an authenticator app. */
export const CODE_PATTERN = /^\d{6}$/
export const NO_CODE = 'Enter the six digits of the code'

/** The digits of a code as typed or pasted: apps show them in groups, and copying adds blanks and invisible marks. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** The only role. */
export const ROLE = 'admin'

/** Identity providers that replace a password. */
export type Provider = 'google' | 'facebook'

/** Paths of the session's calls, below the API's origin. */
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

/** The calls of a sign-in's second step, and of a passkey sign-in. */
export const factorCalls = {
  /** POST: the second step of a sign-in that was answered 401 `second_factor`. */
  secondFactor: '/api/v1/auth/second_factor',
  /** POST: the WebAuthn options for a passkey sign-in. */
  passkeyOptions: '/api/v1/auth/passkey/options',
  /** POST: a sign-in with a passkey alone. */
  passkey: '/api/v1/auth/passkey',
} as const

/** The console's page that a provider redirects back to. Register it with the provider, prefixed with the console's origin. */
export const SOCIAL_RETURN_PATH = '/oauth/callback'

/** GET: the dashboard's five counts. */
export const ANALYTICS_PATH = '/api/v1/dashboard/analytics'
/** GET: devices by state, and the devices that need attention. */
export const ATTENTION_PATH = '/api/v1/dashboard/attention'
/** GET: the counts of the last days, and the readings of the last hours. */
export const TRENDS_PATH = '/api/v1/dashboard/trends'
/** GET: the positions of gateways. */
export const POSITIONS_PATH = '/api/v1/gateways/positions'

/** GET: changes as they happen; server-sent events, see events.ts. */
export const EVENTS_PATH = '/api/v1/events'

/** The alert for an error answer without a message. */
export const FALLBACK_MESSAGE = 'Opps something went wrong, please try again after some time'

/** `fullname` of the sign-up payload: first name, blank, surname; without a surname, the first name alone. */
export function fullnameOf(firstName: string, lastName: string | undefined): string {
  return lastName ? `${firstName} ${lastName}` : firstName
}
