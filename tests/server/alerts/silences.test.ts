import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { insertGateway, insertHardware } from '../../support/rows/rows'
import { sentAlertsAt } from '../../support/rows/sentAlerts'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer()
const { addRule, judged, sendWaiting, lastSeen, changeRule, move, alerts, sentTo } = sentAlertsAt(server)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const silence = (silencedUntil: string | null) => changeRule({ silencedUntil })

describe('a silence', () => {
  it('that is ended wakes the alerts that were resolved during it, too: one that returns is sent again', async () => {
    await addRule()
    await lastSeen(600)
    await silence(inHours(1))
    await lastSeen(0)
    await silence(null)
    await lastSeen(600)
    expect(await alerts()).toMatchObject([{ status: 'open', snoozed: false, timesRaised: 2 }])
    await lastSeen(600)
    expect(await sentTo('ends')).toEqual(['Attic is offline', 'Attic is offline'])
  })

  it('that is changed moves the snoozes of alerts in every state', async () => {
    await addRule()
    await judged(600)
    await silence(inHours(2))
    await move('acknowledge')
    const sooner = inHours(1)
    await silence(sooner)
    expect(await alerts()).toMatchObject([{ status: 'acknowledged', snoozedUntil: sooner }])
    await silence(null)
    expect(await alerts()).toMatchObject([{ status: 'acknowledged', snoozed: false }])
  })

  it('snoozes no alert that is resolved or acknowledged', async () => {
    await addRule()
    await judged(600)
    await move('acknowledge')
    await silence(inHours(1))
    expect(await alerts()).toMatchObject([{ status: 'acknowledged', snoozedUntil: null }])
    await silence(null)
    await judged(0)
    await silence(inHours(1))
    expect(await alerts()).toMatchObject([{ status: 'resolved', snoozedUntil: null }])
  })

  it('snoozes an alert that returns during it until its end, and sends the alert then', async () => {
    await addRule()
    await lastSeen(600)
    await lastSeen(0)
    const until = inHours(1)
    await silence(until)
    await lastSeen(600)
    await lastSeen(600)
    expect(await alerts()).toMatchObject([{ status: 'open', snoozedUntil: until, timesRaised: 2 }])
    expect(await sentTo('quiet')).toEqual(['Attic is offline'])
    await server.db.query(sql`update alert_rules set silenced_until = now()`)
    await server.db.query(sql`update alerts set snoozed_until = now()`)
    await lastSeen(600)
    await lastSeen(600)
    expect(await sentTo('quiet')).toEqual(['Attic is offline', 'Attic is offline'])
  })

  it('keeps the longer snooze of an alert that returns', async () => {
    await addRule()
    await judged(600)
    const until = inHours(2)
    await move('snooze', { until })
    await judged(0)
    await silence(inHours(1))
    await judged(600)
    expect(await alerts()).toMatchObject([{ status: 'open', snoozedUntil: until }])
  })

  it('that is over snoozes no alert that returns', async () => {
    await addRule()
    await judged(600)
    await judged(0)
    await server.db.query(sql`update alert_rules set silenced_until = now() - interval '1 minute'`)
    await judged(600)
    expect(await alerts()).toMatchObject([{ status: 'open', snoozedUntil: null }])
  })
})

describe('a message that waits', () => {
  const waiting = async () => (await server.db.query(sql`select alerts_count as alerts from alert_deliveries_view`)).rows

  it.each([
    ['an alert is snoozed', () => move('snooze', { until: inHours(1) })],
    ['its rule is silenced', () => silence(inHours(1))],
  ])('is dropped when %s, and the alert is sent once, when the snooze ends', async (_how, snooze) => {
    await addRule()
    await judged(600)
    await snooze()
    await sendWaiting()
    expect(await sentTo('quiet')).toEqual([])
    expect(await waiting()).toEqual([])
    await server.db.query(sql`update alerts set snoozed_until = now()`)
    await lastSeen(600)
    await lastSeen(600)
    expect(await sentTo('quiet')).toEqual(['Attic is offline'])
  })

  it('leaves out snoozed alerts, and does not count them', async () => {
    await insertGateway(server.db, { name: 'Barn', hardware_id: await insertHardware(server.db) })
    await addRule()
    await judged(600)
    await server.db.query(sql`update alerts set snoozed_until = now() + interval '1 hour' where subject_name = 'Barn'`)
    await sendWaiting()
    expect(await sentTo('quiet')).toEqual(['Attic is offline'])
    expect(await waiting()).toEqual([{ alerts: 1 }, { alerts: 1 }])
  })

  it('names an alert that was snoozed and resolved', async () => {
    await addRule()
    await judged(600)
    await move('snooze', { until: inHours(1) })
    await lastSeen(0)
    expect(await sentTo('ends')).toEqual(['Resolved: Attic is offline'])
  })

  it('is dropped when its alerts were deleted', async () => {
    await addRule()
    await judged(600)
    await server.db.query(sql`delete from alerts`)
    await sendWaiting()
    expect(await sentTo('quiet')).toEqual([])
    expect(await waiting()).toEqual([])
  })
})
