// `npm run bench:api`: how fast the API answers lists of 100 000 rows, on the engine of DATABASE_URL or else PGlite, and what a list of
// 50 costs beside bare Fastify over the same query. `-- --rows 100000 --runs 30 --only lists|cost`. Absolute times depend on the machine.
import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { createServer } from 'vite'
import { bareServer } from './bare.mjs'

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, runs: { type: 'string', default: '30' }, only: { type: 'string' } },
})
const databaseUrl = process.env.DATABASE_URL ?? null
const dataDir = mkdtempSync(join(tmpdir(), 'frond-bench-'))
const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: false, ws: false }, logLevel: 'error' })

const lists = {
  gateways: [
    '',
    '?sort=-lastSeenAt',
    '?sort=state',
    '?sort=-state,name',
    '?sort=hardwareName',
    '?sort=-sensorsCount',
    '?page=4000',
    '?state=offline',
    '?state=never_seen',
    '?firmwareStatus=update_available',
    '?updateChannel=beta',
    '?q=gate',
    '?q=77',
    '?q=zz',
    '?q=greenhouse+of+a',
    '?q=nothing+at+all',
    '?q=green&sort=-lastSeenAt&state=offline',
  ],
  sensors: [
    '',
    '?sort=batteryPct',
    '?sort=state',
    '?sort=gatewayName',
    '?sort=plantName',
    '?sort=-datapointsCount',
    '?page=2000&pageSize=50',
    '?state=unreachable',
    '?state=never_seen&batteryLow=true',
    '?batteryLow=true',
    '?q=sens',
    '?q=zz',
    '?q=model+1',
  ],
}

try {
  const load = (file) => vite.ssrLoadModule(`/src/server/${file}`)
  const [{ openDatabase }, { buildApp }, { readSettings }, { ensureAdmin }] = await Promise.all(
    ['db/open.ts', 'app.ts', 'settings.ts', 'auth/users.ts'].map(load),
  )
  const settings = readSettings({
    FROND_DATA_DIR: dataDir,
    FROND_SECRET: 'only for measuring, and thrown away after',
    FROND_ADMIN_EMAIL: 'admin@example.com',
    FROND_ADMIN_PASSWORD: 'correct horse battery',
    LOG_LEVEL: 'silent',
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  })
  const db = await openDatabase(settings)
  const deps = { settings, db, clock: () => new Date() }
  await ensureAdmin(deps)
  await fill(db)
  const app = await buildApp(deps)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const token = await signIn(origin)
  if (options.only !== 'cost') await measureLists(origin, token)
  if (options.only !== 'lists' && databaseUrl !== null) await measureCost(origin, token)
  await app.close()
  await db.close()
} finally {
  await vite.close()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Fills an empty database by its own means; on one connection, since the statements share temporary tables. */
async function fill(db) {
  const { rows } = await db.query(sql`select count(*) as n from gateways`)
  if (rows[0].n > 0) return
  const text = readFileSync(fileURLToPath(new URL('rows.sql', import.meta.url)), 'utf8').replaceAll('100000', options.rows)
  const statements = text.split(/;\s*\n/).filter((part) => part.trim() !== '')
  if (databaseUrl === null) {
    for (const statement of [...statements, 'vacuum analyze']) await db.query(sql`${raw(statement)}`)
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of [...statements, 'vacuum analyze']) await client.query(statement)
  await client.end()
}

async function signIn(origin) {
  const body = JSON.stringify({ email: 'admin@example.com', password: 'correct horse battery', role: 'admin' })
  const answer = await fetch(`${origin}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return (await answer.json()).result.token
}

async function measureLists(origin, token) {
  const headers = { authorization: `Bearer ${token}` }
  console.log(`${databaseUrl === null ? 'PGlite' : 'PostgreSQL'}, ${options.rows} rows: median and p95 of ${options.runs}, ms`)
  for (const [area, queries] of Object.entries(lists))
    for (const query of queries) {
      const times = []
      for (let run = -2; run < Number(options.runs); run++) {
        const started = performance.now()
        const answer = await fetch(`${origin}/api/v1/${area}${query}`, { headers })
        await answer.text()
        if (answer.status !== 200) throw new Error(`${area}${query} was answered with ${answer.status}`)
        if (run >= 0) times.push(performance.now() - started)
      }
      times.sort((a, b) => a - b)
      const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1).padStart(8)
      console.log(`${at(0.5)} ${at(0.95)}  ${area}${query}`)
    }
}

/** CPU of this process a request, beside bare Fastify with the same query and schema; rounds alternate. */
async function measureCost(origin, token) {
  const bare = await bareServer(databaseUrl)
  const contenders = {
    bare: [bare.url, {}],
    frond: [`${origin}/api/v1/gateways?pageSize=50`, { authorization: `Bearer ${token}` }],
  }
  const costs = { bare: [], frond: [] }
  for (let round = 0; round < 5; round++)
    for (const [name, [url, headers]] of Object.entries(contenders)) costs[name].push(await costOf(url, headers))
  await bare.close()
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  const [floor, ours] = [median(costs.bare), median(costs.frond)]
  console.log(
    `list of 50: ${ours.toFixed(0)} µs CPU a request, bare Fastify and pg ${floor.toFixed(0)} µs, ratio ${(ours / floor).toFixed(2)}`,
  )
}

async function costOf(url, headers) {
  await fire(url, headers, 200)
  const count = 1500
  const before = process.cpuUsage()
  await fire(url, headers, count)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/** Has another process send requests, sixteen at a time. */
function fire(url, headers, count) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('fire.mjs', import.meta.url)), [url, JSON.stringify(headers), String(count)])
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`fire.mjs ended with ${code}`))))
  })
}
