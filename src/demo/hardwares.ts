import { hex, idOf } from './chance'
import type { Columns } from './rows'
import { monthsBefore } from './times'

/** A row of the hardwares table. */
export interface HardwareRow {
  readonly id: string
  readonly created_at: string
  readonly updated_at: string
  readonly vendor: string
  readonly model: string
  readonly revision: string
  readonly part_number: string
  readonly radios: readonly string[]
  readonly region: string
  readonly power: string
  readonly operating_min_c: number
  readonly operating_max_c: number
  readonly ip_code: string
  readonly status: 'active' | 'eol'
}

/** Columns of the table, with their types. */
export const hardwareColumns: Columns<HardwareRow> = {
  id: 'uuid',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  vendor: 'text',
  model: 'text',
  revision: 'text',
  part_number: 'text',
  radios: 'text[]',
  region: 'text',
  power: 'text',
  operating_min_c: 'double precision',
  operating_max_c: 'double precision',
  ip_code: 'text',
  status: 'text',
}

type Model = Pick<HardwareRow, 'vendor' | 'model' | 'revision' | 'radios' | 'region' | 'power' | 'ip_code' | 'status'> & {
  readonly cold: number
  readonly warm: number
}
const indoor = { power: 'PoE 802.3af', ip_code: 'IP30', cold: 0, warm: 45 }
const outdoor = { power: 'PoE 802.3at', ip_code: 'IP67', cold: -40, warm: 70 }
const solar = { power: 'Solar 20 W, 12 V battery', ip_code: 'IP66', cold: -25, warm: 60 }

const models: readonly Model[] = [
  {
    vendor: 'Fernwire',
    model: 'Canopy 4',
    revision: 'C',
    radios: ['LoRaWAN', 'Ethernet'],
    region: 'EU868',
    status: 'active',
    ...outdoor,
  },
  {
    vendor: 'Fernwire',
    model: 'Canopy 4',
    revision: 'B',
    radios: ['LoRaWAN', 'Ethernet'],
    region: 'EU868',
    status: 'eol',
    ...outdoor,
  },
  {
    vendor: 'Fernwire',
    model: 'Canopy 4 LTE',
    revision: 'A',
    radios: ['LoRaWAN', 'LTE Cat 1'],
    region: 'US915',
    status: 'active',
    ...solar,
  },
  {
    // For a region where this grower has no nursery.
    vendor: 'Fernwire',
    model: 'Canopy 5',
    revision: 'A',
    radios: ['LoRaWAN', 'Ethernet', 'LTE Cat 4'],
    region: 'IN865',
    status: 'active',
    ...outdoor,
  },
  {
    vendor: 'Mossgate',
    model: 'MG-200',
    revision: '2.1',
    radios: ['LoRaWAN', 'BLE 5', 'Wi-Fi 5'],
    region: 'EU868',
    status: 'active',
    ...indoor,
  },
  {
    vendor: 'Mossgate',
    model: 'MG-210',
    revision: '1.0',
    radios: ['LoRaWAN', 'BLE 5', 'Ethernet'],
    region: 'AS923',
    status: 'active',
    ...indoor,
  },
  {
    vendor: 'Tallgrass',
    model: 'Prairie',
    revision: '7',
    radios: ['LoRaWAN', 'Ethernet'],
    region: 'US915',
    status: 'active',
    ...outdoor,
  },
  {
    vendor: 'Tallgrass',
    model: 'Prairie Mini',
    revision: '3',
    radios: ['BLE 5', 'Wi-Fi 5'],
    region: 'Global',
    status: 'active',
    ...indoor,
  },
]

/** The demo's gateway models. */
export function demoHardwares(now: Date): HardwareRow[] {
  return models.map(({ cold, warm, ...model }) => {
    const key = `hardware ${model.vendor} ${model.model} ${model.revision}`
    const at = monthsBefore(now, key, 18, 20)
    return {
      ...model,
      id: idOf(key, at),
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
      part_number: `${model.vendor.slice(0, 2).toUpperCase()}-${hex(key, 5)}`,
      operating_min_c: cold,
      operating_max_c: warm,
    }
  })
}
