// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database'
import { rollUp } from '../../../src/server/telemetry/rollups'
import { oneServer } from '../../support/server/hooks'
import { measuredAt, type Moments } from '../../support/rows/measured'
import { insertSensor } from '../../support/rows/rows'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const server = oneServer()
let sensorId: string

beforeEach(async () => {
  sensorId = await insertSensor(server.db)
})

const measure = (...readings: Moments) => measuredAt(server, sensorId, 'soil_moisture', readings)

/** Midnight (UTC) some days ago, in milliseconds. */
const midnight = (daysAgo: number) => Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY

const daysOf = async () =>
  (
    await server.db.query(
      sql`select min, max, sum, count from datapoints_daily where sensor_id = ${sensorId} order by at, metric`,
    )
  ).rows

/** Wraps the server's database: runs `before` ahead of each transaction. */
const interrupted = (before: (transactions: number) => Promise<unknown>): Database => {
  let transactions = 0
  return {
    ...server.db,
    transaction: async (work) => {
      await before((transactions += 1))
      return server.db.transaction(work)
    },
  }
}

describe('rolling up', () => {
  it('includes late readings, once, at the next run', async () => {
    const at = midnight(3) + 5 * HOUR
    await measure([at, 50])
    await rollUp(server.db)
    expect(await daysOf()).toEqual([{ min: 50, max: 50, sum: 50, count: 1 }])
    await measure([at, 50], [at + 60_000, 10])
    await rollUp(server.db)
    await rollUp(server.db)
    expect(await daysOf()).toEqual([{ min: 10, max: 50, sum: 60, count: 2 }])
  })

  it('continues in smaller steps when there is too much for one', async () => {
    await measure([midnight(3), 50], [midnight(2), 20])
    let tries = 0
    await rollUp(
      interrupted((transactions) =>
        (tries = transactions) < 3 ? Promise.reject(new Error('It takes too long')) : Promise.resolve(),
      ),
    )
    expect(tries).toBeGreaterThanOrEqual(3)
    expect(await daysOf()).toMatchObject([{ count: 1 }, { count: 1 }])
  })

  it('continues in smaller steps when there is too much to search', async () => {
    await measure([midnight(3), 50])
    let tries = 0
    const busy: Database = {
      ...server.db,
      query: (statement) => ((tries += 1) === 1 ? Promise.reject(new Error('It takes too long')) : server.db.query(statement)),
    }
    await rollUp(busy)
    expect(await daysOf()).toMatchObject([{ count: 1 }])
  })

  it('resumes where it was interrupted', async () => {
    await measure([midnight(3), 50])
    await expect(rollUp(interrupted(() => Promise.reject(new Error('The database is away'))))).rejects.toThrow('away')
    await rollUp(server.db)
    expect(await daysOf()).toMatchObject([{ count: 1 }])
  })

  it('lets other transactions run between batches of hours', async () => {
    await measure(...Array.from({ length: 1100 }, (_, hour) => [midnight(50) + hour * HOUR, hour] as const))
    let turns = 0
    await rollUp(interrupted((transactions) => Promise.resolve((turns = transactions))))
    expect(turns).toBeGreaterThanOrEqual(3)
    expect((await daysOf()).length).toBe(46)
    const { rows } = await server.db.query(sql`
      select count(*) as hours, sum(count) as readings from datapoints_hourly where sensor_id = ${sensorId}`)
    expect(rows).toEqual([{ hours: 1100, readings: 1100 }])
  })

  it('keeps the hours and days of sensors and metrics apart', async () => {
    const at = midnight(3) - 2 * HOUR
    const other = await insertSensor(server.db)
    await measure([at, 50], [at + 2 * HOUR, 60], [at + 3 * DAY - 1, 70])
    await measuredAt(server, other, 'soil_moisture', [[at + HOUR, 10]])
    await measuredAt(server, sensorId, 'air_temperature', [[at + HOUR, 20]])
    await rollUp(server.db)
    const { rows } = await server.db.query(sql`
      select sensor_id, metric, extract(epoch from at) * 1000 as at, sum, count from datapoints_hourly
      where sensor_id in (${sensorId}, ${other}) order by sum`)
    expect(rows).toEqual([
      { sensor_id: other, metric: 'soil_moisture', at: at + HOUR, sum: 10, count: 1 },
      { sensor_id: sensorId, metric: 'air_temperature', at: at + HOUR, sum: 20, count: 1 },
      { sensor_id: sensorId, metric: 'soil_moisture', at, sum: 50, count: 1 },
      { sensor_id: sensorId, metric: 'soil_moisture', at: at + 2 * HOUR, sum: 60, count: 1 },
      { sensor_id: sensorId, metric: 'soil_moisture', at: at + 3 * DAY - HOUR, sum: 70, count: 1 },
    ])
    expect(await daysOf()).toMatchObject([{ sum: 20 }, { sum: 50 }, { sum: 60 }, { sum: 70 }])
  })

  it('keeps the sums of readings that were deleted', async () => {
    const at = midnight(3)
    await measure([at, 50])
    await rollUp(server.db)
    await measure([at + 1, 60], [at + DAY, 70])
    await rollUp(interrupted(() => server.db.query(sql`delete from datapoints where sensor_id = ${sensorId}`)))
    expect(await daysOf()).toEqual([{ min: 50, max: 50, sum: 50, count: 1 }])
  })

  it('is correct when two servers do it at once', async () => {
    await measure(...Array.from({ length: 600 }, (_, hour) => [midnight(50) + hour * HOUR, 1] as const))
    await Promise.all([rollUp(server.db), rollUp(server.db)])
    expect(await daysOf()).toEqual(Array.from({ length: 25 }, () => ({ min: 1, max: 1, sum: 24, count: 24 })))
  })

  it('includes what arrived since the database’s clock was set back', async () => {
    await rollUp(server.db)
    await server.db.query(sql`update rollup_progress set received_until = now() + interval '5 hours' where name = 'datapoints'`)
    await measure([midnight(3), 50])
    // When the clock was set back, an earlier run was under way.
    await server.db.query(sql`
      update datapoints set received_at = received_at - interval '50 minutes' where sensor_id = ${sensorId}`)
    await rollUp(server.db)
    expect(await daysOf()).toEqual([{ min: 50, max: 50, sum: 50, count: 1 }])
    const { rows } = await server.db.query(sql`
      select received_until > now() as "isAhead" from rollup_progress where name = 'datapoints'`)
    expect(rows).toEqual([{ isAhead: false }])
  })

  it('includes readings that arrive in the millisecond of its run', async () => {
    const at = midnight(3)
    // One timestamp in a thousand is a whole millisecond, which would hide the fault: practically never in all three tries.
    for (const minute of [1, 2, 3]) {
      await measure([at + minute * 60_000, minute])
      await rollUp(server.db)
      const { rows } = await server.db.query<{ isBehind: boolean }>(sql`
        select max(received_at) > (select received_until from rollup_progress where name = 'datapoints') as "isBehind"
        from datapoints where sensor_id = ${sensorId}`)
      expect(rows).toEqual([{ isBehind: false }])
    }
  })
})
