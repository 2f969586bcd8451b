import { describe, expect, it } from 'vitest'
import { ATTENTION_PATH, type Attention } from '../../../src/contract/dashboard'
import { ingesting } from '../../support/rows/ingesting'

const { ago, call, gateway, sensor, reading, shownSensor, countOf } = ingesting()

const report = (changes: object = {}) => ({ sensorEui: sensor.eui, batteryPct: 64, rssiDbm: -97, ...changes })

describe('a report of a sensor', () => {
  it.each([
    ['no object', 7, 'A report must be an object'],
    ['nothing', null, 'A report must be an object'],
    ['a list', [], 'A report must be an object'],
    ['a field too many', { sensorEui: 'A84041FFFF000001', state: 'online' }, 'state is not a field of a report'],
    ['many fields too many', { sensorEui: 'A84041FFFF000001', state: 'online', note: 'x' }, 'state is not a field of a report'],
    ['no sensor', { batteryPct: 12 }, 'Sensor EUI is required'],
    ['a sensor without a name', { sensorEui: null }, 'Sensor EUI is required'],
    [
      'the battery that LoRaWAN could not measure',
      { sensorEui: 'A84041FFFF000001', batteryPct: 255 },
      'Battery must be at most 100 %',
    ],
    ['a battery in words', { sensorEui: 'A84041FFFF000001', batteryPct: '12' }, 'Battery must be a number'],
    ['an impossible RSSI', { sensorEui: 'A84041FFFF000001', rssiDbm: 3 }, 'RSSI must be at most 0 dBm'],
    ['an impossible SNR', { sensorEui: 'A84041FFFF000001', snrDb: -31 }, 'SNR must be at least −30 dB'],
    ['a firmware that is no text', { sensorEui: 'A84041FFFF000001', firmwareVersion: 2 }, 'Firmware must be a text'],
  ])('is refused by itself, and all else is taken in, when it has %s', async (_what, wrong, message) => {
    const { status, body } = await gateway.post({
      datapoints: [reading(), reading({ value: 700 })],
      sensors: [report({ batteryPct: 12 }), wrong, report()],
    })

    expect([status, body.result]).toMatchObject([
      200,
      { stored: 1, refused: [{ index: 1 }], refusedReports: [{ index: 1, message }], unknownSensors: [] },
    ])
    expect(await countOf()).toEqual({ rows: 1, counted: 1 })
    expect(await shownSensor()).toMatchObject({ batteryPct: 64, rssiDbm: -97 })
  })

  it('changes nothing when it is refused', async () => {
    const { body } = await gateway.post({ sensors: [report({ rssiDbm: 3 }), { sensorEui: 'A84041FFFFC0FFEE', batteryPct: 255 }] })
    expect(body.result).toMatchObject({ refusedReports: [{ index: 0 }, { index: 1 }], unknownSensors: [] })
    expect(await shownSensor()).toMatchObject({ batteryPct: null, lastSeenAt: null, state: 'never_seen' })
  })

  it('shortens the name of an unknown field', async () => {
    const { body } = await gateway.post({ sensors: [report({ ['x'.repeat(5_000)]: 1 })] })
    expect(body.result.refusedReports).toEqual([{ index: 0, message: `${'x'.repeat(60)} is not a field of a report` }])
  })

  it('records since when the battery is low, until it is charged', async () => {
    const battery = (value: number, at: string) =>
      gateway.post({ datapoints: [reading({ metric: 'battery', value, measuredAt: at })] })
    const lowSince = async () => {
      const { body } = await call<{ result: Attention }>('GET', ATTENTION_PATH)
      return body.result.needs.filter(({ kind }) => kind === 'battery_low').map(({ since }) => since)
    }
    const [first, second, third] = [ago(400), ago(300), ago(100)]
    await battery(19, first)
    await battery(12, second)
    expect(await lowSince()).toEqual([first])
    await battery(90, ago(200))
    expect(await lowSince()).toEqual([])
    await battery(8, third)
    await battery(95, ago(150))
    expect(await lowSince()).toEqual([third])
  })

  it('keeps the known value when it reports null', async () => {
    await gateway.post({ sensors: [report({ snrDb: 7.5, firmwareVersion: '2.1.0' })] })
    const nothing = { batteryPct: null, rssiDbm: null, snrDb: null, firmwareVersion: null }
    const { body } = await gateway.post({ sensors: [report(nothing)] })
    expect(body.result).toMatchObject({ refusedReports: [] })
    expect(await shownSensor()).toMatchObject({ batteryPct: 64, rssiDbm: -97, snrDb: 7.5, firmwareVersion: '2.1.0' })
  })
})
