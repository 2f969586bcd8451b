// @module-tag postgres
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { transact } from '../../../src/server/db/engine'
import { addressOf } from '../../../src/server/db/hosts'
import { openDatabase } from '../../../src/server/db/open'
import { connectPostgres } from '../../../src/server/db/postgres'
import { openTestDatabase, type TestDatabase } from '../../support/database/database'
import { createDatabase, dropDatabase, nameOf, onServer } from '../../support/database/databases'
import { buildPrograms, startProgram } from '../../support/database/program'
import { fillAll } from '../../support/rows/fill'

const server = inject('postgres')?.server ?? ''
let program: string
let folder: string
let database: TestDatabase
beforeAll(async () => {
  program = join(await buildPrograms({ backup: 'src/server/backup/main.ts' }), 'backup.js')
  folder = mkdtempSync(join(tmpdir(), 'frond-backup-'))
  database = await openTestDatabase()
  await fillAll(database.db)
}, 120_000)
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
  rmSync(join(program, '..'), { recursive: true, force: true })
})

/** Runs the program on a database; returns its exit code and output. */
async function run(command: 'backup' | 'restore', args: readonly string[], env: Readonly<Record<string, string>>) {
  const { exited, output } = startProgram(program, [command, ...args], env)
  return [await exited, output()] as const
}

describe('npm run backup and npm run restore, with DATABASE_URL', { timeout: 120_000 }, () => {
  it('write a backup while the server runs, fill an empty database from it, and refuse it the second time', async () => {
    const file = join(folder, 'frond.backup')
    const databaseUrl = database.databaseUrl ?? ''
    await database.db.query(sql`create table notes (note text)`)
    expect(await run('backup', [file], { DATABASE_URL: databaseUrl })).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`^Wrote [\\d,]+ rows of ${addressOf(databaseUrl)} into .*frond\\.backup in [\\d.]+ s\\.\\n$`),
      ),
    ])
    const url = await createDatabase(server, 'template1')
    onTestFinished(() => dropDatabase(server, url))
    // The first is that of a pooler, which a restore cannot use.
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/pooler', DATABASE_LISTEN_URL: url }
    expect(await run('restore', [file], env)).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `^Restored [\\d,]+ rows from .* into ${addressOf(url)} in .* s\\. Tables that are not Frond’s were left out: notes\\.\n$`,
        ),
      ),
    ])
    expect(await run('restore', [file], env)).toEqual([
      1,
      'Nothing was restored. The database is not empty: restore into an empty one, so that nothing is lost.\n',
    ])
    const db = await openDatabase({ dataDir: folder, databaseUrl: url, publicUrl: 'http://frond.test' })
    const count = sql`select count(*) as count from gateways`
    expect((await db.query(count)).rows).toEqual((await database.db.query(count)).rows)
    await db.close()
  })

  it('name the setting whose PostgreSQL cannot be reached', async () => {
    const env = { DATABASE_URL: 'postgres://pooler/frond', DATABASE_LISTEN_URL: 'postgres://frond:hunter22@127.0.0.1:1/frond' }
    expect(await run('backup', [join(folder, 'unreachable')], env)).toEqual([
      1,
      'Nothing was written. The PostgreSQL of DATABASE_LISTEN_URL (127.0.0.1:1/frond) cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
    ])
  })

  it('say why the database accepts nothing', async () => {
    const file = join(folder, 'refused.backup')
    expect(await run('backup', [file], { DATABASE_URL: database.databaseUrl ?? '' })).toEqual([0, expect.any(String)])
    const url = await createDatabase(server)
    onTestFinished(() => dropDatabase(server, url))
    await onServer(server, `alter database ${nameOf(url)} set default_transaction_read_only = on`)
    expect(await run('restore', [file], { DATABASE_URL: url })).toEqual([
      1,
      'Nothing was restored. cannot execute CREATE TABLE in a read-only transaction.\n',
    ])
  })

  it('leave no unfinished file when a backup is interrupted', async () => {
    const place = join(folder, 'interrupted')
    mkdirSync(place)
    const env = { DATABASE_URL: database.databaseUrl ?? '' }
    const holder = await connectPostgres(env.DATABASE_URL)
    onTestFinished(() => holder.release())
    await transact(holder, async (tx) => {
      // The backup waits for this table.
      await tx.query(sql`lock table gateways in access exclusive mode`)
      const backup = startProgram(program, ['backup', join(place, 'frond.backup')], env)
      await vi.waitFor(() => expect(readdirSync(place)).toEqual([expect.stringMatching(/\.unfinished$/)]), { timeout: 60_000 })
      backup.kill('SIGTERM')
      expect([await backup.exited, readdirSync(place)]).toEqual([143, []])
    })
  })
})
