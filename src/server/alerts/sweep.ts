import sql from 'sql-template-tag'
import type { Deps } from '../deps'

/** Retention of deliveries in days. */
const DELIVERIES_DAYS = 30

/** Deletes old deliveries, and alerts that ended before the activity begins. */
export async function sweepAlerts({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  await db.query(sql`delete from alert_deliveries where created_at < now() - make_interval(days => ${DELIVERIES_DAYS})`)
  if (settings.activityDays === 0) return
  await db.query(sql`delete from alerts where over_at < now() - make_interval(days => ${settings.activityDays})`)
}
