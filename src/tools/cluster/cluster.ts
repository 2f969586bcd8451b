import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Later } from '../bench/tidy'
import { databaseAccount, type Daemon } from '../daemon'
import { keepsStatements, roleSettings } from '../pooler'
import { adminEmail, newFolder, startProduct, type Product } from '../product'
import { freePort } from '../freePort'
import { createNode, type DatabaseNode } from './node'
import { createBalancer, createEtcd, createPooler } from './parts'
import type { Programs } from './programs'

/** All running parts of the cluster. */
export interface Cluster {
  /** Origin at which nginx listens. */
  readonly origin: string
  readonly nodes: readonly DatabaseNode[]
  readonly daemons: Readonly<Record<'etcd' | 'pgbouncer' | 'nginx', Daemon>>
  /** Frond's processes; null for a killed one. */
  processes(): readonly (Product | null)[]
  killProcess(at: number): Promise<void>
  startProcess(at: number): Promise<void>
  /** Resolves to the primary, once there is one and its standby has caught up. */
  settled(): Promise<DatabaseNode>
}

const PROCESSES = 3
/** Longest wait for a cluster to settle, in milliseconds. */
const SETTLE_MS = 120_000
/** Starts all parts, and registers their shutdown with `later`. */
export async function startCluster(programs: Programs, later: Later, say: (text: string) => void): Promise<Cluster> {
  const account = databaseAccount()
  const folder = mkdtempSync(join(tmpdir(), 'frond-cluster-'))
  later(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  writeFileSync(join(folder, 'primary.ini'), '')
  if (account !== null) for (const path of [folder, join(folder, 'primary.ini')]) chownSync(path, account.uid, account.gid)
  const place = { folder, programs, account }
  const etcdPort = await freePort()
  const etcd = createEtcd(place, etcdPort, await freePort())
  const nodes: DatabaseNode[] = []
  for (const name of ['db1', 'db2'])
    nodes.push(createNode({ ...place, name, ports: { postgres: await freePort(), patroni: await freePort(), etcd: etcdPort } }))
  const poolerPort = await freePort()
  const pgbouncer = createPooler(place, poolerPort)
  const ports: number[] = []
  while (ports.length < PROCESSES) ports.push(await freePort())
  const port = await freePort()
  const nginx = createBalancer(place, port, ports)
  const origin = `http://127.0.0.1:${port}`

  say('etcd, and two PostgreSQL under Patroni …')
  later(() => etcd.end('SIGKILL'))
  etcd.start()
  for (const node of nodes) {
    later(() => node.kill())
    node.start()
  }
  const primary = await settled(nodes)
  await makeDatabase(primary.port)
  say('PgBouncer, three processes of Frond, nginx …')
  later(() => pgbouncer.end('SIGKILL'))
  pgbouncer.start()
  const direct = `postgres://frond@${nodes.map((node) => `127.0.0.1:${node.port}`).join(',')}/frond`
  const env = {
    DATABASE_URL: `postgres://frond@127.0.0.1:${poolerPort}/frond`,
    DATABASE_LISTEN_URL: direct,
    DATABASE_READ_URL: direct,
    FROND_PREPARED_STATEMENTS: keepsStatements(programs.pgbouncer) ? '1' : '0',
    FROND_DEMO: '0',
    FROND_SECRET: 'a secret for a cluster, and for this one only',
    FROND_ADMIN_EMAIL: adminEmail,
    // Sessions outlast a campaign.
    FROND_ACCESS_TOKEN_S: '43200',
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const processes: (Product | null)[] = []
  async function startProcess(at: number): Promise<void> {
    const server = ports[at]
    if (server === undefined || processes[at]) return
    let product: Product | null = null
    // The process may have to be stopped while it still starts.
    const spawned = (pid: number) =>
      void later(async () => (product === null ? void process.kill(pid, 'SIGKILL') : product.stop('SIGKILL')))
    product = await startProduct({ port: server, dataDir: newFolder(), env, spawned })
    processes[at] = product
  }
  for (const at of ports.keys()) await startProcess(at)
  later(() => nginx.end('SIGKILL'))
  nginx.start()
  await answering(origin)
  return {
    origin,
    nodes,
    daemons: { etcd, pgbouncer, nginx },
    processes: () => processes,
    async killProcess(at) {
      await processes[at]?.stop('SIGKILL')
      processes[at] = null
    },
    startProcess,
    settled: () => settled(nodes),
  }
}

async function settled(nodes: readonly DatabaseNode[]): Promise<DatabaseNode> {
  for (const end = Date.now() + SETTLE_MS; Date.now() < end; await sleep(200)) {
    const states = await Promise.all(nodes.map((node) => node.state()))
    const at = states.findIndex((state) => state?.role === 'master' || state?.role === 'primary')
    const primary = nodes[at]
    if (primary !== undefined && states.some((state) => state?.sync_standby === true)) return primary
  }
  throw new Error(`PostgreSQL was not a primary with a standby within ${SETTLE_MS / 1000} s`)
}

async function makeDatabase(port: number): Promise<void> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` })
  await client.connect()
  try {
    await client.query('create role frond login')
    for (const setting of roleSettings) await client.query(`alter role frond set ${setting}`)
    await client.query('create database frond owner frond')
  } finally {
    await client.end()
  }
}

async function answering(origin: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100))
    // Until nginx listens, fetch fails: the loop tries again.
    if ((await fetch(`${origin}/readyz`).catch(() => null))?.ok) return
  throw new Error('nginx does not pass calls on')
}
