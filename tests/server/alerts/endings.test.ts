import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { sendDue } from '../../../src/server/alerts/sender'
import { signedIn, type AnyResult, type Call } from '../../support/server/calls'
import { emptiedServer } from '../../support/server/hooks'
import { insert, insertGateway, insertHardware, ruleDraft } from '../../support/rows/rows'

const server = emptiedServer()
let call: Call

beforeEach(async () => {
  call = await signedIn(server)
  await insertGateway(server.db, { name: 'Attic', hardware_id: await insertHardware(server.db) })
})

/** A rule about offline gateways that is sent to two mail channels: `ends@` asks for resolved alerts, `quiet@` does not. */
async function addRule(): Promise<void> {
  const channel = (name: string) =>
    insert(server.db, 'notification_channels', {
      name,
      kind: 'mail',
      recipients: [`${name}@example.com`],
      tells_resolved: name === 'ends',
    })
  const channelIds = [await channel('ends'), await channel('quiet')]
  await call('POST', '/api/v1/alert_rules/register', { body: ruleDraft({ channelIds }) })
}

/** Judges the rule once more, after the gateway was seen that many seconds ago. */
async function judged(seconds: number): Promise<void> {
  await server.db.query(sql`update gateways set last_seen_at = ${new Date(Date.now() - seconds * 1000)}::timestamptz`)
  await server.db.query(sql`update alert_rules set judged_at = null`)
  await judgeAlerts(server.db)
}

/** Does the same and sends the messages. */
async function lastSeen(seconds: number): Promise<void> {
  await judged(seconds)
  await server.db.query(sql`update alert_deliveries set due_at = now() where sent_at is null`)
  await sendDue(server.deps)
}

async function changeRule(body: object): Promise<void> {
  const [rule] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/alert_rules')).body.result
  expect((await call('PUT', `/api/v1/alert_rules/${rule?.id}`, { body })).status).toBe(200)
}

/** Moves the alert, as an administrator. */
async function move(type: 'snooze' | 'resolve', body: object = {}): Promise<void> {
  const [alert] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/alerts')).body.result
  expect((await call('POST', `/api/v1/alerts/${alert?.id}/${type}`, { body })).status).toBe(200)
}

/** Moves the ends of alerts back by these minutes. */
async function pass(minutes: number): Promise<void> {
  const by = sql`make_interval(mins => ${minutes})`
  await server.db.query(sql`update alerts set over_at = over_at - ${by}, resolved_at = resolved_at - ${by}`)
}

async function sentTo(name: string): Promise<string[]> {
  const { rows } = await server.db.query<{ subject: string }>(sql`
    select letter ->> 'subject' as subject from mails where recipient = ${`${name}@example.com`} order by id`)
  return rows.map(({ subject }) => subject)
}

describe('the end of an alert', () => {
  it('is sent ten minutes later, to channels that ask for it', async () => {
    await addRule()
    await lastSeen(600)
    await lastSeen(0)
    await pass(9)
    await lastSeen(0)
    expect(await sentTo('ends')).toEqual(['Attic is offline'])
    await pass(1)
    await lastSeen(0)
    await lastSeen(0)
    expect(await sentTo('ends')).toEqual(['Attic is offline', 'Resolved: Attic is offline'])
    expect(await sentTo('quiet')).toEqual(['Attic is offline'])
  })

  it('is sent once, however often the alert was reopened before, and a later occurrence is another alert', async () => {
    await addRule()
    for (let flap = 0; flap < 3; flap++) {
      await lastSeen(600)
      await lastSeen(0)
      await pass(5)
    }
    expect(await sentTo('ends')).toEqual(['Attic is offline'])
    await pass(5)
    await lastSeen(0)
    expect(await sentTo('ends')).toEqual(['Attic is offline', 'Resolved: Attic is offline'])
    await lastSeen(600)
    expect((await sentTo('ends')).at(-1)).toBe('Attic is offline')
    expect(await sentTo('quiet')).toEqual(['Attic is offline', 'Attic is offline'])
  })

  it('counts as one alert with its beginning, in a message that quiet hours hold', async () => {
    await addRule()
    await server.db.query(sql`update notification_channels set quiet_from = '00:00', quiet_to = '23:59'`)
    await judged(600)
    await judged(0)
    await pass(10)
    await judged(0)
    const { rows } = await server.db.query(sql`
      select name, alerts_count as alerts from alert_deliveries_view d join notification_channels c on c.id = d.channel_id order by name`)
    expect(rows).toEqual([
      { name: 'ends', alerts: 1 },
      { name: 'quiet', alerts: 1 },
    ])
  })

  it('is not sent for a deactivated rule, whose condition may still hold', async () => {
    await addRule()
    await lastSeen(600)
    await changeRule({ active: false })
    await lastSeen(600)
    await pass(10)
    await lastSeen(600)
    expect(await sentTo('ends')).toEqual(['Attic is offline'])
  })

  it.each([
    ['an alert is snoozed', (until: string) => move('snooze', { until })],
    ['its rule is silenced', (silencedUntil: string) => changeRule({ silencedUntil })],
  ])('is sent while %s, once, if its beginning was sent before', async (_how, snooze) => {
    await addRule()
    await lastSeen(600)
    await snooze(new Date(Date.now() + 3_600_000).toISOString())
    await lastSeen(0)
    await pass(10)
    await lastSeen(0)
    await lastSeen(0)
    expect(await sentTo('ends')).toEqual(['Attic is offline', 'Resolved: Attic is offline'])
    expect(await sentTo('quiet')).toEqual(['Attic is offline'])
  })

  it('is not sent for an alert whose beginning was silenced', async () => {
    await addRule()
    await changeRule({ silencedUntil: new Date(Date.now() + 3_600_000).toISOString() })
    await lastSeen(600)
    await lastSeen(0)
    await pass(10)
    await lastSeen(0)
    expect(await sentTo('ends')).toEqual([])
  })

  it('is sent once for an alert that was sent again after its snooze', async () => {
    await addRule()
    await lastSeen(600)
    await move('snooze', { until: new Date(Date.now() + 3_600_000).toISOString() })
    await lastSeen(600)
    expect(await sentTo('ends')).toEqual(['Attic is offline'])
    await server.db.query(sql`update alerts set snoozed_until = now()`)
    for (const seconds of [600, 600, 0]) await lastSeen(seconds)
    await pass(10)
    for (const seconds of [0, 0]) await lastSeen(seconds)
    expect(await sentTo('ends')).toEqual(['Attic is offline', 'Attic is offline', 'Resolved: Attic is offline'])
  })

  it('is not sent for an alert that an administrator resolved', async () => {
    await addRule()
    await lastSeen(600)
    await move('resolve')
    await pass(1)
    await lastSeen(0)
    await pass(10)
    await lastSeen(0)
    expect(await sentTo('ends')).toEqual(['Attic is offline'])
  })
})
