// Runs on both engines, which could differ in time zones, sums, upserts.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { POSITIONS_PATH, TRENDS_PATH, type GatewayPositions, type Trends } from '../../../src/contract/dashboard'
import { countToday } from '../../../src/server/dashboard/trends'
import { rollUp } from '../../../src/server/telemetry/rollups'
import { callAt, emptiedServer } from '../../support/server/hooks'
import { measuredAt } from '../../support/rows/measured'
import { insertGateway, insertHardware, insertSensor } from '../../support/rows/rows'

const server = emptiedServer()
const call = callAt(server, beforeEach)

const readTrends = async () => (await call<{ result: Trends }>('GET', TRENDS_PATH)).body.result

describe('GET /dashboard/trends', () => {
  it('returns the last count of each day before today', async () => {
    await insertSensor(server.db)
    await countToday(server.db)
    await insertSensor(server.db)
    await countToday(server.db)
    expect((await readTrends()).days).toEqual([])
    await server.db.query(sql`update count_days set day = day - 1`)
    await countToday(server.db)
    expect((await readTrends()).days).toEqual([
      { day: expect.stringMatching(/T00:00:00.000Z$/), users: 1, gateways: 0, sensors: 2, datapoints: 0, plants: 0 },
    ])
    await server.db.query(sql`update count_days set day = day - 8`)
    expect((await readTrends()).days).toEqual([])
  })

  it('counts each hour’s readings once, even if they arrive late or are rolled up repeatedly', async () => {
    const hour = Math.floor(Date.now() / 3_600_000 - 2) * 3_600_000
    const sensorId = await insertSensor(server.db)
    await measuredAt(server, sensorId, 'soil_moisture', [
      [hour, 40],
      [hour + 60_000, 41],
    ])
    await rollUp(server.db)
    await measuredAt(server, await insertSensor(server.db), 'air_temperature', [[hour, 20]])
    await rollUp(server.db)
    await rollUp(server.db)
    expect((await readTrends()).hours).toEqual([{ at: new Date(hour).toISOString(), count: 3 }])
  })
})

describe('GET /gateways/positions', () => {
  it('returns the positions and states of gateways, and how many have no position', async () => {
    const hardware_id = await insertHardware(server.db)
    const place = { hardware_id, latitude: 47.3769, longitude: 8.5417 }
    const id = await insertGateway(server.db, { ...place, name: 'Placed', last_seen_at: new Date(Date.now() - 5000) })
    await insertGateway(server.db, { hardware_id })
    const { body } = await call<{ result: GatewayPositions }>('GET', POSITIONS_PATH)
    expect(body.result).toEqual({
      positions: [{ id, name: 'Placed', state: 'online', latitude: 47.3769, longitude: 8.5417 }],
      total: 1,
      unplaced: 1,
    })
  })
})
