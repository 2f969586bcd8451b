import { createServer } from 'vite'
import { adminEmail, startProduct } from '../../product.mjs'
import { memoryOf, processorOf, spentSince } from '../processor.mjs'
import { fill } from './fill.mjs'
import { AT_ONCE, copy, createSource, insert, post } from './ingest.mjs'
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
  const take = createSource(house)
  const bare = { copy: [], insert: [] }
  const ours = { gateway: [], repeater: [] }
  let stored = 0
  const bareRound = () => storePast(engine, () => take('gateway', batches), house.sensorIds, bare)
  const product = await start()
  const asked = askedAt(product, engine)
  const started = memoryOf(product.pid).now
  tell('reading')
  const reads = await measureReads(asked, readsOf(house), runs)
  const afterReads = memoryOf(product.pid).now
  // One shape after the other: a repeater's batches leave rows behind that are not vacuumed by the next.
  for (const [shape, all] of Object.entries(ours))
    for (let round = 0; round < rounds; round += 1) {
      tell(`storing, as a ${shape}, round ${round + 1} of ${rounds}`)
      if (engine.shared && shape === 'gateway') await bareRound()
      const made = take(shape, batches)
      let outcome
      const spent = await spentOn(engine, product.pid, async () => (outcome = await post(product.origin, made)))
      all.push({ perSecond: outcome.perSecond, ...each(spent, batches) })
      stored += outcome.stored
    }
  reads.splice(3, 0, ...(await measureReads(asked, dashboard(' after all that came in'), runs)))
  const memory = { started, afterReads, ...memoryOf(product.pid) }
  await product.stop()
  // PGlite has one user at a time: there the rounds cannot alternate.
  if (!engine.shared) tell('storing past the API')
  if (!engine.shared) for (let round = 0; round < rounds; round += 1) await bareRound()
  const ingest = Object.fromEntries(
    Object.entries({ ...bare, ...ours }).map(([name, all]) => [
      name,
      Object.fromEntries(Object.keys(all[0]).map((key) => [key, median(all.map((one) => one[key]))])),
    ]),
  )
  // Past the API by a COPY and inserts, through it in two shapes.
  const either = 2 * rounds * batches * 500
  return { ingest, reads, memory, past: either, lost: either - stored }
}

async function storePast(engine, made, sensorIds, results) {
  const count = engine.shared ? AT_ONCE : 1
  const connections = []
  for (let hand = 0; hand < count; hand += 1) connections.push(await engine.connect())
  for (const [name, store] of [
    ['copy', (batches) => copy(connections[0], batches, sensorIds)],
    ['insert', (batches) => insert(connections, batches, sensorIds)],
  ]) {
    const batches = made()
    let perSecond
    const spent = await spentOn(engine, process.pid, async () => (perSecond = await store(batches)))
    results[name].push({ perSecond, ...each(spent, batches.length) })
  }
  for (const connection of connections) await connection.close()
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

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]
}
