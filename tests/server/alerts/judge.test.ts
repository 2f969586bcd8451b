import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AlertRuleDraft } from '../../../src/contract/alertRules'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import type { Database } from '../../../src/server/db/database'
import { judge as judgeReadings } from '../../../src/server/telemetry/condition'
import { rowsOf, type AnyResult } from '../../support/server/calls'
import { callAt, emptiedServer } from '../../support/server/hooks'
import {
  ago,
  insertGateway,
  insertHardware,
  insertHumidityGroup,
  insertPlant,
  insertSensor,
  ruleDraft,
} from '../../support/rows/rows'

const server = emptiedServer()
const call = callAt(server, beforeEach)
let hub: string

beforeEach(async () => {
  hub = await insertHardware(server.db)
})

async function rule(changes: Partial<AlertRuleDraft> = {}): Promise<AnyResult> {
  const draft = ruleDraft({ name: 'Gateways offline', ...changes })
  const { status, body } = await call('POST', '/api/v1/alert_rules/register', { body: draft })
  expect(body).toMatchObject({ result: { name: draft.name } })
  expect(status).toBe(201)
  return body.result
}

/** Evaluates the rules as in the next minute. */
async function judge() {
  await server.db.query(sql`update alert_rules set judged_at = judged_at - interval '1 minute'`)
  return judgeAlerts(server.db)
}

/** Moves the times of alerts and of held conditions back by `seconds`. */
async function pass(seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`
  await server.db.query(sql`update alerts set over_at = over_at - ${by}, snoozed_until = snoozed_until - ${by}`)
  await server.db.query(sql`update alert_holds set since = since - ${by} where isfinite(since)`)
}

const alerts = (query = '') => rowsOf(call, `/api/v1/alerts${query}`)

const markSeen = (id: string) => server.db.query(sql`update gateways set last_seen_at = now() where id = ${id}`)
const silent = (id: string, seconds = 600) =>
  server.db.query(sql`update gateways set last_seen_at = ${ago(seconds)}::timestamptz where id = ${id}`)

describe('judging a rule', () => {
  it('raises one alert for each subject, ends it when it is over, and raises another one later', async () => {
    const { id: ruleId } = await rule({ severity: 'critical' })
    const id = await insertGateway(server.db, { name: 'Attic', hardware_id: hub, last_seen_at: ago(600) })
    await insertGateway(server.db, { hardware_id: hub })
    await insertGateway(server.db, { hardware_id: hub, last_seen_at: null })

    expect(await judge()).toEqual({ raised: 1, reopened: 0, resolved: 0 })
    expect(await judge()).toEqual({ raised: 0, reopened: 0, resolved: 0 })
    const expected = {
      title: 'Attic is offline',
      status: 'open',
      severity: 'critical',
      ruleId,
      subject: 'Gateway',
      gatewayId: id,
    }
    expect(await alerts()).toMatchObject([{ ...expected, subjectId: id, timesRaised: 1, snoozed: false }])
    expect((await call('GET', `/api/v1/alert_rules/${ruleId}`)).body.result).toMatchObject({ openAlertsCount: 1 })

    await markSeen(id)
    expect(await judge()).toMatchObject({ resolved: 1 })
    expect(await alerts()).toMatchObject([{ status: 'resolved', resolvedByName: null }])
    await pass(601)
    await silent(id)
    expect(await judge()).toMatchObject({ raised: 1 })
    expect(await alerts('?status=open')).toHaveLength(1)
    expect(await alerts()).toHaveLength(2)

    const { body } = await call<{ result: AnyResult[] }>('GET', '/api/v1/activity?area=Alert')
    expect(body.result.map(({ action, title }) => [action, title])).toEqual([
      ['raised', 'Attic is offline'],
      ['resolved', 'Attic is offline'],
      ['raised', 'Attic is offline'],
    ])
  })

  it('reopens an alert within ten minutes, and counts how often', async () => {
    await rule()
    const id = await insertGateway(server.db, { hardware_id: hub, last_seen_at: ago(600) })
    await judge()
    await markSeen(id)
    await judge()
    await pass(500)
    await silent(id)
    expect(await judge()).toEqual({ raised: 0, reopened: 1, resolved: 0 })
    expect(await alerts()).toMatchObject([{ status: 'open', timesRaised: 2, resolvedAt: null }])
  })

  it('logs the end of a snooze once, so that screens count the alert again', async () => {
    await rule()
    await insertGateway(server.db, { name: 'Attic', hardware_id: hub, last_seen_at: ago(600) })
    await judge()
    const [{ id } = { id: '' }] = await alerts()
    const until = new Date(Date.now() + 60_000).toISOString()
    await call('POST', `/api/v1/alerts/${id}/snooze`, { body: { until } })
    await judge()
    await pass(61)
    await judge()
    await judge()
    const { body } = await call<{ result: AnyResult[] }>('GET', `/api/v1/activity?rowId=${id}`)
    expect(body.result.map(({ action, title }) => [action, title])).toEqual([
      ['snooze_ended', 'Attic is offline'],
      ['snoozed', 'Attic is offline'],
      ['raised', 'Attic is offline'],
    ])
    expect(body.result[0]).toMatchObject({ actor: { kind: 'system' } })
  })

  it('waits until the condition has held for long enough, by stored times and by its own', async () => {
    await rule({ name: 'Offline for long', forS: 900 })
    await rule({ name: 'Batteries', kind: 'battery_low', forS: 900 })
    const gateway = await insertGateway(server.db, { hardware_id: hub, last_seen_at: ago(600) })
    const sensor = await insertSensor(server.db, { battery_pct: 12 })
    expect(await judge()).toMatchObject({ raised: 0 })
    await silent(gateway, 970)
    await pass(890)
    expect(await judge()).toMatchObject({ raised: 1 })
    await pass(20)
    expect(await judge()).toMatchObject({ raised: 1 })
    expect(await alerts('?kind=battery_low')).toMatchObject([{ sensorId: sensor, value: 12 }])
  })

  it('restarts the duration when the kind of a rule changes', async () => {
    const { id } = await rule({ kind: 'battery_low', forS: 900 })
    const group = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
    const plant = await insertPlant(server.db, { humidity_group_id: group })
    const sensor = await insertSensor(server.db, { plant_id: plant, battery_pct: 5 })
    await server.db.query(sql`
      insert into sensor_latest (sensor_id, metric, value, measured_at) values (${sensor}, 'soil_moisture', 5, now())`)
    await judgeReadings(server.db, [sensor])
    await judge()
    await pass(890)
    await call('PUT', `/api/v1/alert_rules/${id}`, { body: { kind: 'reading_low', metric: 'soil_moisture' } })
    await judge()
    await pass(20)
    expect(await judge()).toMatchObject({ raised: 0 })
    await pass(890)
    expect(await judge()).toMatchObject({ raised: 1 })
  })

  it('skips the sensors of an offline gateway, and gives them two intervals when it is back', async () => {
    await rule({ kind: 'sensor_offline', name: 'Sensors' })
    const gateway = await insertGateway(server.db, { hardware_id: hub, last_seen_at: ago(600) })
    await insertSensor(server.db, { gateway_id: gateway, last_seen_at: ago(900) })
    await insertSensor(server.db, { name: 'Alone', last_seen_at: ago(900) })
    expect(await judge()).toMatchObject({ raised: 1 })
    expect(await alerts()).toMatchObject([{ title: 'Alone is offline' }])
    await markSeen(gateway)
    expect(await judge()).toMatchObject({ raised: 0 })
    await pass(590)
    expect(await judge()).toMatchObject({ raised: 0 })
    await pass(20)
    expect(await judge()).toMatchObject({ raised: 1 })
    // Open alerts stay open when the gateway goes offline.
    await silent(gateway)
    expect(await judge()).toEqual({ raised: 0, reopened: 0, resolved: 0 })
  })

  it('gives devices two intervals after a gap in judging', async () => {
    await rule()
    await judge()
    await insertGateway(server.db, { hardware_id: hub, last_seen_at: ago(600), reporting_interval_s: 100 })
    await server.db.query(sql`update alert_progress set passed_at = now() - interval '10 minutes'`)
    expect(await judge()).toMatchObject({ raised: 0 })
    await server.db.query(sql`update alert_progress set resumed_at = resumed_at - interval '199 seconds'`)
    expect(await judge()).toMatchObject({ raised: 0 })
    await server.db.query(sql`update alert_progress set resumed_at = resumed_at - interval '2 seconds'`)
    expect(await judge()).toMatchObject({ raised: 1 })
  })

  it('goes on after the database’s clock was set back', async () => {
    await rule()
    await judge()
    await insertGateway(server.db, { hardware_id: hub, last_seen_at: ago(600), reporting_interval_s: 100 })
    const later = sql`now() + interval '2 hours'`
    await server.db.query(sql`update alert_rules set judged_at = ${later}`)
    await server.db.query(sql`update alert_progress set passed_at = ${later}, resumed_at = ${later}`)
    expect(await judgeAlerts(server.db)).toMatchObject({ raised: 0 })
    await server.db.query(sql`update alert_progress set resumed_at = resumed_at - interval '201 seconds'`)
    await server.db.query(sql`update alert_rules set judged_at = ${later}`)
    expect(await judgeAlerts(server.db)).toMatchObject({ raised: 1 })
  })

  it('counts how long a condition has held anew when the database’s clock was set back', async () => {
    await rule({ kind: 'battery_low', forS: 900 })
    await insertSensor(server.db, { battery_pct: 12 })
    await judge()
    await pass(-7200)
    await judge()
    await pass(901)
    expect(await judge()).toMatchObject({ raised: 1 })
  })

  it('finds low and high readings, missing ones, low batteries, failed updates and unregistered sensors', async () => {
    const humidity = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
    const plant = await insertPlant(server.db, { humidity_group_id: humidity })
    const dry = await insertSensor(server.db, { name: 'Dry', plant_id: plant, battery_pct: 5 })
    const wet = await insertSensor(server.db, { name: 'Wet', plant_id: plant, external_power: true, battery_pct: 5 })
    const old = await insertSensor(server.db, { name: 'Old', plant_id: plant })
    for (const [id, value, at] of [
      [dry, 5, ago(10)],
      [wet, 95, ago(10)],
      [old, 5, ago(5000)],
    ] as const)
      await server.db.query(sql`
        insert into sensor_latest (sensor_id, metric, value, measured_at) values (${id}, 'soil_moisture', ${value}, ${at})`)
    await judgeReadings(server.db, [dry, wet, old])
    const gateway = await insertGateway(server.db, { name: 'Attic', hardware_id: hub })
    await server.db.query(sql`insert into unknown_sensors (gateway_id, eui) values (${gateway}, 'A84041FFFFC0FFEE')`)
    const reading = { metric: 'soil_moisture' } as const
    await rule({ name: 'Low', kind: 'reading_low', ...reading })
    await rule({ name: 'High', kind: 'reading_high', ...reading })
    await rule({ name: 'None', kind: 'no_data' })
    await rule({ name: 'Battery', kind: 'battery_low' })
    await rule({ name: 'Strangers', kind: 'unknown_sensor' })
    await rule({ name: 'Updates', kind: 'firmware_failed' })
    await judge()
    expect((await alerts('?sort=title')).map(({ title, value }) => [title, value])).toEqual([
      ['Attic has unregistered sensors', 1],
      ['Dry has a low battery', 5],
      ['Dry: soil moisture is too low', 5],
      ['Old has no current readings or no daily light', null],
      ['Wet: soil moisture is too high', 95],
    ])
  })

  it('evaluates only the subjects in its scope, and none while it is inactive', async () => {
    const north = await insertGateway(server.db, { name: 'North', hardware_id: hub, last_seen_at: ago(600), tags: ['north'] })
    await insertGateway(server.db, { name: 'South', hardware_id: hub, last_seen_at: ago(600), tags: ['south'] })
    const west = await insertGateway(server.db, { name: 'West', hardware_id: hub, last_seen_at: ago(600) })
    const { id, version } = await rule({ tags: ['north'], gatewayIds: [west] })
    await judge()
    expect((await alerts('?sort=title')).map(({ subjectId }) => subjectId)).toEqual([north, west])
    const group = await insertHumidityGroup(server.db)
    const plant = await insertPlant(server.db, { humidity_group_id: group })
    await insertSensor(server.db, { name: 'Mine', plant_id: plant, battery_pct: 1 })
    await insertSensor(server.db, { battery_pct: 1 })
    await rule({ name: 'Group', kind: 'battery_low', humidityGroupIds: [group] })
    await judge()
    expect(await alerts('?kind=battery_low')).toMatchObject([{ subjectName: 'Mine' }])
    const path = `/api/v1/alert_rules/${id}`
    const off = await call('PUT', path, { body: { active: false }, headers: { 'if-match': `"${version}"` } })
    expect(off.body.result).toMatchObject({ active: false, scopeNames: ['north', 'West'] })
    expect(await judge()).toMatchObject({ resolved: 2 })
  })

  it('continues past a rule that cannot be judged, and fails at the end', async () => {
    const { id } = await rule({ name: 'Of another version' })
    await rule()
    await server.db.query(sql`update alert_rules set kind = 'haunted' where id = ${id}`)
    await insertGateway(server.db, { name: 'Attic', hardware_id: hub, last_seen_at: ago(600) })
    await expect(judgeAlerts(server.db)).rejects.toThrow(TypeError)
    expect(await alerts()).toMatchObject([{ title: 'Attic is offline' }])
  })

  it('fails at once when a transaction that is repeated after a deadlock finds no rule', async () => {
    await rule()
    let begun = 0
    const db: Database = {
      ...server.db,
      transaction: (work) =>
        server.db.transaction(async (tx) => {
          begun += 1
          await work(tx)
          return work({ ...tx, query: () => Promise.reject(new Error('The connection is lost')) })
        }),
    }
    await expect(judgeAlerts(db)).rejects.toThrow('The connection is lost')
    expect(begun).toBe(1)
  })

  it('is shared by several processes, which judge each rule once a minute', async () => {
    for (const name of ['one', 'two', 'three', 'four']) await rule({ name })
    await insertGateway(server.db, { hardware_id: hub, last_seen_at: ago(600) })
    const outcomes = await Promise.all([judgeAlerts(server.db), judgeAlerts(server.db), judgeAlerts(server.db)])
    expect(outcomes.reduce((sum, { raised }) => sum + raised, 0)).toBe(4)
    expect(await alerts()).toHaveLength(4)
  })
})
