// `npm run bench:grow`: how fast Frond is with many readings, and how that changes from a tenth of them. 1 000 gateways, 10 000 sensors and
// 10 million readings on PostgreSQL (a throwaway one, or DATABASE_URL, which has to be empty: then only one size), a tenth on PGlite.
// `-- --engine postgres|pglite|both --scale 1 --tenth yes|no --rounds 5`. Against the built server, over HTTP.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer } from 'vite'
import { ensureBuilt } from '../build.mjs'
import { findPostgres } from '../postgres.mjs'
import { adminEmail, adminPassword, newFolder, startProduct } from '../product.mjs'
import { fail, root } from '../root.mjs'
import { openPgliteEngine, openPostgresEngine } from './grow/engines.mjs'
import { fill } from './grow/fill.mjs'
import { AT_ONCE, copy, createSource, insert, post } from './grow/ingest.mjs'
import { cpuOf, measure, memoryOf, readsOf } from './grow/reads.mjs'
import { report } from './grow/report.mjs'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    scale: { type: 'string', default: '1' },
    tenth: { type: 'string', default: 'yes' },
    rounds: { type: 'string', default: '5' },
    batches: { type: 'string', default: '100' },
    runs: { type: 'string', default: '40' },
  },
})
const [scale, rounds, batches, runs] = ['scale', 'rounds', 'batches', 'runs'].map((name) => Number(options[name]))
const databaseUrl = process.env.DATABASE_URL ?? null
const DATAPOINTS = { postgres: 10_000_000, pglite: 1_000_000 }

try {
  ensureBuilt()
  for (const kind of enginesOf()) {
    const alone = options.tenth === 'no' || (kind === 'postgres' && databaseUrl !== null)
    const results = []
    for (const share of alone ? [scale] : [scale / 10, scale]) {
      results.push(await measureHouse(kind, share))
      report(kind, results)
    }
    mkdirSync(join(root, 'reports'), { recursive: true })
    writeFileSync(join(root, 'reports', `grow-${kind}.json`), JSON.stringify(results, null, 2))
  }
  process.exit(0)
} catch (error) {
  fail(error)
}

function enginesOf() {
  if (options.engine !== 'both') return [options.engine]
  if (findPostgres() !== null || databaseUrl !== null) return ['postgres', 'pglite']
  console.log('There are no PostgreSQL programs on this machine and no DATABASE_URL: only PGlite is measured.')
  return ['pglite']
}

/** Builds one house, measures it, and takes it down. */
async function measureHouse(kind, share) {
  const house = { gateways: 1_000 * share, sensors: 10_000 * share, datapoints: DATAPOINTS[kind] * share }
  const dataDir = newFolder()
  const engine = kind === 'postgres' ? await openPostgresEngine(databaseUrl) : openPgliteEngine(dataDir)
  try {
    return await inHouse(engine, dataDir, house, kind)
  } finally {
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function inHouse(engine, dataDir, house, kind) {
  const start = () => startProduct({ dataDir, env: { ...engine.env, FROND_DEMO: '0', FROND_ADMIN_EMAIL: adminEmail } })
  // Makes the schema.
  await (await start()).stop()
  const began = performance.now()
  const filled = await fill(engine, house)
  const fillS = (performance.now() - began) / 1000
  console.log(`${kind}: ${house.datapoints.toLocaleString('en')} readings are there after ${fillS.toFixed(0)} s`)
  const result = await measured(engine, start, { ...house, ...filled })
  const after = { ...(await countsOf(engine)), rollUp: await rolledUp(dataDir, engine.env.DATABASE_URL ?? null) }
  return { house, fillS, ...result, ...after }
}

async function measured(engine, start, house) {
  const take = createSource(house)
  const bare = { copy: [], insert: [] }
  const ours = { gateway: [], repeater: [] }
  let stored = 0
  const bareRound = () => storePast(engine, take, house.strangers, bare)
  // PGlite has one user at a time: there the rounds cannot alternate.
  if (!engine.shared) for (let round = 0; round < rounds; round += 1) await bareRound()
  const product = await start()
  const started = memoryOf(product.pid).now
  const reads = await measureReads(product, engine, house)
  for (let round = 0; round < rounds; round += 1) {
    if (engine.shared) await bareRound()
    for (const shape of Object.keys(ours)) {
      const made = take(shape, batches)
      let outcome
      const cpu = await cpuMsOf([product.pid, ...engine.processes()], async () => (outcome = await post(product.origin, made)))
      ours[shape].push({ perSecond: outcome.perSecond, cpu })
      stored += outcome.stored
    }
  }
  const memory = { started, ...memoryOf(product.pid) }
  await product.stop()
  const ingest = Object.fromEntries(
    Object.entries({ ...bare, ...ours }).map(([name, all]) => [
      name,
      { perSecond: median(all.map(({ perSecond }) => perSecond)), cpu: median(all.map(({ cpu }) => cpu)) },
    ]),
  )
  return { ingest, reads, memory, lost: 2 * rounds * batches * 500 - stored }
}

async function storePast(engine, take, strangers, results) {
  const count = engine.shared ? AT_ONCE : 1
  const connections = []
  for (let hand = 0; hand < count; hand += 1) connections.push(await engine.connect())
  for (const [name, store] of [
    ['copy', (made) => copy(connections[0], made, strangers)],
    ['insert', (made) => insert(connections, made, strangers)],
  ]) {
    const made = take('gateway', batches)
    let perSecond
    const cpu = await cpuMsOf([process.pid, ...engine.processes()], async () => (perSecond = await store(made)))
    results[name].push({ perSecond, cpu })
  }
  for (const connection of connections) await connection.close()
}

/** Milliseconds of processor time that processes spend on a batch. */
async function cpuMsOf(processes, work) {
  const before = cpuOf(processes)
  await work()
  return (cpuOf(processes) - before) / batches
}

async function measureReads({ origin, pid }, engine, house) {
  const answer = await fetch(`${origin}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: adminEmail, password: adminPassword, role: 'admin' }),
  })
  const { token } = (await answer.json()).result
  const reads = []
  for (const [title, addresses] of readsOf(house)) {
    const processes = () => [pid, ...engine.processes()]
    reads.push({ title, ...(await measure({ origin, token, processes }, addresses, runs)) })
  }
  return reads
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
