import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from '../../.scripts/programs.mjs'
import { atExit } from './atExit'
import { databaseAccount } from './daemon'
import { freePort } from './freePort'

/** A throwaway PostgreSQL for tests or a bench, on 127.0.0.1 only. */
export interface Cluster {
  readonly url: string
  /** Stops it and keeps its data, as a restart of the machine does. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Suspends all its processes, as a network that drops every packet. */
  freeze(): void
  thaw(): void
  /** Process ids of the server and of those that serve its connections. */
  processes(): number[]
  /** Stops it for good and deletes its data. */
  stop(): Promise<void>
}

/** How long a start after a kill is tried. */
const RESUME_MS = 10_000

/** Starts a throwaway PostgreSQL; null when PostgreSQL is not installed. */
export function startPostgres(): Promise<Cluster | null> {
  return start('initdb', (data) => ['-D', data, '-U', 'frond', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'])
}

/** Starts a throwaway standby, which follows a PostgreSQL of `startPostgres` until it is promoted. */
export async function startStandby({ url }: Cluster): Promise<Cluster> {
  const standby = await start('pg_basebackup', (data) => ['-D', data, '-d', url, '-R', '-c', 'fast', '-N'])
  if (standby === null) throw new Error('There are no PostgreSQL programs on this machine')
  return standby
}

/** Starts a PostgreSQL on data that a program such as initdb creates. */
async function start(program: string, args: (data: string) => readonly string[]): Promise<Cluster | null> {
  const programs = findPostgres()
  if (programs === null) return null
  const account = databaseAccount()
  const folder = mkdtempSync(join(tmpdir(), 'frond-postgres-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const forget = atExit(remove)
  if (account !== null) chownSync(folder, account.uid, account.gid)
  const as = { cwd: folder, ...account, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } }
  const data = join(folder, 'data')
  execFileSync(join(programs, program), args(data), { ...as, stdio: 'ignore' })
  const port = await freePort()
  const url = `postgres://frond@127.0.0.1:${port}/postgres`
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=200',
    // As on a server outside a container; Frond's own connections are in UTC.
    'timezone=Europe/Zurich',
  ]
  let server: ChildProcess

  async function begin(): Promise<void> {
    const started = spawn(join(programs ?? '', 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...as,
      stdio: 'ignore',
    })
    started.once(
      'exit',
      atExit(() => void started.kill('SIGKILL')),
    )
    server = started
    await untilItAnswers(url, server)
  }
  /** Tries again for a while: PostgreSQL does not start while a process of its killed predecessor is still ending. */
  async function resume(): Promise<void> {
    for (const end = Date.now() + RESUME_MS; ;) {
      try {
        await begin()
        return
      } catch (error) {
        if (Date.now() > end) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  async function pause(): Promise<void> {
    if (server.exitCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    // A fast shutdown: the server closes its clients' connections.
    server.kill('SIGINT')
    await ended
  }
  function children(): number[] {
    const { pid } = server
    if (pid === undefined) return []
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .map(Number)
      .filter((child) => child > 0)
  }
  /** Call it while the server itself is stopped: it then neither starts nor reaps a child. */
  function signalChildren(signal: NodeJS.Signals): void {
    for (const child of children()) process.kill(child, signal)
  }
  await begin()
  return {
    url,
    pause,
    resume,
    freeze() {
      server.kill('SIGSTOP')
      signalChildren('SIGSTOP')
    },
    thaw() {
      signalChildren('SIGCONT')
      server.kill('SIGCONT')
    },
    processes: () => (server.pid === undefined ? [] : [server.pid, ...children()]),
    async stop() {
      await pause()
      remove()
      forget()
    },
  }
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode} at its start`)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch {
      // Not ready yet.
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      // Nothing was done on the connection that a failed end could lose.
      await client.end().catch(() => undefined)
    }
  }
}
