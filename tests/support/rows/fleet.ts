import sql from 'sql-template-tag'
import type { GatewayDraft, Gateway } from '../../../src/contract/gateways'
import type { Sensor, SensorDraft } from '../../../src/contract/sensors'
import { callWith, create, read } from '../server/calls'
import type { TestServer } from '../server/server'
import { gatewayDraft, insertFirmware, insertHardware, insertPlant, sensorDraft } from './rows'

/** A signed-in administrator who creates rows for a screen's test, or acts as the other user. */
export interface Fleet {
  readonly token: string
  readonly hardwareId: string
  addHardware(fields?: { model?: string; status?: 'active' | 'eol' }): Promise<string>
  /** Inserts a firmware for the first hardware. */
  addFirmware(fields?: { semver?: string; status?: 'released' | 'revoked' | 'draft' }): Promise<string>
  addPlant(name: string): Promise<string>
  addGateway(fields?: Partial<GatewayDraft> & Observed): Promise<Gateway>
  addSensor(fields?: Partial<SensorDraft> & Observed & { batteryPct?: number; datapoints?: number }): Promise<Sensor>
  get(path: string): Promise<Gateway>
  put(path: string, body: object): Promise<number>
  remove(path: string): Promise<number>
}

interface Observed {
  /** Seconds since it was last seen; left out: never. */
  readonly seenS?: number
}

/** Signs in beside the console. Every row gets a unique name and number. */
export async function createFleet(server: TestServer): Promise<Fleet> {
  const token = await server.signIn()
  const call = callWith(server, token)
  const { db } = server
  const addHardware: Fleet['addHardware'] = (fields) => insertHardware(db, { vendor: 'Frond', revision: 'A', ...fields })
  const hardwareId = await addHardware({ model: 'Base' })

  return {
    token,
    hardwareId,
    addHardware,
    addFirmware: (fields) => insertFirmware(db, [hardwareId], { name: 'Root', ...fields }),
    addPlant: (name) => insertPlant(db, { scientific_name: name }),
    async addGateway({ seenS, ...fields } = {}) {
      const { id } = await create(call, '/api/v1/gateways', gatewayDraft(hardwareId, { tags: [], ...fields }))
      if (seenS !== undefined)
        await db.query(sql`update gateways set last_seen_at = now() - make_interval(secs => ${seenS}) where id = ${id}`)
      return read<Gateway>(call, `/api/v1/gateways/${id}`)
    },
    async addSensor({ seenS, batteryPct, datapoints = 0, ...fields } = {}) {
      const draft = sensorDraft({ model: null, reportingIntervalS: 900, moistureCalibrated: false, ...fields })
      const { id } = await create(call, '/api/v1/sensors', draft)
      if (seenS !== undefined)
        await db.query(sql`
          update sensor_stats set last_seen_at = now() - make_interval(secs => ${seenS}) where sensor_id = ${id}`)
      if (batteryPct !== undefined)
        await db.query(sql`update sensor_stats set battery_pct = ${batteryPct} where sensor_id = ${id}`)
      if (datapoints > 0) await addDatapoints(server, id, datapoints)
      return read<Sensor>(call, `/api/v1/sensors/${id}`)
    },
    get: (path) => read<Gateway>(call, path),
    put: async (path, body) => (await call('PUT', path, { body, headers: { 'if-match': '*' } })).status,
    remove: async (path) => (await call('DELETE', path)).status,
  }
}

/** Stores readings of a sensor, as its device would send them. */
export async function addDatapoints(server: TestServer, sensorId: string, count: number): Promise<void> {
  await server.db.query(sql`
    insert into datapoints (sensor_id, metric, measured_at, value)
    select ${sensorId}::uuid, 'soil_moisture', now() - make_interval(mins => n), 40 from generate_series(1, ${count}::integer) as n`)
  await server.db.query(sql`update sensor_stats set datapoint_count = ${count} where sensor_id = ${sensorId}`)
}
