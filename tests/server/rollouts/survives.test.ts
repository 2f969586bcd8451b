// @module-tag postgres
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addRow } from '../../../src/server/crud/write'
import { rollouts } from '../../../src/contract/rollouts'
import { moveRollout } from '../../../src/server/rollouts/moves'
import { isFull } from '../../support/full'
import { openTestDatabase, type TestDatabase } from '../../support/database/database'
import { buildPrograms, startProgram, type Program } from '../../support/database/program'
import { insertFirmware, insertHardware } from '../../support/rows/rows'
import { rolloutDraft } from '../../support/rows/rollouts'

const GATEWAYS = isFull ? 1500 : 600
/** How often a process is killed before the rollout is done. */
const KILLS = isFull ? 8 : 4
const actor = { userId: '01890000-0000-7000-8000-000000000000', requestId: 'test' }
let programs: string
let database: TestDatabase
let running: Program[]

beforeAll(async () => {
  programs = await buildPrograms({ advanceForever: 'tests/support/database/programs/advanceForever.ts' })
}, 120_000)
afterAll(() => rmSync(programs, { recursive: true, force: true }))
beforeEach(async () => {
  database = await openTestDatabase()
  running = []
})
afterEach(async () => {
  for (const program of running) program.kill('SIGKILL')
  await Promise.all(running.map(({ exited }) => exited))
  await database.close()
})

function start(): Program {
  const program = startProgram(join(programs, 'advanceForever.js'), [database.databaseUrl ?? ''])
  running.push(program)
  return program
}

/** Starts a rollout; returns it and its firmware. */
async function begin() {
  const { db } = database
  await db.query(sql`
    insert into users (id, created_at, updated_at, first_name, fullname, email, email_key)
    values (${actor.userId}, now(), now(), 'Ada', 'Ada', 'ada@example.com', 'ada@example.com')`)
  const hub = await insertHardware(db)
  const old = await insertFirmware(db, [hub], { semver: '3.9.0' })
  const target = await insertFirmware(db, [hub], { semver: '3.11.0' })
  await db.query(sql`
    insert into gateways (id, name, eui, serial_number, hardware_id, firmware_id, last_seen_at)
    select new_id(), 'Gateway ' || n, '70B3D57ED1' || lpad(n::text, 6, '0'), 'SN-' || n, ${hub}::uuid, ${old}::uuid, now()
    from generate_series(1, ${GATEWAYS}) as n`)
  const waves = [20, 40, 60, 80, 100].map((percent) => ({ percent }))
  const draft = rolloutDraft(target, { canaryCount: 100, waves })
  const id = await db.transaction((tx) => addRow(tx, { resource: rollouts, hooks: {} }, draft, actor))
  await moveRollout(db, id, { type: 'start', reason: null, takeBack: true, needsApproval: false }, actor)
  return { id, target }
}

/** Reports the firmware for the gateways that were assigned it. Returns whether the rollout has ended. */
async function report(id: string): Promise<boolean> {
  const { db } = database
  await db.query(sql`
    update gateways set firmware_id = target_firmware_id, last_seen_at = now()
    where id = any(array(
      select id from gateways where target_firmware_id is distinct from firmware_id and target_firmware_id is not null
      order by id limit 40 for update skip locked))`)
  const { rows } = await db.query<{ status: string }>(sql`select status from rollouts where id = ${id}`)
  return rows[0]?.status === 'finished'
}

describe('a rollout', () => {
  it(
    'loses no gateway and assigns none twice when the processes that move it on are killed again and again',
    { timeout: 180_000 },
    async () => {
      const { id, target } = await begin()
      const other = start()
      let killed = 0
      let victim = start()
      for (let turn = 0; !(await report(id)); turn += 1) {
        if (killed === KILLS || turn % 3 > 0) continue
        await victim.says('pass 1')
        victim.kill('SIGKILL')
        await victim.exited
        killed += 1
        victim = start()
      }
      await other.says('pass 1')
      expect(killed).toBe(KILLS)
      const { rows } = await database.db.query(sql`
      select state, count(*) as gateways from rollout_gateways where rollout_id = ${id} group by 1`)
      expect(rows).toEqual([{ state: 'succeeded', gateways: GATEWAYS }])
      const { rows: assigned } = await database.db.query<{ times: number; gateways: number }>(sql`
      select times, count(*) as gateways from (
        select count(*) as times from audit_entries
        where subject = 'Gateway' and after ->> 'targetFirmwareId' = ${target} group by subject_id
      ) as each group by 1`)
      expect(assigned).toEqual([{ times: 1, gateways: GATEWAYS }])
      const { rows: went } = await database.db.query<{ n: number }>(sql`
      select count(*) as n from audit_entries where subject = 'Rollout' and action = 'went_on'`)
      expect(went).toEqual([{ n: 5 }])
    },
  )
})
