import pg from 'pg'
import { clientConfig, refusePrimary, refuseReadOnly, STATEMENT_MS } from './clients'
import { hostsOf } from './hosts'

/** Connections that are kept, to one of the hosts of an address. */
export interface Pools {
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

/** Which of several hosts is wanted: the one that takes writes, or one that follows it. */
const checks = { primary: refuseReadOnly, standby: refusePrimary }

/**
 * A pool for each host of an address, of which one is used: the host that is wanted. When it cannot be reached or is that no longer, all
 * are asked at once, and the first that is wanted takes its place. Of a single host nothing is asked.
 */
export function openPools(url: string, wanted: keyof typeof checks, connections = 10): Pools {
  const hosts = hostsOf(url)
  const pools = hosts.map((host) => openPool(host, connections, hosts.length > 1 ? checks[wanted] : undefined))
  let [current] = pools
  let searching: Promise<pg.Pool> | null = null

  /** Many that wait search once. */
  function search(): Promise<pg.Pool> {
    searching ??= Promise.any(pools.map(reached)).finally(() => (searching = null))
    return searching
  }
  return {
    async connect() {
      if (current === undefined) throw new Error('An address names a host')
      try {
        return await current.connect()
      } catch (error) {
        if (pools.length === 1 || isBusy(error)) throw error
        current = await search()
        return current.connect()
      }
    },
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  }
}

function openPool(url: string, max: number, onConnect: ((client: pg.ClientBase) => Promise<void>) | undefined): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(url, STATEMENT_MS), max, pipeline: true, ...(onConnect && { onConnect }) })
  // A connection that PostgreSQL closes, idle or between two statements, would end the process if nobody listened.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') unreplicated.add(client)
    })
  })
  return pool
}

/**
 * Connections over which something was committed that no synchronous standby has. When somebody cancels the wait for the standby, PostgreSQL
 * answers the commit all the same, with a notice: it would be lost if the primary failed now.
 */
const unreplicated = new WeakSet<pg.ClientBase>()

/** True when what was just committed over this connection is on the primary alone; once for each time. */
export function isUnreplicated(client: pg.ClientBase): boolean {
  return unreplicated.delete(client)
}

async function reached(pool: pg.Pool): Promise<pg.Pool> {
  const client = await pool.connect()
  client.release()
  return pool
}

/** All connections are in use: the host is well. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}
