// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import { describe, expect, it } from 'vitest'
import { BATCH_MAX } from '../../../src/contract/datapoints'
import { ingesting } from '../../support/rows/ingesting'

const { call, gateway, ago, reading, shownSensor, countOf } = ingesting()

describe('a batch', () => {
  it('is stored and counted, and marks its gateway and sensor as seen', async () => {
    const { status, body } = await gateway.post({ datapoints: [reading(), reading({ metric: 'air_temperature', value: -4 })] })

    expect([status, body.result]).toEqual([
      200,
      {
        stored: 2,
        duplicates: 0,
        duplicateIndexes: [],
        refused: [],
        refusedReports: [],
        unknownSensors: [],
        firmware: null,
        otherGatewaysSensors: [],
      },
    ])
    expect(await countOf()).toEqual({ rows: 2, counted: 2 })
    expect(await shownSensor()).toMatchObject({ state: 'online', datapointsCount: 2, version: 1 })
    expect((await call('GET', `/api/v1/gateways/${gateway.id}`)).body.result).toMatchObject({ state: 'online', version: 1 })
    const { body: analytics } = await call<{ result: { datapoints: number } }>('GET', '/api/v1/dashboard/analytics')
    expect(analytics.result.datapoints).toBeGreaterThanOrEqual(2)
  })

  it('is accepted with gzip, and refused in any other compression', async () => {
    expect((await gateway.post({ datapoints: [reading()] }, { zipped: true })).body.result).toMatchObject({ stored: 1 })
    const old = { zipped: true, headers: { 'content-encoding': 'X-GZIP' } }
    expect((await gateway.post({ datapoints: [reading()] }, old)).body.result).toMatchObject({ duplicates: 1 })
    expect((await gateway.post({ datapoints: [] }, { headers: { 'content-encoding': 'br' } })).status).toBe(415)
    const broken = await gateway.post('not packed', { headers: { 'content-encoding': 'gzip' } })
    expect([broken.status, broken.body.code]).toEqual([400, 'bad_request'])
  })

  it('is refused when it decompresses to more than the limit', async () => {
    const bomb = JSON.stringify({ datapoints: [], firmwareVersion: ' '.repeat(20_000_000) })
    expect((await gateway.post(bomb, { zipped: true })).status).toBe(413)
  })

  it('contains at most as many readings as the contract says', async () => {
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
    ['has no list of reports', { sensors: {} }],
    ['has more reports than readings are taken', { sensors: Array(BATCH_MAX + 1).fill(null) }],
    ['has a firmware that is no text', { firmwareVersion: 3 }],
  ])('is a 422 and stores nothing when it %s', async (_what, body) => {
    const whole = Array.isArray(body) ? body : { datapoints: [reading()], ...body }
    expect((await gateway.post(whole)).status).toBe(422)
    expect(await countOf()).toEqual({ rows: 0, counted: 0 })
  })
})
