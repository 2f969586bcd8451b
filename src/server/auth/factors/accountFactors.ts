import sql, { type Sql } from 'sql-template-tag'
import type { FactorKind, Factors, Passkey } from '../../../contract/factors'
import type { Queryable } from '../../db/database'
import type { Settings } from '../../process/settings'
import { relyingParty } from './relyingParty'

/** Condition on `users u`: the account has a second factor. Recovery codes alone do not count. */
export const hasFactor: Sql = sql`(exists (select from totps t where t.user_id = u.id and t.confirmed_at is not null)
  or exists (select from passkeys p where p.user_id = u.id))`

/** The methods by which an account can pass a second step; none when it has no second factor. */
export async function methodsOf(db: Queryable, userId: string): Promise<readonly FactorKind[]> {
  const { rows } = await db.query<{ totp: boolean; passkey: boolean; codes: boolean }>(sql`
    select exists (select from totps where user_id = ${userId} and confirmed_at is not null) as totp,
      exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from recovery_codes where user_id = ${userId} and used_at is null) as codes`)
  const { totp = false, passkey = false, codes = false } = rows[0] ?? {}
  if (!totp && !passkey) return []
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(passkey ? (['passkey'] as const) : []),
    ...(codes ? (['recovery_code'] as const) : []),
  ]
}

/** Reads the second factors of an account for its owner and administrators. */
export async function factorsOf(
  db: Queryable,
  settings: Pick<Settings, 'secondFactor' | 'publicUrl'>,
  userId: string,
): Promise<Factors> {
  const { rows } = await db.query<{ since: string | null; codesLeft: number }>(sql`
    select (select confirmed_at from totps where user_id = ${userId}) as since,
      (select count(*)::integer from recovery_codes where user_id = ${userId} and used_at is null) as "codesLeft"`)
  const { rows: passkeys } = await db.query<Passkey>(sql`
    select id, name, created_at as "createdAt", used_at as "lastUsedAt" from passkeys where user_id = ${userId} order by id`)
  const { since = null, codesLeft = 0 } = rows[0] ?? {}
  return {
    totp: since === null ? null : { since },
    passkeys,
    recoveryCodesLeft: codesLeft,
    required: settings.secondFactor === 'required',
    passkeysOffered: relyingParty(settings) !== null,
  }
}

/** Removes all second factors of an account; returns which there were. */
export async function removeFactors(tx: Queryable, userId: string): Promise<readonly FactorKind[]> {
  const removed = await methodsOf(tx, userId)
  await tx.query(sql`delete from totps where user_id = ${userId}`)
  await tx.query(sql`delete from passkeys where user_id = ${userId}`)
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.query(sql`delete from factor_challenges where user_id = ${userId}`)
  return removed
}

/** Deletes the recovery codes of an account without app and passkey: no second step asks for them. */
export async function removeUnusedRecoveryCodes(tx: Queryable, userId: string): Promise<void> {
  await tx.query(sql`
    delete from recovery_codes where user_id = ${userId} and not exists (select from users u where u.id = ${userId} and ${hasFactor})`)
}
