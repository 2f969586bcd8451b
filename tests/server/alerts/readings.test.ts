import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AlertRuleDraft } from '../../../src/contract/alertRules'
import { outOfRangeNow } from '../../../src/server/alerts/hits'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { judge as judgeReadings } from '../../../src/server/telemetry/condition'
import type { AnyResult } from '../../support/server/calls'
import { callAt, emptiedServer } from '../../support/server/hooks'
import {
  insertGateway,
  insertHardware,
  insertHumidityGroup,
  insertLightGroup,
  insertPlant,
  insertSensor,
  ruleDraft,
} from '../../support/rows/rows'

const server = emptiedServer()
const call = callAt(server, beforeEach)
let sensor: string

beforeEach(async () => {
  const plant = await insertPlant(server.db, {
    humidity_group_id: await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 }),
    light_group_id: await insertLightGroup(server.db, { dli_min: 5, dli_max: 20 }),
  })
  sensor = await insertSensor(server.db, { name: 'Basil', plant_id: plant })
})

const addRule = (changes: Partial<AlertRuleDraft>) => call('POST', '/api/v1/alert_rules/register', { body: ruleDraft(changes) })

/** Stores the sensor's latest reading of a metric, measured that many seconds ago. */
async function read(metric: string, value: number, seconds = 0): Promise<void> {
  const at = sql`now() - make_interval(secs => ${seconds})`
  await server.db.query(sql`
    insert into sensor_latest (sensor_id, metric, value, measured_at) values (${sensor}, ${metric}, ${value}, ${at})
    on conflict (sensor_id, metric) do update set value = excluded.value, measured_at = excluded.measured_at`)
  await judgeReadings(server.db, [sensor])
}

/** Evaluates the rules as in the next minute. */
async function judge() {
  await server.db.query(sql`update alert_rules set judged_at = null`)
  return judgeAlerts(server.db)
}

describe('a rule about missing readings', () => {
  it('waits as long as it says for a sensor whose light of a day was never known', async () => {
    await addRule({ kind: 'no_data', forS: 900 })
    await read('ppfd', 300)
    expect(await judge()).toMatchObject({ raised: 0 })
    await server.db.query(sql`update alert_holds set since = since - interval '890 seconds'`)
    expect(await judge()).toMatchObject({ raised: 0 })
    await server.db.query(sql`update alert_holds set since = since - interval '20 seconds'`)
    expect(await judge()).toMatchObject({ raised: 1 })
    const { body } = await call<{ result: AnyResult[] }>('GET', '/api/v1/alerts')
    expect(body.result).toMatchObject([{ title: 'Basil has no current readings or no daily light' }])
    expect(Date.now() - Date.parse(String(body.result[0]?.['openedAt']))).toBeGreaterThan(900_000)
  })
})

describe('a sensor that reports more often than its gateway', () => {
  it.each(['sensor_offline', 'no_data'] as const)('raises %s only when the gateway has reported since', async (kind) => {
    const hub = await insertHardware(server.db)
    const gateway = await insertGateway(server.db, { hardware_id: hub, reporting_interval_s: 1500 })
    const gatewaySeen = (seconds: number) =>
      server.db.query(sql`update gateways set last_seen_at = now() - make_interval(secs => ${seconds})`)
    await server.db.query(sql`update sensors set gateway_id = ${gateway}`)
    await server.db.query(sql`update sensor_stats set last_seen_at = now() - interval '700 seconds'`)
    await read('soil_moisture', 40, 700)
    await addRule({ kind })
    await gatewaySeen(690)
    expect(await judge()).toMatchObject({ raised: 0 })
    await gatewaySeen(0)
    expect(await judge()).toMatchObject({ raised: 1 })
    await gatewaySeen(690)
    expect(await judge()).toEqual({ raised: 0, reopened: 0, resolved: 0 })
  })
})

describe('outOfRangeNow', () => {
  it('finds all low readings, and asks for at most 5 000 sensors at once', async () => {
    await server.db.query(sql`
      with sensor as (
        insert into sensors (id, name, eui, plant_id)
        select new_id(), 'Bed ' || n, 'A84041EE' || lpad(n::text, 8, '0'), (select id from plants) from generate_series(1, 5001) as n
        returning id
      ), stats as (
        insert into sensor_stats (sensor_id, stray_until) select id, now() + interval '1 minute' from sensor
      )
      insert into sensor_latest (sensor_id, metric, value, measured_at) select id, 'soil_moisture', 5, now() from sensor`)
    const asked: number[] = []
    const found = await outOfRangeNow({
      query(statement) {
        for (const value of statement.values) if (Array.isArray(value)) asked.push(value.length)
        return server.db.query(statement)
      },
    })
    expect(found).toHaveLength(5001)
    expect(Math.max(...asked)).toBe(5000)
  })
})

describe('an alert about a reading', () => {
  const low = { kind: 'reading_low', metric: 'soil_moisture' } as const
  const nothing = { raised: 0, reopened: 0, resolved: 0 }

  /** Raises an alert, and lets the reading grow old, as when the sensor falls silent or Frond is down. */
  async function raisedAndSilent(): Promise<void> {
    await addRule(low)
    await read('soil_moisture', 5)
    expect(await judge()).toMatchObject({ raised: 1 })
    await read('soil_moisture', 5, 5000)
  }

  it('stays while its sensor is silent, until a reading is inside the range', async () => {
    await raisedAndSilent()
    expect(await judge()).toEqual(nothing)
    await read('soil_moisture', 10)
    expect(await judge()).toEqual(nothing)
    await read('soil_moisture', 40)
    expect(await judge()).toMatchObject({ resolved: 1 })
  })

  it.each([
    ['the range is changed', () => server.db.query(sql`update humidity_groups set soil_moisture_min = 2`)],
    ['the sensor is at no plant', () => server.db.query(sql`update sensors set plant_id = null`)],
    ['the sensor is deleted', () => call('DELETE', `/api/v1/sensors/${sensor}`)],
    ['the rule no longer looks for it', () => server.db.query(sql`update alert_rules set tags = '{north}'`)],
  ])('of a silent sensor ends when %s', async (_why, change) => {
    await raisedAndSilent()
    await change()
    expect(await judge()).toMatchObject({ resolved: 1 })
  })

  it('stays while the light of the last day is unknown', async () => {
    await addRule({ kind: 'reading_low', metric: 'dli' })
    await read('ppfd', 10)
    await read('dli', 2)
    expect(await judge()).toMatchObject({ raised: 1 })
    await server.db.query(sql`delete from sensor_latest where metric = 'dli'`)
    expect(await judge()).toEqual(nothing)
    await read('dli', 10)
    expect(await judge()).toMatchObject({ resolved: 1 })
    await server.db.query(sql`delete from sensor_latest where metric = 'dli'`)
    expect(await judge()).toEqual(nothing)
  })

  it('of a silent sensor does not come back after an administrator resolved it', async () => {
    await raisedAndSilent()
    const [alert] = (await call<{ result: AnyResult[] }>('GET', '/api/v1/alerts')).body.result
    await call('POST', `/api/v1/alerts/${alert?.id}/resolve`, { body: {} })
    expect(await judge()).toEqual(nothing)
  })

  it('is neither raised nor reopened for an old reading, nor counted by a preview', async () => {
    const preview = async () => (await call('POST', '/api/v1/alert_rules/preview', { body: ruleDraft(low) })).body.result
    const none = { total: 0, inhibited: 0, subjects: [] }
    await raisedAndSilent()
    expect(await preview()).toEqual(none)
    await addRule(low)
    expect(await judge()).toEqual(nothing)
    await read('soil_moisture', 40)
    expect(await judge()).toMatchObject({ resolved: 1 })
    await read('soil_moisture', 5, 5000)
    expect(await judge()).toEqual(nothing)
    const gateway = await insertGateway(server.db, {
      hardware_id: await insertHardware(server.db),
      last_seen_at: new Date(Date.now() - 900_000),
    })
    await server.db.query(sql`update sensors set gateway_id = ${gateway}`)
    expect(await preview()).toEqual(none)
  })

  it.each([
    ['is not raised of an offline gateway’s sensor', 901, 0],
    ['is raised of an offline gateway’s sensor that another gateway has received since', 1, 1],
  ])('%s', async (_title, receivedAgoS, raised) => {
    const gateway = await insertGateway(server.db, {
      hardware_id: await insertHardware(server.db),
      last_seen_at: new Date(Date.now() - 900_000),
    })
    await addRule(low)
    await read('soil_moisture', 5)
    await server.db.query(sql`update sensors set gateway_id = ${gateway}`)
    await server.db.query(sql`update sensor_stats set last_seen_at = now() - make_interval(secs => ${receivedAgoS})`)
    expect(await judge()).toMatchObject({ raised })
  })
})
