// `npm run bench:lists`: how fast every list answers, each page, order, filter and search of it, at 100 000 rows of everything.
// `-- --engine pglite|postgres --rows 100000 --areas gateways,sensors --only state --runs 7 --explain --budget 100`. Several sizes, such
// as `--rows 100000,1000000 --budget 100,150`, are measured one after another, each with its budget, and the first is compared with the
// last. `--keep <folder>` uses that folder for PGlite again and again, DATABASE_URL an empty PostgreSQL instead of a throwaway one; what
// has rows is not filled anew, and `{rows}` in either stands for the size. Times are CPU where it can be known, since a busy machine
// stretches the clock's. With a budget, exits with 1 when a query's p95 is over it, or an area's more than twice that of the first size.
import { parseArgs } from 'node:util'
import sql from 'sql-template-tag'
import { fail } from '../root.mjs'
import { openFleet } from './fleet.mjs'
import { AREAS, areasOf, compare, line, report, spread, tellArea } from './listsReport.mjs'
import { queriesOf } from './queries.mjs'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pglite' },
    rows: { type: 'string', default: '100000' },
    areas: { type: 'string' },
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '7' },
    budget: { type: 'string' },
    explain: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})
const areas = options.areas?.split(',') ?? null
const sizes = options.rows.split(',').map(Number)
const budgets = options.budget?.split(',').map(Number) ?? []

try {
  let faults = 0
  const measured = []
  for (const [at, rows] of sizes.entries()) {
    const results = await measureSize(rows)
    faults += report(results, budgets[at] ?? budgets.at(-1))
    measured.push(areasOf(results))
  }
  const slower = sizes.length > 1 ? compare(measured[0], measured.at(-1)) : 0
  process.exit(faults + (budgets.length > 0 ? slower : 0) > 0 ? 1 : 0)
} catch (error) {
  fail(error)
}

async function measureSize(rows) {
  const started = performance.now()
  const fleet = await openFleet({
    engine: options.engine,
    rows,
    areas,
    databaseUrl: process.env.DATABASE_URL?.replace('{rows}', rows) ?? null,
    dataDir: options.keep?.replace('{rows}', rows) ?? null,
  })
  console.log(`\n${options.engine}, ${rows} rows, open after ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const results = await measureAll(fleet)
  if (options.explain) for (const result of results.slice(0, 10)) await explain(fleet, result)
  await fleet.close()
  return results
}

async function measureAll(fleet) {
  const origin = await fleet.app.listen({ port: 0, host: '127.0.0.1' })
  const get = async (path) => {
    const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${fleet.token}` } })
    if (answer.status === 503) return null
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const floors = [
    await measure(fleet, 'select 1', () => fleet.db.query(sql`select 1`)),
    await measure(fleet, 'a page of a table by its index', () =>
      fleet.db.query(sql`select * from gateways order by name, id limit 25`),
    ),
  ]
  for (const floor of floors) console.log(line(floor))
  console.log(AREAS)
  const results = []
  for (const resource of fleet.resources) {
    const area = fleet.tableName(resource.path)
    if (areas !== null && !areas.includes(area)) continue
    const asked = (await queriesOf(resource, get)).filter((url) => url.includes(options.only))
    for (const url of asked) results.push({ area, ...(await measure(fleet, url, () => get(url))) })
    tellArea(area, results)
  }
  return results.sort((one, other) => other.p95 - one.p95)
}

/** Two runs warm up. With seven runs, the 95th percentile is the slowest of them. */
async function measure({ cpu, statements }, name, work) {
  const times = []
  for (let run = -2; run < Number(options.runs); run++) {
    statements()
    const before = [performance.now(), cpu?.() ?? 0]
    const answered = (await work()) !== null
    const [wall, used] = [performance.now() - before[0], (cpu?.() ?? 0) - before[1]]
    // What waits for a processor waits longer than it works; what two processors do at once takes less.
    const spent = cpu === null ? wall : Math.min(wall, used)
    // What the server gave up takes for ever, and is not asked again.
    if (!answered) return { name, times: [Infinity], ...spread([Infinity]), statements: statements() }
    if (run >= 0) times.push(spent)
  }
  return { name, times, ...spread(times), statements: statements() }
}

async function explain({ db }, { name, statements }) {
  console.log(`\n${name}`)
  for (const statement of statements) {
    console.log(statement.sql, statement.values)
    const { rows } = await db.query(sql`explain (analyze, buffers) ${statement}`)
    console.log(rows.map((row) => Object.values(row)[0]).join('\n'))
  }
}
