// @module-tag embedded
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBackground } from '../../../src/server/background'
import { createJobs } from '../../../src/server/process/jobs'
import { openDatabase } from '../../../src/server/db/open'
import { readSettings } from '../../../src/server/process/settings'
import { openTestDatabase, type TestDatabase } from '../../support/database/database'
import { fillAll } from '../../support/rows/fill'
import { buildPrograms, startProgram } from '../../support/database/program'
import { quickPasswords } from '../../support/server/quickPasswords'

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

/** Runs the program on a data folder; returns its exit code and output. */
async function run(command: 'backup' | 'restore', args: readonly string[], dataDir = database.dataDir) {
  const { exited, output } = startProgram(program, [command, ...args], { FROND_DATA_DIR: dataDir })
  return [await exited, output()] as const
}

describe('npm run backup and npm run restore', { timeout: 120_000 }, () => {
  const file = () => join(folder, 'frond.backup')
  const restored = () => join(folder, 'restored')

  it('write a backup while the server runs, and fill a new folder from it', async () => {
    const settings = readSettings({
      FROND_SECRET: 'a secret for tests, and for tests only',
      FROND_DATA_DIR: database.dataDir,
      FROND_DEMO: '0',
      LOG_LEVEL: 'silent',
    })
    const stop = startBackground(
      {
        db: database.db,
        settings,
        clock: () => new Date(),
        passwords: quickPasswords,
        jobs: createJobs(),
      },
      { warn: () => undefined },
    )
    try {
      expect(await run('backup', [file()])).toEqual([
        0,
        expect.stringMatching(new RegExp(`^Wrote [\\d,]+ rows of ${database.dataDir} into .*frond\\.backup in [\\d.]+ s\\.\\n$`)),
      ])
    } finally {
      await stop()
    }
    expect(await run('restore', [file()], restored())).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Restored [\\d,]+ rows from .* into ${restored()} in `)),
    ])
    const db = await openDatabase({ dataDir: restored(), databaseUrl: null, publicUrl: 'http://frond.test' })
    const count = sql`select count(*) as count from gateways`
    expect((await db.query(count)).rows).toEqual((await database.db.query(count)).rows)
    await db.close()
  })

  it('say in their usage that calls wait meanwhile, and that the secret of the authenticator apps is not in the backup', async () => {
    expect(await run('backup', ['--help'])).toEqual([
      0,
      expect.stringMatching(/calls of its server wait.*does not contain FROND_SECRET.*no code of an authenticator app is valid/s),
    ])
  })

  it('refuse in one sentence to overwrite something, or to do the impossible', async () => {
    expect(await run('backup', [file()])).toEqual([1, expect.stringMatching(/^Nothing was written\. .*exists already/)])
    expect(await run('restore', [file()], restored())).toEqual([
      1,
      expect.stringMatching(/^Nothing was restored\. There is a database in /),
    ])
    expect(await run('backup', [join(folder, 'other')], join(folder, 'none'))).toEqual([
      1,
      expect.stringMatching(/There is no database in/),
    ])
    expect(await run('backup', [])).toEqual([1, expect.stringMatching(/Name one file/)])
    expect(await run('backup', [join(folder, 'nowhere', 'frond.backup')])).toEqual([
      1,
      expect.stringMatching(/^Nothing was written\. There is no folder .*nowhere: create it, or name another file\.\n$/),
    ])
    const broken = join(folder, 'broken')
    writeFileSync(broken, 'hello')
    expect(await run('restore', [broken], join(folder, 'empty'))).toEqual([
      1,
      expect.stringMatching(/not a complete backup of Frond/),
    ])
    expect(existsSync(join(folder, 'empty', 'db'))).toBe(false)
  })
})
