import sql from 'sql-template-tag'
import type { FactorKind } from '../../contract/factors'
import type { Provider } from '../../contract/session'
import type { Queryable } from '../db/database'
import { removeUnusedRecoveryCodes } from './factors/accountFactors'

/**
 * Removes the second factors and providers' identities that were added before the account's address was confirmed, all of them while it is not:
 * a stranger may have registered it. Returns their kinds.
 */
export async function removeUnproven(tx: Queryable, userId: string): Promise<readonly (FactorKind | Provider)[]> {
  const isUnproven = sql`user_id = ${userId}
    and created_at < (select coalesce(email_confirmed_at, 'infinity') from users where id = ${userId})`
  const { rows } = await tx.query<{ kind: FactorKind | Provider }>(sql`
    with apps as (delete from totps where ${isUnproven} returning 'totp' as kind),
      keys as (delete from passkeys where ${isUnproven} returning 'passkey' as kind),
      codes as (delete from recovery_codes where ${isUnproven}),
      others as (delete from identities where ${isUnproven} returning provider as kind)
    select kind from apps union select kind from keys union select kind from others order by kind`)
  await removeUnusedRecoveryCodes(tx, userId)
  return rows.map(({ kind }) => kind)
}
