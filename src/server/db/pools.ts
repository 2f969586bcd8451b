import pg from 'pg'
import { clientConfig, refusePrimary, refuseReadOnly, STATEMENT_MS } from './clients'
import { hostsOf } from './hosts'

/** Pooled connections to one of the hosts of a URL. */
export interface Pools {
  connect(): Promise<pg.PoolClient>
  /** Replaces all connections that are open now, each before its next use. */
  renew(): void
  end(): Promise<void>
}

/** The check of a wanted host: one that accepts writes, or a standby. */
const checks = { primary: refuseReadOnly, standby: refusePrimary }

/**
 * Opens a pool per host of a URL and uses the wanted host. When it is unreachable or changes its role, checks all hosts in parallel and
 * switches to the first wanted one. A single host is not checked.
 */
export function openPools(url: string, role: keyof typeof checks): Pools {
  const hosts = hostsOf(url)
  const pools = hosts.map((host) => openPool(host, hosts.length > 1 ? checks[role] : undefined))
  let [current] = pools
  let searching: Promise<pg.Pool> | null = null
  let goodFrom = 0

  async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if ((openedAt.get(client) ?? 0) >= goodFrom) return client
      client.release(true)
    }
  }

  /** Concurrent callers share one search. */
  function search(): Promise<pg.Pool> {
    searching ??= Promise.any(pools.map(reached)).finally(() => (searching = null))
    return searching
  }
  return {
    async connect() {
      if (current === undefined) throw new Error('An address names a host')
      try {
        return await connectTo(current)
      } catch (error) {
        if (pools.length === 1 || isBusy(error)) throw error
        current = await search()
        return connectTo(current)
      }
    },
    renew: () => void (goodFrom = performance.now()),
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  }
}

function openPool(url: string, onConnect: ((client: pg.ClientBase) => Promise<void>) | undefined): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(url, STATEMENT_MS), max: 10, pipeline: true, ...(onConnect && { onConnect }) })
  // Without listeners, a connection that PostgreSQL closes while unused would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now())
    client.on('error', () => undefined)
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') unreplicated.add(client)
    })
  })
  return pool
}

/** When each connection was opened. */
const openedAt = new WeakMap<pg.ClientBase, number>()

/**
 * Connections with a commit that no synchronous standby has confirmed. When the wait for the standby is cancelled, PostgreSQL reports the
 * commit as done, with a notice: it would be lost if the primary failed now.
 */
const unreplicated = new WeakSet<pg.ClientBase>()

/** Whether the last commit on this connection is on the primary only; clears the mark. */
export function isUnreplicated(client: pg.ClientBase): boolean {
  return unreplicated.delete(client)
}

async function reached(pool: pg.Pool): Promise<pg.Pool> {
  const client = await pool.connect()
  client.release()
  return pool
}

/** All connections are in use, which says nothing against the host. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}
