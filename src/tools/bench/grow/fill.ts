import { HOUR_MS } from '../../../contract/durations'
import { monthOf, nextMonth, partitionOf } from '../../../server/telemetry/months'
import rowsOfAreas from '../rows.sql?raw'
import { statementsOf, type Counts } from '../statements'
import type { Engine } from './engines'
import readings from './readings.sql?raw'

/** How large a house is. */
export interface House {
  readonly gateways: number
  readonly sensors: number
  readonly datapoints: number
}

/** The content of a filled house. */
export interface Filled {
  /** When the last reading was measured, ms since 1970; and the number of days with readings. */
  readonly until: number
  readonly days: number
  /** Ids of the sensor that has most readings, and of another one. */
  readonly curve: string
  readonly plain: string
  /** Ids of the plant and the gateway that have most sensors. */
  readonly plant: string
  readonly gateway: string
  /** The n-th sensor's id, from 0. */
  readonly sensorIds: readonly string[]
}

const METRICS = 5
/** Seconds between two measurements of a sensor. */
const CADENCE_S = 960
/** Rows of the areas that do not grow with the house. */
const OTHERS = 1_000

/** Fills the migrated, empty database of `engine`, and prints its progress. */
export async function fill(
  engine: Engine,
  { gateways, sensors, datapoints }: House,
  tell: (step: string) => void,
): Promise<Filled> {
  const connection = await engine.connect()
  const until = Date.now() - HOUR_MS
  const run = async (text: string, values: Counts): Promise<void> => {
    for (const statement of statementsOf(text, values)) await connection.query(statement)
  }
  await connection.query('set session_replication_role = replica')
  await connection.query("set work_mem = '256MB'")
  await connection.query("set maintenance_work_mem = '256MB'")
  tell('gateways, sensors and all that they refer to')
  await run(rowsOfAreas, { ...countsOf(rowsOfAreas), gateways, sensors })
  const [, month = '', whole = ''] = readings.split(/^-- (?:month|whole)$/m)
  const curve = datapoints / 10
  const moments = Math.round((datapoints - curve) / (sensors - 1) / METRICS)
  const values = { gateways, sensors, curve, moments, cadence: CADENCE_S, until: quoted(until), value: VALUE }
  const oldest = until - Math.max(moments * CADENCE_S, curve * 10) * 1000
  for (const part of monthsOf(oldest, until)) {
    tell(`readings, ${part.part}`)
    await run(month, { ...values, ...part })
  }
  tell('their hours, days, counts and latest')
  await run(whole, values)
  await connection.query('set session_replication_role = origin')
  tell('vacuum')
  await connection.query('vacuum (analyze)')
  const made = await connection.query<{ id: string }>(`select made_id(11, i)::text as id from generate_series(1, ${sensors}) i`)
  const sensorIds = made.map(({ id }) => id)
  const [most] = await connection.query<{ plant: string; gateway: string }>(`
    select (select mode() within group (order by plant_id) from sensors)::text as plant,
      (select mode() within group (order by gateway_id) from sensors)::text as gateway`)
  await connection.close()
  const [first, second] = sensorIds
  if (first === undefined || second === undefined || most === undefined) throw new Error('The house is empty')
  return {
    until,
    days: (curve * 10) / 86_400,
    curve: first,
    plain: second,
    ...most,
    sensorIds,
  }
}

const VALUE =
  "case metric when 'battery' then 100 - i % 90 when 'illuminance' then n * 97 % 9000 when 'air_temperature' then 18 + (i + n) % 80 / 10.0 else 40 + (i * 7 + n) % 300 / 10.0 end"

function countsOf(text: string): Counts {
  return Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, table = '']) => [table, OTHERS]))
}

function quoted(at: number): string {
  return `'${new Date(at).toISOString()}'`
}

/** The months from one moment to another, as the server names and bounds them. */
function monthsOf(oldest: number, newest: number): { part: string; from: string; to: string }[] {
  const months: { part: string; from: string; to: string }[] = []
  for (let month = monthOf(oldest); month <= monthOf(newest); month = nextMonth(month))
    months.push({ part: partitionOf(month), from: `'${month}-01T00:00:00Z'`, to: `'${nextMonth(month)}-01T00:00:00Z'` })
  return months
}
