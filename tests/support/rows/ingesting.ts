import sql from 'sql-template-tag'
import { beforeAll, beforeEach } from 'vitest'
import type { Sensor } from '../../../src/contract/sensors'
import type { Call } from '../server/calls'
import { callAt, oneServer } from '../server/hooks'
import { equip, type TestGateway } from './readings'
import { insertGateway, insertHardware, insertSensor } from './rows'
import type { TestServer } from '../server/server'
import { standIn } from '../standIn'

/** A gateway that was never seen, a sensor that it receives, and what tests of both use. */
export interface Ingesting {
  readonly server: TestServer
  readonly call: Call
  readonly gateway: TestGateway
  readonly sensor: { readonly id: string; readonly eui: string }
  /** Creates another gateway of the same hardware. */
  addGateway(): Promise<TestGateway>
  /** The gateways' hardware, for which firmware can be made. */
  hardwareId(): string
  /** The server's time less some seconds. */
  ago(seconds: number): string
  /** Makes a reading of the sensor ten seconds ago, with these changes. */
  reading(changes?: object): Readonly<Record<string, unknown>>
  euiOf(sensorId: string): Promise<string>
  /** Reads the sensor as an administrator. */
  shownSensor(): Promise<Sensor>
  /** Counts a sensor's stored readings, and returns its counter. */
  countOf(sensorId?: string): Promise<{ rows: number; counted: number }>
}

/** Starts one server for the tests of a file; each test has its own gateway and sensor. */
export function ingesting(): Ingesting {
  const server = oneServer()
  const call = callAt(server)
  let hardwareId = ''
  let gateway: TestGateway | null = null
  let sensor: Ingesting['sensor'] | null = null
  const current = standIn(() => sensor)

  const addGateway = async () =>
    equip(server, call, await insertGateway(server.db, { hardware_id: hardwareId, last_seen_at: null }))
  const ago = (seconds: number) => new Date(server.clock.now.getTime() - seconds * 1000).toISOString()
  const euiOf = async (id: string) => {
    const { rows } = await server.db.query<{ eui: string }>(sql`select eui from sensors where id = ${id}`)
    return rows[0]?.eui ?? ''
  }

  beforeAll(async () => {
    hardwareId = await insertHardware(server.db)
  })
  beforeEach(async () => {
    gateway = await addGateway()
    const id = await insertSensor(server.db, { last_seen_at: null })
    sensor = { id, eui: await euiOf(id) }
  })

  return {
    server,
    call,
    gateway: standIn(() => gateway),
    sensor: current,
    addGateway,
    hardwareId: () => hardwareId,
    ago,
    reading: (changes = {}) => ({
      sensorEui: current.eui,
      metric: 'soil_moisture',
      value: 31.5,
      measuredAt: ago(10),
      ...changes,
    }),
    euiOf,
    shownSensor: async () => (await call<{ result: Sensor }>('GET', `/api/v1/sensors/${current.id}`)).body.result,
    countOf: async (id = current.id) => {
      const { rows } = await server.db.query<{ rows: number; counted: number }>(sql`
        select (select count(*) from datapoints where sensor_id = ${id}) as rows,
          coalesce((select datapoint_count from sensor_stats where sensor_id = ${id}), 0) as counted`)
      return rows[0] ?? { rows: -1, counted: -1 }
    },
  }
}
