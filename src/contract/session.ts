import { number, object, ref, string, type InferType } from 'yup'
import { oneOf, text } from './fields'

/** Fewest characters of a password: the hint's promise (spec §9); a setting may raise it. */
export const PASSWORD_MIN = 6

/**
 * The spec's e-mail pattern (§5): word characters with optional dot or hyphen separators, an @, a domain, a suffix of 2 to 3 letters.
 * Each repetition begins with its own separator, so that it matches in linear time.
 */
export const EMAIL_PATTERN = /^\w+(?:[.-]\w+)*@\w+(?:[.-]\w+)*\.[A-Za-z]{2,3}$/

/** The only role. spec §6. */
export const ROLE = 'admin'

const email = () =>
  string()
    .required('Email is required')
    .max(254, 'Email has at most 254 characters')
    .matches(EMAIL_PATTERN, { message: 'Email must be a valid email address', excludeEmptyString: true })
    .label('Email')
const secret = () => string().max(1024, 'Password has at most 1024 characters').label('Password')
const password = () => secret().required('Password is required')
const role = () => oneOf([ROLE]).required()
const again = () =>
  string()
    .required('Confirm password is required')
    .oneOf([ref('password')], 'Password & Confirm Password does not match')
    .label('Confirm password')
const linkToken = () => string().required('The link is incomplete').max(200, 'The link is not one of ours').label('Link')

/** POST /api/v1/users/register. `fullname` is first name, blank, surname; the first name alone without one. spec §3. */
export const signUpBody = object({
  firstName: text(60).required('First name is required').label('First name'),
  lastName: text(60).label('Surname'),
  fullname: text(121).required('Full name is required').label('Full name'),
  email: email(),
  password: password(),
  password_confirmation: again(),
}).noUnknown()

/** POST /api/v1/users/login. */
export const signInBody = object({ email: email(), password: password(), role: role() }).noUnknown()

/** POST /api/v1/oauth/google and /api/v1/oauth/facebook: the provider's access token. */
export const socialBody = object({
  access_token: string().required('The access token is required').max(4096),
  role: role(),
}).noUnknown()

/** POST /api/v1/users/forgot_password, and /confirmation. */
export const emailBody = object({ email: email() }).noUnknown()

/** POST /api/v1/users/reset_password; `token` is the one of the mailed link. */
export const resetPasswordBody = object({ token: linkToken(), password: password(), password_confirmation: again() }).noUnknown()

/** POST /api/v1/users/confirm; `token` is the one of the mailed link. */
export const confirmBody = object({ token: linkToken() }).noUnknown()

/** Answer of sign-in, social sign-in and refresh; `expires_at` is seconds from now. */
export const grant = object({ token: string().required(), expires_at: number().required().meta({ unit: 's' }) })

/** Answer of sign-up: a bearer without an expiry beside it. spec §3. */
export const enrolment = object({ token: string().required() })

/** Answer that is only a sentence. */
export const notice = object({ message: string().required() })

export type SignUpBody = InferType<typeof signUpBody>
export type SignInBody = InferType<typeof signInBody>
export type SocialBody = InferType<typeof socialBody>
export type ResetPasswordBody = InferType<typeof resetPasswordBody>
export type Grant = InferType<typeof grant>
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
  social: { google: '/api/v1/oauth/google', facebook: '/api/v1/oauth/facebook' },
} as const

/** `fullname` of the sign-up payload. spec §3. */
export function fullnameOf(firstName: string, lastName: string | undefined): string {
  return lastName ? `${firstName} ${lastName}` : firstName
}
