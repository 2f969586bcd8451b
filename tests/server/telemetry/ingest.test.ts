import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BATCH_MAX, DATAPOINTS_PATH, gatewayKeyPath, metricRules, metrics } from '../../../src/contract/datapoints'
import { callAt, oneServer } from '../../support/hooks'
import { equip, gatewayWith, type TestGateway } from '../../support/readings'
import { insertFirmware, insertGateway, insertHardware, insertSensor, sensorDraft } from '../../support/rows'

const server = oneServer()
const call = callAt(server)
let hardwareId: string
let gateway: TestGateway
let sensorId: string
let eui: string

beforeAll(async () => {
  hardwareId = await insertHardware(server.db)
})
beforeEach(async () => {
  gateway = await equip(server, call, await insertGateway(server.db, { hardware_id: hardwareId, last_seen_at: null }))
  sensorId = await insertSensor(server.db, { last_seen_at: null })
  eui = await euiOf(sensorId)
})

async function euiOf(id: string): Promise<string> {
  const { rows } = await server.db.query<{ eui: string }>(sql`select eui from sensors where id = ${id}`)
  return rows[0]?.eui ?? ''
}

/** The server's time less so many seconds. */
const ago = (seconds: number) => new Date(server.clock.now.getTime() - seconds * 1000).toISOString()
const reading = (changes: object = {}) => ({
  sensorEui: eui,
  metric: 'soil_moisture',
  value: 31.5,
  measuredAt: ago(10),
  ...changes,
})
const sensor = async (id = sensorId) => (await call('GET', `/api/v1/sensors/${id}`)).body.result

async function countOf(id = sensorId): Promise<{ rows: number; counted: number }> {
  const { rows } = await server.db.query<{ rows: number; counted: number }>(sql`
    select (select count(*) from datapoints where sensor_id = ${id}) as rows,
      coalesce((select datapoint_count from sensor_stats where sensor_id = ${id}), 0) as counted`)
  return rows[0] ?? { rows: -1, counted: -1 }
}

describe('a batch', () => {
  it('is stored, counted, and tells that its gateway and sensor are there', async () => {
    const { status, body } = await gateway.post({ datapoints: [reading(), reading({ metric: 'air_temperature', value: -4 })] })

    expect([status, body.result]).toEqual([200, { stored: 2, duplicates: 0, refused: [], unknownSensors: [] }])
    expect(await countOf()).toEqual({ rows: 2, counted: 2 })
    expect(await sensor()).toMatchObject({ state: 'online', datapointsCount: 2, version: 1 })
    expect((await call('GET', `/api/v1/gateways/${gateway.id}`)).body.result).toMatchObject({ state: 'online', version: 1 })
    const { body: analytics } = await call<{ result: { datapoints: number } }>('GET', '/api/v1/dashboard/analytics')
    expect(analytics.result.datapoints).toBeGreaterThanOrEqual(2)
  })

  it('changes nothing when it comes again, in whole or in part', async () => {
    const batch = { datapoints: [reading(), reading({ measuredAt: ago(40) })] }
    await gateway.post(batch)
    const again = await gateway.post({
      datapoints: [...batch.datapoints, reading({ measuredAt: ago(70) }), reading({ value: 99 })],
    })

    expect(again.body.result).toMatchObject({ stored: 1, duplicates: 3 })
    expect(await countOf()).toEqual({ rows: 3, counted: 3 })
    const { rows } = await server.db.query(sql`select value from datapoints where sensor_id = ${sensorId} and value = 99`)
    expect(rows).toEqual([])
  })

  it('stores what lies between, before and after what is known, and of two readings of one moment the first', async () => {
    await gateway.post({ datapoints: [reading({ measuredAt: ago(50) }), reading({ measuredAt: ago(30) })] })
    const { body } = await gateway.post({
      datapoints: [60, 40, 30, 20, 20, 40].map((seconds, at) => reading({ measuredAt: ago(seconds), value: at })),
    })

    expect(body.result).toMatchObject({ stored: 3, duplicates: 3 })
    expect(await countOf()).toEqual({ rows: 5, counted: 5 })
    const { rows } = await server.db.query<{ value: number }>(
      sql`select value from datapoints where sensor_id = ${sensorId} order by measured_at`,
    )
    expect(rows.map(({ value }) => value)).toEqual([0, 31.5, 1, 31.5, 3])
    const { rows: latest } = await server.db.query(sql`select value from sensor_latest where sensor_id = ${sensorId}`)
    expect(latest).toEqual([{ value: 3 }])
  })

  it('is stored when some of it was stored past this program', async () => {
    await gateway.post({ datapoints: [reading({ measuredAt: ago(50) })] })
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value) values (${sensorId}, 'soil_moisture', ${ago(20)}, 7)`)
    const { body } = await gateway.post({ datapoints: [reading({ measuredAt: ago(20) }), reading()] })

    expect(body.result).toMatchObject({ stored: 1, duplicates: 1 })
    expect(await countOf()).toEqual({ rows: 3, counted: 2 })
  })

  it('is read when it is packed, and refused when it is packed otherwise', async () => {
    expect((await gateway.post({ datapoints: [reading()] }, { zipped: true })).body.result).toMatchObject({ stored: 1 })
    expect((await gateway.post({ datapoints: [] }, { headers: { 'content-encoding': 'br' } })).status).toBe(415)
    const broken = await gateway.post('not packed', { headers: { 'content-encoding': 'gzip' } })
    expect([broken.status, broken.body.code]).toEqual([400, 'bad_request'])
  })

  it('is refused when it unpacks to more than the limit', async () => {
    const bomb = JSON.stringify({ datapoints: [], firmwareVersion: ' '.repeat(20_000_000) })
    expect((await gateway.post(bomb, { zipped: true })).status).toBe(413)
  })

  it('takes as many readings as the contract says, and no more', async () => {
    const readings = Array.from({ length: BATCH_MAX }, (_, at) => reading({ measuredAt: ago(at + 1) }))
    expect((await gateway.post({ datapoints: readings }, { zipped: true })).body.result).toMatchObject({ stored: BATCH_MAX })
    const more = await gateway.post({ datapoints: [...readings, reading()] }, { zipped: true })
    expect([more.status, more.body.code]).toEqual([413, 'too_large'])
    expect(await countOf()).toEqual({ rows: BATCH_MAX, counted: BATCH_MAX })
  })

  it.each([
    ['is no object', []],
    ['has no list of readings', { datapoints: {} }],
    ['has a field that nobody knows', { datapoints: [], gatewayId: 'mine' }],
    ['has a sensor’s report with a field that nobody knows', { sensors: [{ sensorEui: 'A84041FFFF000001', state: 'online' }] }],
    ['has a battery of more than all', { sensors: [{ sensorEui: 'A84041FFFF000001', batteryPct: 101 }] }],
  ])('is a 422 and stores nothing when it %s', async (_what, body) => {
    expect((await gateway.post(body)).status).toBe(422)
  })
})

describe('a reading', () => {
  it.each([
    ['no object', 7, 'malformed'],
    ['a field too many', { note: 'x' }, 'malformed'],
    ['an unknown metric', { metric: 'noise' }, 'unknown_metric'],
    ['a metric of every object', { metric: 'toString' }, 'unknown_metric'],
    ['a value in words', { value: '31' }, 'malformed'],
    ['a value below the possible', { value: -0.1 }, 'out_of_bounds'],
    ['a value above the possible', { value: 100.1 }, 'out_of_bounds'],
    ['no time', { measuredAt: null }, 'malformed'],
    ['a time without its zone', { measuredAt: '2026-11-20T08:15:00' }, 'malformed'],
    ['a sensor without a name', { sensorEui: 3 }, 'malformed'],
    ['a sensor that nobody registered', { sensorEui: 'A84041FFFFABCDEF' }, 'unknown_sensor'],
  ])('is refused by itself, and the others are stored, when it has %s', async (_what, changes, code) => {
    const wrong = typeof changes === 'object' ? reading(changes) : changes
    const { body } = await gateway.post({ datapoints: [reading(), wrong, reading({ measuredAt: ago(99) })] })

    expect(body.result).toMatchObject({ stored: 2, refused: [{ index: 1, code }] })
    expect(body.result.refused[0]?.message.length).toBeGreaterThan(10)
    expect(await countOf()).toEqual({ rows: 2, counted: 2 })
  })

  it('is refused when it is dated over five minutes ahead, and not before', async () => {
    const { body } = await gateway.post({ datapoints: [reading({ measuredAt: ago(-299) }), reading({ measuredAt: ago(-301) })] })
    expect(body.result).toMatchObject({ stored: 1, refused: [{ index: 1, code: 'ahead' }] })
    // A clock that goes ahead does not make the sensor seen in the future.
    expect(Date.parse(String((await sensor())['lastSeenAt']))).toBeLessThanOrEqual(Date.now())
  })

  it('is refused when it is older than readings are kept', async () => {
    const day = 86_400
    const { body } = await gateway.post({
      datapoints: [reading({ measuredAt: ago(399 * day) }), reading({ measuredAt: ago(401 * day) })],
    })
    expect(body.result).toMatchObject({ stored: 1, refused: [{ index: 1, code: 'too_old' }] })
  })

  it.each(metrics.map((metric) => [metric, metricRules[metric]] as const))(
    'of %s is stored at both ends of what is possible',
    async (metric, { min, max }) => {
      const { body } = await gateway.post({
        datapoints: [reading({ metric, value: min }), reading({ metric, value: max, measuredAt: ago(60) })],
      })
      expect(body.result.stored).toBe(2)
    },
  )

  it('finds its sensor by an EUI in any usual form', async () => {
    const forms = [eui.toLowerCase(), eui.replace(/(..)(?!$)/g, '$1:'), eui.replace(/(..)(?!$)/g, '$1-')]
    const { body } = await gateway.post({
      datapoints: forms.map((sensorEui, at) => reading({ sensorEui, measuredAt: ago(at + 1) })),
    })
    expect(body.result).toMatchObject({ stored: 3, refused: [] })
  })

  it('that comes late does not take the place of the latest', async () => {
    await gateway.post({ datapoints: [reading({ value: 40, measuredAt: ago(10) })] })
    await gateway.post({ datapoints: [reading({ value: 20, measuredAt: ago(500) })] })
    const { rows } = await server.db.query(sql`select value from sensor_latest where sensor_id = ${sensorId}`)
    expect(rows).toEqual([{ value: 40 }])
    expect(Date.parse(String((await sensor())['lastSeenAt']))).toBe(Date.parse(ago(10)))
  })
})

describe('what comes beside the readings', () => {
  it('is kept of the sensor: battery, RSSI, SNR and firmware', async () => {
    const report = { sensorEui: eui, batteryPct: 12, rssiDbm: -97, snrDb: 7.5, firmwareVersion: '2.1.0' }
    expect((await gateway.post({ sensors: [report] })).status).toBe(200)
    expect(await sensor()).toMatchObject({
      batteryPct: 12,
      batteryLow: true,
      rssiDbm: -97,
      snrDb: 7.5,
      firmwareVersion: '2.1.0',
      state: 'online',
      version: 1,
    })
    await gateway.post({ datapoints: [reading({ metric: 'battery', value: 80, measuredAt: ago(-1) })] })
    expect(await sensor()).toMatchObject({ batteryPct: 80, batteryLow: false, rssiDbm: -97 })
  })

  it('tells which firmware the gateway runs, and that it was ever installed', async () => {
    const firmwareId = await insertFirmware(server.db, [hardwareId], { semver: '9.1.0' })
    await gateway.post({ datapoints: [], firmwareVersion: '9.1.0' })
    expect((await call('GET', `/api/v1/gateways/${gateway.id}`)).body.result).toMatchObject({ firmwareId })
    expect((await call('DELETE', `/api/v1/gateway_firmwares/${firmwareId}`)).status).toBe(409)
    await gateway.post({ datapoints: [], firmwareVersion: '9.9.9' })
    expect((await call('GET', `/api/v1/gateways/${gateway.id}`)).body.result).toMatchObject({ firmwareId })
  })

  it('brings sensors that nobody registered to notice, until they are', async () => {
    const strange = 'A84041FFFFC0FFEE'
    const { body } = await gateway.post({ datapoints: [reading({ sensorEui: strange })], sensors: [{ sensorEui: 'not an eui' }] })
    expect(body.result.unknownSensors).toEqual(['NOT AN EUI', strange])
    const unknown = async () =>
      (await call<{ result: { unknownSensors: { eui: string }[] } }>('GET', `/api/v1/gateways/${gateway.id}/traffic`)).body.result
        .unknownSensors
    expect(await unknown()).toMatchObject([{ eui: strange }])
    expect((await call('POST', '/api/v1/sensors/register', { body: sensorDraft({ eui: strange }) })).status).toBe(201)
    expect(await unknown()).toEqual([])
    expect((await gateway.post({ datapoints: [reading({ sensorEui: strange })] })).body.result.stored).toBe(1)
  })

  it('is remembered with the gateway’s call', async () => {
    await gateway.post({ datapoints: [reading(), reading(), reading({ value: 700 })], firmwareVersion: '1.2.3' })
    const { body } = await call<{ result: { checkIns: object[]; keyCreatedAt: string } }>(
      'GET',
      `/api/v1/gateways/${gateway.id}/traffic`,
    )
    expect(body.result.checkIns).toMatchObject([{ stored: 1, duplicates: 1, refused: 1, unknown: 0, firmwareVersion: '1.2.3' }])
    expect(Date.parse(body.result.keyCreatedAt)).not.toBeNaN()
  })
})

describe('a gateway’s key', () => {
  it('is stored as a hash, shown once, and ends when a new one is made', async () => {
    expect(gateway.key).toMatch(/^fgk_[\w-]{43}$/)
    const { rows } = await server.db.query<{ text: string }>(sql`select k::text as text from gateway_keys k`)
    expect(rows.some(({ text }) => text.includes(gateway.key))).toBe(false)
    const { rows: log } = await server.db.query<{ text: string }>(
      sql`select e::text as text from audit_entries e where subject_id = ${gateway.id}`,
    )
    expect(log.map(({ text }) => text).join()).toContain('key_made')
    expect(log.map(({ text }) => text).join()).not.toContain(gateway.key)

    const next = await equip(server, call, gateway.id)
    expect((await gateway.post({ datapoints: [] })).status).toBe(401)
    expect((await next.post({ datapoints: [] })).status).toBe(200)
  })

  it('opens nothing else, and a session’s bearer is no key', async () => {
    const withKey = await server.fetch('/api/v1/gateways', { headers: { authorization: `Bearer ${gateway.key}` } })
    expect([withKey.status, withKey.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
    expect((await call('POST', DATAPOINTS_PATH, { body: { datapoints: [] } })).status).toBe(401)
    const none = await server.fetch(DATAPOINTS_PATH, { method: 'POST' })
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await gatewayWith(server, gateway.id, 'fgk_made-up').post({ datapoints: [] })).status).toBe(401)
  })

  it('is only made for a gateway that there is, by an administrator', async () => {
    const nobody = '0192aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa'
    expect((await call('POST', gatewayKeyPath(nobody))).status).toBe(404)
    expect((await server.fetch(gatewayKeyPath(gateway.id), { method: 'POST' })).status).toBe(401)
  })

  it('goes with its gateway', async () => {
    expect((await call('DELETE', `/api/v1/gateways/${gateway.id}`)).status).toBe(204)
    expect((await gateway.post({ datapoints: [] })).status).toBe(401)
  })

  it('is slowed down alone when its gateway floods', async () => {
    const other = await equip(server, call, await insertGateway(server.db, { hardware_id: hardwareId }))
    let flooded = await gateway.post({ datapoints: [] })
    for (let count = 0; flooded.status === 200 && count < 200; count += 1) flooded = await gateway.post({ datapoints: [] })
    expect([flooded.status, flooded.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(flooded.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await other.post({ datapoints: [reading()] })).body.result.stored).toBe(1)
    server.clock.advance(60_000)
    expect((await gateway.post({ datapoints: [reading()] })).status).toBe(200)
  })
})

describe('batches that meet', () => {
  it('are counted exactly, and none waits for one that waits for it', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => insertSensor(server.db, { last_seen_at: null })))
    const euis = await Promise.all(ids.map(euiOf))
    const moments = Array.from({ length: 10 }, (_, at) => ago(at + 1))
    // Every batch has all sensors, each in another order, and half of what the next one has.
    const batches = Array.from({ length: 12 }, (_, turn) => ({
      datapoints: moments
        .filter((__, at) => (at + turn) % 2 === 0)
        .flatMap((measuredAt) =>
          [...euis.slice(turn % 8), ...euis.slice(0, turn % 8)].map((sensorEui) => reading({ sensorEui, measuredAt })),
        ),
    }))
    const answers = await Promise.all(batches.map((batch) => gateway.post(batch)))
    expect(answers.map(({ status }) => status)).toEqual(batches.map(() => 200))
    const stored = answers.reduce((sum, { body }) => sum + body.result.stored, 0)
    expect(stored).toBe(80)
    for (const id of ids) expect(await countOf(id)).toEqual({ rows: 10, counted: 10 })
  })
})
