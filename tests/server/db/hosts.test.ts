import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../../src/server/db/database'
import { hostsOf } from '../../../src/server/db/hosts'
import { databaseOver } from '../../../src/server/db/engine'
import { openDatabase } from '../../../src/server/db/open'
import { openPostgres } from '../../../src/server/db/postgres'
import { startPostgres, startStandby } from '../../../src/tools/postgres'
import { within } from '../../support/within'

describe('hostsOf', () => {
  it.each([
    ['postgres://frond@db/frond', ['postgres://frond@db/frond']],
    [
      'postgres://a,b:5433/frond?sslmode=require',
      ['postgres://a/frond?sslmode=require', 'postgres://b:5433/frond?sslmode=require'],
    ],
    ['postgresql://me:p,w@a:1, [::1]:2/x', ['postgresql://me:p,w@a:1/x', 'postgresql://me:p,w@[::1]:2/x']],
    ['postgres://me@a/x,y', ['postgres://me@a/x,y']],
  ])('finds a host each in %s', (url, hosts) => {
    expect(hostsOf(url)).toEqual(hosts)
  })
})

const primary = await startPostgres()
const standby = primary === null ? null : await startStandby(primary)
const dataDir = mkdtempSync(join(tmpdir(), 'frond-hosts-'))
afterAll(async () => {
  await standby?.stop()
  await primary?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** PostgreSQL reports its promotion at once, and accepts writes a moment later. */
const patient = { timeout: 20_000 }

describe.skipIf(primary === null)('a PostgreSQL of several hosts (needs its programs on this machine)', () => {
  const hosts = [standby, primary].map((cluster) => new URL(cluster?.url ?? 'postgres://none').host)
  const both = `postgres://frond@${hosts.join(',')}/postgres`

  async function open(databaseUrl: string): Promise<Database> {
    const db = await openDatabase({ dataDir, databaseUrl, publicUrl: 'http://frond.test' })
    onTestFinished(() => db.close())
    return db
  }

  it('is reached by the folder of its Unix socket, too', async () => {
    const db = await open(primary?.url ?? '')
    const { rows } = await db.query<{ folder: string }>(sql`select current_setting('unix_socket_directories') as folder`)
    const { port } = new URL(primary?.url ?? '')
    const local = await open(`postgres://frond@${encodeURIComponent(rows[0]?.folder ?? '')}:${port}/postgres`)
    expect((await local.query(sql`select inet_server_addr() as address`)).rows).toEqual([{ address: null }])
  })

  it('is answered with 503 while it accepts no writes, and works again when it does', async () => {
    const db = await open(primary?.url ?? '')
    await db.query(sql`create table kept (id integer)`)
    const admin = at(primary?.url)
    await admin.query(sql`alter role frond set default_transaction_read_only = on`)
    const fresh = at(primary?.url)
    await expect(fresh.query(sql`insert into kept values (1)`)).rejects.toMatchObject({
      statusCode: 503,
      details: { retryAfterS: 2 },
    })
    await admin.query(sql`alter role frond reset default_transaction_read_only`)
    await fresh.query(sql`insert into kept values (2)`)
    expect((await db.query(sql`select id from kept`)).rows).toEqual([{ id: 2 }])
  })

  it('acknowledges no write whose wait for the synchronous standby was cancelled', async () => {
    const admin = at(primary?.url)
    const db = await open(primary?.url ?? '')
    await db.query(sql`create table promised (id integer)`)
    await admin.query(sql`alter system set synchronous_standby_names = 'nobody'`)
    // A reloaded setting applies a moment later; one that is there at the start applies at once.
    await primary?.pause()
    await primary?.resume()
    onTestFinished(async () => {
      await admin.query(sql`alter system reset synchronous_standby_names`)
      await admin.query(sql`select pg_reload_conf()`)
      await vi.waitFor(write, patient)
    })
    const write = () => db.query(sql`insert into promised values (1)`)
    const cancel = () =>
      vi.waitFor(async () => {
        const { rowCount } = await admin.query(
          sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
        )
        expect(rowCount).toBe(1)
      }, patient)
    for (const ask of [write, () => db.transaction((tx) => tx.query(sql`insert into promised values (2)`))]) {
      const [outcome] = await Promise.allSettled([ask(), cancel()])
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { statusCode: 503, cause: { message: expect.stringContaining('on the primary alone') as string } },
      })
    }
  })

  it('is refused with a sentence when none of them accepts writes', async () => {
    await expect(open(`postgres://frond:hunter22@${hosts[0]},127.0.0.1:1/postgres`)).rejects.toThrow(
      `The PostgreSQL of DATABASE_URL (${hosts[0]},127.0.0.1:1/postgres) cannot be used: it accepts no writes, connect ECONNREFUSED 127.0.0.1:1`,
    )
  })

  it('uses the host that accepts writes, and another one as soon as that does', async () => {
    const db = await open(both)
    await db.query(sql`create table written (id integer primary key)`)
    await db.query(sql`insert into written values (1)`)
    const notified = vi.fn()
    const stop = db.listen(notified)
    onTestFinished(stop)
    await vi.waitFor(() => expect(notified).toHaveBeenCalledWith(null), patient)
    // Both hosts have the row before the first one is gone.
    await vi.waitFor(
      async () => expect((await at(standby?.url).query(sql`select id from written`)).rows).toHaveLength(1),
      patient,
    )

    await primary?.pause()
    for (const write of [
      () => db.query(sql`insert into written values (2)`),
      () => db.transaction((tx) => tx.query(sql`select 1`)),
    ])
      await expect(within(5000, write)).rejects.toMatchObject({ statusCode: 503 })
    notified.mockClear()

    await at(standby?.url).query(sql`select pg_promote()`)
    await vi.waitFor(() => db.query(sql`insert into written values (3)`), patient)
    expect((await db.query(sql`select id from written order by id`)).rows).toEqual([{ id: 1 }, { id: 3 }])
    await vi.waitFor(() => expect(notified).toHaveBeenCalledWith(null), patient)
    await db.query(sql`select pg_notify('frond', 'from the next')`)
    await vi.waitFor(() => expect(notified).toHaveBeenCalledWith('from the next'), patient)
  })

  function at(url = '') {
    const engine = openPostgres(url)
    onTestFinished(() => engine.close())
    return databaseOver(engine)
  }
})
