import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDaemon, type Account } from '../daemon'
import type { Programs } from './programs'

/** A PostgreSQL that Patroni runs: the primary, or a standby of it. */
export interface DatabaseNode {
  readonly name: string
  readonly port: number
  start(): void
  /** Ends Patroni and PostgreSQL at once, as a machine that fails does. */
  kill(): Promise<void>
  /** Stops all its processes where they stand, as a cut network does. */
  freeze(): void
  thaw(): void
  /** As Patroni tells it; null while it does not answer. */
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

/** Prepares a node; nothing runs yet. */
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
        // It has just ended by itself.
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
      const asked = fetch(`http://127.0.0.1:${ports.patroni}/patroni`, { signal: AbortSignal.timeout(1000) })
      return asked.then((answer) => answer.json() as Promise<NodeState>).catch(() => null)
    },
  }
}

/** The processes of the PostgreSQL on these data: the first, and those that serve its connections. */
function postgresOf(data: string): number[] {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return []
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  // The file outlives a process that was killed, and its number may be another program's by now.
  const isOurs = (one: number): boolean =>
    existsSync(`/proc/${one}`) && readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(data)
  if (!(pid > 0) || !isOurs(pid)) return []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number)
  return [pid, ...children.filter((child) => child > 0)]
}

/** Patroni reads YAML, which JSON is. A primary that is gone is replaced within 20 seconds: its key in etcd lives for 15. */
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
        // Without etcd the primary goes on as long as it reaches the standby's Patroni.
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

/** Patroni runs this script at each change of role, with the event and the new role. A node that became the primary directs the pooler to itself. */
function callbackOf(folder: string, port: number): string {
  return `#!/bin/sh
case "$2" in master | primary) ;; *) exit 0 ;; esac
echo 'frond = host=127.0.0.1 port=${port}' > ${folder}/primary.$$ && mv ${folder}/primary.$$ ${folder}/primary.ini
[ -f ${folder}/pgbouncer.pid ] && kill -HUP "$(cat ${folder}/pgbouncer.pid)"
exit 0
`
}
