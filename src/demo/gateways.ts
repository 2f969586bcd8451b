import type { Queryable } from '../server/db/database'
import { between, euiOf, hex, idOf, pick, share } from './chance'
import { familyOf, type FirmwareRow } from './firmwares'
import type { HardwareRow } from './hardwares'
import { insertRows } from './rows'
import { sites, type Site } from './sites'
import { monthsBefore, secondsBefore } from './times'

/** A row of the gateways table. */
interface GatewayRow {
  readonly id: string
  readonly created_at: string
  readonly updated_at: string
  readonly name: string
  readonly eui: string
  readonly serial_number: string
  readonly description: string | null
  readonly hardware_id: string
  readonly firmware_id: string | null
  readonly target_firmware_id: string | null
  readonly target_firmware_at: string | null
  readonly target_reported_at: string | null
  readonly update_channel: 'stable' | 'beta' | 'alpha'
  readonly reporting_interval_s: number
  readonly last_seen_at: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly altitude_m: number | null
  readonly tags: readonly string[]
}

/** How a device of the demo behaves. */
export type Health = 'alive' | 'silent' | 'new'

/** A gateway of the demo: its row, location and behaviour. */
export interface DemoGateway {
  readonly row: GatewayRow
  readonly site: Site
  readonly zone: string
  readonly health: Health
}

/** Seconds for which gateways have been silent; the others report. */
const silences: Readonly<Record<string, number>> = {
  'Westland Packing hall': 11 * 60,
  'Pistoia Tree field': 3 * 3600,
  'Almería Reservoir': 26 * 3600,
  'Leamington Boiler room': 6 * 86_400,
  'Naivasha Cuttings 2': 40 * 60,
  'Kunming Camellia slope': 19 * 86_400,
}
/** Registered but not mounted yet. */
const newcomers = new Set(['Aalsmeer Trial benches', 'Erfurt Seed beds', 'Apopka Stock plants'])
const descriptions: Readonly<Record<string, string>> = {
  'Westland Packing hall': 'Loses its uplink while the cold store defrosts. Electrician booked.',
  'Almería Reservoir': 'On the pump house roof, key at the gate. Solar panel is cleaned on the first of each month.',
  'Kunming Tissue lab': 'Behind the air lock: only Bluetooth sensors, no LoRaWAN inside.',
  'Angers Seed bank': '4 °C and dry. Alarms go to the night watch as well.',
  'Leamington Boiler room': 'Taken down for the renovation, goes back in spring.',
}

/** The demo's gateways: one per house. */
export function demoGateways(now: Date, hardwares: readonly HardwareRow[], firmwares: readonly FirmwareRow[]): DemoGateway[] {
  return sites.flatMap((site) =>
    site.zones.map((zone) => {
      const name = `${site.name} ${zone}`
      const health: Health = newcomers.has(name) ? 'new' : name in silences ? 'silent' : 'alive'
      return { site, zone, health, row: rowOf(now, site, zone, health, hardwares, firmwares) }
    }),
  )
}

function rowOf(
  now: Date,
  site: Site,
  zone: string,
  health: Health,
  hardwares: readonly HardwareRow[],
  firmwares: readonly FirmwareRow[],
): GatewayRow {
  const name = `${site.name} ${zone}`
  const created = health === 'new' ? monthsBefore(now, name, 0.03, 0.3) : monthsBefore(now, name, 1, 17)
  const hardware = hardwareFor(name, site, hardwares)
  const interval = pick(`${name} interval`, [30, 30, 60, 120])
  const seen = lastSeen(now, name, health, interval)
  return {
    id: idOf(`gateway ${name}`, created),
    created_at: created.toISOString(),
    updated_at: created.toISOString(),
    name,
    eui: euiOf(`gateway ${name}`),
    serial_number: `${hardware.part_number}-${hex(`serial ${name}`, 6)}`,
    description: descriptions[name] ?? null,
    hardware_id: hardware.id,
    ...assignmentOf(now, firmwareOf(name, health, hardware, firmwares), seen),
    reporting_interval_s: interval,
    last_seen_at: seen,
    ...positionOf(name, site, health),
    tags: tagsOf(site, zone),
  }
}

function hardwareFor(name: string, site: Site, hardwares: readonly HardwareRow[]): HardwareRow {
  const fitting = hardwares.filter((hardware) => hardware.region === site.region || hardware.region === 'Global')
  const [first, ...others] = fitting
  if (first === undefined) throw new Error(`No hardware for ${site.region}`)
  return pick(`${name} hardware`, [first, ...others])
}

/**
 * Updates were assigned this morning, except those away from a revoked release: they have been pending for days. A gateway that was seen
 * since has reported since the assignment.
 */
function assignmentOf<Firmware extends Pick<GatewayRow, 'firmware_id' | 'target_firmware_id'> & { readonly urgent?: true }>(
  now: Date,
  { urgent, ...firmware }: Firmware,
  seen: string | null,
) {
  if (firmware.target_firmware_id === null) return { ...firmware, target_firmware_at: null, target_reported_at: null }
  const done = firmware.firmware_id === firmware.target_firmware_id
  const at = secondsBefore(now, done ? 30 * 86_400 : urgent ? 3 * 86_400 : 4 * 3600)
  return { ...firmware, target_firmware_at: at, target_reported_at: seen !== null && seen >= at ? at : null }
}

/** Most run their vendor's newest stable release; some lag behind, some have an update pending, one runs a revoked release. */
function firmwareOf(
  name: string,
  health: Health,
  hardware: HardwareRow,
  firmwares: readonly FirmwareRow[],
): Pick<GatewayRow, 'firmware_id' | 'target_firmware_id' | 'update_channel'> & { readonly urgent?: true } {
  const family = firmwares.filter((firmware) => firmware.name === familyOf[hardware.vendor] && firmware.status !== 'draft')
  const stable = family.filter((firmware) => firmware.channel === 'stable' && firmware.status === 'released')
  const newest = stable.at(-1)?.id ?? null
  const older = stable.at(-2)?.id ?? newest
  if (health === 'new') return { firmware_id: null, target_firmware_id: newest, update_channel: 'stable' }
  const luck = share(`${name} update`)
  const revoked = family.find((firmware) => firmware.status === 'revoked')?.id
  if (revoked !== undefined && luck > 0.85)
    return { firmware_id: revoked, target_firmware_id: newest, update_channel: 'stable', urgent: true }
  if (luck > 0.88) return { firmware_id: older, target_firmware_id: newest, update_channel: 'stable' }
  if (luck > 0.6) return { firmware_id: older, target_firmware_id: null, update_channel: 'stable' }
  return { firmware_id: newest, target_firmware_id: newest, update_channel: luck > 0.53 ? 'beta' : 'stable' }
}

function lastSeen(now: Date, name: string, health: Health, interval: number): string | null {
  if (health === 'new') return null
  return secondsBefore(now, health === 'silent' ? (silences[name] ?? 3600) : between(`${name} seen`, 1, interval))
}

/** Places houses within some hundred metres of their site; an unmounted gateway has no position yet. */
function positionOf(name: string, site: Site, health: Health): Pick<GatewayRow, 'latitude' | 'longitude' | 'altitude_m'> {
  if (health === 'new') return { latitude: null, longitude: null, altitude_m: null }
  return {
    latitude: between(`${name} latitude`, site.latitude - 0.004, site.latitude + 0.004, 5),
    longitude: between(`${name} longitude`, site.longitude - 0.006, site.longitude + 0.006, 5),
    altitude_m: site.altitudeM + between(`${name} altitude`, 2, 9),
  }
}

function tagsOf(site: Site, zone: string): string[] {
  const outdoors = /yard|terrace|field|slope|beds|Reservoir|garden/.test(zone)
  const critical = /Seed bank|Tissue lab|Cold store|Propagation/.test(zone)
  return [site.tag, outdoors ? 'outdoor' : 'indoor', ...(critical ? ['critical'] : [])]
}

export function insertGateways(tx: Queryable, gateways: readonly DemoGateway[]): Promise<void> {
  return insertRows<GatewayRow>(
    tx,
    'gateways',
    {
      id: 'uuid',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      name: 'text',
      eui: 'text',
      serial_number: 'text',
      description: 'text',
      hardware_id: 'uuid',
      firmware_id: 'uuid',
      target_firmware_id: 'uuid',
      target_firmware_at: 'timestamptz',
      target_reported_at: 'timestamptz',
      update_channel: 'text',
      reporting_interval_s: 'integer',
      last_seen_at: 'timestamptz',
      latitude: 'double precision',
      longitude: 'double precision',
      altitude_m: 'double precision',
      tags: 'text[]',
    },
    gateways.map((gateway) => gateway.row),
  )
}
