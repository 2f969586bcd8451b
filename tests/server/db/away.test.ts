import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createJobs } from '../../../src/server/process/jobs'
import { buildApp } from '../../../src/server/app'
import type { Database } from '../../../src/server/db/database'
import { openDatabase } from '../../../src/server/db/open'
import { readSettings } from '../../../src/server/process/settings'
import { startPostgres, type Cluster } from '../../../src/tools/postgres'
import { quickPasswords } from '../../support/server/quickPasswords'
import { within } from '../../support/within'

const cluster: Cluster | null = await startPostgres()
const dataDir = mkdtempSync(join(tmpdir(), 'frond-away-'))
const place = (databaseUrl: string) => ({ dataDir, databaseUrl, publicUrl: 'http://frond.test' })

afterAll(async () => {
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Requires an answer within five seconds. */
const inTime = <T>(work: () => Promise<T>) => within(5000, work)

/** A PostgreSQL that starts or continues may take a moment before it accepts connections. */
const patient = { timeout: 20_000 }
const open = (url: string) => vi.waitFor(() => openDatabase(place(url)), patient)
const one = async (db: Database) => (await db.query(sql`select 1 as one`)).rows

describe.skipIf(cluster === null)('an outage of PostgreSQL (needs its programs on this machine)', () => {
  const url = cluster?.url ?? ''
  const settings = readSettings({ FROND_DATA_DIR: dataDir, LOG_LEVEL: 'silent' })

  it('is answered with 503 within five seconds, and ends with the next call once it is back', async () => {
    const db = await open(url)
    const app = await buildApp({ db, settings, clock: () => new Date(), passwords: quickPasswords, jobs: createJobs() })
    const signIn = () =>
      app.inject({
        method: 'POST',
        url: '/api/v1/users/login',
        payload: { email: 'a@example.com', password: 'secret', role: 'admin' },
      })
    expect((await signIn()).statusCode).toBe(401)

    await cluster?.pause()
    for (const ask of [signIn, () => app.inject('/readyz')]) {
      expect((await inTime<{ statusCode: number }>(ask)).statusCode).toBe(503)
    }
    const refused = await signIn()
    expect(refused.json()).toMatchObject({ code: 'unavailable' })
    expect(refused.body).not.toMatch(/ECONN|127\.0\.0\.1|postgres/i)
    expect(refused.headers['retry-after']).toBe('2')
    expect((await app.inject('/healthz')).statusCode).toBe(200)

    await cluster?.resume()
    await expect.poll(async () => (await app.inject('/readyz')).statusCode, patient).toBe(200)
    expect((await signIn()).statusCode).toBe(401)
    await app.close()
    await db.close()
  })

  it.skipIf(process.platform !== 'linux')(
    'is answered within five seconds when it accepts connections and sends nothing',
    async () => {
      const db = await open(url)
      await db.query(sql`select 1`)
      cluster?.freeze()
      try {
        for (const ask of [() => db.query(sql`select 1`), () => db.transaction((tx) => tx.query(sql`select 1`))])
          await expect(inTime(ask)).rejects.toMatchObject({ statusCode: 503 })
      } finally {
        cluster?.thaw()
      }
      await vi.waitFor(async () => expect(await one(db)).toEqual([{ one: 1 }]), patient)
      await db.close()
    },
  )

  it('rolls back transactions under way', async () => {
    const db = await open(url)
    await db.query(sql`create table if not exists kept (id integer)`)
    const half = db.transaction(async (tx) => {
      await tx.query(sql`insert into kept values (1)`)
      await cluster?.pause()
      await tx.query(sql`insert into kept values (2)`)
    })
    await expect(half).rejects.toMatchObject({ statusCode: 503 })
    await cluster?.resume()
    await vi.waitFor(async () => expect((await db.query(sql`select id from kept`)).rows).toEqual([]), patient)
    await db.close()
  })

  it('cancels a statement that takes too long, and continues on the same connection', async () => {
    const db = await open(url)
    expect((await db.query(sql`show statement_timeout`)).rows).toEqual([{ statement_timeout: '4s' }])
    const cut = db.transaction(async (tx) => {
      await tx.query(sql`set local statement_timeout = 100`)
      await tx.query(sql`select pg_sleep(20)`)
    })
    await expect(inTime(() => cut)).rejects.toMatchObject({ statusCode: 503 })
    expect(await one(db)).toEqual([{ one: 1 }])
    await db.close()
  })

  it('stops a start with a sentence that names the server and no password', async () => {
    const parts = new URL(url)
    parts.port = '1'
    parts.password = 'hunter22'
    await expect(openDatabase(place(parts.href))).rejects.toThrow(
      /^The PostgreSQL of DATABASE_URL \(127\.0\.0\.1:1\/postgres\) cannot be used: /,
    )
    await expect(openDatabase(place(parts.href))).rejects.not.toThrow('hunter22')
  })
})
