// The API in this process over a filled, throwaway database: for the benches.
import type { FastifyInstance } from 'fastify'
import { rmSync } from 'node:fs'
import pg from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { resources } from '../../contract/index'
import { buildApp } from '../../server/app'
import { ensureAdmin } from '../../server/auth/admins'
import { createPasswords } from '../../server/auth/passwords'
import { tableName } from '../../server/crud/table'
import type { Database } from '../../server/db/database'
import { openDatabase } from '../../server/db/open'
import type { Deps } from '../../server/deps'
import { createJobs } from '../../server/process/jobs'
import { readSettings, type Settings } from '../../server/process/settings'
import { startPostgres, type Cluster } from '../postgres'
import { newFolder } from '../product'
import { connectionsOf, postmasterOf, processorOf } from './processor'
import rowsOfAreas from './rows.sql?raw'
import { statementsOf, type Counts } from './statements'

const admin = { email: 'admin@example.com', password: 'correct horse battery', role: 'admin' }
/** Rows of the areas that are not measured, to which the measured ones refer. */
const OTHERS = 10_000

interface Options {
  readonly engine: 'pglite' | 'postgres'
  readonly rows: number
  readonly areas?: readonly string[] | null
  readonly databaseUrl?: string | null
  readonly dataDir?: string | null
}

/** The API that is measured. */
export interface Fleet {
  readonly app: FastifyInstance
  readonly db: Database
  readonly settings: Settings
  /** Every statement outside a transaction, since the last call. */
  statements(): Sql[]
  /** An administrator's bearer. */
  readonly token: string
  /** Milliseconds of processor time so far; null where they cannot be known. */
  readonly cpu: (() => number) | null
  close(): Promise<void>
}

/**
 * Opens the API on `pglite` or `postgres`. Of each resource there are `rows`, or, where `areas` names some, of those, and fewer of the rest.
 * `databaseUrl` is a PostgreSQL to use instead of a throwaway one, `dataDir` a folder to use and keep; what has rows already is not filled.
 */
export async function openFleet({ engine, rows, areas = null, databaseUrl = null, dataDir = null }: Options): Promise<Fleet> {
  const folder = dataDir ?? newFolder()
  const cluster = engine === 'postgres' && databaseUrl === null ? await startCluster() : null
  const settings = readSettings({
    FROND_DATA_DIR: folder,
    FROND_SECRET: 'only for measuring, and thrown away after',
    FROND_ADMIN_EMAIL: admin.email,
    FROND_ADMIN_PASSWORD: admin.password,
    // A long bench on a busy machine outlasts a quarter of an hour.
    FROND_ACCESS_TOKEN_S: '43200',
    LOG_LEVEL: 'silent',
    ...(engine === 'postgres' && { DATABASE_URL: databaseUrl ?? cluster?.url }),
  })
  const opened = await openDatabase(settings, { acquireMs: 600_000 })
  const statements: Sql[] = []
  const db: Database = { ...opened, query: (statement) => (statements.push(statement), opened.query(statement)) }
  const deps: Deps = { settings, db, clock: () => new Date(), passwords: createPasswords(), jobs: createJobs() }
  const counts = resources.map((one): [string, number] => {
    const name = tableName(one.path)
    return [name, areas === null || areas.includes(name) ? rows : Math.min(rows, OTHERS)]
  })
  await ensureAdmin(deps)
  await fill(opened, settings.databaseUrl, Object.fromEntries(counts))
  const app = await buildApp(deps)
  await app.ready()
  return {
    app,
    db,
    settings,
    statements: () => statements.splice(0),
    token: await signIn(app),
    cpu: await cpuOf(opened, settings.databaseUrl),
    async close() {
      await app.close()
      await opened.close()
      await cluster?.stop()
      if (dataDir === null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startCluster(): Promise<Cluster> {
  const cluster = await startPostgres()
  if (cluster === null) throw new Error('There are no PostgreSQL programs on this machine: name a server by DATABASE_URL')
  return cluster
}

/** Fills an empty database. Indexes come after the rows, and references are not checked: both would take minutes. */
async function fill(db: Database, databaseUrl: string | null, counts: Counts): Promise<void> {
  const { rows: filled } = await db.query(sql`select from gateways limit 1`)
  if (filled.length > 0) return
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and not exists (select from pg_constraint where conindid = indexname::regclass)`)
  const steps = [
    `set local session_replication_role = replica`,
    `set local maintenance_work_mem = '256MB'`,
    ...indexes.map(({ name }) => `drop index ${name}`),
    ...statementsOf(rowsOfAreas, counts),
    ...indexes.map(({ definition }) => definition),
  ]
  if (databaseUrl === null) {
    await db.transaction(async (tx) => {
      for (const step of steps) await tx.query(sql`${raw(step)}`)
    })
    await db.query(sql`vacuum (analyze)`)
    return
  }
  // A connection of its own, because the pool's have a statement time-out.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  for (const step of [...steps, 'commit', 'vacuum (analyze)']) await client.query(step)
  await client.end()
}

async function signIn(app: FastifyInstance): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/users/login', payload: admin })
  return answer.json<{ result: { token: string } }>().result.token
}

/**
 * Returns the milliseconds of CPU so far: of this process, in which PGlite runs too, and of its PostgreSQL; null where they cannot be
 * known, such as on another machine. On a busy machine they say more than elapsed time.
 */
async function cpuOf(db: Database, databaseUrl: string | null): Promise<(() => number) | null> {
  const { rows } = databaseUrl === null ? { rows: [] } : await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const found = rows.map(({ pid }) => postmasterOf(pid))
  const postmasters = found.filter((pid) => pid !== null)
  if (postmasters.length < found.length) return null
  return () => {
    const { user, system } = process.cpuUsage()
    const served = processorOf(postmasters.flatMap(connectionsOf))
    return (user + system) / 1000 + [...served.values()].reduce((one, other) => one + other, 0)
  }
}
