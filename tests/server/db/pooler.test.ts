import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../../src/server/db/database'
import { openDatabase } from '../../../src/server/db/open'
import { connectPostgres } from '../../../src/server/db/postgres'
import { roleSettings, startPooler } from '../../../src/tools/pooler'
import { startPostgres } from '../../../src/tools/postgres'
import { onServer } from '../../support/database/databases'

const cluster = await startPostgres()
if (cluster !== null) await onServer(cluster.url, "alter role frond set timezone = 'UTC'")
const pooler = cluster === null ? null : await startPooler(cluster.url)
const other = pooler === null ? null : await startPostgres()
const otherPooler = other === null ? null : await startPooler(other.url)
const dataDir = mkdtempSync(join(tmpdir(), 'frond-pooler-test-'))
afterAll(async () => {
  await pooler?.stop()
  await otherPooler?.stop()
  await cluster?.stop()
  await other?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const place = { dataDir, databaseUrl: pooler?.url ?? '', publicUrl: 'http://frond.test' }
const itself = { databaseListenUrl: cluster?.url ?? '' }

describe.skipIf(pooler === null)('PgBouncer in transaction mode (needs its program, and PostgreSQL’s, on this machine)', () => {
  it.each([
    ['without an address that leads past it', {}, 'DATABASE_URL leads to a pooler in transaction mode'],
    ['as the address that leads past it', { databaseListenUrl: pooler?.url ?? '' }, 'DATABASE_LISTEN_URL leads to a pooler'],
    [
      'beside an address of another database',
      { databaseListenUrl: other?.url ?? '', preparedStatements: false },
      'DATABASE_LISTEN_URL leads to another database than DATABASE_URL',
    ],
    [
      'where nothing listens',
      { databaseUrl: 'postgres://frond:hunter22@127.0.0.1:1/frond', ...itself },
      'The PostgreSQL of DATABASE_URL (127.0.0.1:1/frond) cannot be used: connect ECONNREFUSED',
    ],
  ])('is refused %s', async (_how, settings, sentence) => {
    await expect(openDatabase({ ...place, ...settings })).rejects.toThrow(sentence)
  })

  it('is used with connections in UTC alone: newer ones pass the time zone on, others need that of the role and RECONNECT', async () => {
    const settings = { databaseUrl: otherPooler?.url ?? '', databaseListenUrl: other?.url ?? '', preparedStatements: false }
    const zone = () =>
      openDatabase({ ...place, ...settings }).then(
        async (db) => {
          onTestFinished(() => db.close())
          return (await db.query<{ zone: string }>(sql`select current_setting('timezone') as zone`)).rows[0]?.zone
        },
        (error: Error) => error.message,
      )
    expect(await zone()).toMatch(
      /^UTC$|^DATABASE_URL leads to a pooler whose connections are in the time zone Europe\/Zurich: run "alter role … set timezone = 'UTC'" for its role, then RECONNECT in PgBouncer's console/,
    )
    await onServer(other?.url ?? '', "alter role frond set timezone = 'Etc/UTC'")
    await onServer(Object.assign(new URL(otherPooler?.url ?? ''), { pathname: '/pgbouncer' }).href, 'reconnect')
    expect(await zone()).toMatch(/^(Etc\/)?UTC$/)
  })

  it('accepts prepared statements from 1.24 on, and is refused with them in earlier versions', async () => {
    const numbers = Array.from({ length: 200 }, (_, at) => at)
    // More calls at once than the pooler has connections, so that those that prepared a statement are given to other clients.
    const squares = async (db: Database) => {
      onTestFinished(() => db.close())
      const asked = numbers.map((at) => db.query<{ value: number }>(sql`select ${at}::integer * ${at} as value`))
      return (await Promise.all(asked)).map(({ rows }) => rows[0]?.value)
    }
    const outcome = await openDatabase({ ...place, ...itself }).then(squares, (error: Error) => error.message)
    const refused = 'DATABASE_URL leads to a pooler that keeps no prepared statements: set FROND_PREPARED_STATEMENTS=0'
    expect(outcome).toEqual(pooler?.keepsStatements === true ? numbers.map((at) => at * at) : refused)
  })

  it('leaves migrations and backups, which go past it, without the time-outs of the role', async () => {
    for (const setting of roleSettings) await onServer(other?.url ?? '', `alter role frond set ${setting}`)
    const connection = await connectPostgres(other?.url ?? '')
    onTestFinished(() => connection.release())
    for (const timeout of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      expect((await connection.run(`show ${timeout}`, [])).cells).toEqual([['0']])
  })

  it('is bypassed by migrations and listeners, and gets all other statements', async () => {
    const db = await openDatabase({ ...place, ...itself, preparedStatements: false })
    onTestFinished(() => db.close())
    const notified = vi.fn()
    onTestFinished(db.listen(notified))
    await vi.waitFor(() => expect(notified).toHaveBeenCalledWith(null))
    await db.query(sql`select pg_notify('frond', 'through the pooler')`)
    await vi.waitFor(() => expect(notified).toHaveBeenCalledWith('through the pooler'))
    // More transactions at once than the pooler has connections.
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => db.transaction((tx) => tx.query<{ at: number }>(sql`select ${at}::integer as at`))),
    )
    expect(answers.map(({ rows }) => rows[0]?.at)).toEqual(Array.from({ length: 60 }, (_, at) => at))
  })
})
