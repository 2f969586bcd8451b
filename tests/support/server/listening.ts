import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { buildApp } from '../../../src/server/app'
import type { Database } from '../../../src/server/db/database'
import { openDatabase } from '../../../src/server/db/open'
import { callWith, type Call } from './calls'
import { dataOf, openEventStream, type OpenStream } from './events'
import { oneServer } from './hooks'
import type { TestServer } from './server'

/** The pace of the streams in these tests. */
export const pace = { heartbeatMs: 300, readingsMs: 50 }

interface ListenerOptions {
  /** Index of the process, 0 or 1. */
  readonly at?: number
  readonly bearer?: string
  readonly after?: string
  readonly query?: string
}

/** Two processes on one database, and streams of their live events. */
export interface Listening {
  readonly server: TestServer
  readonly call: Call
  /** Whether the second process has its own connections, which depends on the engine. */
  hasTwo(): boolean
  originOf(at: number): string
  bearer(): string
  /** Signs in the administrator of `call` and `listener` again. */
  signInAnew(): Promise<void>
  /** Opens a stream and waits until it misses nothing; the stream is closed after the test. */
  listener(options?: ListenerOptions): Promise<OpenStream>
  /** Does the same with any listening server. */
  hear(options: Parameters<typeof openEventStream>[0]): Promise<OpenStream>
  createGroup(name: string): Promise<{ readonly id: string; readonly requestId: string | null }>
}

/** Starts both processes for the tests of a file, which share one database. */
export function listening(): Listening {
  const server = oneServer()
  let bearer = ''
  let processes: readonly { readonly app: FastifyInstance; readonly origin: string }[] = []
  let otherDb: Database | null = null
  let streams: OpenStream[] = []

  const signInAnew = async () => {
    bearer = await server.signIn()
  }
  const call: Call = (...args) => callWith(server, bearer)(...args)
  const originOf = (at: number) => processes[at]?.origin ?? ''
  const hear: Listening['hear'] = async (options) => {
    const stream = await openEventStream(options)
    streams.push(stream)
    if (stream.status === 200) await stream.next(({ event }) => event === 'ready')
    return stream
  }

  beforeAll(async () => {
    await signInAnew()
    otherDb = server.settings.databaseUrl === null ? null : await openDatabase(server.settings)
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
    listener: ({ at = 0, ...options } = {}) => hear({ origin: originOf(at), bearer, ...options }),
    hear,
    async createGroup(name) {
      const body = { name, soilMoistureMin: 15, soilMoistureMax: 60, airHumidityMin: null, airHumidityMax: null }
      const answer = await call('POST', '/api/v1/humidity_groups/register', { body })
      expect(answer.status).toBe(201)
      return { ...answer.body.result, requestId: answer.headers.get('x-request-id') }
    },
  }
}

/** Waits for the stream's event about a change of this kind to a row. */
export function changeOf(stream: OpenStream, id: string, kind: string) {
  return stream.next((event) => event.event === undefined && dataOf(event)['id'] === id && dataOf(event)['change'] === kind)
}
