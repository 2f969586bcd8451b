import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { nameOf, onServer } from './databases'

/** A running Citus cluster on which tests create databases, with a name prefix of their run. */
export interface CitusCluster {
  readonly coordinator: string
  readonly workers: readonly string[]
  readonly prefix: string
}

/** Asks a coordinator for its workers. */
export async function findCluster(coordinator: string): Promise<CitusCluster> {
  const client = new pg.Client({ connectionString: coordinator })
  await client.connect()
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards',
    )
    const workers = rows.map(({ host, port }) => Object.assign(new URL(coordinator), { hostname: host, port: String(port) }).href)
    return { coordinator, workers, prefix: `frond_citus_${randomUUID().slice(0, 8)}` }
  } finally {
    await client.end()
  }
}

/** Creates an empty database on all machines of a cluster; returns its address on the coordinator, which uses these `workerUrls`. */
export async function createOnAll(
  { coordinator, workers, prefix }: CitusCluster,
  workerUrls: readonly string[] = workers,
): Promise<string> {
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`
  const urls = [coordinator, ...workers].map((server) => Object.assign(new URL(server), { pathname: `/${name}` }))
  await Promise.all([coordinator, ...workers].map((server) => onServer(server, `create database ${name}`)))
  await Promise.all(urls.map(({ href }) => onServer(href, 'create extension citus')))
  const [first] = urls
  const others = workerUrls.map((url) => new URL(url))
  if (first === undefined) throw new Error('A cluster has a coordinator')
  await onServer(
    first.href,
    `select citus_set_coordinator_host('${first.hostname}', ${first.port || 5432})`,
    ...others.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port || 5432})`),
  )
  return first.href
}

/** Drops a database that `createOnAll` created. */
export async function dropOnAll({ coordinator, workers }: CitusCluster, url: string): Promise<void> {
  for (const server of [coordinator, ...workers]) await onServer(server, `drop database if exists ${nameOf(url)} with (force)`)
}

/** Drops all databases of the run. */
export async function dropRest({ coordinator, workers, prefix }: CitusCluster): Promise<void> {
  for (const server of [coordinator, ...workers]) {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select datname as name from pg_database where datname like $1', [
      `${prefix}%`,
    ])
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
}
