import sql, { raw, type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { missingFor } from '../../machines/plantRequestMachine'
import { resources } from '../../src/contract'
import { plantProposal, plantRequestStatuses, rejectionReasons, type PlantRequest } from '../../src/contract/plantRequests'
import { tableName } from '../../src/server/crud/table'
import { openInvitations } from '../../src/server/auth/invitations'
import { liveSessions } from '../../src/server/auth/sessions'
import { demoBeat, livingDevices } from '../../src/demo/life'
import { seedDemo } from '../../src/demo/seed'
import { judgeLatest, latestOf, nowOf, statusAt } from '../../src/server/telemetry/judgement'
import { targetRangesOf } from '../../src/server/telemetry/ranges'
import { advanceRollouts } from '../../src/server/rollouts/advance'
import { rollUp } from '../../src/server/telemetry/rollups'
import { gapOf } from '../../src/telemetry/chart/points'
import { seededDemo } from '../support/database/seededDemo'

const HOUR_MS = 3_600_000
const demo = seededDemo()

async function first<Row extends object>(query: Sql): Promise<Row | undefined> {
  return (await demo.db.query<Row>(query)).rows[0]
}

/** Counts rows by their key. */
async function tally(query: Sql): Promise<Record<string, number>> {
  const { rows } = await demo.db.query<{ key: string; count: number }>(query)
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]))
}

describe('seedDemo', () => {
  it('shows gateways in every state and with every firmware status', async () => {
    // As of the seeding: where that takes long, gateways that report every 30 seconds are offline when it ends.
    const states = await tally(sql`select case when online_until is null then 'never_seen'
      when online_until >= ${demo.seededAt.toISOString()}::timestamptz then 'online' else 'offline' end as key, count(*) as count
      from gateways group by key`)
    expect(states).toEqual({ online: 31, offline: 6, never_seen: 3 })
    const firmware = await tally(
      sql`select firmware_status as key, count(*) as count from gateways_view group by firmware_status`,
    )
    expect(Object.keys(firmware).toSorted()).toEqual(['error', 'in_sync', 'pending', 'unknown', 'update_available'])
  })

  it('shows sensors in every state, some with a low battery, some without a gateway or a plant', async () => {
    const states = await tally(sql`select state as key, count(*) as count from sensors_view group by state`)
    expect(Object.keys(states).toSorted()).toEqual(['never_seen', 'offline', 'online', 'unreachable'])
    const sensors = await first<Record<string, number>>(sql`select count(*) as total, count(*) filter (where battery_low) as low,
      count(*) filter (where gateway_id is null) as unattached, count(*) filter (where plant_id is null) as unplanted from sensors_view`)
    expect(sensors?.['total']).toBeGreaterThan(240)
    expect(sensors?.['low']).toBeGreaterThan(9)
    expect(sensors?.['unattached']).toBe(8)
    expect(sensors?.['unplanted']).toBeGreaterThan(8)
  })

  it('has rules, channels and alerts in every status, of which the critical ones were mailed', async () => {
    const statuses = await tally(sql`select status as key, count(*) as count from alerts group by status`)
    expect(Object.keys(statuses).toSorted()).toEqual(['acknowledged', 'open', 'resolved'])
    expect(statuses['acknowledged']).toBe(3)
    // Counts the open alerts of each rule.
    const found = await tally(
      sql`select r.name as key, count(a.id) as count from alert_rules r left join alerts a on a.rule_id = r.id and a.over_at is null group by r.name`,
    )
    expect(Object.keys(found)).toHaveLength(9)
    expect(found).toMatchObject({
      'Gateway offline': 6,
      'Firmware not installed': 3,
      'Unregistered sensor': 2,
      'No current readings': 0,
    })
    const critical = await first<{ count: number }>(sql`select count(*) as count from alerts where severity = 'critical'`)
    expect(critical?.count).toBeGreaterThan(6)
    expect(await tally(sql`select status as key, count(*) as count from alert_deliveries_view group by status`)).toEqual({
      sent: critical?.count,
    })
  })

  it('has a running rollout that agrees with its gateways: some have the firmware, one failed, the last wave waits', async () => {
    await advanceRollouts(demo.db)
    const states = await tally(
      sql`select group_number || ' ' || state as key, count(*) as count from rollout_gateways group by 1`,
    )
    expect(Object.keys(states).toSorted()).toEqual(['1 failed', '1 succeeded', '2 assigned', '2 succeeded', '3 waiting'])
    expect(states).toMatchObject({ '1 failed': 1, '1 succeeded': 3, '2 succeeded': 2 })
    const rollout = await first<object>(sql`
      select status, (select count(*) from rollout_gateways rg join gateways g on g.id = rg.gateway_id
        where (rg.state = 'succeeded') <> (g.firmware_id = r.firmware_id)
          or rg.state in ('assigned', 'failed') and g.target_firmware_id is distinct from r.firmware_id) as wrong
      from rollouts r`)
    expect(rollout).toEqual({ status: 'running', wrong: 0 })
  })

  it('has firmwares in every status, with files, and gateways in every stage of an update', async () => {
    const statuses = await tally(sql`select status as key, count(*) as count from gateway_firmwares_view group by status`)
    expect(Object.keys(statuses).toSorted()).toEqual(['deprecated', 'draft', 'released', 'revoked'])
    const files = await first<Record<string, number>>(sql`
      select count(*) as drafts, count(f.sha256) as ready,
        (select count(*) from gateway_firmwares f left join gateway_firmware_pieces p on p.firmware_id = f.id
          where f.sha256 is distinct from encode(sha256(p.bytes), 'hex') or f.size_bytes is distinct from length(p.bytes)) as wrong
      from gateway_firmwares f where status = 'draft'`)
    expect(files).toEqual({ drafts: 2, ready: 1, wrong: 0 })
    const updates = await tally(sql`select firmware_update as key, count(*) as count from gateways_view group by firmware_update`)
    expect(Object.keys(updates).toSorted()).toEqual(['failed', 'none', 'pending'])
    const hardwares = await tally(sql`select title as key, gateways_count as count from gateway_hardwares_view`)
    expect(hardwares['Fernwire Canopy 5 A']).toBe(0)
  })

  it.each([
    ['humidity', 'Average', 'Bog'],
    ['temperature', 'Indoor', 'Alpine'],
    ['light', 'Bright shade', 'Cuttings under lamps'],
  ])('has %s groups, %s crowded and %s in no use', async (kind, crowded, unused) => {
    const view = raw(`${kind}_groups_view`)
    const users = await tally(sql`select name as key, plants_count as count from ${view}`)
    expect(users[crowded]).toBeGreaterThan(20)
    expect(users[unused]).toBe(0)
    const sensors = await tally(sql`select name as key, sensors_count as count from ${view}`)
    expect(sensors[crowded]).toBeGreaterThan(50)
  })

  it('conforms to the contract, so that every row can be saved unchanged', async () => {
    const checked = [
      'Gateway',
      'Sensor',
      'GatewayHardware',
      'HumidityGroup',
      'TemperatureGroup',
      'LightGroup',
      'Plant',
      'Troubleshoot',
    ]
    for (const resource of resources.filter(({ name }) => checked.includes(name))) {
      const { rows } = await demo.db.query<Record<string, unknown>>(sql`select * from ${raw(tableName(resource.path))}`)
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) {
        const camel = Object.fromEntries(Object.entries(row).map(([name, value]) => [toCamel(name), value]))
        const draft = Object.fromEntries(Object.keys(resource.draft.fields).map((field) => [field, camel[field]]))
        await expect(resource.draft.validate(draft, { strict: true })).resolves.toBeDefined()
      }
    }
  })

  it('has plants of every status, some of them complete, and drafts that lack most; ailments of every kind', async () => {
    const { rows } = await demo.db.query<{ status: string; lowest: number; highest: number }>(sql`
      select status, min(completeness_pct) as lowest, max(completeness_pct) as highest from plants_view group by status`)
    const spans = new Map(rows.map((row) => [row.status, row]))
    expect([...spans.keys()].toSorted()).toEqual(['archived', 'draft', 'published'])
    expect(spans.get('published')).toMatchObject({ highest: 100 })
    expect(spans.get('draft')?.highest).toBeLessThan(50)
    const languages = await tally(sql`
      select one ->> 'lang' as key, count(*) as count from plants, unnest(common_names) as one group by one ->> 'lang'`)
    expect(Math.min(...['en', 'de', 'es'].map((language) => languages[language] ?? 0))).toBeGreaterThan(35)
    const kinds = await tally(sql`select category as key, count(*) as count from troubleshoots group by category`)
    expect(Object.keys(kinds).toSorted()).toEqual(['abiotic', 'bacterial', 'fungal', 'nutrient', 'pest', 'viral'])
  })

  it('shows plant requests in every status, rejected for every reason, some of them requested by several', async () => {
    const { rows } = await demo.db.query<PlantRequest>(sql`
      select status, rejection_reason as "rejectionReason", demand_count as "demandCount", draft from plant_requests_view`)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(plantRequestStatuses))
    expect(new Set(rows.flatMap(({ rejectionReason }) => rejectionReason ?? []))).toEqual(new Set(rejectionReasons))
    expect(Math.max(...rows.map(({ demandCount }) => demandCount))).toBe(4)
    for (const { draft } of rows) expect(plantProposal().validateSync(draft, { strict: true })).toEqual(draft)
    const ready = rows.filter(({ status, draft }) => status === 'approved' && missingFor(draft).length === 0)
    expect(ready).toHaveLength(2)
  })

  it('counts exactly the stored datapoints, none of them in the future or older than their sensor', async () => {
    const counts = await first<{ rows: number; stats: number; wrong: number }>(sql`
      select count(*) as rows, (select sum(datapoint_count) from sensor_stats) as stats,
        count(*) filter (where measured_at > ${demo.seededAt} or measured_at < sensors.created_at or value is null) as wrong
      from datapoints join sensors on sensors.id = sensor_id`)
    expect(counts?.rows).toBeGreaterThan(50_000)
    expect(counts).toMatchObject({ stats: counts?.rows, wrong: 0 })
  })

  it('has plausible values for a greenhouse', async () => {
    const { rows } = await demo.db.query<{ metric: string; low: number; high: number }>(
      sql`select metric, min(value) as low, max(value) as high from datapoints group by metric order by metric`,
    )
    const bounds: Record<string, readonly [number, number]> = {
      air_humidity: [45, 95],
      air_temperature: [12, 32],
      illuminance: [0, 60_000],
      soil_ec: [500, 2000],
      soil_moisture: [10, 60],
      soil_temperature: [14, 26],
    }
    expect(rows.map((row) => row.metric)).toEqual(Object.keys(bounds))
    for (const { metric, low, high } of rows) {
      expect(low).toBeGreaterThanOrEqual(bounds[metric]?.[0] ?? Infinity)
      expect(high).toBeLessThanOrEqual(bounds[metric]?.[1] ?? -Infinity)
    }
  })

  it('draws the hourly history of every sensor as a line', async () => {
    const quickest = await first<{ intervalS: number }>(sql`select min(reporting_interval_s) as "intervalS" from sensors`)
    expect(gapOf(1, quickest?.intervalS ?? 0)).toBeGreaterThan(3600)
  })

  it('gives most plants enough light, and some too much or too little', async () => {
    await rollUp(demo.db)
    const ids = (await demo.db.query<{ id: string }>(sql`select id from sensors`)).rows.map(({ id }) => id)
    const judged = await judgeLatest(demo.db, await latestOf(demo.db, ids), await targetRangesOf(demo.db, ids))
    const now = await nowOf(demo.db)
    const statuses = judged.filter(({ metric }) => metric === 'dli').map((each) => statusAt(each, now))
    const [ok = 0, low = 0, high = 0] = (['ok', 'low', 'high'] as const).map(
      (status) => statuses.filter((each) => each === status).length,
    )
    expect(ok).toBeGreaterThan(2 * (low + high))
    expect(low + high).toBeGreaterThan(0)
    // Longer than usual, because all of the demo's readings are rolled up first.
  }, 120_000)

  it('shows users of every kind, open invitations, and the administrator on other devices', async () => {
    const users = await first<Record<string, number>>(sql`select count(*) filter (where not active) as deactivated,
      count(*) filter (where last_sign_in_at is null) as new, count(*) filter (where email_confirmed_at is null) as unconfirmed
      from users`)
    expect(Object.values(users ?? {}).every((count) => count > 0)).toBe(true)
    expect(await openInvitations(demo.db, demo.seededAt)).toHaveLength(2)
    const { rows } = await demo.db.query<{ id: string }>(sql`select id from users where password_hash is not null`)
    expect(await liveSessions(demo.db, demo.depsAt(demo.seededAt).settings, rows[0]?.id ?? '', demo.seededAt)).toHaveLength(2)
  })

  it('leaves a database that has any row as it is', async () => {
    const before = await tally(sql`select 'sensors' as key, count(*) as count from sensors`)
    await demo.db.query(sql`delete from sensors where name = 'Spare 01'`)
    await seedDemo(demo.depsAt(new Date()))
    const after = await tally(sql`select 'sensors' as key, count(*) as count from sensors`)
    expect(after['sensors']).toBe((before['sensors'] ?? 0) - 1)
  })
})

describe('demoBeat', () => {
  it('lets active devices report again after a pause, and leaves silent ones silent', async () => {
    const later = new Date(demo.seededAt.getTime() + 30 * HOUR_MS)
    const silentBefore = await first<{ at: string }>(
      sql`select last_seen_at as at from gateways where name = 'Almería Reservoir'`,
    )
    await demoBeat({ db: demo.db, clock: () => later }, livingDevices(later))
    const online = await first<{ count: number }>(sql`select count(*) as count from gateways
      where last_seen_at between ${later}::timestamptz - make_interval(secs => 2 * reporting_interval_s) and ${later}`)
    expect(online?.count).toBe(31)
    expect(await first(sql`select last_seen_at as at from gateways where name = 'Almería Reservoir'`)).toEqual(silentBefore)
    const counts = await first<{ rows: number; stats: number }>(
      sql`select count(*) as rows, (select sum(datapoint_count) from sensor_stats) as stats from datapoints`,
    )
    expect(counts?.stats).toBe(counts?.rows)
  })

  it('never changes the version of a row that a user may be editing', async () => {
    const versions = async () => (await demo.db.query(sql`select id, version from sensors order by id`)).rows
    const before = await versions()
    const later = new Date(demo.seededAt.getTime() + 60 * HOUR_MS)
    await demoBeat({ db: demo.db, clock: () => later }, livingDevices(later))
    expect(await versions()).toEqual(before)
  })
})

function toCamel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
