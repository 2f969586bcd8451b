import type { Sql } from 'sql-template-tag'
import { afterAll, beforeAll } from 'vitest'
import { seedDemo } from '../../../src/demo/seed'
import { ensureAdmin } from '../../../src/server/auth/admins'
import type { Database } from '../../../src/server/db/database'
import type { Deps } from '../../../src/server/deps'
import { createJobs } from '../../../src/server/process/jobs'
import { readSettings } from '../../../src/server/process/settings'
import { quickPasswords } from '../server/quickPasswords'
import { standIn } from '../standIn'
import { openTestDatabase } from './database'

/** A database with the demo's rows, and no server. */
interface SeededDemo {
  readonly db: Database
  readonly seededAt: Date
  /** What the server's functions need, with a clock that stands. */
  depsAt(at: Date): Deps
  rows<Row extends object>(query: Sql): Promise<readonly Row[]>
}

/** Seeds the demo once for the tests of a file, as of some hours ago. Use it in tests and hooks only: it does not exist before. */
export function seededDemo(hoursAgo = 0): SeededDemo {
  let seeded: SeededDemo | null = null
  let close = async () => {}
  beforeAll(async () => {
    const database = await openTestDatabase()
    close = () => database.close()
    const { db } = database
    const settings = readSettings({
      FROND_SECRET: 'a secret for tests, and for tests only',
      FROND_ADMIN_PASSWORD: 'correct horse battery',
    })
    const depsAt = (at: Date): Deps => ({ db, settings, clock: () => at, passwords: quickPasswords, jobs: createJobs() })
    const seededAt = new Date(Date.now() - hoursAgo * 3_600_000)
    await ensureAdmin(depsAt(seededAt))
    await seedDemo(depsAt(seededAt))
    seeded = { db, seededAt, depsAt, rows: async <Row extends object>(query: Sql) => (await db.query<Row>(query)).rows }
  })
  afterAll(() => close())
  return standIn(() => seeded)
}
