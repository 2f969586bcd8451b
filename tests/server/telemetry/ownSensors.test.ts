import { describe, expect, it } from 'vitest'
import type { Gateway, GatewayDraft } from '../../../src/contract/gateways'
import type { GatewayTraffic } from '../../../src/contract/gatewayTraffic'
import { ingesting } from '../../support/rows/ingesting'
import { gatewayDraft, insertSensor } from '../../support/rows/rows'

const { server, call, gateway, sensor, addGateway, hardwareId, ago, reading, shownSensor, countOf, euiOf } = ingesting()

const addSensorOf = async (gatewayId: string) => {
  const id = await insertSensor(server.db, { gateway_id: gatewayId, last_seen_at: null })
  return { id, eui: await euiOf(id) }
}
const gatewayNow = async (id: string) => (await call<{ result: Gateway }>('GET', `/api/v1/gateways/${id}`)).body.result

describe('a gateway’s key', () => {
  it('stores readings of its own sensors, and of those without a gateway', async () => {
    const ownSensor = await addSensorOf(gateway.id)
    const { body } = await gateway.post({ datapoints: [reading({ sensorEui: ownSensor.eui }), reading()] })
    expect(body.result).toMatchObject({ stored: 2, refused: [], otherGatewaysSensors: [] })
    expect([await countOf(ownSensor.id), await countOf()]).toEqual([
      { rows: 1, counted: 1 },
      { rows: 1, counted: 1 },
    ])
  })

  it('refuses readings of another gateway’s sensor by their index', async () => {
    const other = await addGateway()
    const foreign = await addSensorOf(other.id)
    const { body } = await gateway.post({
      datapoints: [reading(), reading({ sensorEui: foreign.eui }), reading({ sensorEui: '02F051FFFFC0FFEE' })],
      sensors: [{ sensorEui: foreign.eui, batteryPct: 3 }],
    })
    expect(body.result).toMatchObject({
      stored: 1,
      duplicates: 0,
      refused: [
        { index: 1, code: 'other_gateway' },
        { index: 2, code: 'unknown_sensor' },
      ],
      unknownSensors: ['02F051FFFFC0FFEE'],
      otherGatewaysSensors: [foreign.eui],
    })
    expect(await countOf(foreign.id)).toEqual({ rows: 0, counted: 0 })
    const shown = await call<{ result: object }>('GET', `/api/v1/sensors/${foreign.id}`)
    expect(shown.body.result).toMatchObject({ state: 'never_seen', batteryPct: null })
    const { body: traffic } = await call<{ result: GatewayTraffic }>('GET', `/api/v1/gateways/${gateway.id}/traffic`)
    expect(traffic.result.checkIns).toMatchObject([{ stored: 1, refused: 2, unknown: 1 }])
    expect(traffic.result.checkIns[0]?.refusals).toContainEqual({ code: 'other_gateway', count: 1 })
    expect(traffic.result.unknownSensors.map(({ eui }) => eui)).toEqual(['02F051FFFFC0FFEE'])
  })

  it('does not count a reading that another gateway stored as a duplicate', async () => {
    const other = await addGateway()
    const foreign = await addSensorOf(other.id)
    const same = { datapoints: [reading({ sensorEui: foreign.eui })] }
    expect((await other.post(same)).body.result).toMatchObject({ stored: 1 })
    expect((await gateway.post(same)).body.result).toMatchObject({
      stored: 0,
      duplicates: 0,
      refused: [{ code: 'other_gateway' }],
    })
  })

  it('stores readings of every sensor once an administrator allows it, and stops when that is revoked', async () => {
    const foreign = await addSensorOf((await addGateway()).id)
    const send = async (seconds: number) =>
      (await gateway.post({ datapoints: [reading({ sensorEui: foreign.eui, measuredAt: ago(seconds) })] })).body.result.stored
    const accept = (readingsFrom: string) => call('PUT', `/api/v1/gateways/${gateway.id}`, { body: { readingsFrom } })
    expect(await send(30)).toBe(0)
    expect((await accept('all')).status).toBe(200)
    expect(await send(20)).toBe(1)
    expect((await accept('assigned')).status).toBe(200)
    expect(await send(10)).toBe(0)
  })

  it('follows a sensor that is assigned to another gateway', async () => {
    const other = await addGateway()
    expect((await gateway.post({ datapoints: [reading({ measuredAt: ago(30) })] })).body.result.stored).toBe(1)
    const moved = await call('PUT', '/api/v1/sensors', { body: { id: sensor.id, gatewayId: other.id } })
    expect(moved.status).toBe(200)
    expect((await gateway.post({ datapoints: [reading({ measuredAt: ago(20) })] })).body.result.stored).toBe(0)
    expect((await other.post({ datapoints: [reading({ measuredAt: ago(20) })] })).body.result.stored).toBe(1)
    expect(await shownSensor()).toMatchObject({ datapointsCount: 2 })
  })
})

describe('the setting of whose readings a gateway may send', () => {
  it('defaults to its own sensors, and is kept when a change omits it', async () => {
    const register = async (changes: Partial<GatewayDraft>) =>
      (
        await call<{ result: Gateway }>('POST', '/api/v1/gateways/register', {
          body: gatewayDraft(hardwareId(), changes),
        })
      ).body.result
    expect((await register({})).readingsFrom).toBe('assigned')
    const { id } = await register({ readingsFrom: 'all' })
    await call('PUT', `/api/v1/gateways/${id}`, { body: { description: 'On the roof' } })
    expect(await gatewayNow(id)).toMatchObject({ description: 'On the roof', readingsFrom: 'all' })
    const { status, body } = await call('PUT', `/api/v1/gateways/${id}`, { body: { readingsFrom: 'everyone' } })
    expect([status, body.code]).toEqual([422, 'invalid'])
  })
})
