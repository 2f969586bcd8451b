import { beforeAll, beforeEach, expect } from 'vitest'
import type { Metric } from '../../../src/contract/metrics'
import { latestPath, type LatestReading } from '../../../src/contract/readings'
import { sensorConditions, type Sensor } from '../../../src/contract/sensors'
import { rowsOf } from '../server/calls'
import { callAt } from '../server/hooks'
import type { TestServer } from '../server/server'
import { equip, type TestGateway } from './readings'
import { insertGateway, insertHardware, insertHumidityGroup, insertPlant, insertSensor } from './rows'

const path = '/api/v1/sensors'

/** For tests of sensors' conditions: a gateway for the file and, before each test, a plant whose group asks for a soil moisture of 20–60 %. */
export function conditionsAt(server: TestServer) {
  const call = callAt(server)
  let gateway: TestGateway
  const shared = { groupId: '', plantId: '' }

  beforeAll(async () => {
    const hardware_id = await insertHardware(server.db)
    gateway = await equip(server, call, await insertGateway(server.db, { hardware_id }))
  })
  beforeEach(async () => {
    shared.groupId = await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 })
    shared.plantId = await insertPlant(server.db, { humidity_group_id: shared.groupId })
  })

  const sensorOf = async (id: string) => (await call<{ result: Sensor }>('GET', `${path}/${id}`)).body.result

  /** Returns the worst status of the readings on the sensor's page. */
  async function worstOf(id: string): Promise<Sensor['condition']> {
    const { body } = await call<{ result: LatestReading[] }>('GET', latestPath(id))
    const words = new Set(body.result.map(({ status }) => status))
    if (words.has('low') || words.has('high')) return 'out_of_range'
    if (words.has('no_data') || words.size === 0) return 'no_data'
    return words.has('ok') ? 'ok' : 'no_range'
  }

  return {
    call,
    shared,
    sensorOf,

    /** Inserts a sensor of the plant that reports every ten minutes. */
    addSensor: (columns: object = {}) =>
      insertSensor(server.db, { plant_id: shared.plantId, reporting_interval_s: 600, ...columns }),

    /** Returns the condition in the sensor's row, after checking that the list's filters and the sensor's own readings agree. */
    async conditionOf(id: string): Promise<Sensor['condition']> {
      const { condition, plantId } = await sensorOf(id)
      const lists = await Promise.all(
        sensorConditions.map(async (each) => {
          const rows = await rowsOf(call, `${path}?condition=${each}&plantId=${plantId ?? ''}&pageSize=200`)
          return rows.some((row) => row.id === id) ? [each] : []
        }),
      )
      expect(lists.flat()).toEqual([condition])
      expect(await worstOf(id)).toBe(condition)
      return condition
    },

    /** Sends a reading of the sensor by the gateway. */
    async send(id: string, metric: Metric, value: number, agoMs: number): Promise<void> {
      const { eui } = await sensorOf(id)
      const measuredAt = new Date(Date.now() - agoMs).toISOString()
      await gateway.post({ datapoints: [{ sensorEui: eui, metric, value, measuredAt }] })
    },
  }
}
