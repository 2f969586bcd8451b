import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { RECOVERY_CODES } from '../../../contract/factors'
import type { Queryable } from '../../db/database'
import { sha256 } from '../../process/sha256'

/** Crockford's base 32: no letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16

/** Replaces an account's recovery codes; returns the new ones, of which only hashes are stored. */
export async function makeRecoveryCodes(tx: Queryable, userId: string, at: Date): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.query(sql`
    insert into recovery_codes (code_hash, user_id, created_at)
    select hash, ${userId}::uuid, ${at}::timestamptz from unnest(${codes.map(hashOf)}::text[]) as hash`)
  return codes
}

/** Consumes a recovery code; of concurrent calls, one returns true. Ignores spaces, dashes and case. */
export async function consumeRecoveryCode(tx: Queryable, userId: string, code: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    update recovery_codes set used_at = ${at} where code_hash = ${hashOf(code)} and user_id = ${userId} and used_at is null`)
  return rowCount > 0
}

/** Sixteen random characters of 5 bits each, in groups of four. */
function newCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replace(/.{4}(?=.)/g, '$&-')
}

function hashOf(code: string): string {
  return sha256(code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1'))
}
