import sql from 'sql-template-tag'
import type { Queryable } from '../server/db/database'
import { idOf } from './chance'
import { insertRows } from './rows'

/** Milliseconds from an alert to its message: alerts of one minute go in one message. */
const GATHERED_MS = 60_000

/** Inserts the messages about critical alerts, which quiet hours do not hold back, as sent by each active channel. Call it after the alerts. */
export async function insertDeliveries(tx: Queryable, now: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string; channelId: string; raisedAt: string }>(sql`
    select a.id, c.id as "channelId", a.created_at as "raisedAt"
    from alerts a
    join alert_rules r on r.id = a.rule_id
    join notification_channels c on c.active and c.id = any(r.channel_ids)
    where a.severity = 'critical'`)
  await insertRows(
    tx,
    'alert_deliveries',
    {
      id: 'uuid',
      channel_id: 'uuid',
      alert_ids: 'uuid[]',
      urgent: 'boolean',
      created_at: 'timestamptz',
      due_at: 'timestamptz',
      attempts: 'integer',
      sent_at: 'timestamptz',
    },
    rows.map(({ id, channelId, raisedAt }) => {
      const sentAt = new Date(Math.min(Date.parse(raisedAt) + GATHERED_MS, now.getTime()))
      return {
        id: idOf(`delivery ${channelId} ${id}`, new Date(raisedAt)),
        channel_id: channelId,
        alert_ids: [id],
        urgent: true,
        created_at: raisedAt,
        due_at: sentAt,
        attempts: 1,
        sent_at: sentAt,
      }
    }),
  )
}
