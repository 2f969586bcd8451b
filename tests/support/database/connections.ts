import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Connection } from '../../../src/server/db/engine'
import { prepareFolder } from '../../../src/server/db/folder'
import { openPglite } from '../../../src/server/db/pglite'
import { connectPostgres } from '../../../src/server/db/postgres'
import { templateFolder } from './database'
import { createDatabase, dropDatabase } from './databases'

/** Connections below the `Database` interface. */
export interface TestConnections {
  connect(): Promise<Connection>
  /** Empties the database, including its schema. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Opens a database: on the run's PostgreSQL where the project has one, otherwise on PGlite. */
export function openTestConnections(): Promise<TestConnections> {
  const postgres = inject('postgres')
  return postgres === undefined ? onPglite() : onPostgres(postgres.server)
}

async function onPglite(): Promise<TestConnections> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
  const engine = await openPglite(await prepareFolder(dataDir, await templateFolder()), 30_000)
  const connect = (): Promise<Connection> => engine.acquire()
  return {
    connect,
    reset: () => empty(connect),
    async close() {
      await engine.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function onPostgres(server: string): Promise<TestConnections> {
  const url = await createDatabase(server)
  const connect = (): Promise<Connection> => connectPostgres(url)
  return { connect, reset: () => empty(connect), close: () => dropDatabase(server, url) }
}

async function empty(connect: () => Promise<Connection>): Promise<void> {
  const connection = await connect()
  await connection.script('drop schema public cascade; create schema public')
  connection.release()
}
