import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/server/db/open'
import { openTestDatabase, type TestDatabase } from '../../support/database/database'
import { createDatabase, dropDatabase } from '../../support/database/databases'
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

describe.skipIf(server === '')('npm run backup and npm run restore, with DATABASE_URL', { timeout: 120_000 }, () => {
  it('write a backup while the server runs, fill an empty database from it, and refuse it the second time', async () => {
    const file = join(folder, 'frond.backup')
    expect(await run('backup', [file], { DATABASE_URL: database.databaseUrl ?? '' })).toEqual([
      0,
      expect.stringMatching(/^Wrote [\d,]+ rows into .*frond\.backup in [\d.]+ s\.\n$/),
    ])
    const url = await createDatabase(server, 'template1')
    onTestFinished(() => dropDatabase(server, url))
    // The first is that of a pooler, which a restore cannot use.
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/pooler', DATABASE_LISTEN_URL: url }
    expect(await run('restore', [file], env)).toEqual([0, expect.stringMatching(/^Restored [\d,]+ rows from /)])
    expect(await run('restore', [file], env)).toEqual([
      1,
      'Nothing was restored. The database is not empty: restore into an empty one, so that nothing is lost.\n',
    ])
    const db = await openDatabase({ dataDir: folder, databaseUrl: url, publicUrl: 'http://frond.test' })
    const count = sql`select count(*) as count from gateways`
    expect((await db.query(count)).rows).toEqual((await database.db.query(count)).rows)
    await db.close()
  })
})
