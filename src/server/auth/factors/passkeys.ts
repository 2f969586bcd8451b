import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import sql from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '../../db/database'
import { CHALLENGE_LIFE_S } from './challenges'
import type { RelyingParty } from './relyingParty'

/** Loads the library on demand: it is large, and few requests need it. */
const webauthn = () => import('@simplewebauthn/server')

const timeout = CHALLENGE_LIFE_S * 1000

interface Credential {
  readonly id: string
  readonly transports: readonly string[]
}

async function credentialsOf(db: Queryable, userId: string): Promise<readonly Credential[]> {
  const { rows } = await db.query<Credential>(sql`
    select credential_id as id, transports from passkeys where user_id = ${userId} order by id`)
  return rows
}

/** Decodes a challenge: the library encodes bytes as base64url, and would encode the text again. */
function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}

/**
 * Options by which a browser asks for a passkey: one of the user's, or, without a user, any. User verification (PIN or biometrics) is
 * required.
 */
export async function requestOptions(db: Queryable, { id: rpID }: RelyingParty, challenge: string, userId: string | null) {
  const { generateAuthenticationOptions } = await webauthn()
  const allowed = userId === null ? [] : await credentialsOf(db, userId)
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout,
    userVerification: 'required',
    allowCredentials: allowed.map(({ id, transports }) => ({ id, transports: [...transports] })),
  })
}

interface Owner {
  readonly id: string
  readonly email: string
  readonly fullname: string
}

/** Options by which a browser creates a discoverable passkey, which can also sign in alone. */
export async function creationOptions(db: Queryable, { id: rpID }: RelyingParty, challenge: string, owner: Owner) {
  const { generateRegistrationOptions } = await webauthn()
  const held = await credentialsOf(db, owner.id)
  return generateRegistrationOptions({
    rpName: 'Frond',
    rpID,
    challenge: bytesOf(challenge),
    timeout,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.email,
    userDisplayName: owner.fullname,
    attestationType: 'none',
    excludeCredentials: held.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The signed challenge; `note` receives the reason when a signature is refused. */
export interface Signed {
  readonly challenge: string
  readonly note: (reason: string) => void
}

/** Verifies a new passkey sent by the browser; null when it is invalid. */
export async function checkNewPasskey(
  { id: rpID, origin }: RelyingParty,
  body: unknown,
  { challenge, note }: Signed,
): Promise<WebAuthnCredential | null> {
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response: body as RegistrationResponseJSON,
    expectedChallenge: (received) => received === challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch((error: unknown) => {
    note(String(error))
    return null
  })
  return verified?.verified === true ? verified.registrationInfo.credential : null
}

/** Stores a new passkey; false when it is already registered. */
export async function addPasskey(
  tx: Queryable,
  credential: WebAuthnCredential,
  { userId, name, at }: { readonly userId: string; readonly name: string; readonly at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
    values (${uuid()}, ${userId}, ${credential.id}, ${Buffer.from(credential.publicKey).toString('base64url')}, ${credential.counter},
      ${credential.transports ?? []}, ${name}, ${at})
    on conflict do nothing`)
  return rowCount > 0
}

/** A verified use of a passkey. */
export interface PasskeyUse {
  readonly id: string
  readonly userId: string
  readonly counter: number
}

interface PasskeyRow {
  readonly id: string
  readonly userId: string
  readonly publicKey: string
  readonly counter: number
}

/** Verifies a passkey's signature; null when the passkey is unknown or the signature wrong. */
export async function checkPasskey(
  db: Queryable,
  { id: rpID, origin }: RelyingParty,
  body: unknown,
  { challenge, note }: Signed,
): Promise<PasskeyUse | null> {
  const response = body as AuthenticationResponseJSON
  if (typeof response.id !== 'string') return null
  const { rows } = await db.query<PasskeyRow>(sql`
    select id, user_id as "userId", public_key as "publicKey", counter from passkeys where credential_id = ${response.id}`)
  const [row] = rows
  if (row === undefined) return null
  const { verifyAuthenticationResponse } = await webauthn()
  const { id, userId, publicKey, counter } = row
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (received) => received === challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id: response.id, publicKey: bytesOf(publicKey), counter },
  }).catch((error: unknown) => {
    note(String(error))
    return null
  })
  return verified?.verified === true ? { id, userId, counter: verified.authenticationInfo.newCounter } : null
}

/** Finds the name of the passkey's holder, whether or not its signature is right; null for an unknown passkey. */
export async function findHolder(db: Queryable, body: unknown): Promise<string | null> {
  const { id } = body as Partial<AuthenticationResponseJSON>
  if (typeof id !== 'string') return null
  const { rows } = await db.query<{ fullname: string }>(sql`
    select u.fullname from passkeys p join users u on u.id = p.user_id where p.credential_id = ${id}`)
  return rows[0]?.fullname ?? null
}

/**
 * Records a use of a passkey; false when its counter did not advance, as after a use by a copy, or when it was removed. Some authenticators
 * never count: their counter stays 0.
 */
export async function recordPasskeyUse(tx: Queryable, { id, userId, counter }: PasskeyUse, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    update passkeys set counter = ${counter}, used_at = ${at}
    where id = ${id} and user_id = ${userId} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`)
  return rowCount > 0
}

/** Removes a passkey; false when the user has none of that id. */
export async function removePasskey(tx: Queryable, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql`delete from passkeys where id = ${id} and user_id = ${userId}`)
  return rowCount > 0
}
