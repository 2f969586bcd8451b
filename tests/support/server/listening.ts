import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { buildApp } from '../../../src/server/app'
import type { Database } from '../../../src/server/db/database'
import { openDatabase } from '../../../src/server/db/open'
import { callWith, type Call } from './calls'
import { dataOf, hearEvents, type OpenStream } from './events'
import { oneServer } from './hooks'
import type { TestServer } from './server'

/** How fast streams are served here. */
export const pace = { heartbeatMs: 300, readingsMs: 50 }

interface Asked {
  /** Which process, 0 or 1. */
  readonly at?: number
  readonly bearer?: string
  readonly after?: string
  readonly query?: string
}

/** Two processes on one database, and who listens to what they tell. */
export interface Listening {
  readonly server: TestServer
  readonly call: Call
  /** Whether the other process has connections of its own, as the engine allows it. */
  hasTwo(): boolean
  originOf(at: number): string
  bearer(): string
  /** Signs the administrator of `call` and `listener` in again. */
  signInAnew(): Promise<void>
  /** A stream from which on nothing is missed; it is closed after the test. */
  listener(asked?: Asked): Promise<OpenStream>
  /** The same of any server that listens. */
  hear(asked: Parameters<typeof hearEvents>[0]): Promise<OpenStream>
  createGroup(name: string): Promise<{ readonly id: string; readonly requestId: string | null }>
}

/** For the tests of a file, which all write into one database. */
export function listening(): Listening {
  const server = oneServer()
  let bearer = ''
  let processes: readonly { readonly app: FastifyInstance; readonly origin: string }[] = []
  let otherDb: Database | null = null
  let streams: OpenStream[] = []

  const signInAnew = async () => {
    bearer = await server.signIn()
  }
  const call: Call = (...asked) => callWith(server, { authorization: `Bearer ${bearer}` })(...asked)
  const originOf = (at: number) => processes[at]?.origin ?? ''
  const hear: Listening['hear'] = async (asked) => {
    const stream = await hearEvents(asked)
    streams.push(stream)
    if (stream.status === 200) await stream.next(({ event }) => event === 'ready')
    return stream
  }

  beforeAll(async () => {
    await signInAnew()
    const { databaseUrl, dataDir, publicUrl } = server.settings
    otherDb = databaseUrl === null ? null : await openDatabase({ databaseUrl, dataDir, publicUrl })
    processes = await Promise.all(
      [server.db, otherDb ?? server.db].map(async (db) => {
        const app = await buildApp({ ...server.deps, db }, { pace })
        return { app, origin: await app.listen({ host: '127.0.0.1', port: 0 }) }
      }),
    )
  })
  afterEach(() => {
    for (const stream of streams) stream.close()
    streams = []
  })
  afterAll(async () => {
    await Promise.all(processes.map(({ app }) => app.close()))
    await otherDb?.close()
  })

  return {
    server,
    call,
    hasTwo: () => otherDb !== null,
    originOf,
    bearer: () => bearer,
    signInAnew,
    listener: ({ at = 0, ...asked } = {}) => hear({ origin: originOf(at), bearer, ...asked }),
    hear,
    async createGroup(name) {
      const body = { name, soilMoistureMin: 15, soilMoistureMax: 60, airHumidityMin: null, airHumidityMax: null }
      const answer = await call('POST', '/api/v1/humidity_groups/register', { body })
      expect(answer.status).toBe(201)
      return { ...answer.body.result, requestId: answer.headers.get('x-request-id') }
    },
  }
}

/** What the stream tells of a row, once it does. */
export function changeOf(stream: OpenStream, id: string, kind: string) {
  return stream.next((event) => event.event === undefined && dataOf(event)['id'] === id && dataOf(event)['change'] === kind)
}
