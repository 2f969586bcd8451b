import pg from 'pg'
import type { Connection, Engine } from './engine'
import { isAway, translated } from './faults'
import type { Wire } from './values'

/** Together under five seconds, so that a database that is away is answered with 503 by then. */
const CONNECT_MS = 2000
const STATEMENT_MS = 4000
const ANSWER_MS = 4500

/** Cells stay text on their way in; `values.ts` reads them. */
const types = { getTypeParser: () => (text: unknown) => text }

/** What every connection is made with: UTC, a name that a DBA recognises, time-outs. */
function clientConfig(url: string, statementMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'frond',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // PostgreSQL's compiler costs a list of 100 000 rows 60 to 100 ms and saves none.
    options: '-c jit=off',
    types,
    ...(statementMs > 0 && {
      statement_timeout: statementMs,
      query_timeout: ANSWER_MS,
      idle_in_transaction_session_timeout: 10_000,
    }),
  }
}

/** Opens a pool on PostgreSQL. It connects when asked, and again after PostgreSQL was away. */
export function openPostgres(url: string, options: { readonly connections?: number } = {}): Engine {
  const pool = new pg.Pool({ ...clientConfig(url, STATEMENT_MS), max: options.connections ?? 10 })
  // An idle connection that PostgreSQL closes would end the process if nobody listened.
  pool.on('error', () => undefined)
  return {
    kind: 'postgres',
    async acquire() {
      const client = await pool.connect().catch((error: unknown) => {
        throw translated(error)
      })
      return connectionTo(client, (broken) => client.release(broken))
    },
    close: () => pool.end(),
  }
}

/** One connection outside any pool and without a statement time-out, for migrations. */
export async function connectPostgres(url: string): Promise<Connection> {
  const client = new pg.Client(clientConfig(url, 0))
  client.on('error', () => undefined)
  await client.connect()
  return connectionTo(client, () => void client.end().catch(() => undefined))
}

function connectionTo(client: pg.ClientBase, release: (broken: boolean) => void): Connection {
  let broken = false
  const noting = (error: unknown): never => {
    // PostgreSQL cancelled the statement (57014): the connection itself is well.
    broken ||= isAway(error) && !(error instanceof Error && 'code' in error && error.code === '57014')
    throw translated(error)
  }
  return {
    async run(text, values) {
      const answer = await client
        .query<(string | null)[]>({ text, values: values.map(asParameter), rowMode: 'array' })
        .catch(noting)
      const columns = answer.fields.map((field) => ({ name: field.name, type: field.dataTypeID }))
      return { columns, cells: answer.rows, rowCount: answer.rowCount ?? 0 }
    },
    async script(text) {
      await client.query(text).catch(noting)
    },
    release: () => release(broken),
  }
}

function asParameter(value: Wire): string | Buffer | null {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}
