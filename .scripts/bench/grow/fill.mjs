import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { root } from '../../root.mjs'
import { statementsOf } from '../fleet.mjs'

const METRICS = 5
const HOUR_MS = 3_600_000
/** Between two measurements of a sensor, seconds. */
const CADENCE_S = 960
/** Rows of the areas that do not grow with the house. */
const OTHERS = 1_000

/**
 * Fills the migrated, empty database of `engine`, and tells how far it is. Answers until when there are readings, in milliseconds, and for
 * how many days; the sensor that has most readings, another, and the plant and gateway that have most sensors; and ids that no sensor has,
 * for readings past the API.
 */
export async function fill(engine, { gateways, sensors, datapoints }, tell) {
  const connection = await engine.connect()
  const until = Date.now() - HOUR_MS
  const run = async (text, values) => {
    for (const statement of statementsOf(text, values)) await connection.query(statement)
  }
  await connection.query('set session_replication_role = replica')
  await connection.query("set work_mem = '256MB'")
  await connection.query("set maintenance_work_mem = '256MB'")
  tell('gateways, sensors and all that they refer to')
  await run(read('../rows.sql'), { ...countsOf(read('../rows.sql')), gateways, sensors })
  const [, month, whole] = read('readings.sql').split(/^-- (?:month|whole)$/m)
  const curve = datapoints / 10
  const moments = Math.round((datapoints - curve) / (sensors - 1) / METRICS)
  const values = { gateways, sensors, curve, moments, cadence: CADENCE_S, until: quoted(until), value: VALUE }
  const oldest = until - Math.max(moments * CADENCE_S, curve * 10) * 1000
  for (const part of await monthsOf(oldest, until)) {
    tell(`readings, ${part.part}`)
    await run(month, { ...values, ...part })
  }
  tell('their hours, days, counts and latest')
  await run(whole, values)
  await connection.query('set session_replication_role = origin')
  tell('vacuum')
  await connection.query('vacuum (analyze)')
  const made = await connection.query(`select made_id(11, i)::text as id from generate_series(1, ${sensors}) i`)
  const sensorIds = made.map(({ id }) => id)
  const [most] = await connection.query(`
    select (select mode() within group (order by plant_id) from sensors)::text as plant,
      (select mode() within group (order by gateway_id) from sensors)::text as gateway`)
  await connection.close()
  return {
    until,
    days: (curve * 10) / 86_400,
    curve: sensorIds[0],
    plain: sensorIds[1],
    ...most,
    sensorIds,
  }
}

const VALUE =
  "case metric when 'battery' then 100 - i % 90 when 'illuminance' then n * 97 % 9000 when 'air_temperature' then 18 + (i + n) % 80 / 10.0 else 40 + (i * 7 + n) % 300 / 10.0 end"

function read(file) {
  return readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')
}

function countsOf(text) {
  return Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, table]) => [table, OTHERS]))
}

function quoted(at) {
  return `'${new Date(at).toISOString()}'`
}

/** The months from one moment to another, as the server names and bounds them. */
async function monthsOf(oldest, newest) {
  const { module } = await runnerImport(join(root, 'src/server/telemetry/months.ts'))
  const { monthOf, nextMonth, partitionOf } = module
  const months = []
  for (let month = monthOf(oldest); month <= monthOf(newest); month = nextMonth(month))
    months.push({ part: partitionOf(month), from: `'${month}-01T00:00:00Z'`, to: `'${nextMonth(month)}-01T00:00:00Z'` })
  return months
}
