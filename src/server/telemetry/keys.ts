import sql from 'sql-template-tag'
import { gateways } from '../../contract/gateways'
import { audit, type Actor } from '../activity/audit'
import { notFound } from '../crud/table'
import type { Database } from '../db/database'
import { makeSecret } from '../process/secrets'
import { sha256 } from '../process/sha256'

/** Prefix by which people and secret scanners recognise a gateway's key. */
const PREFIX = 'fgk_'

/** Creates a gateway's key and replaces the one before. Only its hash is stored, so the returned key cannot be read again. Throws 404. */
export function makeKey(db: Database, gatewayId: string, actor: Actor): Promise<string> {
  const key = `${PREFIX}${makeSecret()}`
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(sql`select 1 from gateways where id = ${gatewayId} for share`)
    if (rowCount === 0) throw notFound(gateways)
    await tx.query(sql`
      insert into gateway_keys (gateway_id, key_hash) values (${gatewayId}, ${sha256(key)})
      on conflict (gateway_id) do update set key_hash = excluded.key_hash, created_at = now()`)
    await audit(tx, { ...actor, action: 'key_made', subject: gateways.name, subjectId: gatewayId })
    return key
  })
}

/** True for a gateway's key, false for other secrets such as a session's. */
export function isGatewayKey(text: string): boolean {
  return text.startsWith(PREFIX)
}
