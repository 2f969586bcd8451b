import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import type { Database } from '../../src/server/db/database'
import { openDatabase } from '../../src/server/db/open'
import { writeTemplate } from '../../src/server/db/template'
import { migrations } from '../../src/server/migrations'
import { ensureMonths, monthOf } from '../../src/server/telemetry/months'

/** A database of a test's own, empty but migrated, and where it lies. */
export interface TestDatabase {
  readonly db: Database
  readonly dataDir: string
  /** Null on PGlite. */
  readonly databaseUrl: string | null
  /** Empties every table but the one of migrations. */
  truncate(): Promise<void>
  close(): Promise<void>
}

/** Opens a fresh database: on the PostgreSQL of DATABASE_URL when that is set, else on PGlite. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
  const server = process.env['DATABASE_URL'] ?? null
  const databaseUrl = server === null ? null : await createDatabase(server)
  const db = await openDatabase(
    { dataDir, databaseUrl, publicUrl: 'http://frond.test' },
    { template: server === null ? await templateFolder() : null, acquireMs: 30_000 },
  )
  // For tests that put readings of these days there by themselves. Steps as long as the shortest month leave none out.
  const step = 28 * 86_400_000
  await ensureMonths(
    db,
    [-3, -2, -1, 0, 1].map((steps) => monthOf(Date.now() + steps * step)),
  )
  return {
    db,
    dataDir,
    databaseUrl,
    truncate: () => truncate(db),
    async close() {
      await db.close()
      if (server !== null && databaseUrl !== null) await dropDatabase(server, databaseUrl)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Folder of an empty, migrated database; made by the first test file that asks for the migrations as they are now. */
export async function templateFolder(): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)
  const folder = join(import.meta.dirname, '../../node_modules/.cache/frond', `template-${key}`)
  if (existsSync(folder)) return folder
  mkdirSync(join(folder, '..'), { recursive: true })
  const mine = `${folder}.${process.pid}`
  await writeTemplate(mine)
  try {
    renameSync(mine, folder)
  } catch {
    // Another test file was first; its template is as good.
    rmSync(mine, { recursive: true, force: true })
  }
  return folder
}

/** Only what has rows: each table and index costs a file. */
async function truncate(db: Database): Promise<void> {
  const { rows: tables } = await db.query<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
  )
  if (tables.length === 0) return
  // Names of our own tables, quoted by the server: the two statements of the suite that are put together from text.
  const filled = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all ')
  const { rows } = await db.query<{ name: string }>(sql([filled]))
  if (rows.length > 0) await db.query(sql([`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`]))
}

/** Makes an empty database on a server and answers its address. */
export async function createDatabase(server: string): Promise<string> {
  const name = `frond_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Removes a database that `createDatabase` made. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await onServer(server, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
