import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Delivery } from '../../../src/contract/channelCalls'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { sendDue } from '../../../src/server/alerts/sender'
import { rowsOf } from '../../support/server/calls'
import { callAt, emptiedServer } from '../../support/server/hooks'
import { insert, insertGateway, insertHardware, ruleDraft } from '../../support/rows/rows'

const server = emptiedServer()
const zone = 'Europe/Zurich'
/** The time there in so many hours, such as 21:05. */
const timeIn = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
const hours = { quietFrom: timeIn(-1), quietTo: timeIn(1), zone }
const call = callAt(server, beforeEach)

/** Adds a channel that is quiet now, and for another hour. */
function channel(changes: object = {}): Promise<string> {
  const { quietFrom: quiet_from, quietTo: quiet_to } = hours
  return insert(server.db, 'notification_channels', {
    name: 'Night',
    kind: 'mail',
    recipients: ['night@example.com'],
    quiet_from,
    quiet_to,
    zone,
    ...changes,
  })
}

/** Raises an alert that is sent to the channel. */
async function raise(channelId: string, severity: 'critical' | 'warning'): Promise<void> {
  const hardwareId = await insertHardware(server.db)
  await insertGateway(server.db, { hardware_id: hardwareId, last_seen_at: new Date(Date.now() - 600_000) })
  await call('POST', '/api/v1/alert_rules/register', { body: ruleDraft({ channelIds: [channelId], severity }) })
  await judgeAlerts(server.db)
}

/** Lets the time of all messages come. */
const makeDue = () => server.db.query(sql`update alert_deliveries set due_at = now()`)

const deliveries = (id: string) => rowsOf<Delivery>(call, `/api/v1/notification_channels/${id}/deliveries`)

describe('quiet hours', () => {
  it('hold messages that are not critical until they end, in the channel’s time zone', async () => {
    const id = await channel()
    await raise(id, 'warning')
    await makeDue()
    expect(await sendDue(server.deps)).toBe(0)
    const [held] = await deliveries(id)
    expect(new Date(held?.nextAt ?? '').toLocaleTimeString('en-GB', { timeZone: zone })).toBe(`${hours.quietTo}:00`)
    await raise(id, 'critical')
    const [urgent] = await deliveries(id)
    expect(Date.parse(urgent?.nextAt ?? '') - Date.now()).toBeLessThanOrEqual(60_000)
    const refused = async (name: string) =>
      (await call('PUT', `/api/v1/notification_channels/${id}`, { body: { zone: name } })).body.fields
    expect(await refused('Mars/Olympus')).toEqual({ zone: 'Time zone must be a time zone such as Europe/Zurich' })
    expect(await refused('IST')).toEqual({ zone: 'There is no such time zone' })
  })

  it('take a time zone in any case, and store its name', async () => {
    const path = `/api/v1/notification_channels/${await channel({ zone: 'Asia/Tokyo' })}`
    expect((await call('PUT', path, { body: { zone: 'europe/ZURICH' } })).body.result).toMatchObject({ zone })
  })

  it('hold what falls due in them, also a retry, unless it is critical', async () => {
    const id = await channel()
    await raise(id, 'warning')
    await raise(id, 'critical')
    await server.db.query(sql`update alert_deliveries set due_at = now(), attempts = case when urgent then 0 else 2 end`)
    expect(await sendDue(server.deps)).toBe(1)
    expect(await deliveries(id)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          status: 'waiting',
          attempts: 2,
          nextAt: expect.stringContaining(`${hours.quietTo.slice(2)}:00`),
        }),
      ]),
    )
  })

  it('hold only what they may concern when they cannot be read, and sending fails at the end', async () => {
    const night = await channel({ zone: 'Mars/Olympus' })
    const day = await channel({ name: 'Day', quiet_from: null, quiet_to: null })
    await raise(night, 'warning')
    await raise(night, 'critical')
    await raise(day, 'warning')
    await makeDue()
    await expect(sendDue(server.deps)).rejects.toThrow('time zone "Mars/Olympus" not recognized')
    const { rows } = await server.db.query(sql`
      select channel_id as channel, urgent from alert_deliveries where sent_at is not null order by urgent`)
    expect(rows).toEqual([
      { channel: day, urgent: false },
      { channel: night, urgent: true },
    ])
  })

  it('hold and release waiting messages when they are changed', async () => {
    const id = await channel()
    await raise(id, 'warning')
    const change = async (body: object) => {
      expect((await call('PUT', `/api/v1/notification_channels/${id}`, { body })).status).toBe(200)
      const [waiting] = await deliveries(id)
      return new Date(waiting?.nextAt ?? '')
    }
    expect((await change({ quietFrom: null, quietTo: null })).getTime() - Date.now()).toBeLessThanOrEqual(60_000)
    expect((await change(hours)).toLocaleTimeString('en-GB', { timeZone: zone })).toBe(`${hours.quietTo}:00`)
  })

  it.each([
    ['22:00', '06:00', '2026-11-24T21:30:00Z', '2026-11-25T05:00:00.000Z'],
    ['22:00', '06:00', '2026-11-25T04:59:00Z', '2026-11-25T05:00:00.000Z'],
    ['22:00', '06:00', '2026-11-25T05:00:00Z', null],
    ['12:00', '13:00', '2026-11-25T11:30:00Z', '2026-11-25T12:00:00.000Z'],
    [null, null, '2026-11-25T11:30:00Z', null],
  ])('from %s to %s, at %s, end at %s', async (from, to, at, end) => {
    const { rows } = await server.db.query<{ end: string | null }>(
      sql`select quiet_until(${from}::text, ${to}::text, 'Europe/Zurich', ${at}::timestamptz) as end`,
    )
    expect(rows).toEqual([{ end }])
  })
})
