// The two engines below the API, for what the API does not do: filling, and storing readings past it.
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../postgres'
import { newFolder } from '../../product'
import { connectionsOf, postmasterOf } from '../processor'

/** A connection past the API. */
export interface Connection {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Copies rows of tab-separated text in, by a statement `copy … from stdin`. */
  copy(text: string, data: string): Promise<unknown>
  close(): Promise<void>
}

/** What the server that is measured stores in. */
export interface Engine {
  /** Settings of the server. */
  readonly env: Readonly<{ DATABASE_URL?: string }>
  /** Whether rows stored past the API are in the same table as those of the API. */
  readonly shared: boolean
  /** Whether the database's share of the work can be measured. */
  readonly local: boolean
  connect(): Promise<Connection>
  /** Connections past the API, while the server runs. */
  beside(count: number): Promise<Connection[]>
  /** The processes that serve connections. */
  processes(): number[]
  stop(): Promise<void>
}

/** A PostgreSQL: that of DATABASE_URL, which must be empty, or a throwaway one. */
export async function openPostgresEngine(databaseUrl: string | null): Promise<Engine> {
  const cluster = databaseUrl === null ? await startPostgres() : null
  const url = databaseUrl ?? cluster?.url
  if (url === undefined) throw new Error('There are no PostgreSQL programs on this machine: name a server by DATABASE_URL')
  const processes = await servedBy(url)
  return {
    env: { DATABASE_URL: url },
    shared: true,
    local: processes !== null,
    connect: () => connectTo(url),
    beside: (count) => Promise.all(Array.from({ length: count }, () => connectTo(url))),
    processes: processes ?? (() => []),
    stop: async () => cluster?.stop(),
  }
}

/** PGlite on the data folder of a server that is stopped. */
export function openPgliteEngine(dataDir: string): Engine {
  const folder = join(dataDir, 'db')
  const copied = newFolder()
  return {
    env: {},
    shared: false,
    local: true,
    connect: () => openPglite(folder),
    /** PGlite has one user at a time, so that the connection leads to a copy. */
    async beside() {
      cpSync(folder, copied, { recursive: true })
      return [await openPglite(copied)]
    },
    processes: () => [],
    stop: async () => rmSync(copied, { recursive: true, force: true, maxRetries: 5 }),
  }
}

async function openPglite(folder: string): Promise<Connection> {
  const pglite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } })
  return {
    query: async <Row extends object>(text: string, values?: unknown[]) => (await pglite.query<Row>(text, values)).rows,
    copy: (text, data) => pglite.query(text.replace('stdin', "'/dev/blob'"), [], { blob: new Blob([data]) }),
    async close() {
      await pglite.exec('checkpoint')
      await pglite.close()
    },
  }
}

async function connectTo(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url })
  // A server that stops ends all its connections, also those that wait for an answer.
  client.on('error', () => undefined)
  await client.connect()
  return {
    query: async <Row extends object>(text: string, values?: unknown[]) => (await client.query<Row>(text, values)).rows,
    copy: (text, data) => copyIn(client, text, data),
    close: () => client.end(),
  }
}

/** Returns the processes that serve connections; null when they run on another machine. */
export async function servedBy(url: string): Promise<(() => number[]) | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = rows[0] === undefined ? null : postmasterOf(rows[0].pid)
  await client.end()
  return postmaster === null ? null : () => connectionsOf(postmaster)
}

/** COPY by the connection of `pg`, which sends the data when the server requests it. */
function copyIn(client: pg.Client, text: string, data: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const handled = {
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(Buffer.from(data))
        connection.endCopyFrom()
      },
      callback: (error: Error | null) => (error === null || error === undefined ? resolve() : reject(error)),
    }
    client.query(Object.assign(new pg.Query(text), handled))
  })
}

/** What `pg` passes to a query that copies; its types leave it out. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}
