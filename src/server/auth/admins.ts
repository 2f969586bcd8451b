import sql from 'sql-template-tag'
import { audit } from '../activity/audit'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { settingsError } from '../process/environment'
import { accountKeys } from './budgets'
import { endAccess } from './devices'
import { emailKey } from './emails'
import { removeFactors } from './factors/accountFactors'
import { newPasswordFault } from './passwordRules'
import { clearAccount } from './throttle'
import { removeUnproven } from './unproven'
import { createUser } from './users'

/** The first name of an administrator created here, until someone changes it. */
const ADMIN_NAME = 'Administrator'

/** Key of the advisory lock. Arbitrary, but it must never change. */
const LOCK_KEY = 4_600_009

/**
 * Whether there is an active administrator, apart from the one with the id `but`. A lock lets transactions ask one after another: two
 * administrators who deactivate each other at once would each count the other one, and two servers that start at once would each find none.
 */
export async function hasActiveAdminLocked(tx: Queryable, but: string | null = null): Promise<boolean> {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK_KEY}::bigint)`)
  return hasActiveAdmin(tx, but)
}

async function hasActiveAdmin(db: Queryable, but: string | null = null): Promise<boolean> {
  const { rows } = await db.query(sql`select 1 from users where active and id is distinct from ${but}::uuid limit 1`)
  return rows.length > 0
}

/** The desired state of an administrator. The password is hashed by the caller, because hashing is too slow for a transaction. */
interface Admin {
  readonly email: string
  readonly passwordHash: string
  readonly at: Date
}

/** What `putAdmin` did, and how many sessions it ended. */
export interface AdminChange {
  readonly done: 'made' | 'reactivated' | 'reset'
  readonly sessions: number
  /** Whether it removed second factors. */
  readonly hadFactors: boolean
  /** Whether it removed Google or Facebook accounts. */
  readonly hadIdentities: boolean
}

/** Checks a new password of the administrator with this address; returns a sentence, or null when it is acceptable. */
export async function adminPasswordFault(db: Queryable, password: string, min: number, email: string): Promise<string | null> {
  const { rows } = await db.query<{ fullname: string }>(sql`select fullname from users where email_key = ${emailKey(email)}`)
  return newPasswordFault(password, min, { email, fullname: rows[0]?.fullname ?? ADMIN_NAME })
}

/**
 * Gives the administrator with this address a new password, or creates one: active, with a confirmed address. Ends its sessions and
 * invalidates links to reset the password; removes second factors, since a locked-out administrator may have lost them, and the identities of an
 * unconfirmed account, which a stranger may have registered; refills the budgets of attempts, which the administrator may have used up.
 */
export async function putAdmin(tx: Queryable, { email, passwordHash, at }: Admin): Promise<AdminChange> {
  const entry = { userId: null, requestId: null, subject: 'User' }
  await clearAccount(tx, accountKeys(email))
  const { rows } = await tx.query<{ id: string; active: boolean; isConfirmed: boolean }>(sql`
    select id, active, email_confirmed_at is not null as "isConfirmed" from users where email_key = ${emailKey(email)} for update`)
  const [account] = rows
  if (account === undefined) {
    const { id } = await createUser(tx, { firstName: ADMIN_NAME, email, passwordHash, emailConfirmedAt: at, at })
    await audit(tx, { ...entry, action: 'created', subjectId: id, after: { firstName: ADMIN_NAME, email } })
    return { done: 'made', sessions: 0, hadFactors: false, hadIdentities: false }
  }
  const { id, active, isConfirmed } = account
  const factors = await removeFactors(tx, id)
  const identities = isConfirmed ? [] : await removeUnproven(tx, id)
  const changed = await tx.query<{ version: number }>(sql`
    update users set active = true, password_hash = ${passwordHash}, password_proven = true, email_confirmed_at = coalesce(email_confirmed_at, ${at}),
      version = version + 1, updated_at = ${at}
    where id = ${id} returning version`)
  const sessions = await endAccess(tx, id, 'password_reset', at)
  await tx.query(sql`update link_tokens set used_at = ${at} where user_id = ${id} and purpose = 'reset' and used_at is null`)
  const removed = [...factors, ...identities]
  const after = { active: true, version: changed.rows[0]?.version, ...(removed.length > 0 && { removed }) }
  await audit(tx, { ...entry, action: 'password_reset', subjectId: id, before: { active }, after })
  return {
    done: active ? 'reset' : 'reactivated',
    sessions,
    hadFactors: factors.length > 0,
    hadIdentities: identities.length > 0,
  }
}

/** Whether the password of the settings opens the account of the settings; one that was stored earlier may have another. */
export async function opensAdmin({ settings, db, passwords }: Deps): Promise<boolean> {
  const { adminEmail: email, adminPassword: password } = settings
  if (email === null || password === null) return false
  const { rows } = await db.query<{ hash: string | null }>(sql`
    select password_hash as hash from users where email_key = ${emailKey(email)} and active`)
  return passwords.isRight(password, rows[0]?.hash ?? null)
}

/** What a start logs. */
export interface StartNews {
  readonly level: 'info' | 'warn'
  readonly message: string
}

const nobody =
  'Nobody can sign in: there is no active administrator. Set FROND_ADMIN_EMAIL and FROND_ADMIN_PASSWORD and start again, ' +
  'or run `npm run admin -- reset`'

/**
 * Creates or reactivates the administrator of the settings when no administrator is active; throws a `SettingsError` for a password that is
 * too easy to guess. Of several servers that start at once, one does it. Null when there is nothing to log.
 */
export async function ensureAdmin({ settings, db, clock, passwords }: Deps): Promise<StartNews | null> {
  if (await hasActiveAdmin(db)) return null
  const { adminEmail: email, adminPassword: password } = settings
  if (email === null || password === null) return { level: 'warn', message: nobody }
  const fault = await adminPasswordFault(db, password, 1, email)
  if (fault !== null) throw settingsError(`FROND_ADMIN_PASSWORD: ${fault}`)
  const passwordHash = await passwords.hash(password)
  const change = await db.transaction(async (tx) =>
    (await hasActiveAdminLocked(tx)) ? null : putAdmin(tx, { email, passwordHash, at: clock() }),
  )
  if (change === null) return null
  const how = `${email}, with the password of FROND_ADMIN_PASSWORD`
  return change.done === 'made'
    ? { level: 'info', message: `There was no active administrator: created ${how}` }
    : { level: 'warn', message: `There was no active administrator: reactivated ${how}` }
}
