import { gatewayKeyPath } from '../../contract/gatewayTraffic'
import { PAGE_SIZE_MAX } from '../../contract/list'
import type { Call } from './administrator'
import type { SimulatedSensor } from './climate'
import type { SimulatedGateway } from './gateway'
import type { SimulateOptions } from './options'

/** A row, as far as the simulator needs it. */
export interface Row {
  readonly id: string
}

type Size = Pick<SimulateOptions, 'gateways' | 'sensors'>

/** Tag of the gateways that the simulator creates. */
export const SIMULATED_TAG = 'simulated'
/** A prefix of locally administered EUIs: no real device has them. */
const PREFIX = '02F051'
/** Version of a gateway that has reported none. */
const FIRST_VERSION = '1.0.0'
/** The largest number of sensors of a gateway. */
const SENSORS_MAX = 65_536

/** Returns the gateways to simulate, with their sensors and new keys: the server's own ones where `existing`, else created ones. */
export function createFleet(
  call: Call,
  options: Size & Pick<SimulateOptions, 'every' | 'existing'>,
): Promise<SimulatedGateway[]> {
  return options.existing ? takeOver(call, options) : build(call, options)
}

/** Takes over the first gateways of the list, each with its first sensors. */
async function takeOver(call: Call, { gateways, sensors }: Size): Promise<SimulatedGateway[]> {
  const found = await listed(call, '/api/v1/gateways?sort=name', gateways)
  if (found.length === 0) throw new Error('There is no gateway yet: leave out --existing, and some are created')
  const fleet: SimulatedGateway[] = []
  for (const [at, gateway] of found.entries()) {
    const devices = await listed(call, `/api/v1/sensors?sort=name&gatewayId=${gateway.id}`, sensors)
    fleet.push(
      await keyed(
        call,
        gateway,
        devices.map(({ eui }, place) => deviceOf(eui, at, place)),
      ),
    )
  }
  return fleet
}

/** Reads a list page by page, up to `most` rows. */
async function listed(call: Call, query: string, most: number): Promise<Device[]> {
  const rows: Device[] = []
  for (let page = 1, isLast = false; !isLast && rows.length < most; page += 1) {
    const found = await call<Device[]>('GET', `${query}&pageSize=${PAGE_SIZE_MAX}&page=${page}`)
    rows.push(...found)
    isLast = found.length < PAGE_SIZE_MAX
  }
  return rows.slice(0, most)
}

/** Creates the missing devices, with the posts' interval as their report interval. A device has the same EUI in a fleet of any size. */
async function build(
  call: Call,
  { gateways, sensors, every }: Size & Pick<SimulateOptions, 'every'>,
): Promise<SimulatedGateway[]> {
  const hardwareId = await hardwareOf(call)
  const plants = await call<Row[]>('GET', '/api/v2/plants?status=published&pageSize=50')
  const fleet: SimulatedGateway[] = []
  for (let at = 0; at < gateways; at += 1) {
    const gateway = await findOrCreate(call, 'gateways', euiOf('D0', at), {
      name: `Simulated ${at + 1}`,
      serialNumber: `SIM-${at + 1}`,
      hardwareId,
      updateChannel: 'stable',
      reportingIntervalS: Math.max(30, Math.ceil(every)),
      tags: [SIMULATED_TAG],
    })
    const devices: SimulatedSensor[] = []
    for (let place = 0; place < sensors; place += 1) {
      const { eui } = await findOrCreate(call, 'sensors', euiOf('E0', at * SENSORS_MAX + place), {
        name: `Simulated ${at + 1}-${place + 1}`,
        model: 'Simulated',
        gatewayId: gateway.id,
        plantId: plants[numberOf(at, place) % plants.length]?.id ?? null,
        reportingIntervalS: Math.max(60, Math.ceil(every)),
        externalPower: false,
        moistureCalibrated: false,
      })
      devices.push(deviceOf(eui, at, place))
    }
    fleet.push(await keyed(call, gateway, devices))
  }
  return fleet
}

/** Gives a gateway a new key. */
async function keyed(call: Call, gateway: Device, sensors: readonly SimulatedSensor[]): Promise<SimulatedGateway> {
  const { id, name, hardwareId, firmwareName, reportedVersion } = gateway
  const { key } = await call<{ key: string }>('POST', gatewayKeyPath(id))
  return { name, key, sensors, hardwareId, version: firmwareName?.split(' ').at(-1) ?? reportedVersion ?? FIRST_VERSION }
}

function deviceOf(eui: string, at: number, place: number): SimulatedSensor {
  return { eui, offset: ((numberOf(at, place) * 37) % 100) / 100 }
}

/** A number for the sensor at a place of a gateway; neighbours differ. */
function numberOf(at: number, place: number): number {
  return at * 31 + place
}

function euiOf(kind: string, number: number): string {
  return `${PREFIX}${kind}${number.toString(16).toUpperCase().padStart(8, '0')}`
}

interface Device extends Row {
  readonly name: string
  readonly eui: string
  readonly hardwareId: string
  readonly firmwareName?: string | null
  readonly reportedVersion?: string | null
}

/** Finds the device with this EUI, or creates it. */
async function findOrCreate(call: Call, area: string, eui: string, draft: object): Promise<Device> {
  const [existing] = await call<Device[]>('GET', `/api/v1/${area}?q=${eui}`)
  return existing ?? call('POST', `/api/v1/${area}/register`, { eui, ...draft })
}

async function hardwareOf(call: Call): Promise<string> {
  const [any] = await call<Row[]>('GET', '/api/v1/gateway_hardwares?status=active&pageSize=1')
  const made =
    any ??
    (await call<Row>('POST', '/api/v1/gateway_hardwares/register', {
      vendor: 'Frond',
      model: 'Simulator',
      revision: '1',
      radios: [],
      status: 'active',
    }))
  return made.id
}
