import sql from 'sql-template-tag'
import { alertRules } from '../../contract/alertRules'
import { counted } from '../../contract/grouped'
import type { AreaHooks } from '../crud/hooks'
import type { Values } from '../crud/table'
import type { Queryable } from '../db/database'
import { refuseUsed } from '../areas/inUse'
import { settledZone } from '../areas/zones'

const quietHours = ['quietFrom', 'quietTo', 'zone']

/**
 * Notification channels: refuses unknown time zones and the deletion of a channel that rules use, and applies changed quiet hours
 * to the message that waits for their end.
 */
export const channelHooks: AreaHooks = {
  async check(tx, draft, before) {
    const zone = await settledZone(tx, draft)
    const values = { ...draft, ...zone }
    if (before !== null && quietHours.some((field) => (values[field] ?? null) !== (before[field] ?? null)))
      await retime(tx, before, values)
    return zone
  },
  // The log holds no secrets, so a restored channel has none; its page must not show that it had.
  afterRestore: async (tx, id) => {
    await tx.query(sql`update notification_channels set secret_created_at = null where id = ${id}`)
  },
  async beforeRemove(tx, ids) {
    await refuseUsed(
      tx,
      alertRules,
      sql`channel_ids && ${ids}::uuid[]`,
      (total) => `This notification channel is used by ${counted(total, alertRules.nouns)}`,
    )
  },
}

/** Sets the times of the messages that wait for the end of the quiet hours of before, or for their minute. */
async function retime(tx: Queryable, before: Values, { quietFrom, quietTo, zone }: Values): Promise<void> {
  await tx.query(sql`
    update alert_deliveries set due_at = coalesce(
      quiet_until(${quietFrom}, ${quietTo}, ${zone}, now()), date_trunc('minute', now()) + interval '1 minute'
    )
    where channel_id = ${before['id']} and sent_at is null and failed_at is null and kind = 'alerts' and not urgent
      and (attempts = 0 or due_at = quiet_until(${before['quietFrom']}, ${before['quietTo']}, ${before['zone']}, now()))`)
}
