import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { alertRules } from '../../src/contract/alertRules'
import { gatewayHardwares } from '../../src/contract/gatewayHardwares'
import { gateways } from '../../src/contract/gateways'
import { humidityGroups } from '../../src/contract/humidityGroups'
import { plants } from '../../src/contract/plants'
import { sensors } from '../../src/contract/sensors'
import { tableName } from '../../src/server/crud/table'
import { seededDemo } from '../support/database/seededDemo'

const demo = seededDemo()

describe('the demo’s activity', () => {
  it('lists its people’s actions in their order, and the start of the server last', async () => {
    const { rows } = await demo.db.query<{ action: string; at: string; known: boolean }>(sql`
      select action, at, user_id is not null as known from audit_entries order by id`)
    const actions = new Set(rows.map(({ action }) => action))
    for (const action of ['released', 'published', 'updated', 'invited', 'signed_in']) expect(actions).toContain(action)
    const moments = rows.map(({ at }) => Date.parse(at))
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    expect(
      rows.filter(({ action, known }) => !known && !['created', 'raised', 'reopened', 'resolved', 'went_on'].includes(action)),
    ).toEqual([])
  })

  it.each([gateways, sensors, plants, humidityGroups, gatewayHardwares, alertRules])(
    'has a history of every row of $name, which can be restored',
    async (resource) => {
      const { rows: bare } = await demo.db.query(sql`
      select r.id from ${raw(tableName(resource.path))} r where not exists (
        select from audit_entries e where e.subject_id = r.id::text and e.action = 'created' and e.after ? 'version')`)
      expect(bare).toEqual([])
      const { rows: latest } = await demo.db.query(sql`
      select distinct on (subject_id) r.version = (e.after ->> 'version')::integer as current, e.at >= r.created_at as later
      from audit_entries e join ${raw(tableName(resource.path))} r on r.id::text = e.subject_id
      where e.subject = ${resource.name} order by subject_id, e.id desc`)
      expect(latest).not.toEqual([])
      expect(latest.filter(({ current, later }) => current !== true || later !== true)).toEqual([])
    },
  )

  it('has no action by a person who had not joined by then, or has never signed in', async () => {
    const { rows: deeds } = await demo.db.query<{ did: string; at: string; joined: string; signedIn: string | null }>(sql`
      select did, at, u.created_at as joined, u.last_sign_in_at as "signedIn" from (
        select action as did, at, user_id from audit_entries
        union all select 'requested', created_at, requester_user_id from plant_requests
        union all select 'reviewed', decided_at, reviewer_id from plant_requests where decided_at is not null
        union all select 'invited', created_at, invited_by from invitations
        union all select 'noted', acknowledged_at, acknowledged_by_id from alerts where acknowledged_at is not null
      ) as deed join users u on u.id = deed.user_id`)
    expect(new Set(deeds.map(({ did }) => did)).size).toBeGreaterThan(5)
    expect(deeds.filter(({ at, joined, signedIn }) => signedIn === null || Date.parse(at) < Date.parse(joined))).toEqual([])
  })

  it('withdraws a firmware after its release', async () => {
    const { rows } = await demo.db.query<{ chain: string }>(sql`
      select string_agg(e.action || ' ' || (e.after ->> 'status'), ', ' order by e.id) as chain
      from audit_entries e join gateway_firmwares f on f.id::text = e.subject_id
      where f.status in ('deprecated', 'revoked') group by f.id order by chain`)
    expect(rows.map(({ chain }) => chain)).toEqual([
      'released released, deprecated deprecated',
      'released released, revoked revoked',
    ])
  })

  it('shows each alert as it was raised, came back and ended, each with its version', async () => {
    const { rows } = await demo.db.query<{ deeds: string[]; times: number; over: boolean; apart: boolean }>(sql`
      select array_agg(e.action || ' ' || (e.after ->> 'version') order by e.id) as deeds, a.times_raised as times, a.over_at is not null as over,
        min(e.at) <> a.created_at or coalesce(max(e.at) <> a.over_at, false) as apart
      from alerts a left join audit_entries e on e.subject = 'Alert' and e.subject_id = a.id::text and e.action in ('raised', 'reopened', 'resolved')
      group by a.id`)
    expect(new Set(rows.map(({ times }) => times)).size).toBeGreaterThan(1)
    const turnOf = (nth: number) => [nth === 0 ? 'raised 1' : `reopened ${2 * nth + 1}`, `resolved ${2 * nth + 2}`]
    const expected = ({ times, over }: (typeof rows)[number]) =>
      Array.from({ length: times }, (_, nth) => turnOf(nth))
        .flat()
        .slice(0, over ? undefined : 1)
    expect(rows.map((row) => [row.deeds, row.apart])).toEqual(rows.map((row) => [expected(row), false]))
  })

  it('shows that its rollout continued after the canary', async () => {
    const { rows } = await demo.db.query(sql`
      select action, at = (select started_at from rollout_groups where number = 2) as went
      from audit_entries where subject = 'Rollout' order by id`)
    expect(rows.map(({ action }) => action)).toEqual(['created', 'started', 'went_on'])
    expect(rows.at(-1)).toMatchObject({ went: true })
  })
})
