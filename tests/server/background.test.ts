import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDemoLife } from '../../src/demo/life'
import { startBackground } from '../../src/server/background'
import { answerBackups } from '../../src/server/backup/requests'
import type { Database } from '../../src/server/db/database'
import { lockFolder } from '../../src/server/db/lock'
import type { Engine } from '../../src/server/db/engine'
import { startMaintenance } from '../../src/server/db/maintenance'
import type { Deps } from '../../src/server/deps'
import { createLive } from '../../src/server/events/live'
import { createJobs, failingJobs } from '../../src/server/process/jobs'
import { readSettings } from '../../src/server/process/settings'
import { quickPasswords } from '../support/server/quickPasswords'

let folder = ''
beforeEach(() => {
  vi.useFakeTimers()
  folder = mkdtempSync(join(tmpdir(), 'frond-background-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const HOUR_MS = 3_600_000
const away = () => Promise.reject(new Error('The database is away'))

/** Makes the dependencies of a server whose database answers nothing. */
function depsAway(): Deps {
  const db: Database = {
    engine: 'postgres',
    query: away,
    transaction: away,
    listen: () => async () => undefined,
    close: async () => undefined,
  }
  const settings = readSettings({
    FROND_SECRET: 'a secret for tests, and for tests only',
    FROND_DEMO: '0',
    FROND_DATA_DIR: folder,
    LOG_LEVEL: 'silent',
  })
  return { settings, db, clock: () => new Date(), passwords: quickPasswords, jobs: createJobs() }
}

describe('the server’s background work', () => {
  it('logs every job that fails while the database is away', async () => {
    const deps = depsAway()
    const stop = startBackground(deps, { warn: () => undefined })
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS)
    expect(failingJobs(deps.jobs).toSorted()).toEqual([
      'account_sweep',
      'activity_retention',
      'alert_deliveries',
      'alert_judging',
      'alert_retention',
      'daily_counts',
      'deleted_readings',
      'reading_retention',
      'rollouts',
      'rollups',
      'silent_devices',
    ])
    await stop()
  })

  it('logs a clean-up that fails because the database is busy', async () => {
    const jobs = createJobs()
    const engine: Engine = { kind: 'pglite', acquire: away, listen: () => async () => undefined, close: async () => undefined }
    const stop = startMaintenance(engine, jobs)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(failingJobs(jobs)).toEqual(['database_maintenance'])
    await stop()
  })

  it('logs that pages cannot be notified of readings', async () => {
    const deps = depsAway()
    const live = createLive(deps, { readingsMs: 1000 })
    for (let at = 0; at < 3; at += 1) {
      live.note('01920000-0000-7000-8000-000000000001', [])
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(failingJobs(deps.jobs)).toEqual(['live_readings'])
    await live.close()
  })

  it('logs that open pages receive no changes, when the database goes away after they connected', async () => {
    const deps = depsAway()
    const now = { snapshot: '5:5:', at: 1, isLost: false, action: null }
    let isAway = false
    let lose: ((error: unknown) => void) | undefined
    const db: Database = {
      ...deps.db,
      query: async <Row extends object>() => (isAway ? away() : { rows: [now as unknown as Row], rowCount: 1 }),
      listen: (_onPayload, onLost) => {
        lose = onLost
        return async () => undefined
      },
    }
    const live = createLive({ ...deps, db }, { heartbeatMs: 1000 })
    const until = new Date(Date.now() + HOUR_MS)
    const principal = { userId: 'ada', sessionId: 'one', email: 'ada@example.com', position: null, until }
    const stream = await live.open(principal, { seconds: 1 })
    isAway = true
    for (let at = 0; at < 3; at += 1) {
      lose?.(new Error('The connection was lost'))
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(failingJobs(deps.jobs).toSorted()).toEqual(['live_changes', 'live_listen', 'live_sessions'])
    stream.destroy()
    await once(stream, 'close')
    expect(failingJobs(deps.jobs)).toEqual(['live_listen'])
    await live.close()
  })

  it('logs that it cannot read a request for a backup', async () => {
    const deps = depsAway()
    writeFileSync(join(folder, 'backup-request-1.json'), '{')
    const stop = answerBackups(deps)
    await vi.advanceTimersByTimeAsync(2000)
    expect(failingJobs(deps.jobs)).toEqual(['backup_requests'])
    await stop()
  })

  it('logs that the demo’s devices cannot report', async () => {
    const deps = depsAway()
    const stop = startDemoLife(deps)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(failingJobs(deps.jobs)).toEqual(['demo_readings'])
    await stop()
  })

  it('continues when the data folder cannot be written, and logs it', async () => {
    const jobs = createJobs()
    const lock = await lockFolder(folder, 'http://first.test', { jobs })
    rmSync(folder, { recursive: true })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(failingJobs(jobs)).toEqual(['folder_lock'])
    await lock.release()
  })
})
