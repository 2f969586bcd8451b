import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { demoBeat, livingDevices } from '../../src/demo/life'
import { advanceRollouts } from '../../src/server/rollouts/advance'
import { seededDemo } from '../support/database/seededDemo'

const HOUR_MS = 3_600_000
/** Hours since the demo was seeded, during which it lives. */
const LIVED_H = 26
const demo = seededDemo(LIVED_H)

/** Lets the devices report `hours` after the seeding; the server started `started` hours after it. */
async function beat(hours: number, started = 0): Promise<void> {
  const at = (after: number) => new Date(demo.seededAt.getTime() + after * HOUR_MS)
  await demoBeat({ db: demo.db, clock: () => at(hours) }, livingDevices(at(started)))
}

describe('a demo that has run for more than a day', () => {
  it('has a rollout that advances, because gateways that report install the firmware', async () => {
    for (const hours of [1, 6, 12, 18, LIVED_H]) await beat(hours)
    await advanceRollouts(demo.db)
    const [rollout] = await demo.rows(sql`select status, status_reason as reason, failed_count as failed from rollouts_view`)
    expect(rollout).toEqual({ status: 'running', reason: null, failed: 1 })
    const groups = await demo.rows(sql`select state from rollout_groups order by number`)
    expect(groups.map((group) => ('state' in group ? group.state : null))).toEqual(['done', 'done', 'running'])
  })

  it('leaves gateways alone that did not install their firmware for a day', async () => {
    const failed = await demo.rows(sql`select name from gateways_view where firmware_update = 'failed' and state = 'online'`)
    expect(failed.length).toBeGreaterThan(1)
  })

  it('installs within minutes what is assigned while it runs', async () => {
    const [assigned] = await demo.rows<{ id: string }>(sql`
      update gateways g set target_firmware_id = f.id, target_firmware_at = ${new Date(demo.seededAt.getTime() + (LIVED_H + 1) * HOUR_MS)}
      from gateway_firmware_hardwares h join gateway_firmwares f on f.id = h.firmware_id
      where h.hardware_id = g.hardware_id and f.status = 'released' and g.firmware_id <> f.id and g.target_firmware_id is null
        and g.eui = any(${livingDevices(new Date()).gateways})
      returning g.id`)
    const runs = () =>
      demo.rows(sql`select firmware_id = target_firmware_id as runs, told_step as step from gateways where id = ${assigned?.id}`)
    await beat(LIVED_H + 1 + 1 / 60)
    expect(await runs()).toMatchObject([{ runs: false }])
    await beat(LIVED_H + 1.1)
    expect(await runs()).toEqual([{ runs: true, step: 'installed' }])
  })
})
