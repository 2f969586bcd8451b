// The API in this process over a filled, throwaway database: for the benches.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { createServer } from 'vite'
import { connectionsOf, postmasterOf, processorOf } from './processor.mjs'

const admin = { email: 'admin@example.com', password: 'correct horse battery', role: 'admin' }
/** Rows of the areas that are not measured, for those that are to refer to. */
const OTHERS = 10_000

/**
 * Opens the API on `pglite` or `postgres`. Of each resource there are `rows`, or, where `areas` names some, of those, and fewer of the rest.
 * `databaseUrl` is a PostgreSQL to use instead of a throwaway one, `dataDir` a folder to use and keep; what has rows already is not filled.
 */
export async function openFleet({ engine, rows, areas = null, databaseUrl = null, dataDir = null }) {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'frond-bench-'))
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    logLevel: 'error',
  })
  const load = (file) => vite.ssrLoadModule(file)
  const cluster = engine === 'postgres' && databaseUrl === null ? await startCluster(load) : null
  const settings = (await load('/src/server/settings.ts')).readSettings({
    FROND_DATA_DIR: folder,
    FROND_SECRET: 'only for measuring, and thrown away after',
    FROND_ADMIN_EMAIL: admin.email,
    FROND_ADMIN_PASSWORD: admin.password,
    // A long bench on a busy machine outlasts a quarter of an hour.
    FROND_ACCESS_TOKEN_S: '43200',
    LOG_LEVEL: 'silent',
    ...(engine === 'postgres' && { DATABASE_URL: databaseUrl ?? cluster.url }),
  })
  const { resources } = await load('/src/contract/index.ts')
  const { tableName } = await load('/src/server/crud/table.ts')
  const opened = await (await load('/src/server/db/open.ts')).openDatabase(settings, { acquireMs: 600_000 })
  const statements = []
  const db = { ...opened, query: (statement) => (statements.push(statement), opened.query(statement)) }
  const { createPasswords } = await load('/src/server/auth/passwords.ts')
  const { createJobs } = await load('/src/server/jobs.ts')
  const deps = { settings, db, clock: () => new Date(), passwords: createPasswords(), jobs: createJobs() }
  const counts = resources.map((one) => {
    const name = tableName(one.path)
    return [name, areas === null || areas.includes(name) ? rows : Math.min(rows, OTHERS)]
  })
  await (await load('/src/server/auth/admins.ts')).ensureAdmin(deps)
  await fill(opened, settings.databaseUrl, Object.fromEntries(counts))
  const app = await (await load('/src/server/app.ts')).buildApp(deps)
  await app.ready()
  return {
    app,
    db,
    resources,
    tableName,
    settings,
    /** Every statement that was asked outside a transaction, since the last look. */
    statements: () => statements.splice(0),
    token: await signIn(app),
    cpu: await cpuOf(opened, settings.databaseUrl),
    async close() {
      await app.close()
      await opened.close()
      await vite.close()
      await cluster?.stop()
      if (dataDir === null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startCluster(load) {
  const cluster = await (await load('/tests/support/postgres.ts')).startPostgres()
  if (cluster === null) throw new Error('There are no PostgreSQL programs on this machine: name a server by DATABASE_URL')
  return cluster
}

/** Fills an empty database. Indexes come after the rows, and references are not checked: both would take minutes. */
async function fill(db, databaseUrl, counts) {
  const { rows: filled } = await db.query(sql`select from gateways limit 1`)
  if (filled.length > 0) return
  const { rows: indexes } = await db.query(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and not exists (select from pg_constraint where conindid = indexname::regclass)`)
  const steps = [
    `set local session_replication_role = replica`,
    `set local maintenance_work_mem = '256MB'`,
    ...indexes.map(({ name }) => `drop index ${name}`),
    ...statementsOf(readFileSync(fileURLToPath(new URL('rows.sql', import.meta.url)), 'utf8'), counts),
    ...indexes.map(({ definition }) => definition),
  ]
  if (databaseUrl === null) {
    await db.transaction(async (tx) => {
      for (const step of steps) await tx.query(sql`${raw(step)}`)
    })
    await db.query(sql`vacuum (analyze)`)
    return
  }
  // A connection of its own: the pool's end what takes long.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  for (const step of [...steps, 'commit', 'vacuum (analyze)']) await client.query(step)
  await client.end()
}

/** The statements of rows.sql for so many rows of each table. */
export function statementsOf(text, counts) {
  const filled = text.replace(/^--.*\n/gm, '').replace(/\{(\w+)\}/g, (whole, table) => counts[table] ?? whole)
  return filled.split(/;\s*\n/).filter((part) => part.trim() !== '')
}

async function signIn(app) {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/users/login', payload: admin })
  return answer.json().result.token
}

/**
 * Answers the milliseconds of CPU so far: of this process, in which PGlite runs too, and of the PostgreSQL that it asks; null where they
 * cannot be known, as of a server elsewhere. On a machine that does other things too, they say more than the clock.
 */
async function cpuOf(db, databaseUrl) {
  const { rows } = databaseUrl === null ? { rows: [] } : await db.query(sql`select pg_backend_pid() as pid`)
  const postmasters = rows.map(({ pid }) => postmasterOf(pid))
  if (postmasters.includes(null)) return null
  return () => {
    const { user, system } = process.cpuUsage()
    const served = processorOf(postmasters.flatMap(connectionsOf))
    return (user + system) / 1000 + [...served.values()].reduce((one, other) => one + other, 0)
  }
}
