// Tests the embedded database, or no database.
// @module-tag embedded
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { answerBackups, requestBackup } from '../../../src/server/backup/requests'
import { createJobs } from '../../../src/server/process/jobs'
import { openTestDatabase } from '../../support/database/database'
import { standingClock } from '../../support/server/clock'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frond-requests-'))
  writeNote('server')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const note = () => join(folder, 'lock.json')
const writeNote = (id: string) => writeFileSync(note(), JSON.stringify({ id, pid: 17 }))

/** Requests a backup of a server that takes the request at once, and then does `next` at each look at its answer. */
function request(next: (ms: number, answer: (rows: number) => void) => void) {
  let id = ''
  const { sleep, waited } = standingClock((ms) => {
    if (id !== '') return next(ms, answer)
    const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('backup-request'))
    const place = join(folder, name)
    id = (JSON.parse(readFileSync(place, 'utf8')) as { id: string }).id
    rmSync(place)
  })
  const answer = (rows: number) => writeFileSync(join(folder, `backup-${id}.json`), JSON.stringify({ rows, error: null }))
  return { waited, rows: requestBackup(folder, '/backups/frond.backup', sleep) }
}

describe('a request of a backup', () => {
  it('waits as long as its server lives', async () => {
    const { rows, waited } = request((ms, answer) => {
      utimesSync(note(), ms / 3000, Math.floor(ms / 3000))
      if (ms === 600_000) answer(12)
    })
    expect(await rows).toBe(12)
    expect(waited()).toBe(600_000)
    expect(readdirSync(folder)).toEqual(['lock.json'])
  })

  it('is answered beside another one of the same moment', async () => {
    const { db, dataDir, close } = await openTestDatabase()
    onTestFinished(close)
    const stop = answerBackups({ db, settings: { dataDir }, jobs: createJobs() })
    onTestFinished(stop)
    const [one, other] = await Promise.all(['one', 'other'].map((name) => requestBackup(dataDir, join(folder, name))))
    expect(one).toBe(other)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['one', 'other']))
  })

  it('receives an answer that its server wrote just before it ended', async () => {
    const { rows } = request((_, answer) => {
      answer(12)
      rmSync(note())
    })
    expect(await rows).toBe(12)
  })

  it.each([
    ['has ended', 2000, (ms: number) => ms === 2000 && rmSync(note())],
    ['has ended and another one has started', 2000, (ms: number) => ms === 2000 && writeNote('other')],
    ['died nine seconds ago', 11_000, (ms: number) => ms <= 2000 && utimesSync(note(), ms, ms)],
  ])('ends with a sentence when its server %s', async (_, after, next) => {
    const { rows, waited } = request(next)
    await expect(rows).rejects.toThrow('The server ended before the backup was complete: run it again')
    expect(waited()).toBe(after)
  })
})
