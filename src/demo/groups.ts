import sql from 'sql-template-tag'
import type { Queryable } from '../server/db/database'
import { idOf } from './chance'
import type { PlantRow } from './plants'
import { insertRows, type Columns } from './rows'
import { monthsBefore } from './times'

type Ranges = Readonly<Record<string, number | string | null>>

/** Ranges by name. They fit real plants: shares of 3,404 species. No plant uses the last one of each kind. */
const humidity = {
  Dry: { soil_moisture_min: 7, soil_moisture_max: 50, air_humidity_min: 15, air_humidity_max: 80 },
  Average: { soil_moisture_min: 15, soil_moisture_max: 60, air_humidity_min: 30, air_humidity_max: 80 },
  Moist: { soil_moisture_min: 20, soil_moisture_max: 60, air_humidity_min: 30, air_humidity_max: 85 },
  'Bark and moss': { soil_moisture_min: null, soil_moisture_max: null, air_humidity_min: 50, air_humidity_max: 85 },
  Bog: { soil_moisture_min: 60, soil_moisture_max: 95, air_humidity_min: 50, air_humidity_max: 95 },
} as const satisfies Readonly<Record<string, Ranges>>

const temperature = {
  Cool: { min_c: 5, max_c: 32, ideal_min_c: 12, ideal_max_c: 22 },
  Mediterranean: { min_c: 5, max_c: 35, ideal_min_c: 15, ideal_max_c: 28 },
  Indoor: { min_c: 8, max_c: 32, ideal_min_c: 18, ideal_max_c: 26 },
  Arid: { min_c: 8, max_c: 35, ideal_min_c: null, ideal_max_c: null },
  Tropical: { min_c: 10, max_c: 32, ideal_min_c: 20, ideal_max_c: 28 },
  Alpine: { min_c: -20, max_c: 25, ideal_min_c: 8, ideal_max_c: 18 },
} as const satisfies Readonly<Record<string, Ranges>>

const light = {
  'Deep shade': { exposure: 'shade', dli_min: 0.5, dli_max: 2, lux_min: 600, lux_max: 2500 },
  Shade: { exposure: 'shade', dli_min: 2, dli_max: 4, lux_min: 2500, lux_max: 5000 },
  'Bright shade': { exposure: 'part_shade', dli_min: 4, dli_max: 8, lux_min: 5000, lux_max: 10_000 },
  'Half sun': { exposure: 'part_sun', dli_min: 8, dli_max: 16, lux_min: null, lux_max: null },
  'Full sun': { exposure: 'full_sun', dli_min: 16, dli_max: 40, lux_min: null, lux_max: null },
  'Cuttings under lamps': { exposure: 'part_shade', dli_min: null, dli_max: null, lux_min: 3000, lux_max: 8000 },
} as const satisfies Readonly<Record<string, Ranges>>

type Needs = readonly [keyof typeof humidity, keyof typeof temperature, keyof typeof light]

/** Groups by family; other families get the groups that suit most indoor plants, which are therefore large. */
const needs: Readonly<Record<string, Needs>> = {
  Asphodelaceae: ['Dry', 'Arid', 'Half sun'],
  Aspleniaceae: ['Moist', 'Indoor', 'Shade'],
  Cactaceae: ['Dry', 'Arid', 'Full sun'],
  Crassulaceae: ['Dry', 'Arid', 'Half sun'],
  Cyatheaceae: ['Moist', 'Cool', 'Shade'],
  Hydrangeaceae: ['Moist', 'Cool', 'Half sun'],
  Lamiaceae: ['Dry', 'Mediterranean', 'Full sun'],
  Marantaceae: ['Moist', 'Tropical', 'Shade'],
  Nephrolepidaceae: ['Moist', 'Indoor', 'Shade'],
  Oleaceae: ['Dry', 'Mediterranean', 'Full sun'],
  Orchidaceae: ['Bark and moss', 'Tropical', 'Bright shade'],
  Polypodiaceae: ['Bark and moss', 'Tropical', 'Bright shade'],
  Pteridaceae: ['Moist', 'Indoor', 'Deep shade'],
  Rosaceae: ['Average', 'Cool', 'Full sun'],
  Rutaceae: ['Average', 'Mediterranean', 'Full sun'],
  Solanaceae: ['Average', 'Mediterranean', 'Full sun'],
  Strelitziaceae: ['Average', 'Tropical', 'Half sun'],
  Theaceae: ['Moist', 'Cool', 'Bright shade'],
}
const usual: Needs = ['Average', 'Indoor', 'Bright shade']

/** Inserts the demo's groups; `assignGroups` assigns them to plants. */
export async function insertGroups(tx: Queryable, now: Date): Promise<void> {
  await insertGroup(tx, 'humidity_groups', humidity, now)
  await insertGroup(tx, 'temperature_groups', temperature, now)
  await insertGroup(tx, 'light_groups', light, now)
}

/** Assigns plants the groups of their family; drafts have no light group yet. */
export async function assignGroups(tx: Queryable, plants: readonly PlantRow[], now: Date): Promise<void> {
  const rows = plants.map(({ id, family, status }) => {
    const [humidityName, temperatureName, lightName] = needs[family] ?? usual
    return {
      id,
      humidity: groupId('humidity_groups', humidityName, now),
      temperature: groupId('temperature_groups', temperatureName, now),
      light: status === 'draft' ? null : groupId('light_groups', lightName, now),
    }
  })
  await tx.query(sql`
    update plants set humidity_group_id = given.humidity, temperature_group_id = given.temperature, light_group_id = given.light
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, humidity uuid, temperature uuid, light uuid)
    where plants.id = given.id`)
}

async function insertGroup(tx: Queryable, table: string, groups: Readonly<Record<string, Ranges>>, now: Date): Promise<void> {
  const rows = Object.entries(groups).map(([name, ranges]) => {
    const at = creationTime(table, name, now).toISOString()
    return { id: groupId(table, name, now), created_at: at, updated_at: at, name, ...ranges }
  })
  const [first] = rows
  if (first === undefined) return
  const columns = Object.fromEntries(Object.keys(first).map((column) => [column, typeOf(column)]))
  await insertRows(tx, table, columns as Columns<typeof first>, rows)
}

function typeOf(column: string): string {
  if (column === 'id') return 'uuid'
  if (column.endsWith('_at')) return 'timestamptz'
  return column === 'name' || column === 'exposure' ? 'text' : 'double precision'
}

function groupId(table: string, name: string, now: Date): string {
  return idOf(`${table} ${name}`, creationTime(table, name, now))
}

function creationTime(table: string, name: string, now: Date): Date {
  return monthsBefore(now, `${table} ${name}`, 20, 24)
}
