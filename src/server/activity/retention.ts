import sql from 'sql-template-tag'
import { DAY_MS } from '../../contract/durations'
import { deleteOldest } from '../db/deleteOldest'
import type { Deps } from '../deps'

/** Deletes entries older than `activityDays` (0: never). */
export async function sweepActivity({ db, settings, clock }: Deps): Promise<void> {
  if (settings.activityDays === 0) return
  const oldest = new Date(clock().getTime() - settings.activityDays * DAY_MS)
  await deleteOldest(db, 'audit_entries', 'at', sql`at < ${oldest}`)
}
