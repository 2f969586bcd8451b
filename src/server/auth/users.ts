import sql from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import { fullnameOf } from '../../contract/session'
import { audit } from '../audit'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { settingsError } from '../environment'
import { emailKey } from './emails'
import { newPasswordFault } from './passwordRules'
import { hashPassword } from './passwords'

/** What the first administrator is called until someone changes it. */
const ADMIN_NAME = 'Administrator'

/** An account to be made. The password comes hashed: hashing takes time that no transaction should hold. */
export interface NewUser {
  readonly firstName: string
  readonly lastName?: string | undefined
  readonly email: string
  /** From `hashPassword`; null for an account that only a provider vouches for. */
  readonly passwordHash: string | null
  readonly emailConfirmedAt?: Date | null
  /** When it is made. */
  readonly at: Date
}

/** Makes an account. A taken address violates `users_email_key_taken`. */
export async function createUser(tx: Queryable, user: NewUser): Promise<{ id: string }> {
  const id = uuid()
  const fullname = fullnameOf(user.firstName, user.lastName)
  await tx.query(sql`
    insert into users (id, created_at, updated_at, first_name, last_name, fullname, email, email_key, password_hash, email_confirmed_at)
    values (${id}, ${user.at}, ${user.at}, ${user.firstName}, ${user.lastName || null}, ${fullname}, ${user.email},
      ${emailKey(user.email)}, ${user.passwordHash}, ${user.emailConfirmedAt ?? null})`)
  return { id }
}

/**
 * Makes the first administrator of the settings when there is no account at all; a password that anyone would try stops the start. Two
 * servers starting at once make one.
 */
export async function ensureAdmin({ settings, db, clock }: Deps): Promise<void> {
  const { adminEmail, adminPassword } = settings
  if (adminEmail === null || adminPassword === null) return
  const { rows } = await db.query(sql`select 1 from users limit 1`)
  if (rows.length > 0) return
  const at = clock()
  const fault = newPasswordFault(adminPassword, 1, { email: adminEmail, fullname: ADMIN_NAME })
  if (fault !== null) throw settingsError(`FROND_ADMIN_PASSWORD: ${fault}`)
  const passwordHash = await hashPassword(adminPassword)
  await db.transaction(async (tx) => {
    const id = uuid()
    const { rowCount } = await tx.query(sql`
      insert into users (id, created_at, updated_at, first_name, fullname, email, email_key, password_hash, email_confirmed_at)
      values (${id}, ${at}, ${at}, ${ADMIN_NAME}, ${ADMIN_NAME}, ${adminEmail}, ${emailKey(adminEmail)}, ${passwordHash}, ${at})
      on conflict do nothing`)
    const after = { firstName: ADMIN_NAME, email: adminEmail }
    if (rowCount > 0) await audit(tx, { userId: null, requestId: null, action: 'created', subject: 'User', subjectId: id, after })
  })
}
