import sql from 'sql-template-tag'
import { prerelease } from '../migrations/prerelease'
import { sha256 } from '../process/sha256'
import { ask, transact, type Connection } from './engine'
import { reasonOf } from './faults'

/** One numbered step of the schema. */
export interface Migration {
  readonly number: number
  /** File name without extension, e.g. `002_gateways`. */
  readonly name: string
  readonly text: string
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly checksum: string
  readonly appliedAt: string
}

/** Key of the advisory lock held while migrating, so that processes that start at once take turns. Arbitrary, but it must never change. */
export const LOCK_KEY = 4_600_002

/** Parses migration files and orders them by number; throws for wrong names or numbers. */
export function migrationsOf(files: Readonly<Record<string, string>>): Migration[] {
  const migrations = Object.entries(files).map(([path, text]) => {
    const name = path.replace(/^.*\//, '').replace(/\.sql$/, '')
    const digits = /^(\d{3})_[a-z0-9_]+$/.exec(name)?.[1]
    if (digits === undefined) throw new Error(`The migration ${name} is not named like 001_accounts`)
    return { number: Number(digits), name, text }
  })
  migrations.sort((a, b) => a.number - b.number)
  migrations.forEach((migration, at) => {
    const before = migrations[at - 1]
    if (before?.number === migration.number)
      throw new Error(`The migrations ${before.name} and ${migration.name} have the same number`)
  })
  return migrations
}

/** Text and names in quotes, or a run of white space and comments. */
const QUOTED_OR_BLANK = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(?:\s|--.*|\/\*[^]*?\*\/)+/g

/** Hashes a migration's statements. Ignores comments, which may be reworded, and white space, of which Git may change the line endings. */
export function checksum(text: string): string {
  const statements = text.replaceAll(QUOTED_OR_BLANK, (part) => (/^['"]/.test(part) ? part : ' ')).trim()
  return sha256(statements)
}

/**
 * Applies pending migrations in order; returns their names. All in one transaction, so that a failure leaves the database to the version
 * that ran before. Throws when the database's history is not the beginning of `migrations`.
 */
export function migrate(connection: Connection, migrations: readonly Migration[]): Promise<string[]> {
  return transact(connection, () => migrateWithin(connection, migrations))
}

/** Does what `migrate` does, in the transaction that is open on the connection. */
export async function migrateWithin(connection: Connection, migrations: readonly Migration[]): Promise<string[]> {
  await ask(connection, sql`select pg_advisory_xact_lock(${LOCK_KEY}::bigint)`)
  // Calls queue behind a migration that waits for a table: it waits no longer than their statements may.
  await ask(connection, sql`set local lock_timeout = '4s'`)
  await connection.script(`create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await ask<Applied>(
    connection,
    sql`select number, name, checksum, applied_at as "appliedAt" from schema_migrations order by number`,
  )
  if (rows.at(-1)?.name === prerelease.lastStep) {
    await renumber(connection, migrations.slice(0, prerelease.migrations))
    return migrateWithin(connection, migrations)
  }
  checkHistory(rows, migrations)
  const pending = migrations.slice(rows.length)
  for (const migration of pending) await apply(connection, migration, rows.length > 0)
  return pending.map((migration) => migration.name)
}

function checkHistory(history: readonly Applied[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  const renamed = history.find(({ number, name }) => known.has(number) && known.get(number)?.name !== name)
  if (renamed !== undefined)
    throw new Error(
      `The database has migration ${renamed.name}, made before the first release: start the version with ${prerelease.lastStep} on it once, then this one`,
    )
  history.forEach((applied, at) => {
    const file = known.get(applied.number)
    if (file === undefined)
      throw new Error(
        `The database has migration ${applied.name}, which this version of Frond does not know: start the newer version`,
      )
    if (applied.checksum !== checksum(file.text))
      throw new Error(
        `The migration ${file.name} was changed after it had been applied on ${applied.appliedAt}: restore it, and put the change into a new migration`,
      )
    const expected = migrations[at]
    if (expected !== undefined && expected.number !== applied.number)
      throw new Error(
        `The migration ${expected.name} comes before ${applied.name}, which has been applied: give it the next free number`,
      )
  })
}

/** Completes the schema of the last version before the first release, and records the migrations that describe it in place of its own steps. */
async function renumber(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  await connection.script(prerelease.upgrade)
  await ask(connection, sql`delete from schema_migrations`)
  for (const migration of migrations) await record(connection, migration)
}

async function apply(connection: Connection, migration: Migration, isUpgrade: boolean): Promise<void> {
  try {
    // Checks what the statements before deferred to the commit: until then their tables cannot be altered.
    await connection.script('set constraints all immediate; set constraints all deferred')
    await connection.script(migration.text)
    await record(connection, migration)
  } catch (error) {
    const consequence = isUpgrade
      ? 'The database is as it was: the previous version still runs on it'
      : 'The database is as it was'
    throw new Error(`The migration ${migration.name} failed (${reasonOf(error)}). ${consequence}`, { cause: error })
  }
}

async function record(connection: Connection, { number, name, text }: Migration): Promise<void> {
  await ask(
    connection,
    sql`insert into schema_migrations (number, name, checksum) values (${number}, ${name}, ${checksum(text)})`,
  )
}
