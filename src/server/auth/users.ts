import sql from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import { fullnameOf } from '../../contract/session'
import type { Queryable } from '../db/database'
import { emailKey } from './emails'

/** An account to be made. The password comes hashed: hashing takes time that no transaction should hold. */
export interface NewUser {
  readonly firstName: string
  readonly lastName?: string | undefined
  readonly email: string
  /** From `Passwords`; null for an account that only a provider vouches for. */
  readonly passwordHash: string | null
  readonly emailConfirmedAt?: Date | null
  /** When it is made. */
  readonly at: Date
}

/** Makes an account. A taken address violates `users_email_key_taken`. */
export async function createUser(tx: Queryable, user: NewUser): Promise<{ id: string }> {
  const id = uuid()
  const fullname = fullnameOf(user.firstName, user.lastName)
  // Who sets it at once with the proof of the address has given both.
  const isProven = user.passwordHash !== null && (user.emailConfirmedAt ?? null) !== null
  await tx.query(sql`
    insert into users (id, created_at, updated_at, first_name, last_name, fullname, email, email_key, password_hash, password_proven,
      email_confirmed_at)
    values (${id}, ${user.at}, ${user.at}, ${user.firstName}, ${user.lastName || null}, ${fullname}, ${user.email},
      ${emailKey(user.email)}, ${user.passwordHash}, ${isProven}, ${user.emailConfirmedAt ?? null})`)
  return { id }
}
