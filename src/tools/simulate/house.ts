import type { Call } from './administrator'
import type { SimulatedSensor } from './climate'
import type { SimulatedGateway } from './gateway'
import type { SimulateOptions } from './options'

/** A row, as far as the simulator needs it. */
export interface Row {
  readonly id: string
}

/** A prefix of locally administered EUIs: no real device has them. */
const PREFIX = '02F051'
/** Version of a gateway that has reported none. */
const FIRST_VERSION = '1.0.0'
/** The largest number of sensors of a gateway. */
const SENSORS_MAX = 65_536

/**
 * Returns the simulated gateways with their sensors and new keys. Creates the missing devices, with the posts' interval as their report
 * interval. A device has the same EUI in a house of any size.
 */
export async function furnish(
  call: Call,
  { gateways, sensors, every }: Pick<SimulateOptions, 'gateways' | 'sensors' | 'every'>,
): Promise<SimulatedGateway[]> {
  const hardwareId = await hardwareOf(call)
  const plants = await call<Row[]>('GET', '/api/v2/plants?status=published&pageSize=50')
  const house: SimulatedGateway[] = []
  for (let at = 0; at < gateways; at += 1) {
    const gateway = await findOrCreate(call, 'gateways', euiOf('D0', at), {
      name: `Simulated ${at + 1}`,
      serialNumber: `SIM-${at + 1}`,
      hardwareId,
      updateChannel: 'stable',
      reportingIntervalS: Math.max(30, Math.ceil(every)),
      tags: ['simulated'],
    })
    const { key } = await call<{ key: string }>('POST', `/api/v1/gateways/${gateway.id}/key`)
    const devices: SimulatedSensor[] = []
    for (let place = 0; place < sensors; place += 1) {
      const number = at * 31 + place
      const { eui } = await findOrCreate(call, 'sensors', euiOf('E0', at * SENSORS_MAX + place), {
        name: `Simulated ${at + 1}-${place + 1}`,
        model: 'Simulated',
        gatewayId: gateway.id,
        plantId: plants[number % plants.length]?.id ?? null,
        reportingIntervalS: Math.max(60, Math.ceil(every)),
        externalPower: false,
        moistureCalibrated: false,
      })
      devices.push({ eui, offset: ((number * 37) % 100) / 100 })
    }
    house.push({
      name: gateway.name,
      key,
      sensors: devices,
      hardwareId: gateway.hardwareId ?? hardwareId,
      version: gateway.firmwareName?.split(' ').at(-1) ?? gateway.reportedVersion ?? FIRST_VERSION,
    })
  }
  return house
}

function euiOf(kind: string, number: number): string {
  return `${PREFIX}${kind}${number.toString(16).toUpperCase().padStart(8, '0')}`
}

interface Device extends Row {
  readonly name: string
  readonly eui: string
  readonly hardwareId?: string
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
