import { array, boolean, number, object, string, type InferType } from 'yup'
import { CODE_PATTERN, factorCalls, NO_CODE } from './constants'
import { id, instant, oneOf, text } from './fields'
import { itemPath } from './resource'
import { secret } from './session'
import { users } from './users'

const FACTORS_PATH = '/api/v1/account/factors'

/** The calls for second factors. All but those in `factorCalls` need a session. */
export const factorPaths = {
  ...factorCalls,
  /** GET. */
  list: FACTORS_PATH,
  /** POST starts the set-up of an authenticator app; `confirm` completes it, `remove` removes the app. */
  totp: `${FACTORS_PATH}/totp`,
  totpConfirm: `${FACTORS_PATH}/totp/confirm`,
  totpRemove: `${FACTORS_PATH}/totp/remove`,
  /** POST: creates ten new codes and invalidates the earlier ones. */
  recoveryCodes: `${FACTORS_PATH}/recovery_codes`,
  /** POST; see `passkeyRemovePath`. */
  passkeys: `${FACTORS_PATH}/passkeys`,
  /** POST: the WebAuthn options for creating a passkey. */
  newPasskey: `${FACTORS_PATH}/passkeys/options`,
} as const

/** POST: removes one of the user's own passkeys. */
export function passkeyRemovePath(passkeyId: string): string {
  return `${factorPaths.passkeys}/${encodeURIComponent(passkeyId)}/remove`
}
/** GET: a user's second factors; POST `{path}/remove` removes all of them, for a colleague who lost the device. */
export function userFactorsPath(userId: string): string {
  return `${itemPath(users, userId)}/factors`
}

/** Methods of a second step. */
const factorKinds = ['totp', 'recovery_code', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** Number of recovery codes of an account. */
export const RECOVERY_CODES = 10

/** WebAuthn's own structures pass through unchanged; the browser and the server's library validate them. */
const webauthn = (description: string) => object().meta({ map: 'any', description })
const challenge = () => string().required('The challenge is missing').max(200, 'The challenge is not valid').label('Challenge')
const proof = () =>
  secret().meta({
    description:
      'The account’s password, or a code of its authenticator app. An account without both omits it, within ten minutes after signing in.',
  })
const code = () => string().matches(CODE_PATTERN, { message: NO_CODE, excludeEmptyString: true }).label('Code')

/** In the 401 `second_factor` of a sign-in: the data for the second step. */
export const secondFactorChallenge = object({
  challenge: string().required().meta({ description: 'Send it with the second step. Valid once, for this sign-in.' }),
  expires_in: number().required().meta({ unit: 's' }),
  methods: array(oneOf(factorKinds).required()).required(),
  passkey: webauthn('PublicKeyCredentialRequestOptionsJSON. Present when `methods` has `passkey`.').optional().default(undefined),
})
export type SecondFactorChallenge = InferType<typeof secondFactorChallenge>

/** POST `secondFactor`: the challenge and one method. A wrong code is a 422 on its field, an expired challenge a 401. */
export const secondFactorBody = object({
  challenge: challenge(),
  code: code(),
  recovery_code: string().max(40, 'This is not a recovery code').label('Recovery code'),
  passkey: webauthn('AuthenticationResponseJSON.').optional().default(undefined),
})
  .noUnknown()
  .test(
    'one-way',
    'Send exactly one of code, recovery_code and passkey',
    ({ code, recovery_code, passkey }) => [code, recovery_code, passkey].filter((way) => way !== undefined).length === 1,
  )
export type SecondFactorBody = InferType<typeof secondFactorBody>

/** Answer of `passkeyOptions` and `newPasskey`: the options for the browser's WebAuthn call. */
export const passkeyOptions = object({
  challenge: challenge(),
  options: webauthn(
    'PublicKeyCredentialRequestOptionsJSON; for a new passkey, PublicKeyCredentialCreationOptionsJSON.',
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
export const totpConfirmBody = object({ code: code().required(NO_CODE) }).noUnknown()
/** POST `passkeys`. */
export const newPasskeyBody = object({
  name: text(60).required('Name is required').label('Name'),
  challenge: challenge(),
  passkey: webauthn('RegistrationResponseJSON.').required('The passkey is missing').label('Passkey'),
}).noUnknown()

export type NewPasskeyBody = InferType<typeof newPasskeyBody>

/** Answer of `totp`: the secret for an authenticator app; sent once. */
export const totpSetUp = object({
  secret: string().required().meta({ description: 'Secret in Base32.' }),
  uri: string().required().meta({ description: 'The secret as an otpauth:// URI, for a QR code.' }),
})
export type TotpSetUp = InferType<typeof totpSetUp>

/** Answer of the calls that create recovery codes; sent once. Empty when the account keeps its existing codes. */
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
  required: boolean().required().meta({ description: 'Whether every account on this server needs a second factor.' }),
  passkeysOffered: boolean()
    .required()
    .meta({ description: 'Whether passkeys work at the server’s address: localhost, or HTTPS with a host name.' }),
})
export type Factors = InferType<typeof factors>

/** Whether an account has no second factor; recovery codes alone do not count. */
export function hasNoFactor({ totp, passkeys }: Pick<Factors, 'totp' | 'passkeys'>): boolean {
  return totp === null && passkeys.length === 0
}

/** Whether the server refuses an account everything but its own page until it has a second factor. */
export function isRestricted(factors: Factors): boolean {
  return factors.required && hasNoFactor(factors)
}
