import sql, { type Sql } from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { rowsOf, type AnyBody, type AnyResult } from '../../support/server/calls'
import { callAt, emptiedServer } from '../../support/server/hooks'
import { ago, insertGateway, insertHardware, nobody, ruleDraft } from '../../support/rows/rows'

const server = emptiedServer()
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const call = callAt(server, beforeEach)
let ids: readonly string[]

beforeEach(async () => {
  const hub = await insertHardware(server.db)
  for (const name of ['Attic', 'Barn', 'Cellar'])
    await insertGateway(server.db, { name, hardware_id: hub, last_seen_at: ago(600) })
  await call('POST', '/api/v1/alert_rules/register', { body: ruleDraft({ name: 'Offline' }) })
  await judgeAlerts(server.db)
  ids = (await alerts('?sort=title')).map(({ id }) => id)
})

const alerts = (query = '') => rowsOf(call, `/api/v1/alerts${query}`)

const move = (id: string | undefined, name: string, body: object = {}) =>
  call<AnyBody & { moves?: readonly string[] }>('POST', `/api/v1/alerts/${id}/${name}`, { body })

async function judgeAgain() {
  await server.db.query(sql`update alert_rules set judged_at = null`)
  return judgeAlerts(server.db)
}

describe('GET /alerts', () => {
  it('lists open alerts first, then the most severe, then the latest', async () => {
    const listed = async (query = '') => (await alerts(query)).map(({ title }) => title)
    const [attic, barn, cellar] = ids
    const change = (id: string | undefined, columns: Sql) => server.db.query(sql`update alerts set ${columns} where id = ${id}`)
    await change(attic, sql`opened_at = now() - interval '1 hour'`)
    await change(cellar, sql`severity = 'critical'`)
    expect(await listed()).toEqual(['Cellar is offline', 'Barn is offline', 'Attic is offline'])
    await move(cellar, 'resolve')
    await move(barn, 'acknowledge')
    expect(await listed()).toEqual(['Attic is offline', 'Barn is offline', 'Cellar is offline'])
    expect(await listed('?sort=severity,status')).toEqual(['Cellar is offline', 'Attic is offline', 'Barn is offline'])
  })
})

describe('POST /alerts/{id}/…', () => {
  it('acknowledges once, with a note, and records the user', async () => {
    const { status, body } = await move(ids[0], 'acknowledge', { note: 'Power is out' })
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ status: 'acknowledged', note: 'Power is out', acknowledgedByName: 'Administrator' })
    const again = await move(ids[0], 'acknowledge')
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'illegal_move', moves: ['snooze', 'resolve'] })
    expect(again.body.message).toBe('This alert is acknowledged and cannot be acknowledged: it can be snoozed or resolved')
    const { body: log } = await call<{ result: AnyResult[] }>('GET', `/api/v1/activity?area=Alert&rowId=${ids[0]}`)
    expect(log.result[0]).toMatchObject({
      action: 'acknowledged',
      changes: [
        { field: 'note', from: null, to: 'Power is out' },
        { field: 'status', from: 'open', to: 'acknowledged' },
      ],
    })
  })

  it('keeps the note when none is sent, and clears it by null', async () => {
    await move(ids[0], 'acknowledge', { note: 'Power is out' })
    await move(ids[1], 'acknowledge', { note: 'Power is out' })
    expect((await move(ids[0], 'resolve')).body.result).toMatchObject({ note: 'Power is out' })
    expect((await move(ids[1], 'resolve', { note: null })).body.result).toMatchObject({ note: null })
  })

  it('resolves permanently: a condition that still holds raises no alert before it has ended', async () => {
    await move(ids[0], 'resolve')
    expect((await move(ids[0], 'snooze', { until: inAnHour() })).body).toMatchObject({ code: 'illegal_move', moves: [] })
    expect(await judgeAgain()).toEqual({ raised: 0, reopened: 0, resolved: 0 })
    await server.db.query(sql`update gateways set last_seen_at = now()`)
    await judgeAgain()
    await server.db.query(sql`update gateways set last_seen_at = ${ago(600)}::timestamptz`)
    expect(await judgeAgain()).toMatchObject({ reopened: 3 })
  })

  it('snoozes until a future time, and ends the snooze', async () => {
    const late = await move(ids[0], 'snooze', { until: ago(60).toISOString() })
    expect(late.status).toBe(422)
    expect(late.body.fields).toEqual({ until: 'Until must be in the future' })
    expect((await move(ids[0], 'snooze')).status).toBe(422)
    const until = inAnHour()
    expect((await move(ids[0], 'snooze', { until })).body.result).toMatchObject({ snoozed: true, snoozedUntil: until })
    expect(await alerts('?snoozed=true')).toHaveLength(1)
    expect(await alerts('?snoozed=false')).toHaveLength(2)
    expect((await move(ids[0], 'snooze', { until: null })).body.result).toMatchObject({ snoozed: false, status: 'open' })
  })

  it('moves many, and reports those that cannot be', async () => {
    await move(ids[0], 'acknowledge')
    const { body } = await call('POST', '/api/v1/alerts/bulk_acknowledge', { body: { ids, note: 'All of us' } })
    expect(body.result).toMatchObject({ done: 2, failed: [{ id: ids[0], code: 'illegal_move' }] })
    const filter = { status: 'acknowledged', q: 'offline' }
    const wrong = await call('POST', '/api/v1/alerts/bulk_resolve', { body: { filter, expectedCount: 2 } })
    expect(wrong.body).toMatchObject({ code: 'count_changed' })
    const right = await call('POST', '/api/v1/alerts/bulk_resolve', { body: { filter, expectedCount: 3 } })
    expect(right.body.result).toEqual({ done: 3, failed: [] })
  })

  it('moves many once for one Idempotency-Key, and answers as before, though its filter matches none by now', async () => {
    await move(ids[0], 'acknowledge')
    const headers = { 'idempotency-key': 'moves-once' }
    const body = { filter: { status: ['open', 'acknowledged'] }, expectedCount: 3, note: 'All of us' }
    const send = () => call('POST', '/api/v1/alerts/bulk_acknowledge', { body, headers })
    const first = await send()
    expect(first.body.result).toMatchObject({ done: 2, failed: [{ id: ids[0], code: 'illegal_move' }] })
    for (const id of ids) await move(id, 'resolve')

    expect((await send()).body).toEqual(first.body)
    expect(await alerts('?status=resolved')).toHaveLength(3)
  })

  it('answers 404 for an unknown alert, and accepts no fields of an alert', async () => {
    expect((await move('01890000-0000-7000-8000-000000000000', 'resolve')).status).toBe(404)
    expect((await call('PUT', `/api/v1/alerts/${ids[0]}`, { body: {} })).status).toBe(405)
    expect((await move(ids[0], 'acknowledge', { status: 'resolved' })).status).toBe(422)
  })
})

describe('an alert rule', () => {
  it('snoozes its alerts while it is silenced, those raised in the meantime too', async () => {
    const [rule] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/alert_rules')).body.result
    const silencedUntil = inAnHour()
    await call('PUT', `/api/v1/alert_rules/${rule?.id}`, { body: { silencedUntil } })
    expect(await alerts('?snoozed=true')).toHaveLength(3)
    const hub = await insertHardware(server.db)
    await insertGateway(server.db, { hardware_id: hub, last_seen_at: ago(600) })
    await judgeAgain()
    expect(await alerts(`?snoozed=true&ruleId=${rule?.id}`)).toHaveLength(4)
  })

  it('has an entry in its history when its rule is silenced, and when that ends', async () => {
    const [rule] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/alert_rules')).body.result
    const silencedUntil = inAnHour()
    for (const until of [silencedUntil, null])
      await call('PUT', `/api/v1/alert_rules/${rule?.id}`, { body: { silencedUntil: until } })
    const { body } = await call<{ result: AnyResult[] }>('GET', `/api/v1/alerts/${ids[0]}/history`)
    expect(body.result.slice(0, 2)).toMatchObject([
      { action: 'snooze_ended', changes: [{ field: 'snoozedUntil', from: silencedUntil, to: null }] },
      { action: 'snoozed', changes: [{ field: 'snoozedUntil', from: null, to: silencedUntil }] },
    ])
  })

  it('keeps a snooze that lasts longer than its silence, and ends with the silence only what that snoozed', async () => {
    const [rule] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/alert_rules')).body.result
    const silence = (silencedUntil: string | null) => call('PUT', `/api/v1/alert_rules/${rule?.id}`, { body: { silencedUntil } })
    const until = new Date(Date.now() + 7_200_000).toISOString()
    await move(ids[0], 'snooze', { until })
    await silence(inAnHour())
    expect(await alerts('?snoozed=true&sort=title')).toMatchObject([{ snoozedUntil: until }, {}, {}])
    await silence(null)
    expect(await alerts('?snoozed=true')).toMatchObject([{ id: ids[0], snoozedUntil: until }])
  })

  it('ends no snooze when a silence is over', async () => {
    const [rule] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/alert_rules')).body.result
    const silencedUntil = ago(60).toISOString()
    expect((await call('PUT', `/api/v1/alert_rules/${rule?.id}`, { body: { silencedUntil } })).status).toBe(200)
    await judgeAgain()
    const { body } = await call<{ result: AnyResult[] }>('GET', '/api/v1/activity?area=Alert&action=snooze_ended')
    expect(body.result).toEqual([])
  })

  it('ends its alerts when its kind changes, and reopens none of them for the new kind', async () => {
    const [rule] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/alert_rules')).body.result
    await server.db.query(sql`
      insert into unknown_sensors (gateway_id, eui) select id, 'A84041FFFFC0FFEE' from gateways where name = 'Attic'`)
    await call('PUT', `/api/v1/alert_rules/${rule?.id}`, { body: { kind: 'unknown_sensor' } })
    expect(await alerts('?status=resolved')).toMatchObject(ids.map(() => ({ resolvedByName: 'Administrator' })))
    expect(await judgeAgain()).toEqual({ raised: 1, reopened: 0, resolved: 0 })
    expect(await alerts('?status=open')).toMatchObject([{ title: 'Attic has unregistered sensors', timesRaised: 1 }])
  })

  it('is silenced until a UTC time without milliseconds', async () => {
    const [rule] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/alert_rules')).body.result
    const until = await call('PUT', `/api/v1/alert_rules/${rule?.id}`, { body: { silencedUntil: '2099-12-05T00:00:00Z' } })
    expect(until.body.result).toMatchObject({ silencedUntil: '2099-12-05T00:00:00.000Z' })
  })

  it('resolves its alerts when it is deleted', async () => {
    const [rule] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/alert_rules')).body.result
    expect((await call('DELETE', `/api/v1/alert_rules/${rule?.id}`)).status).toBe(204)
    expect(await alerts('?status=resolved')).toMatchObject(ids.map(() => ({ ruleId: null, ruleName: 'Offline' })))
  })

  it('refuses fields that do not fit its kind, and unknown rows', async () => {
    const make = (changes: object) => call('POST', '/api/v1/alert_rules/register', { body: { ...ruleDraft(), ...changes } })
    expect((await make({ kind: 'reading_low' })).body.fields).toEqual({ metric: 'Choose a reading' })
    expect((await make({ plantIds: [nobody] })).body.fields).toHaveProperty('plantIds')
    expect((await make({ gatewayIds: [nobody] })).body.fields).toEqual({ gatewayIds: 'One of these gateways does not exist' })
    expect((await make({ channelIds: [nobody] })).status).toBe(422)
    const never = await make({ silencedUntil: '2026-02-30T10:00:00.000Z' })
    expect([never.status, never.body.fields]).toEqual([422, { silencedUntil: 'Silenced until is not a UTC time' }])
  })

  it('previews the alerts that it would raise now', async () => {
    const preview = (changes: object) => call('POST', '/api/v1/alert_rules/preview', { body: { ...ruleDraft(), ...changes } })
    expect((await preview({})).body.result).toMatchObject({
      total: 3,
      inhibited: 0,
      subjects: [{ name: 'Attic' }, { name: 'Barn' }, {}],
    })
    expect((await preview({ forS: 900 })).body.result).toMatchObject({ total: 0 })
    const [gateway] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/gateways')).body.result
    expect((await preview({ gatewayIds: [gateway?.id] })).body.result).toMatchObject({ total: 1 })
    expect((await preview({ name: '' })).status).toBe(422)
  })
})
