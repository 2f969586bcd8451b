import { boolean, object, string, type InferType } from 'yup'
import { id, instant, text } from './fields'
import { again, password } from './session'
import { users } from './users'

/** The calls about one's own account; whose it is, the bearer says. */
export const accountPaths = {
  /** GET and PUT. */
  account: '/api/v1/account',
  /** See `sessionsPathOf`. */
  sessions: '/api/v1/account/sessions',
  /** POST. */
  password: '/api/v1/account/password',
} as const

/** GET /api/v1/account: the user that is signed in. */
export const account = users.row

/** PUT /api/v1/account: one's names, with If-Match; `fullname` is made of them. A field left out keeps its value, null clears. */
export const accountDraft = object({
  firstName: text(60).required('First name is required').label('First name'),
  lastName: text(60).nullable().label('Surname'),
}).noUnknown()
export type AccountDraft = InferType<typeof accountDraft>

/** A living session, as its owner and administrators see it. */
export const accountSession = object({
  id: id().required().label('Id'),
  /** True for the one that asks. */
  current: boolean().required().label('This one'),
  /** Browser and system in words, e.g. "Firefox on Linux". */
  device: string().required().label('Device'),
  /** Address it was begun from. */
  ip: string().nullable().label('Address'),
  startedAt: instant().required().label('Signed in'),
  /** Last sign of life, to the minute. */
  seenAt: instant().required().label('Last seen'),
  /** The end that no use postpones. */
  expiresAt: instant().required().label('Ends'),
})
export type AccountSession = InferType<typeof accountSession>

/** GET: a user's living sessions; DELETE `{path}/{id}` ends one, POST `endOthersPath` all but the one that asks. Of one's own without a user. */
export function sessionsPathOf(userId: string | null): string {
  return userId === null ? accountPaths.sessions : `${users.path}/${encodeURIComponent(userId)}/sessions`
}
/** Path of the call that ends every session of `sessionsPathOf` but the one that asks. */
export function endOthersPath(userId: string | null): string {
  return `${sessionsPathOf(userId)}/end_others`
}

/** Answer of `endOthersPath`: how many there were. */
export interface EndedSessions {
  readonly ended: number
}

/** POST /api/v1/account/password. A wrong `current_password` is a 422 on that field: a 401 would end the session. */
export const changePasswordBody = object({
  current_password: string()
    .required('Current password is required')
    .max(1024, 'Password must be at most 1024 characters')
    .label('Current password'),
  password: password(),
  password_confirmation: again(),
}).noUnknown()
export type ChangePasswordBody = InferType<typeof changePasswordBody>
