import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertRules } from '../../src/contract/alertRules'
import { gatewayHardwares } from '../../src/contract/gatewayHardwares'
import { gateways } from '../../src/contract/gateways'
import { humidityGroups } from '../../src/contract/humidityGroups'
import { plants } from '../../src/contract/plants'
import { sensors } from '../../src/contract/sensors'
import { seedDemo } from '../../src/demo/seed'
import { ensureAdmin } from '../../src/server/auth/admins'
import { tableName } from '../../src/server/crud/table'
import { createJobs } from '../../src/server/process/jobs'
import { readSettings } from '../../src/server/process/settings'
import { openTestDatabase, type TestDatabase } from '../support/database/database'
import { quickPasswords } from '../support/server/quickPasswords'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const at = new Date()
  const settings = readSettings({
    FROND_SECRET: 'a secret for tests, and for tests only',
    FROND_ADMIN_PASSWORD: 'correct horse battery',
  })
  const deps = { db: database.db, settings, clock: () => at, passwords: quickPasswords, jobs: createJobs() }
  await ensureAdmin(deps)
  await seedDemo(deps)
})
afterAll(() => database.close())

describe('the demo’s activity', () => {
  it('lists what its people did, in the order in which they did it, and the start of the server last', async () => {
    const { rows } = await database.db.query<{ action: string; at: string; known: boolean }>(sql`
      select action, at, user_id is not null as known from audit_entries order by id`)
    const actions = new Set(rows.map(({ action }) => action))
    for (const action of ['released', 'published', 'updated', 'invited', 'signed_in']) expect(actions).toContain(action)
    const moments = rows.map(({ at }) => Date.parse(at))
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    expect(rows.filter(({ action, known }) => !known && !['created', 'raised', 'went_on'].includes(action))).toEqual([])
  })

  it.each([gateways, sensors, plants, humidityGroups, gatewayHardwares, alertRules])(
    'has a history of every row of $name, which can be restored',
    async (resource) => {
      const { rows: bare } = await database.db.query(sql`
      select r.id from ${raw(tableName(resource.path))} r where not exists (
        select from audit_entries e where e.subject_id = r.id::text and e.action = 'created' and e.after ? 'version')`)
      expect(bare).toEqual([])
      const { rows: latest } = await database.db.query(sql`
      select distinct on (subject_id) r.version = (e.after ->> 'version')::integer as current, e.at >= r.created_at as later
      from audit_entries e join ${raw(tableName(resource.path))} r on r.id::text = e.subject_id
      where e.subject = ${resource.name} order by subject_id, e.id desc`)
      expect(latest).not.toEqual([])
      expect(latest.filter(({ current, later }) => current !== true || later !== true)).toEqual([])
    },
  )

  it('shows in the log that its rollout went on after the canary', async () => {
    const { rows } = await database.db.query(sql`
      select action, at = (select started_at from rollout_groups where number = 2) as went
      from audit_entries where subject = 'Rollout' order by id`)
    expect(rows.map(({ action }) => action)).toEqual(['created', 'started', 'went_on'])
    expect(rows.at(-1)).toMatchObject({ went: true })
  })
})
