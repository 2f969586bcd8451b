// `npm run bench:lists`: how fast every list answers, each page, order, filter and search of it, at 100 000 rows of everything.
// `-- --engine pglite|postgres --rows 100000 --areas gateways,sensors --only state --runs 7 --explain --budget 100`. `--keep <folder>` uses
// that folder for PGlite again and again, DATABASE_URL an empty PostgreSQL instead of a throwaway one; what has rows is not filled anew.
// Times are CPU where it can be known, since a busy machine stretches the clock's. Exits with 1 when a p95 is over the budget.
import { parseArgs } from 'node:util'
import sql from 'sql-template-tag'
import { fail } from '../root.mjs'
import { openFleet } from './fleet.mjs'
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

try {
  const started = performance.now()
  const fleet = await openFleet({
    engine: options.engine,
    rows: Number(options.rows),
    areas,
    databaseUrl: process.env.DATABASE_URL ?? null,
    dataDir: options.keep ?? null,
  })
  console.log(`${options.engine}, ${options.rows} rows, open after ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const results = await measureAll(fleet)
  const over = report(results)
  if (options.explain) for (const result of results.slice(0, 10)) await explain(fleet, result)
  await fleet.close()
  process.exit(over > 0 ? 1 : 0)
} catch (error) {
  fail(error)
}

async function measureAll(fleet) {
  const origin = await fleet.app.listen({ port: 0, host: '127.0.0.1' })
  const get = async (path) => {
    const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${fleet.token}` } })
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
  const results = []
  for (const resource of fleet.resources) {
    if (areas !== null && !areas.includes(fleet.tableName(resource.path))) continue
    for (const url of await queriesOf(resource, get))
      if (url.includes(options.only)) results.push(await measure(fleet, url, () => get(url)))
  }
  return results.sort((one, other) => other.p95 - one.p95)
}

/** Two runs warm up. With seven runs, the 95th percentile is nearly the slowest of them. */
async function measure({ cpu, statements }, name, work) {
  const times = []
  for (let run = -2; run < Number(options.runs); run++) {
    statements()
    const before = [performance.now(), cpu?.() ?? 0]
    await work()
    const [wall, used] = [performance.now() - before[0], (cpu?.() ?? 0) - before[1]]
    // What waits for a processor waits longer than it works; what two processors do at once takes less.
    if (run >= 0) times.push(cpu === null ? wall : Math.min(wall, used))
  }
  times.sort((one, other) => one - other)
  const at = (share) => times[Math.ceil(share * times.length) - 1]
  return { name, p50: at(0.5), p95: at(0.95), statements: statements() }
}

function line({ name, p50, p95 }) {
  return `${p50.toFixed(1).padStart(8)} ${p95.toFixed(1).padStart(8)}  ${name}`
}

/** The slowest first; answers how many are over the budget. */
function report(results) {
  const budget = options.budget === undefined ? null : Number(options.budget)
  console.log(`     p50      p95  ms, of ${results.length} queries`)
  for (const result of results) console.log(line(result))
  if (budget === null) return 0
  const over = results.filter(({ p95 }) => p95 > budget).length
  console.log(`${over} of ${results.length} are over ${budget} ms`)
  return over
}

async function explain({ db }, { name, statements }) {
  console.log(`\n${name}`)
  for (const statement of statements) {
    console.log(statement.sql, statement.values)
    const { rows } = await db.query(sql`explain (analyze, buffers) ${statement}`)
    console.log(rows.map((row) => Object.values(row)[0]).join('\n'))
  }
}
