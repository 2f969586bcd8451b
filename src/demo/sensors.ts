import { DAY_MS } from '../contract/durations'
import type { Queryable } from '../server/db/database'
import { between, euiOf, hex, idOf, pick, share } from './chance'
import type { DemoGateway, Health } from './gateways'
import { modelNames, type ModelName } from './measurements'
import type { PlantRow } from './plants'
import { insertRows } from './rows'
import { monthsBefore, secondsBefore } from './times'

/** A row of the sensors table, and its latest readings. */
interface SensorRow extends SensorReport {
  readonly id: string
  readonly created_at: string
  readonly updated_at: string
  readonly name: string
  readonly eui: string
  readonly model: ModelName
  readonly gateway_id: string | null
  readonly plant_id: string | null
  readonly reporting_interval_s: number
  readonly external_power: boolean
  readonly moisture_calibrated: boolean
}

interface SensorReport {
  readonly last_seen_at: string | null
  readonly battery_pct: number | null
  readonly battery_low_since: string | null
  readonly rssi_dbm: number | null
  readonly snr_db: number | null
  readonly firmware_version: string | null
}

/** A sensor of the demo and its behaviour. */
export interface DemoSensor {
  readonly row: SensorRow
  readonly health: Health
}

const SPARES = 8

/** Families grown in houses named after them; other houses grow anything. */
const specialities: readonly (readonly [RegExp, readonly string[]])[] = [
  [/Aroid|Tropical/, ['Araceae']],
  [/Begonia/, ['Begoniaceae']],
  [/Cactus|Succulent/, ['Cactaceae', 'Crassulaceae', 'Asphodelaceae']],
  [/Camellia/, ['Theaceae']],
  [/Citrus/, ['Rutaceae']],
  [/Fern/, ['Aspleniaceae', 'Nephrolepidaceae', 'Polypodiaceae', 'Pteridaceae']],
  [/Hydrangea/, ['Hydrangeaceae']],
  [/Olive/, ['Oleaceae', 'Lamiaceae']],
  [/Orchid/, ['Orchidaceae']],
  [/Palm/, ['Arecaceae', 'Strelitziaceae']],
  [/Range|Plastic/, ['Solanaceae', 'Lamiaceae']],
  [/Rose/, ['Rosaceae']],
]

function grownIn(zone: string, plants: readonly PlantRow[]): readonly PlantRow[] {
  const families = specialities.find(([pattern]) => pattern.test(zone))?.[1]
  return families === undefined ? plants : plants.filter((plant) => families.includes(plant.family))
}

/** The demo's sensors: four to nine per gateway, and some unmounted spares. */
export function demoSensors(now: Date, gateways: readonly DemoGateway[], plants: readonly PlantRow[]): DemoSensor[] {
  const published = plants.filter((plant) => plant.status === 'published')
  const mounted = gateways.flatMap((gateway) => {
    const [first, ...others] = grownIn(gateway.zone, published)
    if (first === undefined) throw new Error(`Nothing grows in ${gateway.zone}`)
    return Array.from({ length: between(`${gateway.row.name} sensors`, 4, 9) }, (_, at) =>
      mountedSensor(now, gateway, at + 1, pick(`${gateway.row.name} plant ${at}`, [first, ...others])),
    )
  })
  return [...mounted, ...Array.from({ length: SPARES }, (_, at) => spareSensor(now, at + 1))]
}

function mountedSensor(now: Date, gateway: DemoGateway, number: number, plant: PlantRow): DemoSensor {
  const key = `sensor ${gateway.row.name} ${number}`
  const health = healthOf(key, gateway)
  const bench = `${gateway.zone}-${String(number).padStart(2, '0')}`
  const genus = plant.scientific_name.split(' ')[0] ?? ''
  const planted = share(`${key} planted`) < 0.9
  const name = planted ? `${gateway.site.name} ${bench} ${genus}` : `${gateway.site.name} ${bench}`
  const place = { gateway_id: gateway.row.id, plant_id: planted ? plant.id : null }
  return { health, row: { ...sensorRow(now, key, name, health, Date.parse(gateway.row.created_at)), ...place } }
}

function spareSensor(now: Date, number: number): DemoSensor {
  const name = `Spare ${String(number).padStart(2, '0')}`
  return { health: 'new', row: { ...sensorRow(now, `sensor ${name}`, name, 'new', 0), gateway_id: null, plant_id: null } }
}

/** Sensors of a silent gateway have been silent for about as long. */
function healthOf(key: string, gateway: DemoGateway): Health {
  if (gateway.health !== 'alive') return gateway.health
  const luck = share(`${key} health`)
  return luck < 0.89 ? 'alive' : luck < 0.96 ? 'silent' : 'new'
}

function sensorRow(
  now: Date,
  key: string,
  name: string,
  health: Health,
  notBefore: number,
): Omit<SensorRow, 'gateway_id' | 'plant_id'> {
  const far = Math.min(16, Math.max(0.1, (now.getTime() - notBefore) / (30 * DAY_MS)))
  const created = health === 'new' ? monthsBefore(now, key, 0.01, 0.1) : monthsBefore(now, key, far / 3, far)
  const model = pick(`${key} model`, modelNames)
  // Charts show the hourly history of a sensor that reports more often as points without a line.
  const interval = pick(`${key} interval`, [900, 900, 900, 1800, 3600])
  const bluetooth = model === 'Mossgate Bud BLE'
  const external = model === 'Tallgrass Lumen' && share(`${key} power`) < 0.5
  return {
    id: idOf(key, created),
    created_at: created.toISOString(),
    updated_at: created.toISOString(),
    name,
    eui: bluetooth ? `C6${hex(key, 10)}` : euiOf(key),
    model,
    reporting_interval_s: interval,
    external_power: external,
    moisture_calibrated: model === 'Fernwire SoilPin 2' && share(`${key} calibrated`) < 0.6,
    ...reportOf(key, health, lastSeen(now, key, health, interval), bluetooth, external),
  }
}

function lastSeen(now: Date, key: string, health: Health, interval: number): string | null {
  if (health === 'new') return null
  return secondsBefore(
    now,
    health === 'alive' ? between(`${key} seen`, 5, interval) : between(`${key} seen`, 3 * 3600, 20 * 86_400),
  )
}

const unreported: SensorReport = {
  last_seen_at: null,
  battery_pct: null,
  battery_low_since: null,
  rssi_dbm: null,
  snr_db: null,
  firmware_version: null,
}

function reportOf(key: string, health: Health, seen: string | null, bluetooth: boolean, external: boolean): SensorReport {
  if (seen === null) return unreported
  const low = !external && share(`${key} low`) < (health === 'silent' ? 0.35 : 0.07)
  return {
    last_seen_at: seen,
    battery_low_since: low ? secondsBefore(new Date(seen), between(`${key} low since`, 3600, 72_000)) : null,
    battery_pct: external ? null : low ? between(`${key} battery`, 2, 19) : between(`${key} battery`, 34, 100),
    rssi_dbm: bluetooth ? between(`${key} rssi`, -92, -48) : between(`${key} rssi`, -118, -61),
    snr_db: bluetooth ? null : between(`${key} snr`, -9, 11.5, 1),
    firmware_version: pick(`${key} firmware`, ['2.4.1', '2.4.1', '2.4.1', '2.3.0', '2.2.6']),
  }
}

/** Inserts the sensors and their statistics. */
export async function insertSensors(tx: Queryable, sensors: readonly DemoSensor[]): Promise<void> {
  const rows = sensors.map(({ row }) => ({ ...row, sensor_id: row.id }))
  await insertRows<Omit<SensorRow, keyof SensorReport>>(
    tx,
    'sensors',
    {
      id: 'uuid',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      name: 'text',
      eui: 'text',
      model: 'text',
      gateway_id: 'uuid',
      plant_id: 'uuid',
      reporting_interval_s: 'integer',
      external_power: 'boolean',
      moisture_calibrated: 'boolean',
    },
    rows,
  )
  await insertRows<SensorReport & Pick<SensorRow, 'reporting_interval_s'> & { readonly sensor_id: string }>(
    tx,
    'sensor_stats',
    {
      sensor_id: 'uuid',
      reporting_interval_s: 'integer',
      last_seen_at: 'timestamptz',
      battery_pct: 'double precision',
      battery_low_since: 'timestamptz',
      rssi_dbm: 'double precision',
      snr_db: 'double precision',
      firmware_version: 'text',
    },
    rows,
  )
}
