// The two engines below the API, for what the API does not do: filling, and storing readings past it.
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { join } from 'node:path'
import pg from 'pg'
import { runnerImport } from 'vite'
import { root } from '../../root.mjs'

/** A PostgreSQL: that of DATABASE_URL, which has to be empty, or a throwaway one. */
export async function openPostgresEngine(databaseUrl) {
  const { module } = await runnerImport(join(root, 'tests/support/postgres.ts'))
  const cluster = databaseUrl === null ? await module.startPostgres() : null
  if (cluster === null && databaseUrl === null)
    throw new Error('There are no PostgreSQL programs on this machine: name a server by DATABASE_URL')
  const url = databaseUrl ?? cluster.url
  return {
    env: { DATABASE_URL: url },
    /** Whether others may be at it while the API is. */
    shared: true,
    async connect() {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return {
        query: async (text, values) => (await client.query(text, values)).rows,
        copy: (text, data) => copyIn(client, text, data),
        close: () => client.end(),
      }
    },
    processes: () => cluster?.processes() ?? [],
    stop: async () => cluster?.stop(),
  }
}

/** PGlite on the data folder of a server that does not run meanwhile. */
export function openPgliteEngine(dataDir) {
  return {
    env: {},
    shared: false,
    async connect() {
      const pglite = await PGlite.create({ dataDir: join(dataDir, 'db'), extensions: { pg_trgm } })
      return {
        query: async (text, values) => (await pglite.query(text, values)).rows,
        copy: (text, data) => pglite.query(text.replace('stdin', "'/dev/blob'"), [], { blob: new Blob([data]) }),
        async close() {
          await pglite.exec('checkpoint')
          await pglite.close()
        },
      }
    },
    processes: () => [],
    stop: async () => undefined,
  }
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
