import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPooler } from '../../.scripts/programs.mjs'
import { createDaemon, databaseAccount } from './daemon'
import { freePort } from './freePort'

/** Settings that Frond sends with each connection and that the pooler ignores; set on the role instead, as SCALING.md says. */
export const roleSettings = [
  "timezone = 'UTC'",
  'jit = off',
  'random_page_cost = 1.1',
  "work_mem = '16MB'",
  "statement_timeout = '4s'",
  "idle_in_transaction_session_timeout = '10s'",
]

/** A PgBouncer in transaction mode, on 127.0.0.1 only. */
export interface Pooler {
  readonly url: string
  /** Whether clients may prepare statements through it. */
  readonly keepsStatements: boolean
  processes(): number[]
  stop(): Promise<void>
}

/** Whether this PgBouncer keeps prepared statements in transaction mode without being told to, as from 1.24. */
export function keepsStatements(program: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? []
  return Number(major) > 1 || Number(minor) >= 24
}

/** Starts a PgBouncer in front of a database, or of all databases of its server; null when PgBouncer is not installed. */
export async function startPooler(databaseUrl: string, isForAll = false): Promise<Pooler | null> {
  const program = findPooler()
  if (program === null) return null
  const account = databaseAccount()
  const folder = mkdtempSync(join(tmpdir(), 'frond-pooler-'))
  const port = await freePort()
  const { hostname, port: serverPort, username, pathname } = new URL(databaseUrl)
  const database = `${isForAll ? '*' : pathname.slice(1)} = host=${hostname} port=${serverPort}`
  writeFileSync(join(folder, 'pgbouncer.ini'), poolerSettings({ folder, port, user: username, databases: database }))
  writeFileSync(join(folder, 'users.txt'), `"${username}" ""\n`)
  if (account !== null) for (const path of [folder, join(folder, 'pgbouncer.ini')]) chownSync(path, account.uid, account.gid)
  const daemon = createDaemon({ name: 'pgbouncer', program, args: ['pgbouncer.ini'], folder, account })
  daemon.start()
  await untilOpen(port, () => daemon.pid() !== null)
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    keepsStatements: keepsStatements(program),
    processes: () => [daemon.pid() ?? []].flat(),
    async stop() {
      await daemon.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface PoolerSettings {
  readonly folder: string
  readonly port: number
  readonly user: string
  /** Lines of the settings' [databases] section. */
  readonly databases: string
}

/** Builds the settings as SCALING.md has them. */
export function poolerSettings({ folder, port, user, databases }: PoolerSettings): string {
  return `[databases]
${databases}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
admin_users = ${user}
pidfile = ${folder}/pgbouncer.pid
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
query_wait_timeout = 4
server_login_retry = 1
ignore_startup_parameters = options,extra_float_digits,statement_timeout,idle_in_transaction_session_timeout
`
}

/** Resolves when something listens on a local port. */
async function untilOpen(port: number, isAlive: () => boolean): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    if (!isAlive()) throw new Error(`PgBouncer ended instead of listening on port ${port}`)
    await sleep(50)
  }
}
