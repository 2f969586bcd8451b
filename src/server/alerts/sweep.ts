import sql from 'sql-template-tag'
import { deleteOldest } from '../db/deleteOldest'
import type { Deps } from '../deps'

/** Retention of deliveries in days. */
const DELIVERIES_DAYS = 30

/** Deletes old deliveries, and alerts that ended before the activity begins. */
export async function sweepAlerts({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  const agoOf = (days: number) => sql`now() - make_interval(days => ${days})`
  await deleteOldest(db, 'alert_deliveries', 'created_at', sql`created_at < ${agoOf(DELIVERIES_DAYS)}`)
  if (settings.activityDays === 0) return
  await deleteOldest(db, 'alerts', 'over_at', sql`over_at < ${agoOf(settings.activityDays)}`)
}
