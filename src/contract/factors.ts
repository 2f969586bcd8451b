import { array, boolean, number, object, string, type InferType } from 'yup'
import { factorCalls } from './constants'
import { id, instant, oneOf, text } from './fields'
import { users } from './users'

const OWN = '/api/v1/account/factors'

/** The calls about second factors. All but those of `factorCalls` need a session. */
export const factorPaths = {
  ...factorCalls,
  /** GET. */
  list: OWN,
  /** POST begins to set an authenticator app up; `confirm` ends it, `remove` takes it away. */
  totp: `${OWN}/totp`,
  totpConfirm: `${OWN}/totp/confirm`,
  totpRemove: `${OWN}/totp/remove`,
  /** POST: ten new ones; those from before are void. */
  recoveryCodes: `${OWN}/recovery_codes`,
  /** POST; see `passkeyRemovePath`. */
  passkeys: `${OWN}/passkeys`,
  /** POST: what a browser makes a passkey of. */
  newPasskey: `${OWN}/passkeys/options`,
} as const

/** POST: takes one of one's own passkeys away. */
export function passkeyRemovePath(passkeyId: string): string {
  return `${factorPaths.passkeys}/${encodeURIComponent(passkeyId)}/remove`
}
/** GET: the second factors of a user; POST `{path}/remove` takes them all away, for a colleague who lost the device. */
export function userFactorsPath(userId: string): string {
  return `${users.path}/${encodeURIComponent(userId)}/factors`
}

/** Ways through a second step. */
const factorKinds = ['totp', 'recovery_code', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** How many recovery codes an account is given. */
export const RECOVERY_CODES = 10
/** A code of an authenticator app. */
export const CODE_PATTERN = /^\d{6}$/

/** WebAuthn's own shapes pass through as they are; the browser's and the server's library judge them. */
const webauthn = (description: string) => object().meta({ map: 'any', description })
const challenge = () =>
  string().required('The challenge is missing').max(200, 'The challenge is not one of ours').label('Challenge')
const proof = () =>
  string().max(1024, 'Password must be at most 1024 characters').label('Password').meta({
    description:
      'The account’s password, or a code of its authenticator app. Left out, a session that began less than ten minutes ago is enough for an account without both.',
  })
const code = () =>
  string().matches(CODE_PATTERN, { message: 'Enter the six digits of the code', excludeEmptyString: true }).label('Code')

/** In the 401 `second_factor` of a sign-in: what the second step needs. */
export const secondFactorAsked = object({
  challenge: string().required().meta({ description: 'To be sent with the second step. Good once, for this sign-in.' }),
  expires_in: number().required().meta({ unit: 's' }),
  methods: array(oneOf(factorKinds).required()).required(),
  passkey: webauthn('PublicKeyCredentialRequestOptionsJSON, where `methods` has passkey.').optional().default(undefined),
})
export type SecondFactorAsked = InferType<typeof secondFactorAsked>

/** POST `secondFactor`: the challenge, and one way through. A wrong one is a 422 on its field, a challenge that is over a 401. */
export const secondFactorBody = object({
  challenge: challenge(),
  code: code(),
  recovery_code: string().max(40, 'This is not a recovery code').label('Recovery code'),
  passkey: webauthn('AuthenticationResponseJSON.').optional().default(undefined),
})
  .noUnknown()
  .test(
    'one-way',
    'Send one of code, recovery_code and passkey',
    ({ code, recovery_code, passkey }) => [code, recovery_code, passkey].filter((way) => way !== undefined).length === 1,
  )
export type SecondFactorBody = InferType<typeof secondFactorBody>

/** Answer of `passkeyOptions` and `newPasskey`: what the browser's WebAuthn is called with. */
export const passkeyOptions = object({
  challenge: challenge(),
  options: webauthn(
    'PublicKeyCredentialRequestOptionsJSON, or of a new passkey PublicKeyCredentialCreationOptionsJSON.',
  ).required(),
})
export type PasskeyOptions = InferType<typeof passkeyOptions>

/** POST `passkey`. */
export const passkeySignInBody = object({
  challenge: challenge(),
  passkey: webauthn('AuthenticationResponseJSON.').required('The passkey’s answer is missing').label('Passkey'),
}).noUnknown()
export type PasskeySignInBody = InferType<typeof passkeySignInBody>

/** Body of the calls that change factors. */
export const proofBody = object({ proof: proof() }).noUnknown()
/** POST `totpConfirm`. */
export const totpConfirmBody = object({ code: code().required('Enter the six digits of the code') }).noUnknown()
/** POST `passkeys`. */
export const newPasskeyBody = object({
  name: text(60).required('Name is required').label('Name'),
  challenge: challenge(),
  passkey: webauthn('RegistrationResponseJSON.').required('The passkey is missing').label('Passkey'),
}).noUnknown()

export type NewPasskeyBody = InferType<typeof newPasskeyBody>

/** Answer of `totp`: what an authenticator app is set up with; sent once. */
export const totpSetUp = object({
  secret: string().required().meta({ description: 'Base32.' }),
  uri: string().required().meta({ description: 'The same as otpauth://, for a QR code.' }),
})
export type TotpSetUp = InferType<typeof totpSetUp>

/** Answer of the calls that make recovery codes; sent once. Empty where the account keeps its codes. */
export const recoveryCodes = object({ codes: array(string().required()).required() })
export type RecoveryCodes = InferType<typeof recoveryCodes>

/** A passkey as its owner sees it. */
const passkey = object({
  id: id().required().label('Id'),
  name: string().required().label('Name'),
  createdAt: instant().required().label('Created'),
  lastUsedAt: instant().nullable().label('Last used'),
})
export type Passkey = InferType<typeof passkey>

/** The second factors of an account. */
export const factors = object({
  totp: object({ since: instant().required().label('Since') })
    .nullable()
    .label('Authenticator app'),
  passkeys: array(passkey).required().label('Passkeys'),
  recoveryCodesLeft: number().required().label('Recovery codes left'),
  required: boolean().required().meta({ description: 'Every account has to have one on this server.' }),
  passkeysOffered: boolean().required().meta({ description: 'The server has an address that passkeys can be bound to.' }),
})
export type Factors = InferType<typeof factors>

/** Whether an account has no second factor; recovery codes alone are none. */
export function hasNone({ totp, passkeys }: Pick<Factors, 'totp' | 'passkeys'>): boolean {
  return totp === null && passkeys.length === 0
}
