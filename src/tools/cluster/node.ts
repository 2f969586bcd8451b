import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDaemon, type Account } from '../daemon'
import type { Programs } from './programs'

/** A PostgreSQL server that Patroni runs, as primary or standby. */
export interface DatabaseNode {
  readonly name: string
  readonly port: number
  start(): void
  /** Kills Patroni and PostgreSQL at once, as a machine failure does. */
  kill(): Promise<void>
  /** Suspends all its processes, as a network partition would appear to others. */
  freeze(): void
  thaw(): void
  /** The state that Patroni reports; null while it does not answer. */
  state(): Promise<NodeState | null>
}

interface NodeState {
  /** `master`, `primary` or `replica`. */
  readonly role: string
  readonly state: string
  readonly sync_standby?: boolean
}

interface Place {
  readonly name: string
  readonly folder: string
  readonly programs: Programs
  readonly account: Account | null
  readonly ports: { readonly postgres: number; readonly patroni: number; readonly etcd: number }
}

/** Prepares a node without starting it. */
export function createNode({ name, folder, programs, account, ports }: Place): DatabaseNode {
  const home = join(folder, name)
  const data = join(home, 'data')
  mkdirSync(home)
  writeFileSync(join(home, 'patroni.yml'), JSON.stringify(patroniSettings({ name, folder, programs, account, ports }), null, 2))
  writeFileSync(join(home, 'became.sh'), callbackOf(folder, ports.postgres), { mode: 0o755 })
  if (account !== null) chownSync(home, account.uid, account.gid)
  const patroni = createDaemon({ name, program: programs.patroni, args: [join(home, 'patroni.yml')], folder, account })

  function processes(): number[] {
    const pid = patroni.pid()
    return [...(pid === null ? [] : [pid]), ...postgresOf(data)]
  }
  function signal(name: NodeJS.Signals): void {
    for (const pid of processes()) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has just exited by itself.
      }
    }
  }
  return {
    name,
    port: ports.postgres,
    start: () => patroni.start(),
    async kill() {
      await patroni.end('SIGKILL')
      while (postgresOf(data).length > 0) {
        signal('SIGKILL')
        await sleep(20)
      }
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async state() {
      // Without an answer, the table shows the node as down, and `settled` asks again.
      const response = fetch(`http://127.0.0.1:${ports.patroni}/patroni`, { signal: AbortSignal.timeout(1000) })
      return response.then((answer) => answer.json() as Promise<NodeState>).catch(() => null)
    },
  }
}

/** Returns the process ids of the PostgreSQL on this data folder: the postmaster first, then its children. */
function postgresOf(data: string): number[] {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return []
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  // The file outlives a killed server, and its process id may now belong to another program.
  const isOurs = (one: number): boolean =>
    existsSync(`/proc/${one}`) && readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(data)
  if (!(pid > 0) || !isOurs(pid)) return []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number)
  return [pid, ...children.filter((child) => child > 0)]
}

/** Builds Patroni's settings, as JSON, which is valid YAML. A lost primary is replaced within 20 seconds: its key in etcd lives for 15. */
function patroniSettings({ name, folder, programs, account, ports }: Place) {
  const home = join(folder, name)
  const address = `127.0.0.1:${ports.postgres}`
  const became = join(home, 'became.sh')
  const trusted = (user: string) => ({ username: user, password: 'not asked for' })
  return {
    scope: 'frond',
    name,
    restapi: { listen: `127.0.0.1:${ports.patroni}`, connect_address: `127.0.0.1:${ports.patroni}` },
    etcd3: { host: `127.0.0.1:${ports.etcd}` },
    bootstrap: {
      dcs: {
        ttl: 15,
        loop_wait: 3,
        retry_timeout: 5,
        synchronous_mode: true,
        // Without etcd, the primary carries on as long as it reaches the standby's Patroni.
        failsafe_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_sender_timeout: '5s' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(home, 'data'),
      bin_dir: programs.postgres,
      pgpass: join(home, 'pgpass'),
      authentication: { superuser: trusted('postgres'), replication: trusted('replicator'), rewind: trusted('postgres') },
      parameters: { unix_socket_directories: account === null ? folder : home },
      callbacks: { on_start: became, on_role_change: became },
    },
  }
}

/**
 * Writes the script that Patroni runs at each change of role, with the event and the new role: a new primary points the pooler at itself.
 */
function callbackOf(folder: string, port: number): string {
  return `#!/bin/sh
case "$2" in master | primary) ;; *) exit 0 ;; esac
echo 'frond = host=127.0.0.1 port=${port}' > ${folder}/primary.$$ && mv ${folder}/primary.$$ ${folder}/primary.ini
[ -f ${folder}/pgbouncer.pid ] && kill -HUP "$(cat ${folder}/pgbouncer.pid)"
exit 0
`
}
