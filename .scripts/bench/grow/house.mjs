import { createServer } from 'vite'
import { adminEmail, startProduct } from '../../product.mjs'
import { memoryOf, processorOf, spentSince } from '../processor.mjs'
import { fill } from './fill.mjs'
import { AT_ONCE, callsOf, copy, createSource, insert, post, SHAPES } from './ingest.mjs'
import { dashboard, measureReads, readsOf } from './reads.mjs'

/**
 * Builds a house in the empty database of `engine` and answers what was measured in it. `later` is told what has to be undone, `tell` what
 * is being done.
 */
export async function measureHouse(site, house, load) {
  const { engine, dataDir, tell } = site
  const { start, filled, fillS } = await furnish(site, house)
  const result = await measureAll({ engine, start, tell }, { ...house, ...filled }, load)
  tell('looking at what it came to')
  const after = { ...(await countsOf(engine)), rollUp: await rolledUp(dataDir, engine.env.DATABASE_URL ?? null) }
  return { house, fillS, ...result, ...after }
}

/** The same, of nothing but its dashboard. */
export async function measureDashboard(site, house, { runs }) {
  const { start } = await furnish(site, house)
  const product = await start()
  site.tell('reading the dashboard')
  const reads = await measureReads(askedAt(product, site.engine), dashboard(), runs)
  await product.stop()
  return reads
}

/** Answers how its server is started, and what `fill` tells of it. */
async function furnish({ engine, dataDir, later, tell }, house) {
  const env = { ...engine.env, FROND_DEMO: '0', FROND_ADMIN_EMAIL: adminEmail, FROND_ACCESS_TOKEN_S: '43200' }
  const start = async () => {
    const product = await startProduct({ dataDir, env })
    return { ...product, stop: later(() => product.stop()) }
  }
  tell('its schema')
  await (await start()).stop()
  const began = performance.now()
  const filled = await fill(engine, house, tell)
  return { start, filled, fillS: (performance.now() - began) / 1000 }
}

/** Where a server is asked, and whose processor time that is. */
function askedAt({ origin, pid }, engine) {
  return { origin, processes: () => (engine.local ? [pid, ...engine.processes()] : []) }
}

async function measureAll({ engine, start, tell }, house, { rounds, batches, runs }) {
  const beside = await engine.beside(AT_ONCE)
  const product = await start()
  const asked = askedAt(product, engine)
  const started = memoryOf(product.pid).now
  tell('reading')
  const reads = await measureReads(asked, readsOf(house), runs)
  const afterReads = memoryOf(product.pid).now
  const { ingest, stored } = await measureIngest({ engine, beside, product, tell }, house, { rounds, batches })
  reads.splice(3, 0, ...(await measureReads(asked, dashboard(' after all that came in'), runs)))
  const memory = { started, afterReads, ...memoryOf(product.pid) }
  await product.stop()
  for (const connection of beside) await connection.close()
  // Past the API by a COPY and inserts, through it in two shapes.
  const either = 2 * rounds * batches * 500
  return { ingest, reads, memory, past: engine.shared ? either : 0, lost: either - stored }
}

/** Stores readings past the API and through it, in rounds; answers what either costs, and how many the API says it has stored. */
async function measureIngest({ engine, beside, product, tell }, house, { rounds, batches }) {
  const take = createSource(house)
  let stored = 0
  const through = async (made) => {
    const outcome = await post(product.origin, made)
    stored += outcome.stored
    return outcome.perSecond
  }
  const ways = {
    copy: { pid: process.pid, store: (made) => copy(beside[0], made, house.sensorIds) },
    insert: { pid: process.pid, store: (made) => insert(beside, made, house.sensorIds) },
    gateway: { pid: product.pid, store: through },
    repeater: { pid: product.pid, store: through },
  }
  const all = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  tell('a call of each gateway')
  await post(product.origin, callsOf(house))
  // What is compared takes turns, and nothing else comes between: where somebody has just stored, the next one stores for less. A repeater's
  // batches leave rows behind that are not vacuumed by the next.
  for (const together of [['insert', 'gateway'], ['copy'], ['repeater']])
    for (let round = 0; round < rounds; round += 1) {
      tell(`storing by ${together.join(' and ')}, round ${round + 1} of ${rounds}`)
      for (const name of together) {
        const { pid, store } = ways[name]
        const made = take(name in SHAPES ? name : 'gateway', batches)
        let perSecond
        const spent = await spentOn(engine, pid, async () => (perSecond = await store(made)))
        all[name].push({ perSecond, ...each(spent, batches) })
      }
    }
  return { ingest: Object.fromEntries(Object.entries(all).map(([name, results]) => [name, medians(results)])), stored }
}

/** Milliseconds of processor time that some work takes: in all, and PostgreSQL's part of it. `pid` is of who asks it. */
async function spentOn(engine, pid, work) {
  const processes = () => (engine.local ? engine.processes() : [])
  const before = processorOf([pid, ...processes()])
  await work()
  const database = spentSince(before, processes())
  return { cpu: engine.local ? spentSince(before, [pid]) + database : 0, database }
}

function each(spent, batches) {
  return Object.fromEntries(Object.entries(spent).map(([name, ms]) => [name, ms / batches]))
}

/** What is counted beside what is there. */
async function countsOf(engine) {
  const connection = await engine.connect()
  const [counts] = await connection.query(`
    select (select sum(datapoint_count) from sensor_stats)::text as counted,
      (select count(*) from datapoints where sensor_id in (select id from sensors))::text as there,
      pg_database_size(current_database())::text as bytes`)
  await connection.close()
  return { counted: Number(counts.counted), there: Number(counts.there), bytes: Number(counts.bytes) }
}

/** Seconds that the server's next rolling up of all that came in takes. */
async function rolledUp(dataDir, url) {
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    logLevel: 'error',
  })
  const { openDatabase } = await vite.ssrLoadModule('/src/server/db/open.ts')
  const { rollUp } = await vite.ssrLoadModule('/src/server/telemetry/rollups.ts')
  const db = await openDatabase({ dataDir, databaseUrl: url, publicUrl: '' })
  const began = performance.now()
  await rollUp(db).catch((error) => console.log(`Rolling up failed: ${error.message}`))
  const seconds = (performance.now() - began) / 1000
  await db.close()
  await vite.close()
  return seconds
}

function medians(results) {
  return Object.fromEntries(Object.keys(results[0]).map((key) => [key, median(results.map((one) => one[key]))]))
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]
}
