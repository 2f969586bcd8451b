import { boolean, number, object, string, type InferType } from 'yup'
import { EMAIL_PATTERN, ROLE } from './constants'
import { instant, oneOf, text } from './fields'

const NO_EMAIL = 'Email must be a valid email address'

/**
 * A mailbox of RFC 5321: words with dots between them, and a domain of two labels or more; all that `EMAIL_PATTERN` takes, and what people
 * have besides, such as an apostrophe, a plus or `.info`. Quoted words and addresses of machines are not taken. Takes linear time.
 */
const MAILBOX = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:\w+(?:-+\w+)*\.)+[A-Za-z]\w*(?:-+\w+)*$/

const email = () =>
  string()
    .required('Email is required')
    .max(254, 'Email must be at most 254 characters')
    .matches(MAILBOX, { message: NO_EMAIL, excludeEmptyString: true })
    .label('Email')

/** Of those the ones that the console's forms take: spec §5. */
const formEmail = () => email().matches(EMAIL_PATTERN, { message: NO_EMAIL, excludeEmptyString: true })
const secret = () => string().max(1024, 'Password must be at most 1024 characters').label('Password')
/** A new password, or a sign-in's. */
export const password = () => secret().required('Password is required')
const role = () => oneOf([ROLE]).required()
/** The same once more, in a body whose `password` it repeats. */
export const again = () =>
  string()
    .required('Confirm password is required')
    .test('same', 'Password & Confirm Password does not match', (value, { parent }) => !value || value === passwordOf(parent))
    .label('Confirm password')
const passwordOf = ({ password: chosen }: { readonly password?: unknown }) => chosen
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

/** A device's token: opens nothing without the password, but what others try in vain does not keep that device out. */
const device = () =>
  string()
    .max(200, 'Device must be at most 200 characters')
    .label('Device')
    .meta({ description: 'The token that an earlier sign-in on this device was answered with, if any.' })

/** POST /api/v1/users/login. `device` is left out where the server never sent one. */
export const signInBody = object({ email: email(), password: password(), role: role(), device: device() }).noUnknown()

/** POST /api/v1/oauth/google and /api/v1/oauth/facebook: the provider's access token. */
export const socialBody = object({
  access_token: string()
    .required('The access token is required')
    .max(4096)
    .matches(/^[\x21-\x7e]*$/, 'The access token is none')
    .label('Access token'),
  role: role(),
}).noUnknown()

/** POST /api/v1/users/forgot_password, and /confirmation. */
export const emailBody = object({ email: email() }).noUnknown()

/** What the console's forms check before they ask: who signs up by one, or is invited to, also signs in by one. */
export const signUpForm = signUpBody.omit(['fullname']).shape({ email: formEmail() })
export const signInForm = signInBody.shape({ email: formEmail() })
export const emailForm = emailBody.shape({ email: formEmail() })

/** POST /api/v1/users/reset_password; `token` is the one of the mailed link. */
export const resetPasswordBody = object({ token: linkToken(), password: password(), password_confirmation: again() }).noUnknown()

/** POST /api/v1/users/confirm, and /confirm/preview; `token` is the one of the mailed link. */
export const confirmBody = object({ token: linkToken() }).noUnknown()

/** Answer of sign-in, social sign-in and refresh; `expires_at` is seconds from now. */
export const grant = object({ token: string().required(), expires_at: number().required().meta({ unit: 's' }) })

/** Answer of sign-in. `device` is set where the device is new; it is sent with the next sign-in. */
export const signInGrant = grant.shape({
  device: string().max(200).meta({ description: 'Token of a new device, for its next sign-in. Opens nothing by itself.' }),
})

/** Answer of sign-up: a bearer without an expiry beside it. spec §3. */
export const enrolment = object({ token: string().required() })

/** Answer of /confirm/preview: what is confirmed by the link, so that the reader of the mail can recognise it. */
export const registration = object({
  email: string().required().label('Email'),
  fullname: string().required().label('Name'),
  registeredAt: instant().required().label('Registered'),
  device: string().nullable().label('Device').meta({ description: 'Browser and system in words, e.g. "Firefox on Linux".' }),
  ip: string().nullable().label('Address'),
  confirmed: boolean().required().label('Confirmed'),
})

/** Answer that is only a sentence. */
export const notice = object({ message: string().required() })

export type SignUpBody = InferType<typeof signUpBody>
export type SignInBody = InferType<typeof signInBody>
export type ResetPasswordBody = InferType<typeof resetPasswordBody>
export type Grant = InferType<typeof grant>
export type Registration = InferType<typeof registration>
export type SignInGrant = InferType<typeof signInGrant>

export { PASSWORD_MIN, EMAIL_PATTERN, ROLE, sessionPaths, fullnameOf, type Provider } from './constants'
