import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { gateways } from '../../contract/gateways'
import { audit } from '../audit'
import { batches, refuseOver, type Counted } from '../auth/throttle'
import type { Actor } from '../crud/hooks'
import { missing } from '../crud/write'
import type { Database, Queryable } from '../db/database'

/** Tells a gateway's key from every other secret, to people and to those who scan for leaked ones. */
const PREFIX = 'fgk_'

/** Gives a gateway a new key, in place of the one before; the answer is the only time that it can be read. Throws 404. */
export function makeKey(db: Database, gatewayId: string, actor: Actor): Promise<string> {
  const key = `${PREFIX}${randomBytes(32).toString('base64url')}`
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(sql`select 1 from gateways where id = ${gatewayId} for share`)
    if (rowCount === 0) throw missing(gateways)
    await tx.query(sql`
      insert into gateway_keys (gateway_id, key_hash) values (${gatewayId}, ${hashOf(key)})
      on conflict (gateway_id) do update set key_hash = excluded.key_hash, created_at = now()`)
    await audit(tx, { ...actor, action: 'key_made', subject: gateways.name, subjectId: gatewayId })
    return key
  })
}

/**
 * Whose key it is, null when it is nobody's; counts the batch that comes with it. The 121st in a minute is refused with 429, and no other
 * gateway is the worse for it.
 */
export async function admitted(db: Queryable, key: string, at: Date): Promise<string | null> {
  if (!key.startsWith(PREFIX)) return null
  const { rows } = await db.query<Counted & { gatewayId: string | null }>(sql`
    select gateway as "gatewayId", hits, seconds_left as "secondsLeft" from admit_batch(${hashOf(key)}, ${batches.windowS}, ${at})`)
  const [row] = rows
  if (row === undefined || row.gatewayId === null) return null
  refuseOver(row, batches.limit)
  return row.gatewayId
}

/** 256 random bits need no salt and no slow hash. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
