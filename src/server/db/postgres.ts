import pg from 'pg'
import type { Connection, Engine } from './engine'
import { isAway, translated } from './faults'
import { listenOver } from './listen'
import { createStatementNames, type NameStatement } from './prepared'
import type { Wire } from './values'

/** Together under five seconds, so that a database that is away is answered with 503 by then. */
const CONNECT_MS = 2000
/** A start has nobody waiting: a machine that is busy starting everything at once may take its time. */
const START_CONNECT_MS = 20_000
const STATEMENT_MS = 4000
const ANSWER_MS = 4500

/** Cells stay text on their way in; `values.ts` reads them. */
const types = { getTypeParser: () => (text: unknown) => text }

/** What every connection is made with: UTC, a name that a DBA recognises, time-outs. */
function clientConfig(url: string, statementMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'frond',
    connectionTimeoutMillis: statementMs > 0 ? CONNECT_MS : START_CONNECT_MS,
    keepAlive: true,
    // Its compiler costs a list of 100 000 rows 60 to 100 ms and saves none; its indexes are in memory or on a disk without a head.
    options: '-c jit=off -c random_page_cost=1.1 -c work_mem=16MB',
    types,
    ...(statementMs > 0 && {
      statement_timeout: statementMs,
      query_timeout: ANSWER_MS,
      idle_in_transaction_session_timeout: 10_000,
    }),
  }
}

interface Options {
  readonly connections?: number
  /** Off for poolers that give each statement another connection. */
  readonly prepares?: boolean
}

/** Opens a pool on PostgreSQL. It connects when asked, and again after PostgreSQL was away. */
export function openPostgres(url: string, options: Options = {}): Engine {
  const nameOf = options.prepares === false ? unnamed : createStatementNames()
  const pool = new pg.Pool({ ...clientConfig(url, STATEMENT_MS), max: options.connections ?? 10, pipeline: true })
  // A connection that PostgreSQL closes, idle or between two statements, would end the process if nobody listened.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    kind: 'postgres',
    async acquire() {
      const client = await pool.connect().catch((error: unknown) => {
        throw translated(error)
      })
      return connectionTo(client, (broken) => client.release(broken), nameOf)
    },
    listen: (onPayload, onLost) => listenOver(() => new pg.Client(clientConfig(url, STATEMENT_MS)), onPayload, onLost),
    close: () => pool.end(),
  }
}

/** One connection outside any pool and without a statement time-out, for migrations. Says in a sentence why there is none. */
export async function connectPostgres(url: string): Promise<Connection> {
  const client = new pg.Client(clientConfig(url, 0))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await refuseOld(client)
  } catch (error) {
    await client.end().catch(() => undefined)
    const { host, pathname } = new URL(url)
    throw new Error(`The PostgreSQL of DATABASE_URL (${host}${pathname}) cannot be used: ${reasonOf(error)}`, { cause: error })
  }
  return connectionTo(client, () => void client.end().catch(() => undefined))
}

/** Oldest PostgreSQL that is supported. */
const OLDEST_MAJOR = 15

async function refuseOld(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major < OLDEST_MAJOR) throw new Error(`it is version ${major}, and Frond needs ${OLDEST_MAJOR} or later`)
}

/** A failure to connect to each of a name's addresses comes without a message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

const unnamed: NameStatement = () => undefined

/** A prepared statement whose table has changed since (0A000), or that a pooler's other connection has (26000). */
const OUTDATED = new Set(['0A000', '26000'])

function connectionTo(client: pg.ClientBase, release: (broken: boolean) => void, nameOf = unnamed): Connection {
  let broken = false
  const noting = (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // PostgreSQL cancelled the statement (57014): the connection itself is well.
    broken ||= (isAway(error) && code !== '57014') || OUTDATED.has(code)
    throw translated(error)
  }
  return {
    async run(text, values) {
      const answer = await client
        .query<(string | null)[]>({ name: nameOf(text), text, values: values.map(asParameter), rowMode: 'array' })
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
