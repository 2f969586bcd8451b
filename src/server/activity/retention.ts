import sql from 'sql-template-tag'
import type { Deps } from '../deps'

const DAY_MS = 86_400_000
/** Entries deleted per statement, so that writers never wait long. */
const AT_ONCE = 10_000

/** Deletes entries older than `activityDays` (0: never). */
export async function sweepActivity({ db, settings, clock }: Deps): Promise<void> {
  if (settings.activityDays === 0) return
  const oldest = new Date(clock().getTime() - settings.activityDays * DAY_MS)
  for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
    const { rowCount } = await db.query(sql`
      delete from audit_entries where id in (select id from audit_entries where at < ${oldest} order by at limit ${AT_ONCE})`)
    deleted = rowCount
  }
}
