import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startBackground } from '../../src/server/background'
import type { Database } from '../../src/server/db/database'
import type { Engine } from '../../src/server/db/engine'
import { startMaintenance } from '../../src/server/db/maintenance'
import type { Deps } from '../../src/server/deps'
import { createLive } from '../../src/server/events/live'
import { createJobs, failingJobs } from '../../src/server/process/jobs'
import { readSettings } from '../../src/server/process/settings'
import { quickPasswords } from '../support/server/quickPasswords'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

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
  const settings = readSettings({ FROND_SECRET: 'a secret for tests, and for tests only', FROND_DEMO: '0', LOG_LEVEL: 'silent' })
  return { settings, db, clock: () => new Date(), passwords: quickPasswords, jobs: createJobs() }
}

describe('the server’s background work', () => {
  it('logs every job that fails while the database is away', async () => {
    const deps = depsAway()
    const stop = startBackground(deps)
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS)
    expect(failingJobs(deps.jobs).toSorted()).toEqual([
      'account_sweep',
      'activity_retention',
      'alert_deliveries',
      'alert_judging',
      'alert_retention',
      'daily_counts',
      'reading_retention',
      'rollouts',
      'rollups',
    ])
    await stop()
  })

  it('logs a clean-up that a busy database refuses', async () => {
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
})
