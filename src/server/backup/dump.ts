import sql, { raw } from 'sql-template-tag'
import { randomUUID } from 'node:crypto'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Queryable } from '../db/database'
import { partitions } from '../telemetry/months'
import { tablesOf } from './tables'

/** The first line of a backup. */
export interface Header {
  readonly format: 1
  /** ISO 8601. */
  readonly at: string
  /** Names of the applied migrations. */
  readonly migrations: readonly string[]
  /** Months with a partition of `datapoints`, such as `2026-11`. */
  readonly months: readonly string[]
}

/** Rows read at once, and rows of tables that contain files. */
const ROWS = 1000
const HEAVY_ROWS = 4

/**
 * Writes all rows to a gzip file of lines: a header, then each table as `#name` followed by its rows as JSON, and `#end` with the number of
 * rows, which it returns. `tx` must not have run a query yet: it becomes one snapshot, whatever others write at the same time. The file gets its
 * name only when it is complete and on the disk; until then its name is its own, so that two backups into one file do not disturb each other.
 */
export async function writeBackup(tx: Queryable, file: string): Promise<number> {
  await tx.query(sql`set transaction isolation level repeatable read, read only`)
  // Before the snapshot: a month that retention drops after it would be listed, and be empty.
  await tx.query(sql`lock table datapoints in access share mode`)
  const counted = { rows: 0 }
  const unfinished = `${file}.${randomUUID()}.unfinished`
  const remove = (): void => rmSync(unfinished, { force: true })
  process.once('exit', remove)
  try {
    await pipeline(
      Readable.from(linesOf(tx, counted), { objectMode: true }),
      createGzip({ level: 6 }),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    )
    renameSync(unfinished, file)
  } catch (error) {
    remove()
    throw error
  } finally {
    process.off('exit', remove)
  }
  return counted.rows
}

async function* linesOf(tx: Queryable, counted: { rows: number }): AsyncGenerator<string> {
  yield `${JSON.stringify(await headerOf(tx))}\n`
  for (const { name, columns, heavy } of await tablesOf(tx)) {
    yield `#${name}\n`
    // Names each column: a whole row sent by a Citus worker lacks the names.
    const named = raw(columns.map((column) => `'${column.replaceAll('"', '')}', ${column}`).join(', '))
    await tx.query(sql`
      declare backup no scroll cursor for select jsonb_build_object(${named})::text as line from ${raw(name)}`)
    const fetch = raw(`fetch ${heavy ? HEAVY_ROWS : ROWS} from backup`)
    for (;;) {
      const { rows } = await tx.query<{ line: string }>(sql`${fetch}`)
      if (rows.length === 0) break
      counted.rows += rows.length
      yield rows.map(({ line }) => `${line}\n`).join('')
    }
    await tx.query(sql`close backup`)
  }
  yield `#end ${counted.rows}\n`
}

async function headerOf(tx: Queryable): Promise<Header> {
  const { rows } = await tx.query<{ name: string }>(sql`select name from schema_migrations order by number`)
  return {
    format: 1,
    at: new Date().toISOString(),
    migrations: rows.map(({ name }) => name),
    months: (await partitions(tx)).map(({ month }) => month),
  }
}
