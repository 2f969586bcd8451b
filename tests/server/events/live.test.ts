// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DATAPOINTS_PATH } from '../../../src/contract/datapoints'
import { sessionPaths } from '../../../src/contract/session'
import { buildApp } from '../../../src/server/app'
import { CHANNEL } from '../../../src/server/db/database'
import { notifyOfReadings } from '../../../src/server/events/readings'
import { callWith } from '../../support/server/calls'
import { dataOf, type OpenStream } from '../../support/server/events'
import { changeOf, listening, pace } from '../../support/server/listening'
import { equip } from '../../support/rows/readings'
import { insertGateway, insertHardware, insertSensor, nobody } from '../../support/rows/rows'

const { server, call, originOf, bearer, signInAnew, listener, hear, createGroup } = listening()
afterEach(() => void vi.useRealTimers())

describe('a stream', () => {
  it('is an event stream that is neither cached nor compressed', async () => {
    const { status, headers } = await listener()

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it.each([0, 1])('of process %i sends exactly what another process creates, changes and deletes', async (at) => {
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

  it('sends the changes of a restored row and an import', async () => {
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

  it('sends that somebody was invited, so that lists of invitations are refetched', async () => {
    const stream = await listener()
    const { status } = await call('POST', sessionPaths.invitation, { body: { email: 'guest@example.com' } })
    const { data } = await stream.next((event) => dataOf(event)['area'] === 'User')
    expect(status).toBe(204)
    expect(JSON.parse(data)).toMatchObject({ area: 'User', id: null, version: null, change: 'updated' })
  })

  it('names the call only to its caller', async () => {
    await server.db.query(sql`
      insert into users (id, created_at, updated_at, first_name, fullname, email, email_key, password_hash)
      select gen_random_uuid(), now(), now(), 'Other', 'Other', 'other@example.com', 'other@example.com', password_hash from users
      where email = 'admin@example.com'`)
    const answer = await callWith(server)<{ result: { token: string } }>('POST', sessionPaths.signIn, {
      body: { email: 'other@example.com', password: 'correct horse battery', role: 'admin' },
    })
    const stream = await listener({ bearer: answer.body.result.token })
    const { id } = await createGroup('Whose call')

    expect(dataOf(await changeOf(stream, id, 'created'))).toEqual({ area: 'HumidityGroup', id, version: 1, change: 'created' })
  })
})

describe('readings', () => {
  const ofUnregistered = {
    sensorEui: 'A84041FFFFC0FFEE',
    metric: 'soil_moisture',
    value: 40,
    measuredAt: new Date().toISOString(),
  }

  it('are announced with their devices, once for many batches', async () => {
    const gateway = await equip(server, call, await insertGateway(server.db, { hardware_id: await insertHardware(server.db) }))
    const sensorId = await insertSensor(server.db, {})
    const { rows } = await server.db.query<{ eui: string }>(sql`select eui from sensors where id = ${sensorId}`)
    const stream = await listener({ at: 1 })
    const readings = () => stream.events.filter(({ event }) => event === 'readings')
    // Returns the events from this one on; a mark arrives after whatever was sent before it.
    const eventsSince = async (from: number) => {
      const mark = randomUUID()
      await notifyOfReadings(server.db, [mark], [])
      await stream.next(({ data }) => data.includes(mark))
      return readings().slice(from, -1).map(dataOf)
    }
    const reading = (value: number) => ({
      sensorEui: rows[0]?.eui ?? '',
      metric: 'soil_moisture',
      value,
      measuredAt: new Date(server.clock.now.getTime() - value * 1000).toISOString(),
    })
    const app = await buildApp(server.deps)
    await eventsSince(0)
    const from = readings().length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const value of [1, 2, 3]) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: DATAPOINTS_PATH,
        headers: { authorization: `Bearer ${gateway.key}` },
        payload: { datapoints: [reading(value)] },
      })
      expect(statusCode).toBe(200)
    }

    vi.advanceTimersByTime(1999)
    expect(await eventsSince(from)).toEqual([])
    vi.advanceTimersByTime(1)
    await stream.next((event) => event.event === 'readings' && event.data.includes(sensorId))
    vi.advanceTimersByTime(60_000)
    expect(await eventsSince(from + 1)).toEqual([
      { area: 'Gateway', ids: [gateway.id] },
      { area: 'Sensor', ids: [sensorId] },
    ])
    await app.close()
  })

  it('are announced for a gateway that receives only unregistered sensors', async () => {
    const gateway = await equip(server, call, await insertGateway(server.db, { hardware_id: await insertHardware(server.db) }))
    const stream = await listener({ at: 1 })
    await fetch(`${originOf(0)}/api/v1/datapoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ datapoints: [ofUnregistered] }),
    })

    // The last events of other tests may still arrive, before this one or together with it.
    const event = await stream.next((each) => each.event === 'readings' && each.data.includes(gateway.id))
    expect(dataOf(event)).toMatchObject({ area: 'Gateway' })
  })

  it('are announced by a process that shuts down before it was time', async () => {
    const gateway = await equip(server, call, await insertGateway(server.db, { hardware_id: await insertHardware(server.db) }))
    const stream = await listener({ at: 1 })
    const app = await buildApp(server.deps, { pace: { readingsMs: 3_600_000 } })
    const headers = { authorization: `Bearer ${gateway.key}` }
    await app.inject({ method: 'POST', url: DATAPOINTS_PATH, headers, payload: { datapoints: [ofUnregistered] } })
    await app.close()

    const event = await stream.next((each) => each.event === 'readings' && each.data.includes(gateway.id))
    expect(dataOf(event)).toMatchObject({ area: 'Gateway' })
  })

  it.each(['hello', '{"area":"Gateway"}', 'null', '[null]', '[{"area":"Gateway","ids":7}]', '[{"area":"Gateway"}]'])(
    'are not what somebody else says on the channel: %s',
    async (payload) => {
      const stream = await listener()
      await server.db.query(sql`select pg_notify(${CHANNEL}, ${payload})`)
      await notifyOfReadings(
        server.db,
        Array.from({ length: 91 }, () => nobody),
        [nobody],
      )

      await stream.next((event) => event.event === 'readings' && dataOf(event)['area'] === 'Sensor')
      const readings = stream.events.filter(({ event }) => event === 'readings').map(dataOf)
      // Another server may still announce the devices of the test before.
      expect(readings.filter(({ ids }) => !Array.isArray(ids) || ids.includes(nobody))).toEqual([
        { area: 'Gateway', ids: null },
        { area: 'Sensor', ids: [nobody] },
      ])
    },
  )
})

describe('a stream ends', () => {
  const another = async () => await server.signIn()

  it('when its session is signed out in any process', async () => {
    const mine = await another()
    const stream = await listener({ at: 1, bearer: mine })
    await callWith(server, mine)('POST', sessionPaths.signOut)

    await stream.ended
    expect((await listener({ bearer: mine })).status).toBe(401)
  })

  it('when its session expires without an event', async () => {
    const mine = await another()
    const stream = await listener({ bearer: mine })
    await server.db.query(
      sql`update sessions set ended_at = now() where id = (select id from sessions order by created_at desc, id desc limit 1)`,
    )

    await expect(stream.ended).resolves.toBeUndefined()
  })

  it('when its bearer expires, and goes on with a new one', async () => {
    const stream = await listener({ bearer: await another() })
    server.clock.advance((server.settings.accessTokenS + 1) * 1000)

    await stream.ended
    await signInAnew()
    const { id } = await createGroup('After the old bearer')
    await changeOf(await listener({ after: stream.cursor() }), id, 'created')
  })

  it('when its account loses the second factor that the server requires', async () => {
    const mine = await another()
    const settings = { ...server.settings, secondFactor: 'required' as const }
    const app = await buildApp({ ...server.deps, settings }, { pace })
    await server.db.query(sql`
      insert into totps (user_id, secret, created_at, confirmed_at) select id, '', now(), now() from users where email = 'admin@example.com'`)
    const stream = await hear({ origin: await app.listen({ host: '127.0.0.1', port: 0 }), bearer: mine })
    expect(stream.status).toBe(200)
    await server.db.query(sql`delete from totps`)

    await expect(stream.ended).resolves.toBeUndefined()
    await app.close()
  })

  it('when the server shuts down, at once', async () => {
    const app = await buildApp(server.deps, { pace })
    const stream = await hear({ origin: await app.listen({ host: '127.0.0.1', port: 0 }), bearer: bearer() })
    await app.close()

    await expect(stream.ended).resolves.toBeUndefined()
  })
})

describe('nobody receives', () => {
  it('without a session, and none may hold more windows than anybody has', async () => {
    const none = await listener({ bearer: 'nobody' })
    const open: OpenStream[] = []
    for (let count = 0; count < 33; count++) open.push(await listener())

    expect(none.status).toBe(401)
    expect(none.headers.get('www-authenticate')).toContain('Bearer')
    expect(open.map(({ status }) => status)).toEqual([...Array.from({ length: 32 }, () => 200), 429])
    expect(open.at(-1)?.headers.get('retry-after')).toBe('60')
  })
})
