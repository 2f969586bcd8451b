// Tests the embedded database, or no database.
// @module-tag embedded
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareFolder } from '../../../src/server/db/folder'
import { maintain } from '../../../src/server/db/maintenance'
import { openDatabase } from '../../../src/server/db/open'
import { openPglite } from '../../../src/server/db/pglite'
import { templateFolder } from '../../support/database/database'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frond-pglite-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function openEngine(acquireMs?: number) {
  return openPglite(await prepareFolder(dataDir, await templateFolder()), acquireMs)
}

const open = () => openDatabase({ dataDir, databaseUrl: null, publicUrl: 'http://frond.test' })

describe('openPglite', () => {
  it('leaves the event loop free while a statement runs long', async () => {
    const engine = await openEngine()
    const connection = await engine.acquire()
    const loop = { turns: 0, over: false }
    const running = connection
      .run('select sum(sqrt(n)) from generate_series(1, 3000000) as n', [])
      .finally(() => (loop.over = true))
    for (; !loop.over; loop.turns += 1) await turn()
    await running
    connection.release()
    await engine.close()
    // A blocked event loop turns once at most.
    expect(loop.turns).toBeGreaterThan(5)
  })

  it('answers 503 to a caller that waits too long for the connection, and serves the next', async () => {
    const engine = await openEngine(50)
    const connection = await engine.acquire()
    await expect(engine.acquire()).rejects.toMatchObject({ statusCode: 503, problemCode: 'unavailable' })
    connection.release()
    const next = await engine.acquire()
    next.release()
    await engine.close()
  })

  it('grants the connection in the order of the requests', async () => {
    const engine = await openEngine()
    const order: number[] = []
    const first = await engine.acquire()
    const others = [1, 2, 3].map(async (number) => {
      const connection = await engine.acquire()
      order.push(number)
      connection.release()
    })
    first.release()
    await Promise.all(others)
    await engine.close()
    expect(order).toEqual([1, 2, 3])
  })

  it('keeps a repeated statement prepared', async () => {
    const engine = await openEngine()
    const connection = await engine.acquire()
    const text = 'select id from users where email = $1'
    for (let time = 0; time < 3; time += 1) await connection.run(text, ['nobody@example.com'])
    const { cells } = await connection.run('select statement, generic_plans + custom_plans from pg_prepared_statements', [])
    connection.release()
    await engine.close()
    expect(cells).toEqual([[text, '2']])
  })

  it('replaces a thread whose prepared statement no longer fits its table', async () => {
    const engine = await openEngine()
    const run = async (text: string) => {
      const connection = await engine.acquire()
      return connection.run(text, []).finally(() => connection.release())
    }
    await run('create table shapes as select 1 as one')
    for (let time = 0; time < 3; time += 1) await run('select * from shapes')
    await run('alter table shapes add column two int')
    await expect(run('select * from shapes')).rejects.toMatchObject({ statusCode: 503 })
    expect((await run('select * from shapes')).cells).toEqual([['1', null]])
    await engine.close()
  })

  it('refuses after it was closed', async () => {
    const engine = await openEngine()
    await engine.close()
    await expect(engine.acquire()).rejects.toMatchObject({ statusCode: 503 })
    await engine.close()
  })
})

describe('prepareFolder', () => {
  it('starts over after an aborted start', async () => {
    writeFileSync(join(dataDir, 'db.unfinished'), 'half a database')
    const folder = await prepareFolder(dataDir, await templateFolder())
    expect(folder).toBe(join(dataDir, 'db'))
  })

  it.each([
    ['17\n', 'was written by PostgreSQL 17 and this version of Frond has PostgreSQL 18'],
    [null, 'is not a database: move it away'],
  ])('refuses a folder of another kind (%j) and leaves it as it is', async (version, sentence) => {
    const folder = join(dataDir, 'db')
    mkdirSync(folder)
    if (version !== null) writeFileSync(join(folder, 'PG_VERSION'), version)
    await expect(open()).rejects.toThrow(sentence)
  })

  it('is not reached where the data folder is a file, or cannot be written', async () => {
    const folder = dataDir
    mkdirSync(join(folder, 'lock.json'))
    await expect(open()).rejects.toThrow(`The data folder ${folder} cannot be written: EISDIR`)
    dataDir = join(folder, 'file')
    writeFileSync(dataDir, 'not a folder')
    await expect(open().finally(() => (dataDir = folder))).rejects.toThrow(
      `The data folder ${join(folder, 'file')} cannot be written: it is a file`,
    )
  })
})

describe('maintain', () => {
  it('frees the space of rows that were changed repeatedly', async () => {
    const engine = await openEngine()
    const run = async (text: string): Promise<number> => {
      const connection = await engine.acquire()
      const { cells } = await connection.run(text, [])
      connection.release()
      return Number(cells[0]?.[0] ?? 0)
    }
    const size = (): Promise<number> => run("select pg_relation_size('churn')")
    await run('create table churn as select n, 0 as value from generate_series(1, 5000) as n')
    const fresh = await size()
    for (let time = 0; time < 10; time += 1) {
      await run('update churn set value = value + 1')
      await maintain(engine)
    }
    const worn = await size()
    await engine.close()
    // Without maintenance, the table would hold ten more copies of each row.
    expect(worn).toBeLessThan(fresh * 4)
  })
})

describe('a closed database', () => {
  it('reopens with its data', async () => {
    const place = { dataDir, databaseUrl: null, publicUrl: 'http://frond.test' }
    const template = await templateFolder()
    const first = await openDatabase(place, { template })
    await first.query(sql`create table kept as select 7 as value`)
    await first.close()
    const second = await openDatabase(place, { template })
    expect((await second.query(sql`select value from kept`)).rows).toEqual([{ value: 7 }])
    await second.close()
  })
})

describe('a thread that has died', () => {
  it('is answered with 503 and replaced at the next call', async () => {
    let thread: Worker | undefined
    process.once('worker', (worker) => (thread = worker))
    const engine = await openEngine()
    const connection = await engine.acquire()
    const running = connection.run('select pg_sleep(60)', [])
    await Promise.all([expect(running).rejects.toMatchObject({ statusCode: 503 }), thread?.terminate()])
    connection.release()
    const next = await engine.acquire()
    expect((await next.run('select 1', [])).cells).toEqual([['1']])
    next.release()
    await engine.close()
  })
})
