import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { once } from 'node:events'
import { atExit } from './atExit'

/** A program that runs beside a tool and can be ended by any signal and started again. */
export interface Daemon {
  readonly name: string
  /** Null while it does not run. */
  pid(): number | null
  start(): void
  /** Resolves when the program has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

interface Command {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  /** Left out: this process's own. */
  readonly account?: Account | null
}

/** Controls a program. Appends its output to `<name>.log` in its folder. */
export function createDaemon({ name, program, args, folder, env, account }: Command): Daemon {
  let child: ChildProcess | null = null
  const isRunning = (): boolean => child !== null && child.exitCode === null && child.signalCode === null
  return {
    name,
    pid: () => (isRunning() ? (child?.pid ?? null) : null),
    start() {
      if (isRunning()) return
      const log = openSync(`${folder}/${name}.log`, 'a')
      child = spawn(program, args, {
        cwd: folder,
        stdio: ['ignore', log, log],
        // A process group of its own: Ctrl+C in the terminal does not reach it, and `end` also ends its children.
        detached: true,
        env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env },
        ...account,
      })
      const { pid } = child
      if (pid !== undefined)
        child.once(
          'exit',
          atExit(() => void process.kill(-pid, 'SIGKILL')),
        )
      // A program that cannot be started counts as ended.
      child.on('error', () => undefined)
      closeSync(log)
    },
    async end(signal) {
      if (child?.pid === undefined || !isRunning()) return
      const ended = once(child, 'exit')
      process.kill(-child.pid, signal)
      await ended
    },
  }
}

/** The account whose rights a program runs with. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL and PgBouncer refuse to run as root: root runs them as the account that their package created. */
export function databaseAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  const id = (what: string): number => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
