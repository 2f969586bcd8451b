import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { ensureAdmin, opensAdmin } from './auth/admins'
import { createPasswords } from './auth/passwords'
import { recordSecret } from './auth/usedSecret'
import { startBackground } from './background'
import { openDatabase } from './db/open'
import type { Deps } from './deps'
import { namingDataFolder } from './process/dataFolder'
import { settingsError } from './process/environment'
import { createJobs } from './process/jobs'
import { logLevelOf } from './process/logging'
import type { Settings } from './process/settings'

/** Initial rows for the setting `demo`, provided by the composition root: the server does not know what they are. */
interface Demo {
  /** Fills an empty database; does nothing on any other. */
  seed(deps: Deps): Promise<void>
  /** Keeps the demo's devices reporting until the returned function is called. */
  live(deps: Deps): () => Promise<void>
}

/** The parts beside the server: the build's files and the demo. */
export interface Parts {
  /** Folder of the built console. */
  readonly console: string
  /** Folder of the built theme for the documentation page. */
  readonly reader: string
  /** Folder of the database to copy for a new one. */
  readonly template: string
  readonly demo: Demo
}

/** A listening server. */
export interface Running {
  readonly app: FastifyInstance
  /** Its address, such as `http://127.0.0.1:4600`. */
  readonly address: string
  /** Whether the password in the settings opens the account of their administrator; false without the demo, which prints it. */
  readonly adminOpens: boolean
  /** Completes open requests, closes the database and unlocks the data folder. */
  close(): Promise<void>
}

/** Starts what the settings require, in this order: database, first administrator, demo rows, API and console. */
export async function start(settings: Settings, parts: Parts): Promise<Running> {
  const undo: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    const failures: unknown[] = []
    for (const step of undo.splice(0).toReversed()) await step().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
  try {
    const { app, adminOpens, begin } =
      settings.apiUrl === null ? await startApi(settings, parts, undo) : await startConsole(settings, parts)
    undo.push(() => app.close())
    const address = await listen(app, settings)
    begin()
    return { app, address, adminOpens, close }
  } catch (error) {
    // Only the first failure is reported: where the disk is full, closing fails for the same reason.
    await close().catch(() => undefined)
    throw settings.databaseUrl === null ? namingDataFolder(settings.dataDir, error) : error
  }
}

/** A server that does not listen yet, and what starts once it does. */
interface Prepared extends Pick<Running, 'app' | 'adminOpens'> {
  begin(): void
}

async function startApi(settings: Settings, parts: Parts, undo: (() => Promise<void>)[]): Promise<Prepared> {
  const jobs = createJobs()
  const opening = openDatabase(settings, { template: parts.template, jobs })
  // Loads routes and libraries while the database opens in its thread.
  const loading = import('./app')
  const db = await opening
  undo.push(() => db.close())
  const { buildApp } = await loading
  const deps: Deps = { settings, db, clock: () => new Date(), passwords: createPasswords(), jobs }
  const news = await ensureAdmin(deps)
  if (settings.demo) await parts.demo.seed(deps)
  const app = await buildApp(deps, {
    logger: { level: logLevelOf(settings) },
    consoleDir: consoleOf(parts),
    readerDir: existsSync(parts.reader) ? parts.reader : null,
  })
  // Recorded last: a start that failed before its warning would otherwise have made the next one silent.
  for (const one of [news, await recordSecret(db, settings)]) if (one !== null) app.log[one.level](one.message)
  undo.push(startBackground(deps, app.log))
  return {
    app,
    adminOpens: settings.demo && (await opensAdmin(deps)),
    begin() {
      if (settings.demo) undo.push(parts.demo.live(deps))
    },
  }
}

async function startConsole(settings: Settings, parts: Parts): Promise<Prepared> {
  const dir = consoleOf(parts)
  if (dir === null) throw settingsError('The console has not been built: run `npm run build` first, or leave API_URL empty')
  const { buildConsoleApp } = await import('./console/app')
  return { app: await buildConsoleApp(settings, dir), adminOpens: false, begin: () => undefined }
}

/** Null when the console is not built: then Vite serves it, and this server only the API. */
function consoleOf(parts: Parts): string | null {
  return existsSync(`${parts.console}/index.html`) ? parts.console : null
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE')
      throw settingsError(`Port ${port} of ${host} is in use by another program: stop it, or set PORT to another port`)
    if (code === 'EACCES') throw settingsError(`Port ${port} needs more rights than this program has: set PORT to 1024 or more`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw settingsError(
        `HOST ${host} is not an address of this machine: set 127.0.0.1 for this machine only, 0.0.0.0 for every network`,
      )
    throw error
  }
}
