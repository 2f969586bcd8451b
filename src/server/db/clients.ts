import pg from 'pg'
import { reasonOf } from './faults'
import { addressOf, hostsOf } from './hosts'

/** Milliseconds to connect. This wait and that for an answer are each shorter than five seconds; then the call gets a 503. */
const CONNECT_MS = 2000
/** No request waits for a start: a machine that is busy starting everything at once may take its time. */
const START_CONNECT_MS = 20_000
/** After this many milliseconds PostgreSQL cancels a statement. */
export const STATEMENT_MS = 4000
/** After this many, the driver gives up on a server that does not even cancel. */
const ANSWER_MS = 4500

/** The role of a pooler has time-outs, which migrations and backups must not have. */
const NO_TIMEOUTS = ' -c statement_timeout=0 -c idle_in_transaction_session_timeout=0'

/** Leaves cells as text; `values.ts` parses them. */
const types = { getTypeParser: () => (text: unknown) => text }

/** Options of every connection: UTC, a name that a DBA recognises, time-outs. Without those of statements when `statementMs` is 0. */
export function clientConfig(url: string, statementMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'frond',
    connectionTimeoutMillis: statementMs > 0 ? CONNECT_MS : START_CONNECT_MS,
    keepAlive: true,
    // In UTC a day of `interval '1 day'` has 24 hours. The JIT compiler costs a list of 100 000 rows 60 to 100 ms and saves nothing.
    // Indexes are in memory or on an SSD.
    options: `-c timezone=UTC -c jit=off -c random_page_cost=1.1 -c work_mem=16MB${statementMs > 0 ? '' : NO_TIMEOUTS}`,
    types,
    ...(statementMs > 0 && {
      statement_timeout: statementMs,
      query_timeout: ANSWER_MS,
      idle_in_transaction_session_timeout: 10_000,
    }),
  }
}

/** Connects to the first host of a URL that accepts writes, with a statement time-out, or none (0). */
export function connectWritable(url: string, statementMs: number): Promise<pg.Client> {
  return connectFirst(url, statementMs, refuseReadOnly)
}

/** A setting that holds the URL of a PostgreSQL that accepts writes. */
export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_LISTEN_URL'

/** Connects to the PostgreSQL of a setting without statement time-out. Throws a sentence that names the setting and says why it failed. */
export async function connectAtStart(url: string, name: DatabaseSetting): Promise<pg.Client> {
  try {
    const client = await connectWritable(url, 0)
    await refuseOld(client).catch(async (error: unknown) => {
      await endClient(client)
      throw error
    })
    return client
  } catch (error) {
    throw unusable(url, name, error)
  }
}

/** Creates the error of a start on a PostgreSQL that fails or refuses. */
export function unusable(url: string, name: DatabaseSetting, error: unknown): Error {
  return new Error(`The PostgreSQL of ${name} (${addressOf(url)}) cannot be used: ${reasonOf(error)}`, { cause: error })
}

/** Oldest supported major version of PostgreSQL. */
const OLDEST_MAJOR = 15

async function refuseOld(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major < OLDEST_MAJOR) throw new Error(`it is version ${major}, and Frond needs ${OLDEST_MAJOR} or later`)
}

/** Connects to the first host of a URL that is a standby. */
export function connectStandby(url: string): Promise<pg.Client> {
  return connectFirst(url, STATEMENT_MS, refusePrimary)
}

async function connectFirst(
  url: string,
  statementMs: number,
  check: (client: pg.ClientBase) => Promise<void>,
): Promise<pg.Client> {
  const failures: unknown[] = []
  const hosts = hostsOf(url)
  for (const host of hosts) {
    const client = new pg.Client(clientConfig(host, statementMs))
    // A connection that breaks between two statements; the next statement fails and reports it.
    client.on('error', () => undefined)
    try {
      await client.connect()
      if (hosts.length > 1) await check(client)
      return client
    } catch (error) {
      failures.push(error)
      void endClient(client)
    }
  }
  throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'No host can be used')
}

/** Closes a connection. Ignores errors: nobody uses the connection any more, and it may be broken. */
export async function endClient(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined)
}

/** Throws unless this server accepts writes, like libpq's `target_session_attrs=read-write`. */
export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  if (await isReadOnly(client)) throw Object.assign(new Error('it accepts no writes'), { code: '25006' })
}

/** Throws unless this server is a standby. */
export async function refusePrimary(client: pg.ClientBase): Promise<void> {
  if (!(await isReadOnly(client))) throw Object.assign(new Error('it is not a standby'), { code: '25006' })
}

async function isReadOnly(client: pg.ClientBase): Promise<boolean> {
  const query: pg.QueryConfig & { query_timeout: number } = { text: 'show transaction_read_only', query_timeout: CONNECT_MS }
  const { rows } = await client.query<{ transaction_read_only: string }>(query)
  return rows[0]?.transaction_read_only === 'on'
}
