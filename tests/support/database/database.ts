import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { inject, type ProvidedContext } from 'vitest'
import type { Database } from '../../../src/server/db/database'
import { openDatabase } from '../../../src/server/db/open'
import { openPglite } from '../../../src/server/db/pglite'
import { databaseOver } from '../../../src/server/db/engine'
import { writeTemplate } from '../../../src/server/db/template'
import type { Settings } from '../../../src/server/process/settings'
import { migrations } from '../../../src/server/migrations'
import { roleSettings } from '../../../src/tools/pooler'
import { createOnAll, dropOnAll, type CitusCluster } from './citus'
import { addMonths, createDatabase, dropDatabase, nameOf, nearMonths, onServer } from './databases'
import type { TestPooler } from './postgresSetup'

/** A test's own database, empty and migrated, and its address. */
export interface TestDatabase {
  readonly db: Database
  readonly dataDir: string
  /** Null on PGlite. */
  readonly databaseUrl: string | null
  /** The settings of a server that uses it through a pooler. */
  readonly pooled?: Pick<Settings, 'databaseUrl' | 'databaseListenUrl' | 'preparedStatements'>
  /** Empties every table except the one of migrations. */
  truncate(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a fresh database: on the run's PostgreSQL where the project has one, otherwise on PGlite. Both are copies of a migrated template.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres')
  if (postgres === undefined) return reused(openEmbedded)
  const { citus } = postgres
  return reused(() => (citus === undefined ? openOn(postgres) : openSpread(citus)))
}

async function openOn({ server, template, pooler }: NonNullable<ProvidedContext['postgres']>): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
  const databaseUrl = await createDatabase(server, template)
  const pooled = pooler && (await passing(pooler, databaseUrl))
  const db = await openDatabase({ dataDir, publicUrl: 'http://frond.test', databaseUrl, ...pooled })
  return closing({ db, dataDir, databaseUrl, ...(pooled && { pooled }) }, () => dropDatabase(server, databaseUrl))
}

/** Prepares a database for use through a pooler; returns the settings that lead there. */
async function passing(pooler: TestPooler, databaseUrl: string) {
  const role = `alter role current_user in database ${nameOf(databaseUrl)} set`
  await onServer(databaseUrl, ...roleSettings.map((setting) => `${role} ${setting}`))
  const through = Object.assign(new URL(pooler.url), { pathname: `/${nameOf(databaseUrl)}` }).href
  return { databaseUrl: through, databaseListenUrl: databaseUrl, preparedStatements: pooler.keepsStatements }
}

async function openEmbedded(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
  const place = { dataDir, databaseUrl: null, publicUrl: 'http://frond.test' }
  const db = await openDatabase(place, { template: await templateFolder(), acquireMs: 30_000 })
  return closing({ db, dataDir, databaseUrl: null })
}

/**
 * Opens a database on a Citus cluster, with distributed readings. It is migrated itself, because a database with distributed tables cannot be
 * copied.
 */
async function openSpread(cluster: CitusCluster): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
  const databaseUrl = await createOnAll(cluster)
  const db = await openDatabase({ dataDir, databaseUrl, publicUrl: 'http://frond.test', citus: true })
  await addMonths(db)
  const opened = closing({ db, dataDir, databaseUrl }, () => dropOnAll(cluster, databaseUrl))
  // Citus deletes from one distributed table a statement, and tells no size.
  return { ...opened, truncate: () => truncate(db, false) }
}

/** Makes a database's `close` also drop it and delete its folder. */
function closing(
  opened: Pick<TestDatabase, 'db' | 'dataDir' | 'databaseUrl' | 'pooled'>,
  drop?: () => Promise<unknown>,
): TestDatabase {
  const { db, dataDir } = opened
  return {
    ...opened,
    truncate: () => truncate(db),
    async close() {
      await db.close()
      await drop?.()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database that an earlier file of this worker left, empty and with its original schema: a new one and its connections take seconds. */
let left: TestDatabase | null = null
process.on('exit', () => left && rmSync(left.dataDir, { recursive: true, force: true }))

/** Reuses the earlier file's database, or opens a new one; on close, leaves it to the next file when its schema is unchanged. */
async function reused(open: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const taken = left
  left = null
  if (taken !== null) return taken
  const opened = await open()
  const { db, dataDir } = opened
  const schema = await schemaOf(db)
  const database: TestDatabase = {
    ...opened,
    async close() {
      // A test that ran a program on the embedded database has closed it.
      const now = await schemaOf(db).catch(() => 'closed')
      if (left !== null || now !== schema) return opened.close()
      await opened.truncate()
      for (const entry of readdirSync(dataDir))
        if (entry !== 'db' && entry !== 'lock.json') rmSync(join(dataDir, entry), { recursive: true })
      left = database
    },
  }
  return database
}

/** Hashes all columns and functions of a database. */
async function schemaOf(db: Database): Promise<string> {
  const { rows } = await db.query<{ hash: string }>(sql`
    select md5(string_agg(part, ',' order by part)) as hash from (
      select concat(relname, '.', attname, attnum, atttypid) as part from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace
      union all select concat(proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
      union all select concat(tgname, tgrelid, tgenabled) from pg_trigger) parts`)
  return rows[0]?.hash ?? ''
}

/** Returns the folder of an empty, migrated PGlite database; the first test file with the current migrations makes it. */
export async function templateFolder(): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([migrations, nearMonths()]))
    .digest('hex')
    .slice(0, 16)
  const folder = join(import.meta.dirname, '../../../node_modules/.cache/frond', `template-${key}`)
  if (existsSync(folder)) return folder
  mkdirSync(join(folder, '..'), { recursive: true })
  const mine = `${folder}.${process.pid}`
  await writeTemplate(mine)
  const engine = await openPglite(mine)
  await addMonths(databaseOver(engine))
  await engine.close()
  try {
    renameSync(mine, folder)
  } catch {
    // Another test file was faster; its template is the same.
    rmSync(mine, { recursive: true, force: true })
  }
  return folder
}

/** Size beyond which a table is truncated: deleting its rows would take longer, and deleted rows fill it. */
const SMALL_BYTES = 512 * 1024

/**
 * Empties the tables that have rows. Deletes the rows of small ones in one statement, after which the foreign keys hold again: truncating a
 * table makes new files for it and for each of its indexes, which takes fifty times as long.
 */
async function truncate(db: Database, mayDelete = true): Promise<void> {
  const { rows: tables } = await db.query<{ name: string; isSmall: boolean }>(sql`
    select quote_ident(relname) as name, pg_relation_size(oid) <= ${SMALL_BYTES} as "isSmall"
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'`)
  if (tables.length === 0) return
  // The names are the suite's own tables, quoted by the server: the only statements of the suite that are built from text.
  const filled = tables.map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`).join(' union all ')
  const { rows } = await db.query<{ name: string }>(sql([filled]))
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return
  const isSmall = mayDelete && tables.every((table) => table.isSmall || !names.includes(table.name))
  const deletions = names.map((name, at) => `emptied_${at} as (delete from ${name})`).join(', ')
  await db.query(sql([isSmall ? `with ${deletions} select` : `truncate ${names.join(', ')} cascade`]))
}
