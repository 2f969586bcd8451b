import sql from 'sql-template-tag'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../../src/server/app'
import { audit } from '../../../src/server/activity/audit'
import type { Database } from '../../../src/server/db/database'
import { notifyOfReadings } from '../../../src/server/events/readings'
import { dataOf } from '../../support/server/events'
import { changeOf, listening, pace } from '../../support/server/listening'
import { signal } from '../../support/signal'

const { server, call, hasTwo, bearer, listener, hear, createGroup } = listening()
const deviceId = '01890000-0000-7000-8000-000000000000'
afterEach(() => void vi.useRealTimers())

describe('resuming a stream', () => {
  it('sends first the events after the last one received, at any process', async () => {
    const before = await listener()
    const { id: known } = await createGroup('Known')
    await changeOf(before, known, 'created')
    before.close()
    const { id: missed } = await createGroup('Missed')
    const stream = await listener({ at: 1, after: before.cursor() })

    await changeOf(stream, missed, 'created')
    expect(stream.events.filter((event) => dataOf(event)['id'] === known)).toEqual([])
    // Once or twice: again when the process begins to listen after the stream was opened.
    const readings = new Set(stream.events.filter(({ event }) => event === 'readings').map(({ data }) => data))
    expect([...readings].map((data) => JSON.parse(data))).toEqual(
      ['Gateway', 'Sensor', 'Rollout', 'AlertRule', 'Alert'].map((area) => ({ area, ids: null })),
    )
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
    let isEarly = false
    // PGlite has one connection, so nothing comes between.
    if (hasTwo()) {
      const { id } = await createGroup('Overtakes')
      const stream = await listener({ query: '?since=60' })
      await changeOf(stream, id, 'created')
      isEarly = stream.events.some((event) => dataOf(event)['id'] === 'late')
      after = stream.cursor()
      stream.close()
    }
    others.give()
    await late
    const stream = await listener(after === null ? { query: '?since=60' } : { after })

    expect(dataOf(await changeOf(stream, 'late', 'updated'))).toMatchObject({ area: 'Plant', version: 7 })
    expect(isEarly).toBe(false)
  })

  it('sends at the next heartbeat what it could not send during an outage of the database', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    let isAway = false
    const refused = signal()
    const query: Database['query'] = (statement) => {
      if (!isAway || !statement.sql.includes('any(')) return server.db.query(statement)
      refused.give()
      return Promise.reject(new Error('away'))
    }
    const app = await buildApp({ ...server.deps, db: { ...server.db, query } }, { pace })
    const stream = await hear({ origin: await app.listen({ host: '127.0.0.1', port: 0 }), bearer: bearer() })
    isAway = true
    // The event about a session makes the server check who is still signed in before it sends anything.
    const entry = { userId: null, requestId: null, action: 'updated', subjectId: 'away' }
    await server.db.transaction(async (tx) => {
      await audit(tx, { ...entry, subject: 'Session' })
      await audit(tx, { ...entry, subject: 'Plant' })
    })
    await refused.given
    // The next event must not carry the missed one.
    await notifyOfReadings(server.db, [deviceId], [])
    await stream.next(({ data }) => data.includes(deviceId))
    expect(stream.events.filter((event) => dataOf(event)['id'] === 'away')).toEqual([])
    isAway = false
    vi.advanceTimersByTime(pace.heartbeatMs)

    await changeOf(stream, 'away', 'updated')
    await app.close()
  })

  it('says that anything may have reported while no notifications arrived', async () => {
    let reconnected = () => {}
    const listen: Database['listen'] = (onPayload, onLost) => {
      reconnected = () => onPayload(null)
      return server.db.listen(onPayload, onLost)
    }
    const app = await buildApp({ ...server.deps, db: { ...server.db, listen } }, { pace })
    const stream = await hear({ origin: await app.listen({ host: '127.0.0.1', port: 0 }), bearer: bearer() })
    await vi.waitFor(async () => {
      await notifyOfReadings(server.db, [deviceId], [])
      expect(stream.events.map(({ data }) => data).join('')).toContain(deviceId)
    })
    const from = stream.events.length
    reconnected()

    for (const area of ['Gateway', 'Sensor', 'Rollout'])
      await stream.next(({ data }) => data === JSON.stringify({ area, ids: null }), from)
    await app.close()
  })

  it('sends a first connection what changed since its page was read', async () => {
    const { id } = await createGroup('Just now')
    const stream = await listener({ query: '?since=500' })
    const fresh = await listener()

    await changeOf(stream, id, 'created')
    expect(fresh.events.map(({ event }) => event)).not.toContain(undefined)
  })

  it('says to a first connection that devices may have changed, unless its page has just been read', async () => {
    const background = await listener({ query: '?since=120' })
    for (const area of ['Gateway', 'Sensor']) await background.next(({ data }) => data === JSON.stringify({ area, ids: null }))
    // The process listens to the database by now.
    await changeOf(background, (await createGroup('Listening')).id, 'created')
    const shown = await listener({ query: '?since=2' })
    // Arrives after whatever was sent before it.
    await notifyOfReadings(server.db, [deviceId], [])
    await shown.next(({ data }) => data.includes(deviceId))
    expect(shown.events.filter(({ event, data }) => event === 'readings' && data.includes('null'))).toEqual([])
  })

  it('sends a first connection a long transaction that was committed after its page was read', async () => {
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
  ])('is asked to read everything again when the last event is %s', async (_what, after) => {
    const stream = await listener({ after: await after() })

    expect(stream.events[0]?.event).toBe('reset')
    const again = await listener({ after: stream.cursor() })
    expect(again.events.map(({ event }) => event)).not.toContain('reset')
  })

  it('names only the area when many of its rows changed', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `Many ${at},10,20`).join('\n')
    const { body } = await call('POST', '/api/v1/humidity_groups/import?dryRun=false', {
      body: `name,soilMoistureMin,soilMoistureMax\n${rows}\n`,
      headers: { 'content-type': 'text/csv' },
    })
    const stream = await listener({ query: '?since=500' })
    const groupEvents = stream.events.map(dataOf).filter(({ area }) => area === 'HumidityGroup')

    expect(body.result['created']).toBe(60)
    expect(groupEvents.map(({ id }) => id)).toEqual(groupEvents.map(() => null))
    expect(groupEvents).toContainEqual(expect.objectContaining({ version: null, change: 'created' }))
  })

  it.each(['?since=yesterday', '?since=-1'])('refuses %s', async (query) => {
    expect((await listener({ query })).status).toBe(400)
  })
})
