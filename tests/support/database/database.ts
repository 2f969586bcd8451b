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
import { migrations } from '../../../src/server/migrations'
import { createOnAll, dropOnAll, type CitusCluster } from './citus'
import { addMonths, createDatabase, dropDatabase, nearMonths } from './databases'

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

/** Opens a fresh database: on the run's PostgreSQL where the project has one, else on PGlite. Both are copies of a migrated template. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres')
  if (postgres === undefined) return reused(openEmbedded)
  const { citus } = postgres
  return citus === undefined ? openOn(postgres) : reused(() => openSpread(citus))
}

async function openOn({ server, template }: NonNullable<ProvidedContext['postgres']>): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
  const databaseUrl = await createDatabase(server, template)
  const db = await openDatabase({ dataDir, databaseUrl, publicUrl: 'http://frond.test' })
  return closing({ db, dataDir, databaseUrl }, () => dropDatabase(server, databaseUrl))
}

async function openEmbedded(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
  const place = { dataDir, databaseUrl: null, publicUrl: 'http://frond.test' }
  const db = await openDatabase(place, { template: await templateFolder(), acquireMs: 30_000 })
  return closing({ db, dataDir, databaseUrl: null })
}

/** On a Citus cluster, with its readings spread. No database with spread tables can be copied. */
async function openSpread(cluster: CitusCluster): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
  const databaseUrl = await createOnAll(cluster)
  const db = await openDatabase({ dataDir, databaseUrl, publicUrl: 'http://frond.test', citus: true })
  await addMonths(db)
  return closing({ db, dataDir, databaseUrl }, () => dropOnAll(cluster, databaseUrl))
}

/** An opened database that is closed, dropped and freed of its folder at the end. */
function closing(opened: Pick<TestDatabase, 'db' | 'dataDir' | 'databaseUrl'>, drop?: () => Promise<unknown>): TestDatabase {
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

/** A database that a file of this worker has left, empty and with the schema it began with: making one takes seconds. */
let left: TestDatabase | null = null
process.on('exit', () => left && rmSync(left.dataDir, { recursive: true, force: true }))

/** Opens what the file before has left, or a new one; leaves it to the next file when its schema is as it was. */
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
      if (left !== null || (await schemaOf(db)) !== schema) return opened.close()
      await truncate(db)
      for (const entry of readdirSync(dataDir))
        if (entry !== 'db' && entry !== 'lock.json') rmSync(join(dataDir, entry), { recursive: true })
      left = database
    },
  }
  return database
}

/** All columns and functions of a database, as one hash. */
async function schemaOf(db: Database): Promise<string> {
  const { rows } = await db.query<{ hash: string }>(sql`
    select md5(string_agg(part, ',' order by part)) as hash from (
      select concat(relname, '.', attname, attnum, atttypid) as part from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace
      union all select concat(proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
      union all select concat(tgname, tgrelid, tgenabled) from pg_trigger) parts`)
  return rows[0]?.hash ?? ''
}

/** Folder of an empty, migrated PGlite database; made by the first test file that asks for the migrations as they are now. */
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
  const filled = tables.map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`).join(' union all ')
  const { rows } = await db.query<{ name: string }>(sql([filled]))
  if (rows.length > 0) await db.query(sql([`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`]))
}
