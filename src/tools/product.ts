// Starts the built product with a new data folder and on a free port: for browser tests, the size check, the bench and the screenshots.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../.scripts/root.mjs'
import { atExit } from './atExit'
import { freePort } from './freePort'

/** The built product, running. */
export interface Product {
  readonly origin: string
  readonly dataDir: string
  readonly port: number
  readonly pid: number
  /** Everything printed so far. */
  output(): string
  /** Its exit code, once it has ended; null when a signal ended it. */
  readonly exited: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<void>
}

interface Options {
  readonly port?: number
  readonly dataDir?: string
  readonly env?: Environment
  /** Folder of another, built version; left out: this checkout. */
  readonly checkout?: string
  /** Receives the process id as soon as the process starts. */
  readonly spawned?: (pid: number) => void
}

type Environment = Readonly<Record<string, string>>

export const adminEmail = 'admin@example.com'
export const adminPassword = 'leaf-green-morning-42'
/** How the server says that it cannot listen. */
export const portInUse = /Port \d+ of \S+ is in use/
/** Longest start, in milliseconds. */
const READY_MS = 180_000

/** Starts the server and resolves when it is ready; rejects with the server's output when it ends before that. */
export async function startProduct({ port, dataDir = newFolder(), ...how }: Options = {}): Promise<Product> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOn(port ?? (await freePort()), dataDir, how)
    } catch (error) {
      // Another program may have taken the free port in the meantime.
      if (port !== undefined || tries === 3 || !portInUse.test(String(error))) throw error
    }
  }
}

async function startOn(port: number, dataDir: string, { env = {}, checkout = root, spawned }: Options): Promise<Product> {
  const origin = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [join(checkout, 'dist/server/main.js')], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...cleanEnvironment(),
      PORT: String(port),
      FROND_DATA_DIR: dataDir,
      FROND_ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  server.once(
    'exit',
    atExit(() => void server.kill('SIGKILL')),
  )
  if (server.pid !== undefined) spawned?.(server.pid)
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (output += String(text)))
  const exited = once(server, 'exit')
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) server.kill(signal)
    await exited
  }
  try {
    await ready(origin, server, () => output)
  } catch (error) {
    await stop('SIGKILL')
    throw error
  }
  return { origin, dataDir, port, pid: server.pid ?? 0, output: () => output, exited: exited.then(() => server.exitCode), stop }
}

/** Makes a new, empty folder for a database; it is deleted when this process exits. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frond-'))
  atExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Drops the caller's settings from the environment: they must not reach the product under test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const theirs =
    /^(FROND_|DATABASE_|GOOGLE_|FACEBOOK_|API_URL|HOST$|PORT$|PUBLIC_URL|TRUSTED_P|CORS_O|SMTP_URL|MAIL_FROM|NODE_ENV|VITEST)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !theirs.test(name)))
}

async function ready(origin: string, server: ChildProcess, output: () => string): Promise<void> {
  // A start takes seconds, and longer on a busy machine, which is no failure.
  const deadline = Date.now() + READY_MS
  for (;;) {
    const ended = server.exitCode ?? server.signalCode
    if (ended !== null) throw new Error(`The server ended with ${ended}:\n${output()}`)
    // Until the server listens, fetch fails: the loop tries again.
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`The server was not ready in ${READY_MS / 60_000} minutes:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
