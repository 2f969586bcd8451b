import sql from 'sql-template-tag'
import type { Deps } from '../deps'

/** Days for which it is known what became of a message. */
const DELIVERIES_DAYS = 30

/** Forgets messages of long ago, and alerts that were over before the activity begins. */
export async function sweepAlerts({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  await db.query(sql`delete from alert_deliveries where created_at < now() - make_interval(days => ${DELIVERIES_DAYS})`)
  if (settings.activityDays === 0) return
  await db.query(sql`delete from alerts where over_at < now() - make_interval(days => ${settings.activityDays})`)
}
