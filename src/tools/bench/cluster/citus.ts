// Creates the database of a bench on a running Citus cluster.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A Citus cluster, by the addresses of its machines. */
export interface CitusCluster {
  readonly coordinator: string
  readonly workers: readonly string[]
}

/** Asks a coordinator for its workers. */
export async function findCitus(coordinator: string): Promise<CitusCluster> {
  const rows = await on<{ host: string; port: number }>(
    coordinator,
    'select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards order by nodeid',
  )
  const workers = rows.map(({ host, port }) => Object.assign(new URL(coordinator), { hostname: host, port: String(port) }).href)
  if (workers.length === 0)
    throw new Error(`The Citus of ${new URL(coordinator).host} has no workers: add them with citus_add_node`)
  return { coordinator, workers }
}

/** An empty database on the coordinator and some workers of a cluster. */
export interface CitusDatabase {
  /** The coordinator's first. */
  readonly urls: readonly [string, ...string[]]
  drop(): Promise<void>
}

/** Creates such a database. */
export async function createCitusDatabase({ coordinator, workers }: CitusCluster, count: number): Promise<CitusDatabase> {
  const name = `frond_bench_${randomUUID().replaceAll('-', '')}`
  const within = (server: string): URL => Object.assign(new URL(server), { pathname: `/${name}` })
  const first = within(coordinator)
  const others = workers.slice(0, count).map(within)
  for (const server of [coordinator, ...workers.slice(0, count)]) await on(server, `create database ${name}`)
  for (const { href } of [first, ...others]) await on(href, 'create extension citus')
  await on(first.href, `select citus_set_coordinator_host('${first.hostname}', ${first.port || 5432})`)
  for (const { hostname, port } of others) await on(first.href, `select citus_add_node('${hostname}', ${port || 5432})`)
  return {
    urls: [first.href, ...others.map(({ href }) => href)],
    async drop() {
      for (const server of [coordinator, ...workers.slice(0, count)])
        await on(server, `drop database if exists ${name} with (force)`)
    },
  }
}

async function on<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
