import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { inject } from 'vitest'
import type { Database } from '../../src/server/db/database'
import { openDatabase } from '../../src/server/db/open'
import { openPglite } from '../../src/server/db/pglite'
import { databaseOver } from '../../src/server/db/engine'
import { writeTemplate } from '../../src/server/db/template'
import { migrations } from '../../src/server/migrations'
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
  const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
  const postgres = inject('postgres')
  const databaseUrl = postgres === undefined ? null : await createDatabase(postgres.server, postgres.template)
  const db = await openDatabase(
    { dataDir, databaseUrl, publicUrl: 'http://frond.test' },
    { template: postgres === undefined ? await templateFolder() : null, acquireMs: 30_000 },
  )
  return {
    db,
    dataDir,
    databaseUrl,
    truncate: () => truncate(db),
    async close() {
      await db.close()
      if (postgres !== undefined && databaseUrl !== null) await dropDatabase(postgres.server, databaseUrl)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Folder of an empty, migrated PGlite database; made by the first test file that asks for the migrations as they are now. */
export async function templateFolder(): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([migrations, nearMonths()]))
    .digest('hex')
    .slice(0, 16)
  const folder = join(import.meta.dirname, '../../node_modules/.cache/frond', `template-${key}`)
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
  const filled = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all ')
  const { rows } = await db.query<{ name: string }>(sql([filled]))
  if (rows.length > 0) await db.query(sql([`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`]))
}
