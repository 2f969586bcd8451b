import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Replica } from '../../../src/server/db/database'
import { databaseOver } from '../../../src/server/db/engine'
import { openDatabase } from '../../../src/server/db/open'
import { openPostgres } from '../../../src/server/db/postgres'
import { createJobs } from '../../../src/server/process/jobs'
import { startPostgres, startStandby } from '../../../src/tools/postgres'
import { onServer } from '../../support/database/databases'
import { sensorDraft } from '../../support/rows/rows'
import { signedIn, type Call } from '../../support/server/calls'
import { startServerOn, type TestServer } from '../../support/server/server'
import { within } from '../../support/within'

const primary = await startPostgres()
const standby = primary === null ? null : await startStandby(primary)
const stranger = primary === null ? null : await startPostgres()
const dataDir = mkdtempSync(join(tmpdir(), 'frond-replica-'))
const place = { dataDir, databaseUrl: primary?.url ?? '', databaseReadUrl: standby?.url ?? '', publicUrl: 'http://frond.test' }
const patient = { timeout: 20_000 }

afterAll(async () => {
  for (const cluster of [standby, primary, stranger]) await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe.skipIf(primary === null)('a standby for reads (needs PostgreSQL’s programs on this machine)', () => {
  /** Two processes on one database. */
  let servers: readonly TestServer[]
  let write: Call
  let read: Call
  let replica: Replica
  const jobs = createJobs()
  const onStandby = databaseOver(openPostgres(standby?.url ?? 'postgres://none'))

  async function serve(): Promise<TestServer> {
    const db = await openDatabase(place, { jobs })
    return startServerOn({
      db,
      dataDir,
      databaseUrl: place.databaseUrl,
      truncate: async () => undefined,
      close: () => db.close(),
    })
  }
  beforeAll(async () => {
    servers = [await serve(), await serve()]
    const [writer, reader] = servers
    if (writer === undefined || reader?.db.replica === undefined) throw new Error('There is no standby')
    write = await signedIn(writer)
    read = await signedIn(reader)
    replica = reader.db.replica
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await onStandby.close()
  })

  /** Counts which server answered the reads of `work`. */
  async function readCounted<T>(work: () => Promise<T>) {
    const before = { ...replica.readCounts }
    const answer = await work()
    return { answer, standby: replica.readCounts.standby - before.standby, primary: replica.readCounts.primary - before.primary }
  }

  async function addSensor(): Promise<string> {
    const { status, body } = await write('POST', '/api/v1/sensors/register', { body: sensorDraft() })
    expect(status).toBe(201)
    return body.result.id
  }
  const day = `from=${new Date(Date.now() - 86_400_000).toISOString()}&to=${new Date().toISOString()}`

  it('answers lists, curves and the activity, but no reads of rows that are about to change', async () => {
    const id = await addSensor()
    // Until then the primary answers.
    await vi.waitFor(async () => expect((await replica.lag())?.bytes).toBe(0), patient)
    for (const url of ['/api/v1/sensors', `/api/v1/sensors/${id}/datapoints?metric=soil_moisture&${day}`, '/api/v1/activity']) {
      const { answer, standby: there, primary: here } = await readCounted(() => read('GET', url))
      expect([url, answer.status, here]).toEqual([url, 200, 0])
      expect(there).toBeGreaterThan(0)
    }
    expect(await readCounted(() => read('GET', `/api/v1/sensors/${id}`))).toMatchObject({ standby: 0, primary: 0 })
  })

  it('never returns data older than an earlier write, by any process: the primary answers for a standby that lags', async () => {
    await onStandby.query(sql`select pg_wal_replay_pause()`)
    const id = await addSensor()
    for (const url of ['/api/v1/sensors?sort=-createdAt', '/api/v1/activity']) {
      const { answer, primary: here } = await readCounted(() => within(5000, () => read('GET', url)))
      expect(JSON.stringify(answer.body)).toContain(id)
      expect(here).toBeGreaterThan(0)
    }
    await vi.waitFor(async () => expect((await replica.lag())?.bytes).toBeGreaterThan(0), patient)
    await onStandby.query(sql`select pg_wal_replay_resume()`)
    await vi.waitFor(async () => {
      const { answer, standby: there } = await readCounted(() => read('GET', '/api/v1/sensors?sort=-createdAt'))
      expect(JSON.stringify(answer.body)).toContain(id)
      expect(there).toBeGreaterThan(0)
    }, patient)
  })

  it('reports its lag in /metrics, and which server answered', async () => {
    const text = async () => (await servers[1]?.app.inject('/metrics'))?.body ?? ''
    await vi.waitFor(async () => expect(await text()).toContain('frond_replica_lag_bytes 0\n'), patient)
    expect(await text()).toContain('frond_replica_lag_seconds 0\n')
    expect(await text()).toContain('frond_replica_up 1\n')
    expect(await text()).toContain(`frond_replica_reads_total{from="standby"} ${replica.readCounts.standby}\n`)
  })

  const away = [
    ['has ended', () => standby?.pause(), () => standby?.resume()] as const,
    ['says nothing', () => standby?.freeze(), () => standby?.thaw()] as const,
  ].slice(0, process.platform === 'linux' ? 2 : 1)
  it.each(away)(
    'is done without while it %s, which is logged once, and is used again when it is back',
    async (_how, leave, back) => {
      const failures = () => jobs.records().find(({ name }) => name === 'standby_reads')?.failures ?? 0
      const before = failures()
      await leave()
      for (let time = 0; time < 3; time += 1) {
        const { answer, primary: here } = await readCounted(() => within(2000, () => read('GET', '/api/v1/sensors')))
        expect(answer.status).toBe(200)
        expect(here).toBeGreaterThan(0)
      }
      expect(failures() - before).toBe(1)
      await back()
      await vi.waitFor(
        async () => expect((await readCounted(() => read('GET', '/api/v1/sensors'))).standby).toBeGreaterThan(0),
        patient,
      )
      expect(jobs.records()).toContainEqual(expect.objectContaining({ name: 'standby_reads', failuresInRow: 0 }))
    },
  )

  it('is refused at the start when it belongs to another database', async () => {
    await expect(openDatabase({ ...place, databaseReadUrl: stranger?.url ?? '' })).rejects.toThrow(
      'DATABASE_READ_URL leads to another database than DATABASE_URL, and not to a standby of it',
    )
  })

  it('needs a primary that is encoded in UTF-8', async () => {
    const server = stranger?.url ?? ''
    await onServer(server, `create database latin encoding 'LATIN1' locale 'C' template template0`)
    const databaseUrl = Object.assign(new URL(server), { pathname: '/latin' }).href
    await expect(openDatabase({ ...place, databaseUrl, databaseReadUrl: null })).rejects.toThrow(
      "The database of DATABASE_URL is encoded in LATIN1: create it with encoding 'UTF8'",
    )
  })

  it('may be down at the start, or be the primary after a failover: the primary answers', async () => {
    for (const databaseReadUrl of ['postgres://frond@127.0.0.1:1/postgres', primary?.url ?? '']) {
      const db = await openDatabase({ ...place, databaseReadUrl })
      const reads = db.replica?.reads('0/1')
      expect((await reads?.query(sql`select 1 as one`))?.rows).toEqual([{ one: 1 }])
      expect(db.replica?.readCounts).toEqual({ standby: 0, primary: 1 })
      expect(await db.replica?.lag()).toBeNull()
      await db.close()
    }
  })
})
