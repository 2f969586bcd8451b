// The two engines below the API, for what the API does not do: filling, and storing readings past it.
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { runnerImport } from 'vite'
import { newFolder } from '../../product.mjs'
import { root } from '../../root.mjs'
import { connectionsOf, postmasterOf } from '../processor.mjs'

/** A PostgreSQL: that of DATABASE_URL, which has to be empty, or a throwaway one. */
export async function openPostgresEngine(databaseUrl) {
  const { module } = await runnerImport(join(root, 'tests/support/postgres.ts'))
  const cluster = databaseUrl === null ? await module.startPostgres() : null
  if (cluster === null && databaseUrl === null)
    throw new Error('There are no PostgreSQL programs on this machine: name a server by DATABASE_URL')
  const url = databaseUrl ?? cluster.url
  const processes = await servedBy(url)
  return {
    env: { DATABASE_URL: url },
    /** Whether what is stored past the API is where it stores. */
    shared: true,
    /** Whether PostgreSQL's share of the work can be told. */
    local: processes !== null,
    connect: () => connectTo(url),
    /** Connections past the API, for while it runs. */
    beside: (count) => Promise.all(Array.from({ length: count }, () => connectTo(url))),
    processes: processes ?? (() => []),
    stop: async () => cluster?.stop(),
  }
}

/** PGlite on the data folder of a server that does not run meanwhile. */
export function openPgliteEngine(dataDir) {
  const folder = join(dataDir, 'db')
  const copied = newFolder()
  return {
    env: {},
    shared: false,
    local: true,
    connect: () => openPglite(folder),
    /** PGlite has one user at a time: one, to a copy. */
    async beside() {
      cpSync(folder, copied, { recursive: true })
      return [await openPglite(copied)]
    },
    processes: () => [],
    stop: async () => rmSync(copied, { recursive: true, force: true, maxRetries: 5 }),
  }
}

async function openPglite(folder) {
  const pglite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } })
  return {
    query: async (text, values) => (await pglite.query(text, values)).rows,
    copy: (text, data) => pglite.query(text.replace('stdin', "'/dev/blob'"), [], { blob: new Blob([data]) }),
    async close() {
      await pglite.exec('checkpoint')
      await pglite.close()
    },
  }
}

async function connectTo(url) {
  const client = new pg.Client({ connectionString: url })
  // A server that is taken down says so to all; who waits for an answer is told by that.
  client.on('error', () => undefined)
  await client.connect()
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    copy: (text, data) => copyIn(client, text, data),
    close: () => client.end(),
  }
}

/** Answers the processes that serve connections; null when they run on another machine. */
async function servedBy(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const postmaster = postmasterOf(rows[0].pid)
  await client.end()
  return postmaster === null ? null : () => connectionsOf(postmaster)
}

/** COPY by the connection that `pg` has: it sends the data when the server asks for it. */
function copyIn(client, text, data) {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(text)
    query.handleCopyInResponse = (connection) => {
      connection.sendCopyFromChunk(Buffer.from(data))
      connection.endCopyFrom()
    }
    client.query(query, (error) => (error ? reject(error) : resolve()))
  })
}
