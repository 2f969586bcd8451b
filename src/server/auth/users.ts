import sql from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import { fullnameOf } from '../../contract/session'
import type { Queryable } from '../db/database'
import { emailKey } from './emails'

/** An account to create. The password is hashed by the caller, because hashing is too slow for a transaction. */
export interface NewUser {
  readonly firstName: string
  readonly lastName?: string | undefined
  readonly email: string
  /** From `Passwords`; null for an account with only a provider's sign-in. */
  readonly passwordHash: string | null
  readonly emailConfirmedAt?: Date | null
  /** The creation time. */
  readonly at: Date
}

/** Creates an account. A taken address violates `users_email_key_taken`. */
export async function createUser(tx: Queryable, user: NewUser): Promise<{ id: string }> {
  const id = uuid()
  const fullname = fullnameOf(user.firstName, user.lastName)
  // A password set together with a confirmed address was set by the mailbox's owner.
  const isProven = user.passwordHash !== null && (user.emailConfirmedAt ?? null) !== null
  await tx.query(sql`
    insert into users (id, created_at, updated_at, first_name, last_name, fullname, email, email_key, password_hash, password_proven,
      email_confirmed_at)
    values (${id}, ${user.at}, ${user.at}, ${user.firstName}, ${user.lastName || null}, ${fullname}, ${user.email},
      ${emailKey(user.email)}, ${user.passwordHash}, ${isProven}, ${user.emailConfirmedAt ?? null})`)
  return { id }
}
