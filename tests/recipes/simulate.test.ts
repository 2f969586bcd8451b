import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { simulate } from '../../.scripts/simulate/simulate.mjs'
import { fillAll } from '../support/fill'
import { oneServer } from '../support/hooks'
import { ADMIN } from '../support/server'

const server = oneServer()
let url: string
beforeAll(async () => {
  await server.signIn()
  await fillAll(server.db)
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
})

const options = { gateways: 2, sensors: 3, every: 0, history: 2, rounds: 3, faults: 0, drift: 0, outages: 0, flood: 0, seed: 1 }
const printed: string[] = []
const run = (changes: object = {}) =>
  simulate({ ...options, ...changes, url, ...ADMIN }, new AbortController().signal, (line: string) => printed.push(line))

async function counts(): Promise<{ gateways: number; sensors: number; datapoints: number; counted: number }> {
  const { rows } = await server.db.query<{ gateways: number; sensors: number; datapoints: number; counted: number }>(sql`
    select (select count(*) from gateways where 'simulated' = any(tags)) as gateways,
      (select count(*) from sensors where model = 'Simulated') as sensors,
      (select count(*) from datapoints) as datapoints,
      (select sum(datapoint_count) from sensor_stats) as counted`)
  return rows[0] ?? { gateways: 0, sensors: 0, datapoints: 0, counted: 0 }
}

describe('npm run simulate', () => {
  it('furnishes a house, sends its history and goes on reporting', async () => {
    const before = await counts()
    const total = await run()
    // 12 moments of two hours and 3 rounds, of 6 metrics and 6 sensors.
    expect(total).toEqual({ batches: 8, stored: 15 * 36, duplicates: 0, refused: 0, failed: 0, slowed: 0 })
    const after = await counts()
    expect([after.gateways, after.sensors]).toEqual([2, 6])
    expect(after.datapoints - before.datapoints).toBe(15 * 36)
    expect(printed.at(-1)).toMatch(/8 batches, 540 readings stored/)
  })

  it('finds its house again, and stays exact with faults, outages and clocks that are off', async () => {
    const before = await counts()
    const total = await run({ history: 0, rounds: 25, faults: 0.4, outages: 0.1, drift: 120 })
    expect(total.refused).toBeGreaterThan(0)
    expect(total.duplicates).toBeGreaterThan(0)
    const after = await counts()
    expect([after.gateways, after.sensors]).toEqual([2, 6])
    expect(after.datapoints - before.datapoints).toBe(total.stored)
    expect(after.counted - before.counted).toBe(total.stored)
  })

  it('is told of readings from a clock that lost its time', async () => {
    const total = await run({ history: 0, rounds: 1, drift: -40 * 365 * 86_400 })
    expect(total).toMatchObject({ stored: 18, refused: 18 })
  })

  it('slows down a gateway that floods, which keeps what it measured, and no other', async () => {
    const before = await counts()
    const total = await run({ history: 0, rounds: 2, flood: 130 })
    expect(total.slowed).toBeGreaterThan(0)
    expect(total.failed).toBeGreaterThan(0)
    // The other gateway’s, both times.
    expect(total.stored).toBeGreaterThanOrEqual(2 * 18)
    expect((await counts()).datapoints - before.datapoints).toBe(total.stored)
  })
})
