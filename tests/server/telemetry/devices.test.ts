import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { ingesting } from '../../support/rows/ingesting'
import { insertFirmware, sensorDraft } from '../../support/rows/rows'

const { server, call, gateway, sensor, hardwareId, ago, reading, shownSensor } = ingesting()

describe('the reports beside the readings', () => {
  it('are stored for the sensor: battery, RSSI, SNR and firmware', async () => {
    const report = { sensorEui: sensor.eui, batteryPct: 12, rssiDbm: -97, snrDb: 7.5, firmwareVersion: '2.1.0' }
    expect((await gateway.post({ sensors: [report] })).status).toBe(200)
    expect(await shownSensor()).toMatchObject({
      batteryPct: 12,
      batteryLow: true,
      rssiDbm: -97,
      snrDb: 7.5,
      firmwareVersion: '2.1.0',
      state: 'online',
      version: 1,
    })
    await gateway.post({ datapoints: [reading({ metric: 'battery', value: 80, measuredAt: ago(-1) })] })
    expect(await shownSensor()).toMatchObject({ batteryPct: 80, batteryLow: false, rssiDbm: -97 })
  })

  it('contain the latest battery level, whatever else was measured after it', async () => {
    const battery = (seconds: number, value: number) => reading({ metric: 'battery', value, measuredAt: ago(seconds) })
    await gateway.post({ datapoints: [battery(30, 50), reading({ measuredAt: ago(5) }), battery(20, 40)] })
    expect(await shownSensor()).toMatchObject({ batteryPct: 40 })
  })

  describe('keep the latest battery level', () => {
    const battery = (seconds: number, value: number) => reading({ metric: 'battery', value, measuredAt: ago(seconds) })

    it('when an older one arrives late, with a newer reading of another metric', async () => {
      await gateway.post({ datapoints: [battery(30, 12)] })
      await gateway.post({ datapoints: [battery(600, 80), reading({ measuredAt: ago(5) })] })
      expect(await shownSensor()).toMatchObject({ batteryPct: 12, batteryLow: true })
    })

    it('when an older one arrives after a report', async () => {
      await gateway.post({ datapoints: [battery(900, 81)] })
      await gateway.post({ sensors: [{ sensorEui: sensor.eui, batteryPct: 12 }] })
      await gateway.post({ datapoints: [battery(600, 80), reading({ measuredAt: ago(-2) })] })
      expect(await shownSensor()).toMatchObject({ batteryPct: 12 })
    })

    it('when another metric was measured after it and arrived before it', async () => {
      await gateway.post({ datapoints: [reading({ measuredAt: ago(20) })] })
      await gateway.post({ datapoints: [battery(30, 80)] })
      expect(await shownSensor()).toMatchObject({ batteryPct: 80 })
      await gateway.post({ datapoints: [reading({ measuredAt: ago(10) })] })
      await gateway.post({ datapoints: [battery(15, 12)] })
      expect(await shownSensor()).toMatchObject({ batteryPct: 12, batteryLow: true })
    })

    it('and date a low battery by its measurement', async () => {
      await gateway.post({ datapoints: [battery(600, 12), reading({ measuredAt: ago(5) })] })
      const { rows } = await server.db.query(
        sql`select battery_low_since as since from sensor_stats where sensor_id = ${sensor.id}`,
      )
      expect(rows).toEqual([{ since: ago(600) }])
    })
  })

  it('set the gateway’s firmware, and record that it was installed', async () => {
    const firmwareId = await insertFirmware(server.db, [hardwareId()], { semver: '9.1.0' })
    await gateway.post({ datapoints: [], firmwareVersion: '9.1.0' })
    expect((await call('GET', `/api/v1/gateways/${gateway.id}`)).body.result).toMatchObject({ firmwareId })
    expect((await call('DELETE', `/api/v1/gateway_firmwares/${firmwareId}`)).status).toBe(409)
    await gateway.post({ datapoints: [] })
    expect((await call('GET', `/api/v1/gateways/${gateway.id}`)).body.result).toMatchObject({ firmwareId, reportedVersion: null })
  })

  it('set the gateway’s version when no released firmware has it, and clear its former firmware', async () => {
    const shown = async () => (await call('GET', `/api/v1/gateways/${gateway.id}`)).body.result
    await insertFirmware(server.db, [hardwareId()], { semver: '9.2.0' })
    await gateway.post({ datapoints: [], firmwareVersion: '9.2.0' })
    const draft = await insertFirmware(server.db, [hardwareId()], { semver: '9.9.9', status: 'draft' })
    await gateway.post({ datapoints: [], firmwareVersion: '9.9.9' })
    const unregistered = { firmwareId: null, firmwareName: null, firmwareStatus: 'unknown', reportedVersion: '9.9.9', version: 1 }
    expect(await shown()).toMatchObject(unregistered)
    await gateway.post({ datapoints: [] })
    expect(await shown()).toMatchObject(unregistered)

    await server.db.query(sql`update gateway_firmwares set status = 'released' where id = ${draft}`)
    await gateway.post({ datapoints: [], firmwareVersion: '9.9.9' })
    expect(await shown()).toMatchObject({ firmwareId: draft, reportedVersion: null })
  })

  it('list unregistered sensors until they are registered', async () => {
    const strange = 'A84041FFFFC0FFEE'
    const { body } = await gateway.post({ datapoints: [reading({ sensorEui: strange })], sensors: [{ sensorEui: 'not an eui' }] })
    expect(body.result.unknownSensors).toEqual([strange, 'NOT AN EUI'])
    const unknown = async () =>
      (await call<{ result: { unknownSensors: { eui: string }[] } }>('GET', `/api/v1/gateways/${gateway.id}/traffic`)).body.result
        .unknownSensors
    expect(await unknown()).toMatchObject([{ eui: strange }])
    expect((await call('POST', '/api/v1/sensors/register', { body: sensorDraft({ eui: strange }) })).status).toBe(201)
    expect(await unknown()).toEqual([])
    expect((await gateway.post({ datapoints: [reading({ sensorEui: strange })] })).body.result.stored).toBe(1)
  })

  it('list at most a thousand of them', async () => {
    await server.db.query(sql`
      insert into unknown_sensors (gateway_id, eui) select ${gateway.id}, '02F051' || lpad(n::text, 10, '0') from generate_series(1, 1000) n`)
    const again = reading({ sensorEui: '02F0510000000001' })
    const { body } = await gateway.post({ datapoints: [again, reading({ sensorEui: '02F051FFFFC0FFEE' })] })
    expect(body.result.unknownSensors).toEqual(['02F0510000000001', '02F051FFFFC0FFEE'])
    const { rows } = await server.db.query(sql`
      select count(*) as count, count(*) filter (where last_heard_at > first_heard_at) as again
      from unknown_sensors where gateway_id = ${gateway.id}`)
    expect(rows).toEqual([{ count: 1000, again: 1 }])
  })

  it('are stored with the gateway’s call', async () => {
    const strange = reading({ sensorEui: '02F051FFFFC0FFEE' })
    await gateway.post({
      datapoints: [reading(), strange, reading(), reading({ value: 700 }), strange],
      sensors: [{ sensorEui: sensor.eui, batteryPct: 255 }, { sensorEui: sensor.eui, batteryPct: 91 }, null],
      firmwareVersion: '1.2.3',
    })
    const { body } = await call<{ result: { checkIns: object[]; keyCreatedAt: string } }>(
      'GET',
      `/api/v1/gateways/${gateway.id}/traffic`,
    )
    expect(body.result.checkIns).toMatchObject([
      {
        stored: 1,
        duplicates: 1,
        refused: 3,
        refusals: [
          { code: 'unknown_sensor', count: 2 },
          { code: 'out_of_bounds', count: 1 },
        ],
        refusedReports: 2,
        unknown: 1,
        firmwareVersion: '1.2.3',
      },
    ])
    expect(Date.parse(body.result.keyCreatedAt)).not.toBeNaN()
  })
})
