import type { FastifyInstance, InjectOptions } from 'fastify'
import { sessionPaths } from '../../../src/contract/session'
import { buildApp } from '../../../src/server/app'
import { ensureAdmin } from '../../../src/server/auth/admins'
import type { Database } from '../../../src/server/db/database'
import { openDatabase } from '../../../src/server/db/open'
import type { Deps } from '../../../src/server/deps'
import { createJobs } from '../../../src/server/process/jobs'
import { readOutbox, type Mail } from '../../../src/server/mail/outbox'
import { readSettings, type Settings } from '../../../src/server/process/settings'
import { createAdminSession } from './adminSession'
import { createClock, type TestClock } from './clock'
import { openTestDatabase, type TestDatabase } from '../database/database'
import { quickPasswords } from './quickPasswords'

/** The administrator whom `signIn` signs in. */
export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

/** A whole server with its own database, in this process. */
export interface TestServer {
  readonly app: FastifyInstance
  readonly db: Database
  readonly settings: Settings
  readonly deps: Deps
  /** The clock of tokens, links and throttles. States of rows depend on the database's own clock. */
  readonly clock: TestClock
  /** A fetch without a network: relative addresses are the server's, and `from` is the client's IP address. */
  readonly fetch: (input: RequestInfo | URL, init?: RequestInit & { readonly from?: string }) => Promise<Response>
  /** Empties the database, including the administrator, until the next `signIn`. */
  truncate(): Promise<void>
  /** Reads every mail so far, newest first. */
  outbox(): Promise<Mail[]>
  /** Signs in the administrator, created if need be; returns the bearer token. */
  signIn(): Promise<string>
  close(): Promise<void>
}

/** Builds a server as `npm start` does, on an empty database: PGlite, or PostgreSQL where the project has one. */
export async function startServer(overrides: Partial<Settings> = {}): Promise<TestServer> {
  return startServerOn(await openTestDatabase(), overrides)
}

/** Builds a server on this database. */
export async function startServerOn(database: TestDatabase, overrides: Partial<Settings> = {}): Promise<TestServer> {
  const settings = { ...testSettings(database.dataDir, database.databaseUrl), ...database.pooled, ...overrides }
  const clock = createClock()
  const deps: Deps = {
    settings,
    db: database.db,
    clock: () => new Date(clock.now),
    passwords: quickPasswords,
    jobs: createJobs(),
  }
  const app = await buildApp(deps)
  await app.ready()
  const others = await othersOf(app, deps)
  const underWay = new Set<Promise<unknown>>()
  const fetch = fetchOver(app, settings.publicUrl, underWay)
  const adminSession = createAdminSession(deps)
  return {
    app,
    db: database.db,
    settings,
    deps,
    clock,
    fetch,
    async truncate() {
      // Waits for requests of closed screens: a read under way and the truncation would wait for each other's locks.
      while (underWay.size > 0) await Promise.allSettled(underWay)
      await database.truncate()
    },
    outbox: () => readOutbox(deps),
    async signIn() {
      const token = await adminSession.putBack()
      if (token !== null) return token
      await ensureAdmin(deps)
      const response = await fetch(sessionPaths.signIn, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...ADMIN, role: 'admin' }),
      })
      const body = (await response.json()) as { result?: { token: string } }
      if (body.result === undefined) throw new Error(`The sign-in was answered with ${response.status}: ${JSON.stringify(body)}`)
      await adminSession.keep(body.result.token)
      return body.result.token
    },
    async close() {
      await app.close()
      await others.close()
      await database.close()
    },
  }
}

/**
 * Starts two more servers on the database in the tier `several`, each with its own connections; calls go to the three in turn, as behind a
 * balancer without sticky sessions.
 */
async function othersOf(app: FastifyInstance, deps: Deps): Promise<{ close(): Promise<void> }> {
  const count = deps.settings.databaseUrl === null ? 0 : Number(process.env['TEST_SERVERS'] ?? 1) - 1
  const others: { readonly app: FastifyInstance; readonly db: Database }[] = []
  while (others.length < count) {
    const db = await openDatabase(deps.settings)
    others.push({ app: await buildApp({ ...deps, db }), db })
  }
  const [first, ...more] = [app.inject.bind(app), ...others.map((other) => other.app.inject.bind(other.app))]
  let turn = 0
  const inject = (options: InjectOptions | string) => ([first, ...more][turn++ % (more.length + 1)] ?? first)(options)
  if (count > 0) Object.assign(app, { inject })
  return {
    async close() {
      for (const other of others) {
        await other.app.close()
        await other.db.close()
      }
    },
  }
}

function testSettings(dataDir: string, databaseUrl: string | null): Settings {
  return {
    ...readSettings({
      FROND_DATA_DIR: dataDir,
      FROND_SECRET: 'a secret for tests, and for tests only',
      FROND_ADMIN_EMAIL: ADMIN.email,
      FROND_ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'silent',
    }),
    databaseUrl,
  }
}

/** Passes requests to the server by its `inject`, with fetch's types on both sides; `underWay` holds the requests without an answer. */
export function fetchOver(
  app: FastifyInstance,
  origin: string,
  underWay: Set<Promise<unknown>> = new Set(),
): TestServer['fetch'] {
  return async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, origin) : input, init)
    request.signal.throwIfAborted()
    const url = new URL(request.url)
    const payload = Buffer.from(await request.arrayBuffer())
    const options: InjectOptions = {
      method: request.method as NonNullable<InjectOptions['method']>,
      url: url.pathname + url.search,
      headers: { ...Object.fromEntries(request.headers), host: url.host },
      ...(payload.length > 0 && { payload }),
      ...(init?.from !== undefined && { remoteAddress: init.from }),
    }
    const pending = app.inject(options)
    underWay.add(pending)
    const answer = await pending.finally(() => underWay.delete(pending))
    request.signal.throwIfAborted()
    return asResponse(answer)
  }
}

function asResponse(answer: Awaited<ReturnType<FastifyInstance['inject']>>): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, String(one))
  const empty = answer.statusCode === 204 || answer.statusCode === 304
  return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    statusText: answer.statusMessage,
    headers,
  })
}
