import { boolean, object, string, type InferType } from 'yup'
import { id, instant, personName } from './fields'
import { itemPath } from './resource'
import { passwordConfirmation, secret } from './session'
import { users } from './users'

/** The calls for the signed-in user's own account; the bearer token identifies it. */
export const accountPaths = {
  /** GET and PUT. */
  account: '/api/v1/account',
  /** See `sessionsPathOf`. */
  sessions: '/api/v1/account/sessions',
  /** POST. */
  password: '/api/v1/account/password',
} as const

/** GET /api/v1/account: the signed-in user. */
export const account = users.row

/**
 * PUT /api/v1/account: the user's names, with If-Match; the server derives `fullname`. An omitted field keeps its value, null clears it.
 */
export const accountDraft = object({
  firstName: personName().required('First name is required').label('First name'),
  lastName: personName().nullable().label('Surname'),
}).noUnknown()
export type AccountDraft = InferType<typeof accountDraft>

/** A live session, as its owner and administrators see it. */
export const accountSession = object({
  id: id().required().label('Id'),
  /** True for the session that sends the request. */
  current: boolean().required().label('Current'),
  /** Browser and system in words, e.g. "Firefox on Linux". */
  device: string().required().label('Device'),
  /** IP address that the session began from. */
  ip: string().nullable().label('Address'),
  startedAt: instant().required().label('Signed in'),
  /** Last request, to the minute. */
  seenAt: instant().required().label('Last seen'),
  /** Absolute expiry, which activity does not postpone. */
  expiresAt: instant().required().label('Ends'),
})
export type AccountSession = InferType<typeof accountSession>

/**
 * GET: a user's live sessions; DELETE `{path}/{id}` ends one, POST `endOthersPath` all but the caller's. Null means the caller's own
 * sessions.
 */
export function sessionsPathOf(userId: string | null): string {
  return userId === null ? accountPaths.sessions : `${itemPath(users, userId)}/sessions`
}
/** Path of the call that ends every session of `sessionsPathOf` but the caller's. */
export function endOthersPath(userId: string | null): string {
  return `${sessionsPathOf(userId)}/end_others`
}

/** Answer of `endOthersPath`: how many sessions ended. */
export interface EndedSessions {
  readonly ended: number
}

/** POST /api/v1/account/password. A wrong `current_password` is a 422 on that field: a 401 would end the session. */
export const changePasswordBody = object({
  current_password: secret().required('Current password is required').label('Current password'),
  password: secret()
    .required('New password is required')
    .test('new', 'New password must differ from the current one', (value, { parent }) => !value || value !== currentOf(parent))
    .label('New password'),
  password_confirmation: passwordConfirmation(),
}).noUnknown()
const currentOf = ({ current_password: current }: { readonly current_password?: unknown }) => current
export type ChangePasswordBody = InferType<typeof changePasswordBody>
