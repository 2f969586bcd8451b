import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Settings } from '../process/settings'
import { connectAtStart, connectStandby, endClient, type DatabaseSetting } from './clients'

/** URLs of PostgreSQL, and whether it keeps statements prepared. */
export interface Addresses extends Pick<Settings, 'databaseReadUrl' | 'databaseListenUrl'> {
  readonly databaseUrl: string
  readonly prepares: boolean
}

/** The names of UTC in PostgreSQL. */
const UTC = /^(Etc\/)?(UTC|UCT|Universal|Zulu)$/

/** Throws for the first URL that is unfit for its purpose. A standby that is down is no error: the primary answers for it. */
export async function refuseUnfit({ databaseUrl, databaseReadUrl, databaseListenUrl, prepares }: Addresses): Promise<void> {
  const name = databaseListenUrl === null ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL'
  const connect = () => connectAtStart(databaseUrl, 'DATABASE_URL')
  if ((await valueAt(connect(), `select current_setting('transaction_read_only') as value`)) === 'on')
    throw new Error(
      'DATABASE_URL leads to a PostgreSQL that accepts no writes: it is a standby, or its default_transaction_read_only is on',
    )
  if ((await meansOf(databaseListenUrl ?? databaseUrl, name, false)).isShared)
    throw new Error(
      `${name} leads to a pooler in transaction mode: listening and migrating need a connection of their own, so set DATABASE_LISTEN_URL to PostgreSQL itself`,
    )
  if (databaseListenUrl !== null && prepares && !(await meansOf(databaseUrl, 'DATABASE_URL', true)).keepsStatements)
    throw new Error('DATABASE_URL leads to a pooler that keeps no prepared statements: set FROND_PREPARED_STATEMENTS=0')
  if (
    databaseListenUrl !== null &&
    (await identityOf(connect())) !== (await identityOf(connectAtStart(databaseListenUrl, 'DATABASE_LISTEN_URL')))
  )
    throw new Error('DATABASE_LISTEN_URL leads to another database than DATABASE_URL')
  const encoding = await valueAt(connect(), 'select getdatabaseencoding() as value')
  if (encoding !== 'UTF8')
    throw new Error(`The database of DATABASE_URL is encoded in ${encoding}: create it with encoding 'UTF8'`)
  const zone = await valueAt(connect(), `select current_setting('timezone') as value`)
  if (!UTC.test(zone ?? ''))
    throw new Error(
      `DATABASE_URL leads to a pooler whose connections are in the time zone ${zone}: run "alter role … set timezone = 'UTC'" for its role, then RECONNECT in PgBouncer's console, or restart it`,
    )
  if (databaseReadUrl === null) return
  // The server starts without the standby: the primary answers, and the job of the reads logs why.
  const standby = await identityOf(connectStandby(databaseReadUrl)).catch(() => null)
  if (standby !== null && standby !== (await identityOf(connect())))
    throw new Error('DATABASE_READ_URL leads to another database than DATABASE_URL, and not to a standby of it')
}

/** What a URL can be used for. */
interface Means {
  /** Two clients get the same PostgreSQL connection in turns, as from a pooler in transaction mode. */
  readonly isShared: boolean
  /** A statement prepared on one connection is known on the next. */
  readonly keepsStatements: boolean
}

/**
 * Detects a pooler that switches connections between transactions: one client reads its backend's pid, another opens a transaction, which
 * takes a free backend, and the first reads its pid again.
 */
async function meansOf(url: string, name: DatabaseSetting, prepares: boolean): Promise<Means> {
  const text = 'select pg_backend_pid()::text as value'
  const query = prepares ? { name: `frond_${randomUUID()}`, text } : { text }
  const one = await connectAtStart(url, name)
  try {
    const other = await connectAtStart(url, name)
    try {
      const firstPid = await firstValue(one, query)
      await other.query('begin')
      const otherPid = await firstValue(other, { text })
      const secondPid = await firstValue(one, query).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === '26000') return null
        throw error
      })
      return { isShared: firstPid === otherPid || firstPid !== secondPid, keepsStatements: secondPid !== null }
    } finally {
      void endClient(other)
    }
  } finally {
    void endClient(one)
  }
}

/** Identifies the cluster and database of a connection; a standby has the same identity as its primary. */
function identityOf(connecting: Promise<pg.Client>): Promise<string | undefined> {
  return valueAt(connecting, `select system_identifier || '/' || current_database() as value from pg_control_system()`)
}

async function valueAt(connecting: Promise<pg.Client>, text: string): Promise<string | undefined> {
  const client = await connecting
  try {
    return await firstValue(client, { text })
  } finally {
    void endClient(client)
  }
}

async function firstValue(client: pg.Client, query: pg.QueryConfig): Promise<string | undefined> {
  return (await client.query<{ value: string }>(query)).rows[0]?.value
}
