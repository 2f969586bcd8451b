// `npm run bench:grow`: how fast Frond is with many readings, and how that changes from a tenth of them. 1 000 gateways, 10 000 sensors and
// 10 million readings on PostgreSQL (a throwaway one, or DATABASE_URL, which has to be empty: then only one size), a tenth on PGlite.
// `-- --engine postgres|pglite|both --scale 1 --tenth yes|no --rounds 5`. Against the built server, over HTTP.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../build.mjs'
import { findPostgres } from '../postgres.mjs'
import { newFolder } from '../product.mjs'
import { root } from '../root.mjs'
import { openPgliteEngine, openPostgresEngine } from './grow/engines.mjs'
import { measureDashboard, measureHouse } from './grow/house.mjs'
import { report } from './grow/report.mjs'
import { tidily } from './tidy.mjs'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    scale: { type: 'string', default: '1' },
    tenth: { type: 'string', default: 'yes' },
    rounds: { type: 'string', default: '5' },
    batches: { type: 'string', default: '100' },
    runs: { type: 'string', default: '100' },
  },
})
const [scale, rounds, batches, runs] = ['scale', 'rounds', 'batches', 'runs'].map((name) => Number(options[name]))
const databaseUrl = process.env.DATABASE_URL ?? null
const DATAPOINTS = { postgres: 10_000_000, pglite: 1_000_000 }
/** A batch of the ingest is of so many sensors. */
const SENSORS_MIN = 500
const began = performance.now()

await tidily(async (later) => {
  const least = scale * (options.tenth === 'no' ? 1 : 0.1) * 10_000
  if (!(least >= SENSORS_MIN))
    throw new Error(`A house has ${SENSORS_MIN} sensors or more: --scale 0.5 with its tenth, 0.05 without`)
  ensureBuilt()
  for (const kind of enginesOf()) {
    const alone = options.tenth === 'no' || (kind === 'postgres' && databaseUrl !== null)
    const results = []
    for (const share of alone ? [scale] : [scale / 10, scale])
      results.push(await measure(kind, { share }, (site, house) => measureHouse(site, house, { rounds, batches, runs }), later))
    // What of the growth is the devices', and what the readings'.
    const quiet = alone
      ? null
      : await measure(kind, { share: scale, readings: 0.1 }, (site, house) => measureDashboard(site, house, { runs }), later)
    report(kind, results, quiet)
    mkdirSync(join(root, 'reports'), { recursive: true })
    writeFileSync(join(root, 'reports', `grow-${kind}.json`), JSON.stringify({ results, quiet }, null, 2))
  }
  console.log(`\nIt took ${((performance.now() - began) / 60_000).toFixed(1)} minutes.`)
})

function enginesOf() {
  if (options.engine !== 'both') return [options.engine]
  if (findPostgres() !== null || databaseUrl !== null) return ['postgres', 'pglite']
  console.log('There are no PostgreSQL programs on this machine and no DATABASE_URL: only PGlite is measured.')
  return ['pglite']
}

/** Builds one house, measures it by `how`, and takes it down. `readings` is how many of those that its size asks for. */
async function measure(kind, { share, readings = 1 }, how, later) {
  const house = { gateways: 1_000 * share, sensors: 10_000 * share, datapoints: DATAPOINTS[kind] * share * readings }
  const told = `${house.sensors.toLocaleString('en')} sensors, ${house.datapoints.toLocaleString('en')} readings`
  const tell = (step) => console.log(`${minutes()}  ${kind}, ${told}: ${step}`)
  const dataDir = newFolder()
  const engine = kind === 'postgres' ? await openPostgresEngine(databaseUrl) : openPgliteEngine(dataDir)
  const takeDown = later(async () => {
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const result = await how({ engine, dataDir, later, tell }, house)
  await takeDown()
  return result
}

/** Since the beginning, as "3:07". */
function minutes() {
  const seconds = Math.floor((performance.now() - began) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
