import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import pg from 'pg'
import type { Database } from '../../../src/server/db/database'
import { openDatabase } from '../../../src/server/db/open'
import { ensureMonths, monthOf } from '../../../src/server/telemetry/months'

/** Creates an empty, migrated database on a PostgreSQL server, for `createDatabase` to copy; returns its name. */
export async function createTemplate(server: string): Promise<string> {
  const databaseUrl = await createDatabase(server)
  const db = await openDatabase({ dataDir: tmpdir(), databaseUrl, publicUrl: 'http://frond.test' })
  await addMonths(db)
  await db.close()
  return nameOf(databaseUrl)
}

/** Creates a database on a server, empty or as a copy of a template, whose name then begins its own; returns its address. */
export async function createDatabase(server: string, template?: string): Promise<string> {
  const random = randomUUID().replaceAll('-', '')
  const name = template === undefined ? `frond_test_${random}` : `${template}_${random.slice(0, 12)}`
  await onServer(server, `create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Drops a database that `createDatabase` created. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await onServer(server, `drop database if exists ${nameOf(url)} with (force)`)
}

/** Drops a template and the copies that a run's files left to one another. */
export function dropTemplate(server: string, template: string): Promise<void> {
  return connected(server, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [template],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  })
}

export function nameOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1)
}

export function onServer(server: string, ...statements: readonly string[]): Promise<void> {
  return connected(server, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}

async function connected(server: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Creates the partitions of these months, for tests that insert readings past the API. */
export function addMonths(db: Database): Promise<void> {
  return ensureMonths(db, nearMonths())
}

/** Lists the months around now. Steps of 28 days skip no month. */
export function nearMonths(): string[] {
  const step = 28 * 86_400_000
  return [-3, -2, -1, 0, 1].map((steps) => monthOf(Date.now() + steps * step))
}
