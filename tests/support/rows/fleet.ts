import sql from 'sql-template-tag'
import { v7 } from 'uuid'
import type { GatewayDraft, Gateway } from '../../../src/contract/gateways'
import type { Sensor, SensorDraft } from '../../../src/contract/sensors'
import { updateLatestOf } from '../../../src/server/areas/latestFirmwares'
import type { TestServer } from '../server/server'

/** A signed-in administrator who creates rows for a screen's test, or acts as the other user. */
export interface Fleet {
  readonly token: string
  readonly hardwareId: string
  addHardware(fields?: { model?: string; status?: 'active' | 'eol' }): Promise<string>
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
  let made = 0
  const next = () => (made += 1)

  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await server.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as { result: { id: string } }) }
  }
  const create = async (path: string, draft: object, fields: Observed, table: 'gateways' | 'sensors') => {
    const { status, body } = await call('POST', `${path}/register`, draft)
    if (status !== 201 || body === null) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`)
    if (fields.seenS !== undefined)
      await server.db.query(
        table === 'gateways'
          ? sql`update gateways set last_seen_at = now() - make_interval(secs => ${fields.seenS}) where id = ${body.result.id}`
          : sql`update sensor_stats set last_seen_at = now() - make_interval(secs => ${fields.seenS}) where sensor_id = ${body.result.id}`,
      )
    return body.result.id
  }
  const get = async <Row>(path: string) => (await call('GET', path)).body?.result as Row

  const addHardware: Fleet['addHardware'] = async ({ model = `Canopy ${next()}`, status = 'active' } = {}) => {
    const id = v7()
    await server.db.query(
      sql`insert into gateway_hardwares (id, vendor, model, revision, status) values (${id}, 'Frond', ${model}, 'A', ${status})`,
    )
    return id
  }
  const hardwareId = await addHardware({ model: 'Base' })

  return {
    token,
    hardwareId,
    addHardware,
    async addFirmware({ semver = `1.${next()}.0`, status = 'released' } = {}) {
      const id = v7()
      await server.db.query(
        sql`insert into gateway_firmwares (id, name, semver, channel, status) values (${id}, 'Root', ${semver}, 'stable', ${status})`,
      )
      await server.db.query(
        sql`
          insert into gateway_firmware_hardwares (firmware_id, hardware_id, channel, status, semver_key)
          select f.id, h.id, f.channel, f.status, f.semver_key from gateway_firmwares f, gateway_hardwares h where f.id = ${id}`,
      )
      await updateLatestOf(server.db, [id])
      return id
    },
    async addPlant(name) {
      const id = v7()
      await server.db.query(sql`insert into plants (id, scientific_name) values (${id}, ${name})`)
      return id
    },
    async addGateway({ seenS, ...fields } = {}) {
      const number = next()
      const draft = {
        name: `Gateway ${String(number).padStart(3, '0')}`,
        eui: `70B3D57ED${number.toString(16).toUpperCase().padStart(7, '0')}`,
        serialNumber: `SN-${number}`,
        hardwareId,
        updateChannel: 'stable',
        reportingIntervalS: 30,
        tags: [],
        ...fields,
      }
      const id = await create('/api/v1/gateways', draft, seenS === undefined ? {} : { seenS }, 'gateways')
      return get<Gateway>(`/api/v1/gateways/${id}`)
    },
    async addSensor({ seenS, batteryPct, datapoints = 0, ...fields } = {}) {
      const number = next()
      const draft = {
        name: `Sensor ${String(number).padStart(3, '0')}`,
        eui: `A84041000${number.toString(16).toUpperCase().padStart(7, '0')}`,
        reportingIntervalS: 900,
        externalPower: false,
        moistureCalibrated: false,
        ...fields,
      }
      const id = await create('/api/v1/sensors', draft, seenS === undefined ? {} : { seenS }, 'sensors')
      if (batteryPct !== undefined)
        await server.db.query(sql`update sensor_stats set battery_pct = ${batteryPct} where sensor_id = ${id}`)
      if (datapoints > 0) await addDatapoints(server, id, datapoints)
      return get<Sensor>(`/api/v1/sensors/${id}`)
    },
    get: (path) => get<Gateway>(path),
    put: async (path, body) => (await call('PUT', path, body, { 'if-match': '*' })).status,
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
