// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database'
import { forgetMonths } from '../../../src/server/telemetry/months'
import { sweepTelemetry } from '../../../src/server/telemetry/retention'
import { oneServer } from '../../support/server/hooks'
import { measuredAt } from '../../support/rows/measured'
import { insertGateway, insertHardware, insertSensor } from '../../support/rows/rows'

const DAY = 86_400_000
const OLD = Date.now() - 500 * DAY

const server = oneServer()
let sensorId: string
beforeEach(async () => {
  sensorId = await insertSensor(server.db)
})

/** The server's database, of which `refuse` can refuse statements; collects how many rows each `delete` removed. */
function watched(refuse: (text: string, values: readonly unknown[]) => boolean = () => false) {
  const deletes: number[] = []
  const db: Database = {
    ...server.db,
    async query(statement) {
      if (refuse(statement.sql, statement.values)) throw new Error('canceling statement due to statement timeout')
      const answer = await server.db.query<never>(statement)
      if (statement.sql.includes('delete from gateway_check_ins')) deletes.push(answer.rowCount)
      return answer
    },
  }
  return { deps: { ...server.deps, db }, deletes }
}

/** Stores and counts two readings of the sensor past their retention and one within. */
async function measureOld(sensor: string): Promise<void> {
  // A sweep over a watched database does not clear what the server's own one remembers.
  forgetMonths(server.db)
  await measuredAt(server, sensor, 'soil_moisture', [
    [OLD, 30],
    [OLD + 1000, 31],
    [Date.now() - DAY, 32],
  ])
  await server.db.query(sql`update sensor_stats set datapoint_count = 3 where sensor_id = ${sensor}`)
}

async function countsOf(sensors: readonly string[]) {
  const { rows } = await server.db.query<{ rows: number; counted: number }>(sql`
    select count(d) as rows, max(stats.datapoint_count) as counted
    from sensor_stats stats left join datapoints d on d.sensor_id = stats.sensor_id
    where stats.sensor_id = any(${sensors}::uuid[]) group by stats.sensor_id`)
  return rows
}

/** Records check-ins of a gateway, all so many days ago. */
async function checkIn(gatewayId: string, days: number, count: number): Promise<void> {
  await server.db.query(sql`
    insert into gateway_check_ins (gateway_id, at, stored, duplicates, unknown)
    select ${gatewayId}, now() - make_interval(days => ${days}), 0, 0, 0 from generate_series(1, ${count})`)
}

async function checkInsOf(gatewayId: string): Promise<unknown> {
  const { rows } = await server.db.query(sql`select count(*) as count from gateway_check_ins where gateway_id = ${gatewayId}`)
  return rows[0]?.['count']
}

describe('readings past their retention', () => {
  it('are deleted by whole months, together with their counts', async () => {
    await measureOld(sensorId)
    await sweepTelemetry(server.deps)
    expect(await countsOf([sensorId])).toEqual([{ rows: 1, counted: 1 }])
    // The month can be stored again, by a server that is set to keep more.
    await measuredAt(server, sensorId, 'soil_moisture', [[OLD, 30]])
  })

  it('are counted for fewer sensors at once when the database takes too long', async () => {
    const sensors = [sensorId, ...(await Promise.all(Array.from({ length: 29 }, () => insertSensor(server.db))))]
    for (const sensor of sensors) await measureOld(sensor)
    const { deps } = watched((text, [ids]) => text.includes('from datapoints_') && (ids as string[]).length > 12)
    await sweepTelemetry(deps)
    expect(await countsOf(sensors)).toEqual(sensors.map(() => ({ rows: 1, counted: 1 })))
  })

  it('are kept, with their counts, when they cannot all be counted', async () => {
    await measureOld(sensorId)
    await expect(sweepTelemetry(watched((text) => text.includes('from datapoints_')).deps)).rejects.toThrow(/timeout/)
    expect(await countsOf([sensorId])).toEqual([{ rows: 3, counted: 3 }])
  })

  it('are subtracted once when two servers delete them at once', async () => {
    await measureOld(sensorId)
    await Promise.allSettled([sweepTelemetry(server.deps), sweepTelemetry(server.deps)])
    expect(await countsOf([sensorId])).toEqual([{ rows: 1, counted: 1 }])
  })
})

describe('check-ins past their retention', () => {
  it('are deleted in batches, and newer ones stay', async () => {
    const hardware_id = await insertHardware(server.db)
    const [one, other] = [await insertGateway(server.db, { hardware_id }), await insertGateway(server.db, { hardware_id })]
    await checkIn(one, 8, 20_001)
    await checkIn(one, 6, 2)
    await checkIn(other, 8, 1)
    const { deps, deletes } = watched()
    await sweepTelemetry(deps)
    expect([await checkInsOf(one), await checkInsOf(other)]).toEqual([2, 0])
    expect(deletes.filter((count) => count > 0).toSorted((a, b) => b - a)).toEqual([10_000, 10_000, 1, 1])
  })

  it('of a gateway that is offline are deleted by their age when it was last seen', async () => {
    const id = await insertGateway(server.db, { hardware_id: await insertHardware(server.db) })
    await server.db.query(sql`update gateways set last_seen_at = now() - interval '30 days' where id = ${id}`)
    await checkIn(id, 38, 4)
    await checkIn(id, 36, 2)
    await checkIn(id, 30, 1)
    await sweepTelemetry(server.deps)
    expect(await checkInsOf(id)).toBe(3)
  })

  it('do not prevent other deletions when they cannot be deleted', async () => {
    const gatewayId = await insertGateway(server.db, { hardware_id: await insertHardware(server.db) })
    await measureOld(sensorId)
    await server.db.query(sql`
      insert into unknown_sensors (gateway_id, eui, last_heard_at) values (${gatewayId}, '02F051FFFFC0FFEE', now() - interval '8 days')`)
    await expect(sweepTelemetry(watched((text) => text.includes('gateway_check_ins')).deps)).rejects.toThrow(/timeout/)
    expect(await countsOf([sensorId])).toEqual([{ rows: 1, counted: 1 }])
    expect((await server.db.query(sql`select from unknown_sensors where gateway_id = ${gatewayId}`)).rowCount).toBe(0)
  })
})
