import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { findPostgres } from '../../../.scripts/programs.mjs'
import { root } from '../../../.scripts/root.mjs'
import { newFolder } from '../product'
import { openPgliteEngine, openPostgresEngine } from './grow/engines'
import type { House } from './grow/fill'
import { measureDashboard, measureHouse, type Result, type Site } from './grow/house'
import { report } from './grow/report'
import { wholeNumber } from './numbers'
import { withCleanup, type Later } from './tidy'

type Kind = 'postgres' | 'pglite'

const options = {
  engine: { type: 'string', default: 'both' },
  scale: { type: 'string', default: '1' },
  tenth: { type: 'string', default: 'yes' },
  rounds: { type: 'string', default: '5' },
  batches: { type: 'string', default: '100' },
  runs: { type: 'string', default: '100' },
} as const
const databaseUrl = process.env['DATABASE_URL'] ?? null
const DATAPOINTS: Readonly<Record<Kind, number>> = { postgres: 10_000_000, pglite: 1_000_000 }
/** Sensors in a batch of the ingest. */
const SENSORS_MIN = 500
const began = performance.now()

export const help = `npm run bench:grow -- [options]

Measures the built server over HTTP with many readings, and how that changes from a tenth of them: 1 000 gateways, 10 000 sensors and 10
million readings on PostgreSQL, a tenth of the readings on PGlite. DATABASE_URL names an empty PostgreSQL, instead of a throwaway one: then
only one size.

  --engine NAME  postgres, pglite or both (${options.engine.default})
  --scale N      share of that size (${options.scale.default})
  --tenth WORD   yes, or no: only one size (${options.tenth.default})
  --rounds N     rounds of storing (${options.rounds.default})
  --batches N    batches of a round (${options.batches.default})
  --runs N       runs of each read (${options.runs.default})
  --cluster      measures several processes and databases; with --help describes its options`

/** Measures growth; returns the exit code. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options })
  await withCleanup((later) => measureEngines(values, later))
  return 0
}

async function measureEngines(values: Readonly<Record<keyof typeof options, string>>, later: Later): Promise<void> {
  const scale = Number(values.scale)
  const load = {
    rounds: wholeNumber('rounds', values.rounds),
    batches: wholeNumber('batches', values.batches),
    runs: wholeNumber('runs', values.runs),
  }
  if (values.tenth !== 'yes' && values.tenth !== 'no')
    throw new Error(`--tenth must be yes or no, not ${values.tenth || 'nothing'}`)
  const isOneSize = values.tenth === 'no'
  const least = scale * (isOneSize ? 1 : 0.1) * 10_000
  if (!(least >= SENSORS_MIN))
    throw new Error(`A house has ${SENSORS_MIN} sensors or more: --scale 0.5 with its tenth, 0.05 without`)
  ensureBuilt()
  for (const kind of enginesOf(values.engine)) {
    const alone = isOneSize || (kind === 'postgres' && databaseUrl !== null)
    const results: Result[] = []
    for (const share of alone ? [scale] : [scale / 10, scale])
      results.push(await measure(kind, { share }, (site, house) => measureHouse(site, house, load), later))
    // Separates growth caused by devices from growth caused by readings.
    const quiet = alone
      ? null
      : await measure(kind, { share: scale, readings: 0.1 }, (site, house) => measureDashboard(site, house, load), later)
    report(kind, results, quiet)
    mkdirSync(join(root, 'reports'), { recursive: true })
    writeFileSync(join(root, 'reports', `grow-${kind}.json`), JSON.stringify({ results, quiet }, null, 2))
  }
  console.log(`\nIt took ${((performance.now() - began) / 60_000).toFixed(1)} minutes.`)
}

function enginesOf(engine: string): Kind[] {
  if (engine === 'postgres' || engine === 'pglite') return [engine]
  if (engine !== 'both') throw new Error(`--engine must be postgres, pglite or both, not ${engine}`)
  if (findPostgres() !== null || databaseUrl !== null) return ['postgres', 'pglite']
  console.log('There are no PostgreSQL programs on this machine and no DATABASE_URL: only PGlite is measured.')
  return ['pglite']
}

/** Builds one house, measures it by `how`, and removes it. `readings`: the share of the readings that belong to its size. */
async function measure<T>(
  kind: Kind,
  { share, readings = 1 }: { readonly share: number; readonly readings?: number },
  how: (site: Site, house: House) => Promise<T>,
  later: Later,
): Promise<T> {
  const house = { gateways: 1_000 * share, sensors: 10_000 * share, datapoints: DATAPOINTS[kind] * share * readings }
  const size = `${house.sensors.toLocaleString('en')} sensors, ${house.datapoints.toLocaleString('en')} readings`
  const tell = (step: string): void => console.log(`${minutes()}  ${kind}, ${size}: ${step}`)
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

/** The time since the start, as "3:07". */
function minutes(): string {
  const seconds = Math.floor((performance.now() - began) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
