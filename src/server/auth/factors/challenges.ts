import sql from 'sql-template-tag'
import type { Provider } from '../../../contract/session'
import type { Queryable } from '../../db/database'
import { makeSecret } from '../../process/secrets'
import { sha256 } from '../../process/sha256'

/** Seconds for which a challenge is valid. */
export const CHALLENGE_LIFE_S = 300

/** The first step of a sign-in. */
export type FirstStep = 'password' | Provider

/** The purpose of a challenge: the second step of a sign-in, a sign-in by a passkey alone, a new passkey. */
export type Purpose =
  | { readonly purpose: 'second_step'; readonly userId: string; readonly via: FirstStep }
  | { readonly purpose: 'passkey'; readonly userId: null }
  | { readonly purpose: 'new_passkey'; readonly userId: string }

/** Creates a challenge; it is sent once and is also the text that a passkey signs. */
export async function makeChallenge(tx: Queryable, { purpose, userId, ...rest }: Purpose, at: Date): Promise<string> {
  const token = makeSecret()
  const expires = new Date(at.getTime() + CHALLENGE_LIFE_S * 1000)
  const via = 'via' in rest ? rest.via : null
  await tx.query(sql`
    insert into factor_challenges (token_hash, purpose, user_id, via, expires_at)
    values (${sha256(token)}, ${purpose}, ${userId}, ${via}, ${expires})`)
  return token
}

/** A sign-in that waits for its second step. */
export interface PendingSignIn {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly fullname: string
  readonly via: FirstStep
}

/** Finds the sign-in that waits for this challenge's answer; null when none does. */
export async function findPendingSignIn(db: Queryable, token: string, at: Date): Promise<PendingSignIn | null> {
  const { rows } = await db.query<PendingSignIn>(sql`
    select u.id as "userId", u.email, u.first_name as "firstName", u.fullname, c.via from factor_challenges c join users u on u.id = c.user_id
    where c.token_hash = ${sha256(token)} and c.purpose = 'second_step' and c.used_at is null and c.expires_at > ${at} and u.active`)
  return rows[0] ?? null
}

/** Consumes a challenge of this purpose and user; of concurrent calls, one returns true. */
export async function spendChallenge(
  tx: Queryable,
  token: string,
  { purpose, userId }: Pick<Purpose, 'purpose' | 'userId'>,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    update factor_challenges set used_at = ${at}
    where token_hash = ${sha256(token)} and purpose = ${purpose} and user_id is not distinct from ${userId}::uuid
      and used_at is null and expires_at > ${at}`)
  return rowCount > 0
}
