import sql from 'sql-template-tag'
import { audit } from '../activity/audit'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { settingsError } from '../process/environment'
import { forgetDevices } from './devices'
import { emailKey } from './emails'
import { removeFactors } from './factors/held'
import { newPasswordFault } from './passwordRules'
import { endSessions } from './sessions'
import { createUser } from './users'

/** What an administrator is called that is made here, until someone changes it. */
const ADMIN_NAME = 'Administrator'

/** Any number will do, as long as it stays. */
const LOCK_KEY = 4_600_009

/**
 * Whether anybody is an active administrator, but for the one with this id. Another transaction that asks waits until this one ends:
 * two that deactivate each other at once would each count the other one, and two that start would each find none.
 */
export async function holdActiveAdmin(tx: Queryable, but: string | null = null): Promise<boolean> {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK_KEY}::bigint)`)
  return hasActiveAdmin(tx, but)
}

async function hasActiveAdmin(db: Queryable, but: string | null = null): Promise<boolean> {
  const { rows } = await db.query(sql`select 1 from users where active and id is distinct from ${but}::uuid limit 1`)
  return rows.length > 0
}

/** An administrator as it shall be. The password comes hashed: hashing takes time that no transaction should hold. */
interface Admin {
  readonly email: string
  readonly passwordHash: string
  readonly at: Date
}

/** What became of an administrator, and how many of its sessions ended. */
export interface AdminChange {
  readonly done: 'made' | 'reactivated' | 'reset'
  readonly sessions: number
  /** Whether it had second factors, which were removed. */
  readonly hadFactors: boolean
}

/** What is wrong with a new password of the administrator with this address, as a sentence; null when nothing is. */
export async function adminPasswordFault(db: Queryable, password: string, min: number, email: string): Promise<string | null> {
  const { rows } = await db.query<{ fullname: string }>(sql`select fullname from users where email_key = ${emailKey(email)}`)
  return newPasswordFault(password, min, { email, fullname: rows[0]?.fullname ?? ADMIN_NAME })
}

/**
 * Lets the administrator with this address in by this password, or makes one: active, the mail confirmed. What the old password had opened
 * ends, and so do links to reset it; second factors are taken away, since whoever is locked out may have lost them.
 */
export async function putAdmin(tx: Queryable, { email, passwordHash, at }: Admin): Promise<AdminChange> {
  const entry = { userId: null, requestId: null, subject: 'User' }
  const { rows } = await tx.query<{ id: string; active: boolean }>(sql`
    select id, active from users where email_key = ${emailKey(email)} for update`)
  const [account] = rows
  if (account === undefined) {
    const { id } = await createUser(tx, { firstName: ADMIN_NAME, email, passwordHash, emailConfirmedAt: at, at })
    await audit(tx, { ...entry, action: 'created', subjectId: id, after: { firstName: ADMIN_NAME, email } })
    return { done: 'made', sessions: 0, hadFactors: false }
  }
  const { id, active } = account
  const changed = await tx.query<{ version: number }>(sql`
    update users set active = true, password_hash = ${passwordHash}, password_proven = true, email_confirmed_at = coalesce(email_confirmed_at, ${at}),
      version = version + 1, updated_at = ${at}
    where id = ${id} returning version`)
  const sessions = await endSessions(tx, id, 'password_reset', at)
  await forgetDevices(tx, id)
  const factors = await removeFactors(tx, id)
  await tx.query(sql`update link_tokens set used_at = ${at} where user_id = ${id} and purpose = 'reset' and used_at is null`)
  const after = { active: true, version: changed.rows[0]?.version, ...(factors.length > 0 && { removedFactors: factors }) }
  await audit(tx, { ...entry, action: 'password_reset', subjectId: id, before: { active }, after })
  return { done: active ? 'reset' : 'reactivated', sessions, hadFactors: factors.length > 0 }
}

/** What a start has to say of who can sign in. */
export interface AdminNews {
  readonly level: 'info' | 'warn'
  readonly message: string
}

const nobody =
  'Nobody can sign in, since there is no active administrator: set FROND_ADMIN_EMAIL and FROND_ADMIN_PASSWORD and start again, ' +
  'or run `npm run admin -- reset`'

/**
 * Makes the administrator of the settings, or reactivates it with their password, when no administrator is active; a password that anyone
 * would try stops the start then. Of several servers that start at once one does. Null when there is nothing to say.
 */
export async function ensureAdmin({ settings, db, clock, passwords }: Deps): Promise<AdminNews | null> {
  if (await hasActiveAdmin(db)) return null
  const { adminEmail: email, adminPassword: password } = settings
  if (email === null || password === null) return { level: 'warn', message: nobody }
  const fault = await adminPasswordFault(db, password, 1, email)
  if (fault !== null) throw settingsError(`FROND_ADMIN_PASSWORD: ${fault}`)
  const passwordHash = await passwords.hash(password)
  const change = await db.transaction(async (tx) =>
    (await holdActiveAdmin(tx)) ? null : putAdmin(tx, { email, passwordHash, at: clock() }),
  )
  if (change === null) return null
  const how = `${email}, with the password of FROND_ADMIN_PASSWORD`
  return change.done === 'made'
    ? { level: 'info', message: `There was no active administrator: made ${how}` }
    : { level: 'warn', message: `There was no active administrator: reactivated ${how}` }
}
