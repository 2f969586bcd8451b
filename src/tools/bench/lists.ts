// Times are CPU where it can be known, since a busy machine stretches the clock's.
import { parseArgs } from 'node:util'
import sql, { type Sql } from 'sql-template-tag'
import { resources } from '../../contract/index'
import { tableName } from '../../server/crud/table'
import { openFleet, type Fleet } from './fleet'
import { AREAS, areasOf, compare, line, report, spread, printArea, type AreaTimed, type Spread, type Timed } from './listsReport'
import { wholeNumber } from './numbers'
import { queriesOf } from './queries'

/** The parsed arguments. */
interface Settings {
  readonly engine: 'pglite' | 'postgres'
  readonly areas: readonly string[] | null
  readonly only: string
  readonly runs: number
  readonly explain: boolean
  readonly keep: string | null
}
type Measured = Timed & Pick<AreaTimed, 'area'> & { readonly statements: readonly Sql[] }

const options = {
  engine: { type: 'string', default: 'pglite' },
  rows: { type: 'string', default: '100000' },
  areas: { type: 'string' },
  only: { type: 'string', default: '' },
  runs: { type: 'string', default: '7' },
  budget: { type: 'string' },
  explain: { type: 'boolean', default: false },
  keep: { type: 'string' },
} as const

export const help = `npm run bench:lists -- [options]

Measures how fast every list answers, each page, order, filter and search of it.

  --engine NAME   pglite or postgres (${options.engine.default}); DATABASE_URL names an empty PostgreSQL, instead of a throwaway one
  --rows N,…      rows of everything (${options.rows.default}); of several sizes the first is compared with the last
  --areas NAME,…  these areas (all)
  --only TEXT     queries whose address contains it
  --runs N        runs of each query (${options.runs.default})
  --explain       prints the plans of the ten slowest queries
  --budget MS,…   for each size, what the p95 of a query may take: fails when one takes longer, or an area more than twice that of the first size
  --keep FOLDER   PGlite's folder, used again and again: what has rows is not filled again

In FOLDER and in DATABASE_URL {rows} stands for the size.`

/** Measures every list; returns the exit code. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options })
  const { engine, only, explain } = values
  if (engine !== 'pglite' && engine !== 'postgres') throw new Error(`--engine must be pglite or postgres, not ${engine}`)
  const settings: Settings = {
    engine,
    areas: areasIn(values.areas),
    only,
    runs: wholeNumber('runs', values.runs),
    explain,
    keep: values.keep ?? null,
  }
  const numbersIn = (name: string, text: string): number[] => text.split(',').map((each) => wholeNumber(name, each))
  const sizes = numbersIn('rows', values.rows)
  const budgets = values.budget === undefined ? [] : numbersIn('budget', values.budget)
  let faults = 0
  const measured: Map<string, Spread>[] = []
  for (const [at, rows] of sizes.entries()) {
    const results = await measureSize(settings, rows)
    faults += report(results, budgets[at] ?? budgets.at(-1))
    measured.push(areasOf(results))
  }
  const [few, ...more] = measured
  const many = more.at(-1)
  const slower = few !== undefined && many !== undefined ? compare(few, many) : 0
  return faults + (budgets.length > 0 ? slower : 0) > 0 ? 1 : 0
}

/** Reads the names of areas; null: all of them. Throws a sentence about an unknown one. */
function areasIn(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null
  const known = resources.map(({ path }) => tableName(path))
  const unknown = text.split(',').find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`There is no area ${unknown}. The areas are: ${known.join(', ')}.`)
  return text.split(',')
}

async function measureSize(settings: Settings, rows: number): Promise<Measured[]> {
  const started = performance.now()
  const fleet = await openFleet({
    engine: settings.engine,
    rows,
    areas: settings.areas,
    databaseUrl: process.env['DATABASE_URL']?.replace('{rows}', String(rows)) ?? null,
    dataDir: settings.keep?.replace('{rows}', String(rows)) ?? null,
  })
  console.log(`\n${settings.engine}, ${rows} rows, open after ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const results = await measureAll(settings, fleet)
  if (settings.explain) for (const result of results.slice(0, 10)) await explain(fleet, result)
  await fleet.close()
  return results
}

async function measureAll({ areas, only, runs }: Settings, fleet: Fleet): Promise<Measured[]> {
  const origin = await fleet.app.listen({ port: 0, host: '127.0.0.1' })
  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${fleet.token}` } })
    if (answer.status === 503) return null
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const floors = [
    await measure(runs, fleet, 'select 1', () => fleet.db.query(sql`select 1`)),
    await measure(runs, fleet, 'a page of a table by its index', () =>
      fleet.db.query(sql`select * from gateways order by name, id limit 25`),
    ),
  ]
  for (const floor of floors) console.log(line(floor))
  console.log(AREAS)
  const results: Measured[] = []
  for (const resource of resources) {
    const area = tableName(resource.path)
    if (areas !== null && !areas.includes(area)) continue
    const urls = (await queriesOf(resource, get)).filter((url) => url.includes(only))
    for (const url of urls) results.push({ area, ...(await measure(runs, fleet, url, () => get(url))) })
    printArea(area, results)
  }
  return results.sort((one, other) => other.p95 - one.p95)
}

/** Two runs warm up. With seven runs, the 95th percentile is the slowest of them. */
async function measure(
  runs: number,
  { cpu, statements }: Fleet,
  name: string,
  work: () => Promise<unknown>,
): Promise<Omit<Measured, 'area'>> {
  const times: number[] = []
  for (let run = -2; run < runs; run++) {
    statements()
    const [began, usedBefore] = [performance.now(), cpu?.() ?? 0]
    const answered = (await work()) !== null
    const [wall, used] = [performance.now() - began, (cpu?.() ?? 0) - usedBefore]
    // CPU time: waiting for a processor inflates elapsed time, parallel work shortens it.
    const spent = cpu === null ? wall : Math.min(wall, used)
    // A query that the server gave up counts as infinite, and is not repeated.
    if (!answered) return { name, times: [Infinity], ...spread([Infinity]), statements: statements() }
    if (run >= 0) times.push(spent)
  }
  return { name, times, ...spread(times), statements: statements() }
}

async function explain({ db }: Fleet, { name, statements }: Measured): Promise<void> {
  console.log(`\n${name}`)
  for (const statement of statements) {
    console.log(statement.sql, statement.values)
    const { rows } = await db.query(sql`explain (analyze, buffers) ${statement}`)
    console.log(rows.map((row) => Object.values(row)[0]).join('\n'))
  }
}
