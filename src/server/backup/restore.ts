import sql, { raw } from 'sql-template-tag'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { Queryable } from '../db/database'
import { ask, transact, type Connection } from '../db/engine'
import { migrateWithin, type Migration } from '../db/migrate'
import { migrations } from '../migrations'
import { prerelease } from '../migrations/prerelease'
import { makeMonth } from '../telemetry/months'
import type { Header } from './dump'
import { tablesOf, type Table } from './tables'

/** Most rows and characters per insert. */
const ROWS = 1000
const CHARACTERS = 4_000_000

/** What a restore has done. */
export interface Restored {
  /** Number of rows inserted. */
  readonly rows: number
  /** Tables of the backup that the schema does not have, because they are not Frond's. */
  readonly skipped: readonly string[]
}

/**
 * Fills an empty database from a backup and applies newer migrations. All in one transaction, so that a failure leaves the database empty.
 * Reads the whole file before writing: throws when it is truncated or altered.
 */
export async function restoreBackup(connection: Connection, file: string): Promise<Restored> {
  const header = await checkBackup(file)
  await refuseUsed(connection)
  const known = knownSteps(header)
  return transact(connection, async (tx) => {
    // Creates the schema of the backup; newer migrations then convert the rows like those of any database.
    await migrateWithin(connection, known)
    const restored = await fill(tx, file, header)
    await migrateWithin(connection, migrations)
    return restored
  })
}

/** Reads a backup to its end; throws when it is invalid or incomplete. */
async function checkBackup(file: string): Promise<Header> {
  let header: Header | null = null
  let rows = 0
  let promised: number | null = null
  try {
    for await (const line of linesIn(file)) {
      if (header === null) header = headerIn(line)
      else if (line.startsWith('#end ')) promised = Number(line.slice(5))
      else if (!line.startsWith('#')) rows += 1
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      const isMissing = 'code' in error && error.code === 'ENOENT'
      throw new Error(isMissing ? `There is no file ${file}` : `${file} cannot be read: ${error.message}`, { cause: error })
    }
    throw new Error(`${file} is not a complete backup of Frond: it was cut off or changed`, { cause: error })
  }
  if (header === null) throw new Error(`${file} is not a backup of Frond`)
  if (promised !== rows) {
    const has = promised === null ? `it ends after ${rows} rows` : `it has ${rows} rows of ${promised}`
    throw new Error(`${file} is not a complete backup of Frond: ${has}`)
  }
  return header
}

function headerIn(line: string): Header {
  const header: unknown = JSON.parse(line)
  if (typeof header !== 'object' || header === null || !('format' in header) || header.format !== 1)
    throw new Error('Of another format')
  return header as Header
}

/** Reads the lines of a backup. They end with a line feed only: since version 24, Node's readline ends them at U+2028 within a text, too. */
async function* linesIn(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  let line = ''
  for await (const part of source.pipe(unpacked).setEncoding('utf8') as AsyncIterable<string>) {
    // Splits the part alone: a line with a firmware's file comes in a thousand parts.
    const [end = '', ...lines] = part.split('\n')
    line += end
    for (const next of lines) {
      yield line
      line = next
    }
  }
  if (line !== '') yield line
}

/** The migrations that the backup was made with; throws for unknown ones. */
function knownSteps({ migrations: names }: Header): readonly Migration[] {
  if (names.at(-1) === prerelease.lastStep) return migrations.slice(0, prerelease.migrations)
  const unknown = names.find((name, at) => migrations[at]?.name !== name)
  if (unknown !== undefined)
    throw new Error(
      Number(unknown.slice(0, 3)) > migrations.length
        ? `The backup has the migration ${unknown}, which this version of Frond does not know: restore it with the newer version`
        : `The backup has the migration ${unknown}, made before the first release: restore it with the version with ${prerelease.lastStep}`,
    )
  return migrations.slice(0, names.length)
}

async function refuseUsed(connection: Connection): Promise<void> {
  const { rows } = await ask<{ name: string }>(
    connection,
    sql`select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`,
  )
  if (rows.length > 0) throw new Error('The database is not empty: restore into an empty one, so that nothing is lost')
}

async function fill(tx: Queryable, file: string, { months }: Header): Promise<Restored> {
  for (const month of months) await makeMonth(tx, month)
  // Deletes rows that migrations inserted: the backup contains them.
  const tables = new Map((await tablesOf(tx)).map((table) => [table.name, table]))
  for (const { name } of [...tables.values()].toReversed()) await tx.query(sql`delete from ${raw(name)}`)
  let table: Table | undefined
  let batch: string[] = []
  let characters = 0
  let rows = 0
  const skipped: string[] = []
  const flush = async (): Promise<void> => {
    if (table !== undefined && batch.length > 0) await insert(tx, table, batch)
    rows += batch.length
    batch = []
    characters = 0
  }
  let isHeader = true
  for await (const line of linesIn(file)) {
    if (isHeader) isHeader = false
    else if (line.startsWith('#')) {
      await flush()
      table = tables.get(line.slice(1))
      if (table === undefined && !line.startsWith('#end ')) skipped.push(line.slice(1))
    } else if (table !== undefined) {
      batch.push(line)
      characters += line.length
      if (batch.length >= ROWS || characters >= CHARACTERS) await flush()
    }
  }
  for (const { name } of tables.values()) await goOnCounting(tx, name)
  return { rows, skipped }
}

async function insert(tx: Queryable, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const list = raw(columns.join(', '))
  await tx.query(sql`
    insert into ${raw(name)} (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::${raw(name)}, ${`[${lines.join(',')}]`}::jsonb)`)
}

/** Sets identity sequences to continue after the restored rows. */
async function goOnCounting(tx: Queryable, table: string): Promise<void> {
  const { rows } = await tx.query<{ column: string }>(sql`
    select attname as column from pg_attribute where attrelid = ${table}::regclass and attidentity <> '' and not attisdropped`)
  for (const { column } of rows)
    await tx.query(sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), greatest((select max(${raw(column)}) from ${raw(table)}), 1))`)
}
