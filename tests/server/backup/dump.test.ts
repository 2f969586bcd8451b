import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { writeBackup } from '../../../src/server/backup/dump'
import { openTestDatabase } from '../../support/database/database'

it('a backup is on the disk before it gets its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frond-dump-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const { fsync } = fs
  const flushed: string[] = []
  const watched = vi.spyOn(fs, 'fsync').mockImplementation((file, done) => {
    flushed.push(...readdirSync(folder))
    fsync(file, done)
  })
  onTestFinished(() => watched.mockRestore())
  await db.transaction((tx) => writeBackup(tx, join(folder, 'frond.backup')))
  expect(flushed).toEqual([expect.stringMatching(/^frond\.backup\..*\.unfinished$/)])
  expect(readdirSync(folder)).toEqual(['frond.backup'])
})
