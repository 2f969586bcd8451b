import { hkdfSync } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { OTHER_SECRET } from '../process/secrets'
import type { Settings } from '../process/settings'
import type { StartNews } from './admins'

/**
 * Records the secret that this process uses; warns when the database was last used with another one. Backups contain the fingerprint, so
 * that a restore with another secret is noticed, too.
 */
export async function recordSecret(db: Queryable, settings: Pick<Settings, 'secret'>): Promise<StartNews | null> {
  const fingerprint = fingerprintOf(settings)
  const { rowCount } = await db.query(
    sql`update used_secret set fingerprint = ${fingerprint} where fingerprint <> ${fingerprint}`,
  )
  await db.query(sql`insert into used_secret (fingerprint) values (${fingerprint}) on conflict do nothing`)
  if (rowCount === 0) return null
  const message = `FROND_SECRET differs from the one that this database was last used with: ${OTHER_SECRET}. Unless you changed it on purpose, set the same one for every process`
  return { level: 'warn', message }
}

/** Derives 128 bits, from which the secret cannot be computed. */
function fingerprintOf({ secret }: Pick<Settings, 'secret'>): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'frond fingerprint of the secret', 16)).toString('hex')
}
