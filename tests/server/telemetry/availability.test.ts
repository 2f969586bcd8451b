// Runs on both engines, which could differ in time zones, intervals, trigonometry.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { availabilityPath, type GatewayAvailability } from '../../../src/contract/gatewayTraffic'
import { callAt, emptiedServer } from '../../support/server/hooks'
import { ago, insertGateway, insertHardware } from '../../support/rows/rows'

const server = emptiedServer()
const call = callAt(server, beforeEach)

const availabilityOf = async (id: string) =>
  (await call<{ result: GatewayAvailability }>('GET', availabilityPath(id))).body.result
const total = ({ days }: GatewayAvailability) => days.reduce((sum, { onlineS }) => sum + onlineS, 0)

describe('a gateway’s availability', () => {
  it('counts the time between its calls, and two intervals of each silence', async () => {
    const hardware_id = await insertHardware(server.db)
    const id = await insertGateway(server.db, { hardware_id, reporting_interval_s: 60, last_seen_at: ago(90) })
    await server.db.query(sql`select count_online(${id})`)
    await server.db.query(sql`update gateways set last_seen_at = now() where id = ${id}`)
    const online = total(await availabilityOf(id))
    expect(online).toBeGreaterThan(89)
    expect(online).toBeLessThan(100)

    await server.db.query(sql`delete from gateway_days`)
    await server.db.query(sql`update gateways set last_seen_at = now() - interval '2 days' where id = ${id}`)
    expect(total(await availabilityOf(id))).toBe(120)
    await server.db.query(sql`select count_online(${id})`)
    await server.db.query(sql`update gateways set last_seen_at = now() - interval '1 second' where id = ${id}`)
    expect(Math.round(total(await availabilityOf(id)))).toBe(121)
  })

  it('returns the last refusals, and the states of its neighbours', async () => {
    const hardware_id = await insertHardware(server.db)
    const at = (latitude: number, seconds: number, longitude = 179.99) =>
      insertGateway(server.db, { hardware_id, latitude, longitude, last_seen_at: ago(seconds) })
    const id = await at(47.4, 9000)
    await at(47.41, 9100)
    await at(47.42, 90_000, -179.99)
    await at(47.43, 5)
    await at(48, 9000)
    await server.db.query(sql`
      insert into gateway_check_ins (gateway_id, at, stored, duplicates, refusals, unknown)
      values (${id}, ${ago(9000)}, 3, 0, '{"ahead": 2, "malformed": 1, "report": 9}', 0), (${id}, ${ago(8990)}, 3, 0, '{}', 0)`)
    expect(await availabilityOf(id)).toMatchObject({
      lastRefusal: { code: 'ahead', count: 2 },
      neighbours: { total: 3, offline: 2, together: 1 },
    })
    const unplaced = await insertGateway(server.db, { hardware_id, last_seen_at: null })
    expect(await availabilityOf(unplaced)).toEqual({ days: [], lastRefusal: null, neighbours: null })
  })
})
