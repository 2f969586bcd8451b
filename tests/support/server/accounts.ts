import sql from 'sql-template-tag'
import type { SecondFactorChallenge } from '../../../src/contract/factors'
import { fullnameOf, sessionPaths } from '../../../src/contract/session'
import { buildApp } from '../../../src/server/app'
import type { Database, Queryable } from '../../../src/server/db/database'
import type { Deps } from '../../../src/server/deps'
import type { Settings } from '../../../src/server/process/settings'
import { callWith, type Answer, type Sent } from './calls'
import { fetchOver, type TestServer } from './server'

/** An answer to a call about an account or a session. */
export type SessionAnswer = Answer<{
  readonly result?: { readonly token?: string; readonly expires_at?: number; readonly message?: string }
  readonly code?: string
  readonly message?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly secondFactor?: SecondFactorChallenge
}>

/** Options of a call. */
export interface CallOptions extends Omit<Sent, 'body'> {
  readonly token?: string
}

/** Starts another server on the same database with other settings; it closes with the first. */
export function setOtherwise(server: TestServer, overrides: Partial<Settings>): Promise<TestServer> {
  return buildBeside(server, { settings: { ...server.settings, ...overrides } })
}

async function buildBeside(server: TestServer, changes: Partial<Deps>): Promise<TestServer> {
  const deps = { ...server.deps, ...changes }
  const { settings } = deps
  const app = await buildApp(deps)
  await app.ready()
  return { ...server, settings, deps, app, fetch: fetchOver(app, settings.publicUrl) }
}

/** Runs `work` with a server whose database is `db`. */
async function overDatabase<T>(server: TestServer, db: Database, work: (other: TestServer) => Promise<T>): Promise<T> {
  const other = await buildBeside(server, { db })
  try {
    return await work(other)
  } finally {
    await other.app.close()
  }
}

/** Returns the texts of the statements that a server runs during `work`, in order and without values. */
export async function statementsOf(server: TestServer, work: (watched: TestServer) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const watch = (queryable: Queryable): Queryable => ({
    query(statement) {
      texts.push(statement.text)
      return queryable.query(statement)
    },
  })
  const { db } = server
  const watched: Database = {
    ...db,
    ...watch(db),
    transaction: (inside) => db.transaction((tx) => inside({ ...tx, ...watch(tx) })),
  }
  await overDatabase(server, watched, work)
  return texts
}

/** Runs `work` so that `meanwhile` happens just before its first transaction: as when another request is faster. */
export function overtaken<T>(server: TestServer, meanwhile: () => Promise<unknown>, work: (other: TestServer) => Promise<T>) {
  const { db } = server
  let isOver = false
  const slow: Database = {
    ...db,
    async transaction(inside) {
      if (!isOver) await meanwhile()
      isOver = true
      return db.transaction(inside)
    },
  }
  return overDatabase(server, slow, work)
}

/** Calls the server with a session, or without one. */
export function call(
  server: Pick<TestServer, 'fetch'>,
  method: string,
  url: string,
  body?: unknown,
  { token, ...sent }: CallOptions = {},
): Promise<SessionAnswer> {
  return callWith(server, token)(method, url, { body, ...sent })
}

/** Posts a JSON body. */
export function post(server: TestServer, path: string, body: unknown, options: CallOptions = {}): Promise<SessionAnswer> {
  return call(server, 'POST', path, body, options)
}

export function get(server: TestServer, path: string, token?: string, options: CallOptions = {}): Promise<SessionAnswer> {
  return call(server, 'GET', path, undefined, { ...options, ...(token !== undefined && { token }) })
}

/** A call that requires a session. */
export const GUARDED = '/api/v1/users'

/** A user who may register. */
export const iris = { email: 'iris@example.com', password: 'moss on the north side' }

/** Makes a valid body of a sign-up, with these overrides. */
export function signUpOf(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const body = { firstName: 'Iris', lastName: 'Blau', ...iris, password_confirmation: iris.password, ...overrides }
  return { fullname: fullnameOf(body.firstName, body.lastName), ...body }
}

/** Registers a user; returns the bearer token. */
export async function register(server: TestServer, overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return tokenOf(await post(server, sessionPaths.signUp, signUpOf(overrides)))
}

/** Confirms every address so far, as its mailed link does. */
export async function confirmAddresses({ db, clock }: TestServer): Promise<void> {
  await db.query(sql`update users set email_confirmed_at = ${clock.now} where email_confirmed_at is null`)
}

/** Signs in, by default as Iris. */
export function signIn(server: TestServer, overrides: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) {
  return post(server, sessionPaths.signIn, { ...iris, role: 'admin', ...overrides }, options)
}

/** Returns the bearer token of an answer; throws when it has none. */
export function tokenOf({ status, body }: SessionAnswer): string {
  const token = body.result?.token
  if (token === undefined) throw new Error(`No token in the ${status}: ${JSON.stringify(body)}`)
  return token
}

/** Returns the token of the newest mailed link to `path`. */
export async function mailedToken(server: TestServer, path: '/reset-password' | '/confirm' | '/sign-up'): Promise<string> {
  const mails = await server.outbox()
  const link = mails
    .map((mail) => new RegExp(`${path}\\?\\w+=([\\w-]+)`).exec(mail.text)?.[1])
    .find((token) => token !== undefined)
  if (link === undefined) throw new Error(`No mail with a link to ${path}`)
  return link
}

/** Counts a table's rows. */
export async function countOf({ db }: TestServer, table: 'users' | 'sessions' | 'mails' | 'throttles'): Promise<number> {
  const tables = {
    users: sql`select count(*) as total from users`,
    sessions: sql`select count(*) as total from sessions`,
    mails: sql`select count(*) as total from mails`,
    throttles: sql`select count(*) as total from throttles`,
  }
  const { rows } = await db.query<{ total: number }>(tables[table])
  return rows[0]?.total ?? 0
}

/** Reads the claims of a token without checking it. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

/** Lists the failed and refused sign-ins of the audit log; checks that each has an address and a device, and leaves these out. */
export async function refusedSignIns(server: TestServer): Promise<unknown[]> {
  const { rows } = await server.db.query<{ action: string; after: Readonly<Record<string, unknown>> }>(sql`
    select action, after from audit_entries where action in ('sign_in_failed', 'sign_in_refused') order by id`)
  return rows.map(({ action, after: { ip, device, ...details } }) => {
    if (ip !== '127.0.0.1' || device !== 'lightMyRequest')
      throw new Error(`Not the test's client: ${String(ip)}, ${String(device)}`)
    return { action, ...details }
  })
}
