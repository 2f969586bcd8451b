import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { judge } from '../../../src/server/telemetry/condition'
import { measured } from '../../support/rows/measured'
import { insertGateway, insertHardware, insertHumidityGroup, insertPlant, insertSensor } from '../../support/rows/rows'
import { sentAlertsAt } from '../../support/rows/sentAlerts'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer()
const { addRule, alerts, judged, lastSeen, changeRule, move, pass, removeRule, sendWaiting, sentTo } = sentAlertsAt(server)

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

  it('is sent instead of the beginning, to channels that ask for it, when both wait for a message', async () => {
    await addRule()
    await insertGateway(server.db, { name: 'Barn', hardware_id: await insertHardware(server.db) })
    await judged(600)
    await judged(0)
    await pass(10)
    await sendWaiting()
    expect(await sentTo('ends')).toEqual([expect.stringMatching(/^2 alerts resolved: (Attic|Barn) is offline and 1 more$/)])
    expect(await sentTo('quiet')).toEqual([])
  })

  it('is sent instead of the beginning to all channels while the alert may return, which is not sent again', async () => {
    await addRule()
    await judged(600)
    await lastSeen(0)
    await lastSeen(600)
    for (const name of ['ends', 'quiet']) expect(await sentTo(name)).toEqual(['Resolved: Attic is offline'])
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

  it('is not sent when its rule no longer looks at what it is about', async () => {
    await addRule()
    await lastSeen(600)
    await changeRule({ tags: ['elsewhere'] })
    await lastSeen(600)
    await pass(10)
    await lastSeen(600)
    expect(await sentTo('ends')).toEqual(['Attic is offline'])
  })

  it('is sent while the condition has begun again, but not for as long as its rule asks', async () => {
    await addRule()
    await changeRule({ forS: 300 })
    await lastSeen(600)
    await lastSeen(0)
    await pass(10)
    await lastSeen(120)
    expect(await sentTo('ends')).toEqual(['Attic is offline', 'Resolved: Attic is offline'])
  })

  /** Adds the rule, limited to gateways with the tag of this one. */
  async function addLimitedRule(): Promise<void> {
    await addRule()
    await changeRule({ tags: ['roof'] })
    await server.db.query(sql`update gateways set tags = '{roof}'`)
  }
  const untag = () => server.db.query(sql`update gateways set tags = '{}'`)

  it.each([
    ['loses the tag that the rule is limited to', untag],
    ['is deleted', () => server.db.query(sql`delete from gateways`)],
  ])('is not sent when its gateway %s while it is offline', async (_what, change) => {
    await addLimitedRule()
    await lastSeen(600)
    await change()
    await lastSeen(600)
    expect(await alerts()).toMatchObject([{ status: 'resolved' }])
    await pass(10)
    await lastSeen(600)
    expect(await sentTo('ends')).toEqual(['Attic is offline'])
  })

  it('is sent when it ends after its gateway was outside the limits for some minutes', async () => {
    await addLimitedRule()
    await lastSeen(600)
    await untag()
    await lastSeen(600)
    await server.db.query(sql`update gateways set tags = '{roof}'`)
    await lastSeen(600)
    await lastSeen(0)
    await pass(10)
    await lastSeen(0)
    expect(await sentTo('ends')).toEqual(['Attic is offline', 'Resolved: Attic is offline'])
  })

  it('is not sent for a reading of a silent sensor that is outside the limits', async () => {
    await addLimitedRule()
    await changeRule({ kind: 'reading_low', metric: 'soil_moisture' })
    const plant_id = await insertPlant(server.db, { humidity_group_id: await insertHumidityGroup(server.db) })
    const [gateway] = (await server.db.query<{ id: string }>(sql`select id from gateways`)).rows
    const sensor = await insertSensor(server.db, { name: 'Basil', plant_id, gateway_id: gateway?.id })
    await measured(server, sensor, 'soil_moisture', [1, 5])
    await lastSeen(0)
    await server.db.query(sql`update sensor_latest set measured_at = now() - interval '1 day'`)
    await judge(server.db, [sensor])
    await untag()
    await lastSeen(0)
    await pass(10)
    await lastSeen(0)
    expect(await alerts()).toMatchObject([{ status: 'resolved' }])
    expect(await sentTo('ends')).toEqual(['Basil: soil moisture is too low'])
  })

  it.each([
    ['a low reading', { kind: 'reading_low', metric: 'soil_moisture' }, 1, 'Basil: soil moisture is too low'],
    ['missing readings', { kind: 'no_data' }, 1440, 'Basil has no current readings or no daily light'],
  ])('is not sent for %s when its sensor leaves the plant', async (_what, condition, minutesAgo, title) => {
    await addRule()
    const plant_id = await insertPlant(server.db, { humidity_group_id: await insertHumidityGroup(server.db) })
    await changeRule({ ...condition, plantIds: [plant_id] })
    const sensor = await insertSensor(server.db, { name: 'Basil', plant_id })
    await measured(server, sensor, 'soil_moisture', [minutesAgo, 5])
    await lastSeen(0)
    await server.db.query(sql`update sensors set plant_id = null`)
    await judge(server.db, [sensor])
    await lastSeen(0)
    expect(await alerts()).toMatchObject([{ status: 'resolved' }])
    await pass(10)
    await lastSeen(0)
    expect(await sentTo('ends')).toEqual([title])
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

  it.each(['open', 'acknowledged'])(
    'is undone with the deletion of its rule, which sends nothing: an %s one goes on',
    async (status) => {
      await addRule()
      await lastSeen(600)
      if (status === 'acknowledged') await move('acknowledge')
      const restoreRule = await removeRule()
      expect(await alerts()).toMatchObject([{ status: 'resolved', ruleId: null }])
      await restoreRule()
      await lastSeen(600)
      expect(await alerts()).toMatchObject([{ status, resolvedAt: null, ruleId: expect.any(String) }])
      expect(await sentTo('ends')).toEqual(['Attic is offline'])
      await lastSeen(0)
      await pass(10)
      await lastSeen(0)
      expect(await sentTo('ends')).toEqual(['Attic is offline', 'Resolved: Attic is offline'])
    },
  )

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

  it.each([
    ['an administrator resolves it', () => move('resolve')],
    ['its rule is deleted', removeRule],
    ['its rule looks for something else', () => changeRule({ kind: 'firmware_failed' })],
    ['its rule is deactivated', () => changeRule({ active: false })],
    [
      'its rule is deactivated, and then deleted',
      async () => {
        await changeRule({ active: false })
        await judged(600)
        await removeRule()
      },
    ],
  ])('is not sent when %s while its beginning waits for a message: neither is', async (_how, end) => {
    await addRule()
    await judged(600)
    await end()
    await judged(600)
    expect(await alerts()).toMatchObject([{ status: 'resolved' }])
    await sendWaiting()
    for (const name of ['ends', 'quiet']) expect(await sentTo(name)).toEqual([])
  })

  it('is sent although the rule is deleted while it waits for a message', async () => {
    await addRule()
    await lastSeen(600)
    await judged(0)
    await pass(10)
    await judged(0)
    await removeRule()
    await sendWaiting()
    expect(await sentTo('ends')).toEqual(['Attic is offline', 'Resolved: Attic is offline'])
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
