import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import type { TotpSetUp } from '../../../contract/factors'
import type { Queryable } from '../../db/database'
import type { Settings } from '../../process/settings'

type Keys = Pick<Settings, 'secret'>

/** Bytes of a secret: what RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Seconds of a step; what every authenticator app takes for granted, as SHA-1 and six digits. */
const STEP_S = 30
/** Steps that a clock may be off. */
const WINDOW = 1
/** Seconds for which a set-up waits for its first code. */
const SET_UP_S = 900
const IV_BYTES = 12
const TAG_BYTES = 16

/** Begins to set an app up, in place of a set-up that was not finished. Null when one is set up already. */
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

/** Ends a set-up by the first code of the app; false when the code is wrong or the set-up took too long. */
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
 * Takes a code of the account's app, once: the step of the last one is compared and set in one statement, so that of the same code at several
 * places one gets through.
 */
export async function takeTotp(tx: Queryable, settings: Keys, userId: string, code: string, at: Date): Promise<boolean> {
  const { rows } = await tx.query<{ secret: string }>(sql`
    select secret from totps where user_id = ${userId} and confirmed_at is not null`)
  const [row] = rows
  const step = row === undefined ? null : stepOf(open(settings, userId, row.secret), code, at)
  if (step === null) return false
  const { rowCount } = await tx.query(sql`
    update totps set last_step = ${step} where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`)
  return rowCount > 0
}

/** Takes the app away; false when none is set up. */
export async function removeTotp(tx: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql`delete from totps where user_id = ${userId} and confirmed_at is not null`)
  return rowCount > 0
}

/** The step that a code belongs to; null when it is wrong, or there is no secret that can be read. */
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

/** Null where FROND_SECRET has changed since: no code of the app is right then, and a recovery code or a passkey lets its owner in. */
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
