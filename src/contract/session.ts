import { boolean, number, object, string, type InferType } from 'yup'
import { EMAIL_MAX, EMAIL_PATTERN, PASSWORD_MAX, ROLE } from './constants'
import { instant, MAILBOX, oneOf, personName, text } from './fields'
import { grouped } from './grouped'

const NO_EMAIL = 'Email must be a valid email address'

const email = () =>
  string()
    .required('Email is required')
    .max(EMAIL_MAX, `Email must be at most ${EMAIL_MAX} characters`)
    .matches(MAILBOX, { message: NO_EMAIL, excludeEmptyString: true })
    .label('Email')

/** The subset that the console's forms accept. */
const formEmail = () => email().matches(EMAIL_PATTERN, { message: NO_EMAIL, excludeEmptyString: true })
/** A password that may be missing. */
export const secret = () =>
  string()
    .max(PASSWORD_MAX, `Password must be at most ${grouped(PASSWORD_MAX)} characters`)
    .label('Password')
/** The password of a sign-in, or a new one. */
const password = () => secret().required('Password is required')
const role = () => oneOf([ROLE]).required().label('Role')
/** The repeated password of a body with `password`. */
export const passwordConfirmation = () =>
  string()
    .required('Confirm password is required')
    .test('same', 'Password & Confirm Password does not match', (value, { parent }) => !value || value === passwordOf(parent))
    .label('Confirm password')
const passwordOf = ({ password: chosen }: { readonly password?: unknown }) => chosen
const linkToken = () => string().required('The link is incomplete').max(200, 'The link is not valid').label('Link')

/** POST /api/v1/users/register. `fullname` is first name, blank, surname; the first name alone without one. */
export const signUpBody = object({
  firstName: personName().required('First name is required').label('First name'),
  lastName: personName().label('Surname'),
  fullname: text(121).required('Full name is required').label('Full name'),
  email: email(),
  password: password(),
  password_confirmation: passwordConfirmation(),
}).noUnknown()

/**
 * A device's token: grants nothing without the password, but exempts a known device from the lockout that others' failed attempts cause.
 */
const device = () =>
  string()
    .max(200, 'Device must be at most 200 characters')
    .label('Device')
    .meta({ description: 'Token from an earlier sign-in on this device, if any.' })

/** POST /api/v1/users/login. `device` is omitted when the server has not issued one. */
export const signInBody = object({ email: email(), password: password(), role: role(), device: device() }).noUnknown()

/** POST /api/v1/oauth/google and /api/v1/oauth/facebook: the provider's access token. */
export const socialBody = object({
  access_token: string()
    .required('The access token is required')
    .max(4096)
    .matches(/^[\x21-\x7e]*$/, 'The access token has invalid characters')
    .label('Access token'),
  role: role(),
}).noUnknown()

/** POST /api/v1/users/confirmation, and /invitation. */
export const emailBody = object({ email: email() }).noUnknown()

/** POST /api/v1/users/forgot_password. `device` as for a sign-in: others' requests do not keep the link from a known device. */
export const forgotPasswordBody = emailBody.shape({ device: device() })

/** The form for sign-up and invitation. The console's forms share one pattern of email addresses, so that a new user can sign in by a form. */
export const signUpForm = signUpBody.omit(['fullname']).shape({ email: formEmail() })
/** The sign-in form. */
export const signInForm = signInBody.shape({ email: formEmail() })
/** The form that invites a colleague. The forms that mail a link to an account take any mailbox: it may be a provider's. */
export const emailForm = emailBody.shape({ email: formEmail() })

/** POST /api/v1/users/reset_password; `token` comes from the mailed link. */
export const resetPasswordBody = object({
  token: linkToken(),
  password: password(),
  password_confirmation: passwordConfirmation(),
}).noUnknown()

/** POST /api/v1/users/confirm, and /confirm/preview; `token` comes from the mailed link. */
export const confirmBody = object({ token: linkToken() }).noUnknown()

/** Answer of sign-in, social sign-in and refresh; `expires_at` is seconds from now. */
export const grant = object({ token: string().required(), expires_at: number().required().meta({ unit: 's' }) })

/** Answer of sign-in. `device` is set for a new device, which sends it with later sign-ins. */
export const signInGrant = grant.shape({
  device: string().max(200).meta({ description: 'Token of a new device, for its next sign-in. Grants no access by itself.' }),
})

/** Answer of sign-up: a bearer token without its expiry. */
export const enrolment = object({ token: string().required() })

/** Answer of /confirm/preview: the registration that the link confirms, so that the recipient can recognise it. */
export const registration = object({
  email: string().required().label('Email'),
  fullname: string().required().label('Name'),
  registeredAt: instant().required().label('Registered'),
  device: string().nullable().label('Device').meta({ description: 'Browser and system in words, e.g. "Firefox on Linux".' }),
  ip: string().nullable().label('Address'),
  confirmed: boolean().required().label('Confirmed'),
})

/** Answer with only a sentence. */
export const notice = object({ message: string().required() })

export type SignUpBody = InferType<typeof signUpBody>
export type SignInBody = InferType<typeof signInBody>
export type ForgotPasswordBody = InferType<typeof forgotPasswordBody>
export type ResetPasswordBody = InferType<typeof resetPasswordBody>
export type Grant = InferType<typeof grant>
export type Registration = InferType<typeof registration>
export type SignInGrant = InferType<typeof signInGrant>

export { ROLE, sessionPaths, fullnameOf, type Provider } from './constants'
