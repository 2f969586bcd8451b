import sql from 'sql-template-tag'
import { beforeEach, expect } from 'vitest'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { sendDue } from '../../../src/server/alerts/sender'
import { signedIn, type AnyResult, type Call } from '../server/calls'
import type { TestServer } from '../server/server'
import { insert, insertGateway, insertHardware, ruleDraft } from './rows'

/** One gateway, a rule about it, and what is sent of its alerts, on a server whose database is emptied for each test. */
export function sentAlertsAt(server: TestServer) {
  let call: Call
  beforeEach(async () => {
    call = await signedIn(server)
    await insertGateway(server.db, { name: 'Attic', hardware_id: await insertHardware(server.db) })
  })

  const list = async (path: string) => (await call<{ result: AnyResult[] }>('GET', path)).body.result

  /** Judges the rule once more, after the gateway was seen that many seconds ago. */
  async function judged(seconds: number): Promise<void> {
    await server.db.query(sql`update gateways set last_seen_at = ${new Date(Date.now() - seconds * 1000)}::timestamptz`)
    await server.db.query(sql`update alert_rules set judged_at = null`)
    await judgeAlerts(server.db)
  }

  /** Sends the messages that wait, as if their time had come. */
  async function sendWaiting(): Promise<void> {
    await server.db.query(sql`update alert_deliveries set due_at = now() where sent_at is null`)
    await sendDue(server.deps)
  }

  return {
    /** A rule about offline gateways that is sent to two mail channels: `ends@` asks for resolved alerts, `quiet@` does not. */
    async addRule(): Promise<void> {
      const channel = (name: string) =>
        insert(server.db, 'notification_channels', {
          name,
          kind: 'mail',
          recipients: [`${name}@example.com`],
          tells_resolved: name === 'ends',
        })
      const channelIds = [await channel('ends'), await channel('quiet')]
      await call('POST', '/api/v1/alert_rules/register', { body: ruleDraft({ channelIds }) })
    },
    judged,
    sendWaiting,
    /** Judges the rule once more, after the gateway was seen that many seconds ago, and sends the messages. */
    async lastSeen(seconds: number): Promise<void> {
      await judged(seconds)
      await sendWaiting()
    },
    async changeRule(body: object): Promise<void> {
      const [rule] = await list('/api/v1/alert_rules')
      expect((await call('PUT', `/api/v1/alert_rules/${rule?.id}`, { body })).status).toBe(200)
    },
    /** Deletes the rule; the returned function restores it. */
    async removeRule(): Promise<() => Promise<void>> {
      const [rule] = await list('/api/v1/alert_rules')
      expect((await call('DELETE', `/api/v1/alert_rules/${rule?.id}`)).status).toBe(204)
      return async () => {
        const { body } = await call('POST', '/api/v1/alert_rules/restore', { body: { ids: [rule?.id] } })
        expect(body).toMatchObject({ result: { done: 1 } })
      }
    },
    alerts: () => list('/api/v1/alerts'),
    /** Moves the latest alert, as an administrator. */
    async move(type: 'acknowledge' | 'snooze' | 'resolve', body: object = {}): Promise<void> {
      const [alert] = await list('/api/v1/alerts')
      expect((await call('POST', `/api/v1/alerts/${alert?.id}/${type}`, { body })).status).toBe(200)
    },
    /** Moves the ends of alerts back by these minutes. */
    async pass(minutes: number): Promise<void> {
      const by = sql`make_interval(mins => ${minutes})`
      await server.db.query(sql`update alerts set over_at = over_at - ${by}, resolved_at = resolved_at - ${by}`)
    },
    async sentTo(name: string): Promise<string[]> {
      const { rows } = await server.db.query<{ subject: string }>(sql`
        select letter ->> 'subject' as subject from mails where recipient = ${`${name}@example.com`} order by id`)
      return rows.map(({ subject }) => subject)
    },
  }
}
