import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { DATAPOINTS_PATH, type BatchOutcome } from '../../../src/contract/datapoints'
import { sessionPaths } from '../../../src/contract/session'
import { callWith, serverAt, type Call } from '../server/calls'
import { templateFolder } from './database'
import { createDatabase, dropDatabase } from './databases'
import { freePort } from '../../../src/tools/freePort'
import { buildPrograms, startProgram, type Program } from './program'

/** The administrator of the servers that tests start. */
export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

/** A server in a separate process, which any signal may end and which can restart on its data. */
export interface ServerProcess {
  /** Starts it, also after it was ended: on this database, otherwise on the tests' own engine. */
  start(databaseUrl?: string): Promise<void>
  kill(signal: NodeJS.Signals): void
  /** Resolves when it has ended. */
  ended(): Promise<void>
  /** The output of the current process. */
  output(): string
  /** Signs in the administrator; returns the calls of that session. */
  signIn(): Promise<Call>
  /** Signs in the administrator with this password; returns the answer's status. */
  tryPassword(password: string): Promise<number>
  /** Sends a batch; returns the answer, or null when there was none. */
  post(key: string | null, body: unknown): Promise<Posted | null>
}

export interface Posted {
  readonly status: number
  readonly retryAfter: string | null
  readonly challenge: string | null
  readonly result: BatchOutcome
  readonly code: string
  /** Milliseconds until the answer. */
  readonly took: number
}

/** Builds the server, with a console of one line; returns its folder. */
export async function buildServer(): Promise<string> {
  const product = await buildPrograms({ 'server/main': 'src/serve.ts' })
  mkdirSync(join(product, 'console'))
  writeFileSync(join(product, 'console/index.html'), '<!doctype html><div id="root"></div>')
  cpSync(join(product, 'pgliteWorker.mjs'), join(product, 'server/pgliteWorker.mjs'))
  cpSync(await templateFolder(), join(product, 'server/template'), { recursive: true })
  return product
}

/** Lets a file's tests start servers; each test has its own folder, and on PostgreSQL its own database. */
export function serverProcess(): ServerProcess {
  let product: string
  let dataDir: string
  let database: string | null
  let origin: string
  let program: Program | null
  const server = inject('postgres')?.server

  beforeAll(async () => {
    product = await buildServer()
  }, 300_000)
  beforeEach(async () => {
    program = null
    dataDir = mkdtempSync(join(tmpdir(), 'frond-survives-'))
    database = server === undefined ? null : await createDatabase(server)
  })
  afterEach(async () => {
    program?.kill('SIGKILL')
    await program?.exited
    if (server !== undefined && database !== null) await dropDatabase(server, database)
    rmSync(dataDir, { recursive: true, force: true })
  })
  afterAll(() => rmSync(product, { recursive: true, force: true }))

  async function start(databaseUrl = database): Promise<void> {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    program = startProgram(join(product, 'server/main.js'), [], {
      FROND_DATA_DIR: dataDir,
      FROND_DEMO: '0',
      FROND_ADMIN_EMAIL: ADMIN.email,
      FROND_ADMIN_PASSWORD: ADMIN.password,
      PORT: String(port),
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    })
    await program.says('Frond is at')
  }

  const callAs = (key?: string): Call => callWith(serverAt(origin), key)
  const signInWith = (password: string) =>
    callAs()<{ result: { token: string } }>('POST', sessionPaths.signIn, { body: { ...ADMIN, password, role: 'admin' } })

  return {
    start,
    kill: (signal) => program?.kill(signal),
    async ended() {
      await program?.exited
    },
    output: () => program?.output() ?? '',
    signIn: async () => callAs((await signInWith(ADMIN.password)).body.result.token),
    tryPassword: async (password) => (await signInWith(password)).status,
    async post(key, body) {
      const began = performance.now()
      const send = callAs(key ?? undefined)<Pick<Posted, 'result' | 'code'> | null>
      // A killed server gives no answer, which the test expects: it sends the readings again.
      const answer = await send('POST', DATAPOINTS_PATH, { body }).catch(() => null)
      if (!answer?.body) return null
      const { status, headers } = answer
      const took = performance.now() - began
      return {
        ...answer.body,
        status,
        retryAfter: headers.get('retry-after'),
        challenge: headers.get('www-authenticate'),
        took,
      }
    },
  }
}
