import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import { buildApp } from '../../../src/server/app'
import { audit } from '../../../src/server/audit'
import type { Database } from '../../../src/server/db/database'
import { openDatabase } from '../../../src/server/db/open'
import { callWith, type Call } from '../../support/calls'
import { dataOf, hearEvents, type HeardStream } from '../../support/events'
import { equip } from '../../support/readings'
import { insertGateway, insertHardware, insertSensor } from '../../support/rows'
import { startServer, type TestServer } from '../../support/server'

let server: TestServer
let call: Call
let bearer: string
/** Two processes on one database, as far as one process can be two: each with connections of its own where the engine allows it. */
let processes: readonly { readonly app: FastifyInstance; readonly origin: string }[]
let otherDb: Database | null = null
let streams: HeardStream[] = []

const pace = { heartbeatMs: 300, readingsMs: 50 }

beforeAll(async () => {
  server = await startServer()
  bearer = await server.signIn()
  call = callWith(server, { authorization: `Bearer ${bearer}` })
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
  await server.close()
})

interface Listener {
  readonly at?: number
  readonly bearer?: string
  readonly after?: string
  readonly query?: string
}

/** A stream of the first process, or of the one `at`, from which on nothing is missed. */
async function listener({ at = 0, ...asked }: Listener = {}): Promise<HeardStream> {
  const stream = await hearEvents({ origin: processes[at]?.origin ?? '', bearer, ...asked })
  streams.push(stream)
  if (stream.status === 200) await stream.next(({ event }) => event === 'ready')
  return stream
}

async function createGroup(name: string) {
  const body = { name, soilMoistureMin: 15, soilMoistureMax: 60, airHumidityMin: null, airHumidityMax: null }
  const answer = await call('POST', '/api/v1/humidity_groups/register', { body })
  expect(answer.status).toBe(201)
  return { ...answer.body.result, requestId: answer.headers.get('x-request-id') }
}
const changeOf = (stream: HeardStream, id: string, kind: string) =>
  stream.next((event) => event.event === undefined && dataOf(event)['id'] === id && dataOf(event)['change'] === kind)

function signal() {
  let give = () => undefined as void
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}

describe('a stream', () => {
  it('is an event stream that nobody keeps or packs', async () => {
    const { status, headers } = await listener()

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it.each([0, 1])('of process %i tells what is created, changed and deleted by another, and no more than that', async (at) => {
    const stream = await listener({ at })
    const { id, requestId } = await createGroup(`Told ${at}`)
    const created = await changeOf(stream, id, 'created')
    await call('PUT', `/api/v1/humidity_groups/${id}`, { body: { soilMoistureMax: 61 }, headers: { 'if-match': '"1"' } })
    const updated = await changeOf(stream, id, 'updated')
    await call('DELETE', `/api/v1/humidity_groups/${id}`)
    await changeOf(stream, id, 'deleted')

    expect(dataOf(created)).toEqual({ area: 'HumidityGroup', id, version: 1, change: 'created', requestId })
    expect(dataOf(updated)).toMatchObject({ version: 2 })
    expect(stream.events.map(({ data }) => data).join('')).not.toContain('Told')
  })

  it('tells what a restored row and an import made', async () => {
    const { id } = await createGroup('Comes back')
    await call('DELETE', `/api/v1/humidity_groups/${id}`)
    const stream = await listener()
    const restored = await call('POST', '/api/v1/humidity_groups/restore', { body: { ids: [id] } })
    const csv = 'name,soilMoistureMin,soilMoistureMax\nImported one,10,20\n'
    const imported = await call('POST', '/api/v1/humidity_groups/import?dryRun=false', {
      body: csv,
      headers: { 'content-type': 'text/csv' },
    })

    expect([restored.status, imported.status]).toEqual([200, 200])
    await changeOf(stream, id, 'created')
    await stream.next((event) => dataOf(event)['change'] === 'created' && dataOf(event)['id'] !== id)
  })

  it('tells who called which call it was, and nobody else', async () => {
    await server.db.query(sql`
      insert into users (id, created_at, updated_at, first_name, fullname, email, email_key, password_hash)
      select gen_random_uuid(), now(), now(), 'Other', 'Other', 'other@example.com', 'other@example.com', password_hash from users
      where email = 'admin@example.com'`)
    const answer = await callWith(server, {})<{ result: { token: string } }>('POST', sessionPaths.signIn, {
      body: { email: 'other@example.com', password: 'correct horse battery', role: 'admin' },
    })
    const stream = await listener({ bearer: answer.body.result.token })
    const { id } = await createGroup('Whose call')

    expect(dataOf(await changeOf(stream, id, 'created'))).toEqual({ area: 'HumidityGroup', id, version: 1, change: 'created' })
  })
})

describe('catching up', () => {
  it('tells first what came after the last event heard, at whichever process', async () => {
    const before = await listener()
    const { id: known } = await createGroup('Known')
    await changeOf(before, known, 'created')
    before.close()
    const { id: missed } = await createGroup('Missed')
    const stream = await listener({ at: 1, after: before.cursor() })

    await changeOf(stream, missed, 'created')
    expect(stream.events.filter((event) => dataOf(event)['id'] === known)).toEqual([])
    expect(stream.events.filter(({ event }) => event === 'readings')).toHaveLength(2)
  })

  it('misses no change whose transaction was committed after later ones', async () => {
    const [written, others] = [signal(), signal()]
    const late = server.db.transaction(async (tx) => {
      await tx.query(sql`
        insert into audit_entries (action, subject, subject_id, after) values ('updated', 'Plant', 'late', '{"version":7}')`)
      written.give()
      await others.given
    })
    await written.given
    let after: string | null = null
    // PGlite has one connection: nothing comes between.
    if (otherDb !== null) {
      const { id } = await createGroup('Overtakes')
      const stream = await listener({ query: '?since=60' })
      await changeOf(stream, id, 'created')
      expect(stream.events.some((event) => dataOf(event)['id'] === 'late')).toBe(false)
      after = stream.cursor()
      stream.close()
    }
    others.give()
    await late
    const stream = await listener(after === null ? { query: '?since=60' } : { after })

    expect(dataOf(await changeOf(stream, 'late', 'updated'))).toMatchObject({ area: 'Plant', version: 7 })
  })

  it('tells later what it could not tell while the database was away', async () => {
    let isAway = false
    const query: Database['query'] = (asked) =>
      isAway && asked.sql.includes('any(') ? Promise.reject(new Error('away')) : server.db.query(asked)
    const app = await buildApp({ ...server.deps, db: { ...server.db, query } }, { pace })
    const stream = await hearEvents({ origin: await app.listen({ host: '127.0.0.1', port: 0 }), bearer })
    await stream.next(({ event }) => event === 'ready')
    isAway = true
    // Who is still signed in has to be asked before it is told.
    const entry = { userId: null, requestId: null, action: 'updated', subjectId: 'away' }
    await server.db.transaction(async (tx) => {
      await audit(tx, { ...entry, subject: 'Session' })
      await audit(tx, { ...entry, subject: 'Plant' })
    })
    // Two beats without a word of it.
    const heard = await Promise.race([changeOf(stream, 'away', 'updated'), sleep(2 * pace.heartbeatMs, null)])
    expect(heard).toBeNull()
    isAway = false

    await changeOf(stream, 'away', 'updated')
    await app.close()
  })

  it('tells a first connection what changed since its page was read', async () => {
    const { id } = await createGroup('Just now')
    const stream = await listener({ query: '?since=500' })
    const fresh = await listener()

    await changeOf(stream, id, 'created')
    expect(fresh.events.map(({ event }) => event)).toEqual(['ready'])
  })

  it('tells a first connection of a long transaction that was committed after its page was read', async () => {
    const id = 'long'
    await server.db.query(sql`
      insert into audit_entries (action, subject, subject_id, after, at)
      values ('updated', 'Plant', ${id}, '{"version":7}', now() - interval '50 seconds')`)

    await changeOf(await listener({ query: '?since=1' }), id, 'updated')
  })

  it.each([
    ['from long ago', async () => (await listener()).cursor().replace(/@.*$/, '@1000')],
    ['of a database that was further on', () => Promise.resolve('99999999999:99999999999:@9999999999')],
    ['no snapshot', () => Promise.resolve('9:1:5,3@9999999999')],
    ['nothing of ours', () => Promise.resolve('1001')],
  ])('is asked to read everything anew when the last event is %s', async (_what, after) => {
    const stream = await listener({ after: await after() })

    expect(stream.events[0]?.event).toBe('reset')
    const again = await listener({ after: stream.cursor() })
    expect(again.events.map(({ event }) => event)).not.toContain('reset')
  })

  it('names an area alone when many of its rows changed', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `Many ${at},10,20`).join('\n')
    const { body } = await call('POST', '/api/v1/humidity_groups/import?dryRun=false', {
      body: `name,soilMoistureMin,soilMoistureMax\n${rows}\n`,
      headers: { 'content-type': 'text/csv' },
    })
    const stream = await listener({ query: '?since=500' })
    const told = stream.events.map(dataOf).filter(({ area }) => area === 'HumidityGroup')

    expect(body.result['created']).toBe(60)
    expect(told.map(({ id }) => id)).toEqual(told.map(() => null))
    expect(told).toContainEqual(expect.objectContaining({ version: null, change: 'created' }))
  })

  it.each(['?since=yesterday', '?since=-1'])('refuses %s', async (query) => {
    expect((await listener({ query })).status).toBe(400)
  })
})

describe('readings', () => {
  it('are told by the devices that were heard, once for many batches', async () => {
    const gateway = await equip(server, call, await insertGateway(server.db, { hardware_id: await insertHardware(server.db) }))
    const sensorId = await insertSensor(server.db, {})
    const { rows } = await server.db.query<{ eui: string }>(sql`select eui from sensors where id = ${sensorId}`)
    const stream = await listener({ at: 1 })
    const reading = (value: number) => ({
      sensorEui: rows[0]?.eui ?? '',
      metric: 'soil_moisture',
      value,
      measuredAt: new Date(server.clock.now.getTime() - value * 1000).toISOString(),
    })
    for (const value of [1, 2, 3])
      await fetch(`${processes[0]?.origin}/api/v1/datapoints`, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ datapoints: [reading(value)] }),
      })
    const heard = await stream.next((event) => event.event === 'readings' && dataOf(event)['area'] === 'Sensor')
    const of = await stream.next((event) => event.event === 'readings' && dataOf(event)['area'] === 'Gateway')

    expect([dataOf(heard), dataOf(of)]).toEqual([
      { area: 'Sensor', ids: [sensorId] },
      { area: 'Gateway', ids: [gateway.id] },
    ])
  })
})

describe('a stream ends', () => {
  const another = async () => await server.signIn()

  it('when its session is signed out, wherever', async () => {
    const mine = await another()
    const stream = await listener({ at: 1, bearer: mine })
    await callWith(server, { authorization: `Bearer ${mine}` })('POST', sessionPaths.signOut)

    await stream.ended
    expect((await listener({ bearer: mine })).status).toBe(401)
  })

  it('when its session is over without a word of it', async () => {
    const mine = await another()
    const stream = await listener({ bearer: mine })
    await server.db.query(
      sql`update sessions set ended_at = now() where id = (select id from sessions order by created_at desc, id desc limit 1)`,
    )

    await stream.ended
  })

  it('when its bearer expires, and goes on with a new one', async () => {
    const stream = await listener({ bearer: await another() })
    server.clock.advance((server.settings.accessTokenS + 1) * 1000)

    await stream.ended
    bearer = await server.signIn()
    call = callWith(server, { authorization: `Bearer ${bearer}` })
    const { id } = await createGroup('After the old bearer')
    await changeOf(await listener({ after: stream.cursor() }), id, 'created')
  })

  it('when the server shuts down, at once', async () => {
    const app = await buildApp(server.deps, { pace })
    const stream = await hearEvents({ origin: await app.listen({ host: '127.0.0.1', port: 0 }), bearer })
    await stream.next(({ event }) => event === 'ready')
    await app.close()

    await stream.ended
  })
})

describe('nobody hears', () => {
  it('without a session, and none may hold more windows than anybody has', async () => {
    const none = await hearEvents({ origin: processes[0]?.origin ?? '', bearer: 'nobody' })
    const open: HeardStream[] = []
    for (let count = 0; count < 33; count++) open.push(await hearEvents({ origin: processes[0]?.origin ?? '', bearer }))
    streams.push(...open)

    expect(none.status).toBe(401)
    expect(none.headers.get('www-authenticate')).toContain('Bearer')
    expect(open.map(({ status }) => status)).toEqual([...Array.from({ length: 32 }, () => 200), 429])
    expect(open.at(-1)?.headers.get('retry-after')).toBe('60')
  })
})
