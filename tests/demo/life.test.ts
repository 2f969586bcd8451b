import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoBeat, livingDevices } from '../../src/demo/life'
import { seedDemo } from '../../src/demo/seed'
import { ensureAdmin } from '../../src/server/auth/admins'
import { createJobs } from '../../src/server/process/jobs'
import { readSettings } from '../../src/server/process/settings'
import { advanceRollouts } from '../../src/server/rollouts/advance'
import { openTestDatabase, type TestDatabase } from '../support/database/database'
import { quickPasswords } from '../support/server/quickPasswords'

const HOUR_MS = 3_600_000
/** Hours since the demo was seeded, during which it lives. */
const LIVED_H = 26
let database: TestDatabase
let seededAt: number
const settings = readSettings({
  FROND_SECRET: 'a secret for tests, and for tests only',
  FROND_ADMIN_PASSWORD: 'correct horse battery',
})

beforeAll(async () => {
  database = await openTestDatabase()
  seededAt = Date.now() - LIVED_H * HOUR_MS
  const deps = { db: database.db, settings, clock: () => new Date(seededAt), passwords: quickPasswords, jobs: createJobs() }
  await ensureAdmin(deps)
  await seedDemo(deps)
})
afterAll(() => database.close())

/** Lets the devices report `hours` after the seeding; the server started `started` hours after it. */
async function beat(hours: number, started = 0): Promise<void> {
  const at = (after: number) => new Date(seededAt + after * HOUR_MS)
  await demoBeat({ db: database.db, clock: () => at(hours) }, livingDevices(at(started)))
}

async function rows<Row extends object>(query: ReturnType<typeof sql>): Promise<readonly Row[]> {
  return (await database.db.query<Row>(query)).rows
}

describe('a demo that has run for more than a day', () => {
  it('has a rollout that goes on by itself, since gateways that report take the firmware', async () => {
    for (const hours of [1, 6, 12, 18, LIVED_H]) await beat(hours)
    await advanceRollouts(database.db)
    const [rollout] = await rows(sql`select status, status_reason as reason, failed_count as failed from rollouts_view`)
    expect(rollout).toEqual({ status: 'running', reason: null, failed: 1 })
    const groups = await rows(sql`select state from rollout_groups order by number`)
    expect(groups.map((group) => ('state' in group ? group.state : null))).toEqual(['done', 'done', 'running'])
  })

  it('leaves those as they are that did not take their firmware for a day', async () => {
    const failed = await rows(sql`select name from gateways_view where firmware_update = 'failed' and state = 'online'`)
    expect(failed.length).toBeGreaterThan(1)
  })

  it('takes within minutes what is assigned while it runs', async () => {
    const [assigned] = await rows<{ id: string }>(sql`
      update gateways g set target_firmware_id = f.id, target_firmware_at = ${new Date(seededAt + (LIVED_H + 1) * HOUR_MS)}
      from gateway_firmware_hardwares h join gateway_firmwares f on f.id = h.firmware_id
      where h.hardware_id = g.hardware_id and f.status = 'released' and g.firmware_id <> f.id and g.target_firmware_id is null
        and g.eui = any(${livingDevices(new Date()).gateways})
      returning g.id`)
    const runs = () =>
      rows(sql`select firmware_id = target_firmware_id as runs, told_step as step from gateways where id = ${assigned?.id}`)
    await beat(LIVED_H + 1 + 1 / 60)
    expect(await runs()).toMatchObject([{ runs: false }])
    await beat(LIVED_H + 1.1)
    expect(await runs()).toEqual([{ runs: true, step: 'installed' }])
  })
})
