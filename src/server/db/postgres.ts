import type pg from 'pg'
import { connectAtStart, connectWritable, endClient, STATEMENT_MS, type DatabaseSetting } from './clients'
import type { Connection, Engine } from './engine'
import { isAway, translated, unavailable } from './faults'
import { listenOver } from './listen'
import { isUnreplicated, openPools } from './pools'
import { createStatementNames, isOutdated, type NameStatement } from './prepared'
import type { Wire } from './values'

interface Options {
  /** False for poolers that give each statement another connection. */
  readonly prepares?: boolean
  /** URL to listen on; defaults to the pool's. */
  readonly listenUrl?: string | null
}

/** Opens a pool on PostgreSQL. Connects on demand, and again after an outage or a failover. */
export function openPostgres(url: string, { prepares, listenUrl }: Options = {}): Engine {
  const listens = listenUrl ?? url
  return {
    ...openPooled(url, 'primary', prepares),
    kind: 'postgres',
    listen: (onPayload, onLost) => listenOver(() => connectWritable(listens, STATEMENT_MS), onPayload, onLost),
  }
}

/** Opens a pool of connections to the primary or to a standby. */
export function openPooled(url: string, role: 'primary' | 'standby', prepares = true): Pick<Engine, 'acquire' | 'close'> {
  const nameOf = prepares ? createStatementNames() : unnamed
  const pools = openPools(url, role)
  return {
    async acquire() {
      const client = await pools.connect().catch((error: unknown) => {
        throw translated(error)
      })
      const release = (broken: boolean, isSilent: boolean): void => {
        if (isSilent) pools.renew()
        client.release(broken)
      }
      return connectionTo(client, release, nameOf)
    },
    close: () => pools.end(),
  }
}

/** Opens one connection outside any pool and without statement time-out, for migrations. `name` is the setting that holds the URL. */
export async function connectPostgres(url: string, name: DatabaseSetting = 'DATABASE_URL'): Promise<Connection> {
  const client = await connectAtStart(url, name)
  return connectionTo(client, () => void endClient(client))
}

const unnamed: NameStatement = () => undefined

/** What `pg` says when a statement was not even cancelled in time: the server hangs, or on Citus the worker that it waits for. */
const SILENT = 'Query read timeout'

function connectionTo(
  client: pg.ClientBase,
  release: (broken: boolean, isSilent: boolean) => void,
  nameOf = unnamed,
): Connection {
  let broken = false
  let isCancelled = false
  let isSilent = false
  const noting = (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // A cancelled statement (57014) leaves the connection usable, once another one was answered: on Citus, PostgreSQL may still wait for the
    // worker that hangs.
    isCancelled = code === '57014'
    broken ||= (isAway(error) && !isCancelled) || isOutdated(error)
    isSilent ||= error instanceof Error && error.message === SILENT
    throw translated(error)
  }
  return {
    async run(text, values, waitMs) {
      const query: pg.QueryArrayConfig & { query_timeout?: number } = {
        name: nameOf(text),
        text,
        values: values.map(asParameter),
        rowMode: 'array',
        ...(waitMs !== undefined && { query_timeout: waitMs }),
      }
      const answer = await client.query<(string | null)[]>(query).catch(noting)
      isCancelled = false
      if (isUnreplicated(client))
        throw unavailable(new Error('It was committed on the primary alone: its standby did not answer'))
      const columns = answer.fields.map((field) => ({ name: field.name, type: field.dataTypeID }))
      return { columns, cells: answer.rows, rowCount: answer.rowCount ?? 0 }
    },
    async script(text) {
      await client.query(text).catch(noting)
    },
    release: (isReusable = true) => release(broken || isCancelled || !isReusable, isSilent),
  }
}

function asParameter(value: Wire): string | Buffer | null {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}
