import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import type { TotpSetUp } from '../../../contract/factors'
import type { Queryable } from '../../db/database'
import type { Settings } from '../../process/settings'

type Keys = Pick<Settings, 'secret'>

/** Bytes of a secret, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Seconds of a step. Authenticator apps assume this, SHA-1 and six digits. */
const STEP_S = 30
/** Steps by which a clock may be off. */
const WINDOW = 1
/** Seconds within which a set-up must be confirmed by its first code. */
const SET_UP_S = 900
const IV_BYTES = 12
const TAG_BYTES = 16

/** Starts to set up an app and replaces an unfinished set-up. Null when an app is set up already. */
export async function beginTotp(
  db: Queryable,
  settings: Keys,
  { id, email }: { readonly id: string; readonly email: string },
  at: Date,
): Promise<TotpSetUp | null> {
  const secret = new Secret({ size: SECRET_BYTES })
  const { rowCount } = await db.query(sql`
    insert into totps as t (user_id, secret, created_at) values (${id}, ${seal(settings, id, secret.base32)}, ${at})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at where t.confirmed_at is null`)
  if (rowCount === 0) return null
  return { secret: secret.base32, uri: new TOTP({ issuer: 'Frond', label: email, secret }).toString() }
}

/** Confirms a set-up by the app's first code; false when the code is wrong or the set-up has expired. */
export async function confirmTotp(tx: Queryable, settings: Keys, userId: string, code: string, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - SET_UP_S * 1000)
  const { rows } = await tx.query<{ secret: string }>(sql`
    select secret from totps where user_id = ${userId} and confirmed_at is null and created_at > ${since}`)
  const [row] = rows
  const step = row === undefined ? null : stepOf(open(settings, userId, row.secret), code, at)
  if (row === undefined || step === null) return false
  const { rowCount } = await tx.query(sql`
    update totps set confirmed_at = ${at}, last_step = ${step}
    where user_id = ${userId} and confirmed_at is null and secret = ${row.secret}`)
  return rowCount > 0
}

/**
 * Consumes a code of the account's app. Compares and sets the last used step in one statement, so that of concurrent uses of one code one
 * succeeds.
 */
export async function consumeTotp(tx: Queryable, settings: Keys, userId: string, code: string, at: Date): Promise<boolean> {
  const { rows } = await tx.query<{ secret: string }>(sql`
    select secret from totps where user_id = ${userId} and confirmed_at is not null`)
  const [row] = rows
  const step = row === undefined ? null : stepOf(open(settings, userId, row.secret), code, at)
  if (step === null) return false
  const { rowCount } = await tx.query(sql`
    update totps set last_step = ${step} where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`)
  return rowCount > 0
}

/** Removes the app; false when none is set up. */
export async function removeTotp(tx: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql`delete from totps where user_id = ${userId} and confirmed_at is not null`)
  return rowCount > 0
}

/** Finds the step of a code; null when the code is wrong or the secret cannot be decrypted. */
function stepOf(secret: string | null, code: string, at: Date): number | null {
  if (secret === null) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_S })
  const delta = totp.validate({ token: code, timestamp: at.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(at.getTime() / 1000 / STEP_S) + delta
}

function keyOf({ secret }: Keys): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'frond authenticator secrets', 32))
}

function seal(settings: Keys, userId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(settings), iv).setAAD(Buffer.from(userId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Decrypts a secret; null after FROND_SECRET has changed: then no code matches, and the owner signs in by a recovery code or a passkey. */
function open(settings: Keys, userId: string, text: string): string | null {
  const bytes = Buffer.from(text, 'base64')
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(settings), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(userId)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
