import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { livingDevices } from '../../src/demo/life'
import { targetRangesOf } from '../../src/server/telemetry/ranges'
import { seededDemo } from '../support/database/seededDemo'

const demo = seededDemo()

describe('the demo’s alerts', () => {
  it('are raised when their condition has lasted as long as their rule waits, and sent then', async () => {
    const alerts = await demo.rows<{ title: string; name: string; raised: boolean; later: boolean }>(sql`
      select a.title, r.name, abs(extract(epoch from a.created_at - a.opened_at) - r.for_s) < 0.001 as raised,
        a.updated_at >= a.created_at and coalesce(a.acknowledged_at > a.created_at, true)
          and not exists (
            select from alert_deliveries d where a.id = any(d.alert_ids) and abs(extract(epoch from d.created_at - a.created_at)) >= 0.001
          ) as later
      from alerts a join alert_rules r on r.id = a.rule_id`)
    expect(new Set(alerts.map(({ name }) => name)).size).toBeGreaterThan(3)
    expect(alerts.filter(({ raised, later }) => !raised || !later)).toEqual([])
  })
})

describe('the demo’s sensors out of range', () => {
  it('are so since different times', async () => {
    const times = await demo.rows<{ at: string }>(sql`
      select distinct stray_since as at from sensor_stats where stray_until >= ${demo.seededAt} and stray_since is not null`)
    expect(times.length).toBeGreaterThan(3)
  })
})

describe('the demo’s past alerts', () => {
  it('lasted at least as long as their rules wait, and ended at least an hour ago', async () => {
    const past = await demo.rows<{ name: string; long: boolean; over: boolean }>(sql`
      select r.name, a.over_at - a.opened_at > make_interval(secs => r.for_s) as long,
        a.over_at <= ${demo.seededAt}::timestamptz - interval '1 hour' as over
      from alerts a join alert_rules r on r.id = a.rule_id where a.over_at is not null`)
    expect(past).toHaveLength(24)
    expect(new Set(past.map(({ name }) => name)).size).toBeGreaterThan(2)
    expect(past.filter(({ long, over }) => !long || !over)).toEqual([])
  })

  it('are about devices that report now and existed when they opened', async () => {
    const { gateways, sensors } = livingDevices(demo.seededAt)
    const past = await demo.rows<{ name: string; eui: string; existed: boolean }>(sql`
      select a.subject_name as name, d.eui, d.created_at < a.opened_at as existed
      from alerts a join (select id, eui, created_at from gateways union all select id, eui, created_at from sensors) d on d.id = a.subject_id
      where a.over_at is not null`)
    expect(past).toHaveLength(24)
    const reporting = new Set([...gateways, ...sensors])
    expect(past.filter(({ eui, existed }) => !reporting.has(eui) || !existed)).toEqual([])
  })

  it('are reflected in each day’s uptime', async () => {
    const days = await demo.rows<{ gateway: string; day: string; wrong: boolean }>(sql`
      select a.subject_name as gateway, d.day::text, d.online_s > 86400
          - extract(epoch from least(d.day + interval '1 day', a.over_at at time zone 'UTC') - greatest(d.day, a.opened_at at time zone 'UTC')) as wrong
      from alerts a join gateway_days d on d.gateway_id = a.gateway_id
        and a.opened_at at time zone 'UTC' < d.day + interval '1 day' and a.over_at at time zone 'UTC' > d.day
      where a.kind = 'gateway_offline' and a.over_at is not null`)
    expect(days.length).toBeGreaterThan(4)
    expect(days.filter(({ wrong }) => wrong)).toEqual([])
  })

  it('ended before the readings begin, which do not show them', async () => {
    const contradicted = await demo.rows(sql`
      select a.title from alerts a join sensors s on a.subject_id in (s.id, s.gateway_id)
      where a.over_at is not null and exists (
        select from datapoints d where d.sensor_id = s.id and d.measured_at between a.opened_at and a.over_at)`)
    expect(contradicted).toEqual([])
  })

  it('are about metrics that their sensors measure and their plants limit', async () => {
    const past = await demo.rows<{ title: string; id: string; kind: string; metric: 'soil_moisture'; measured: boolean }>(sql`
      select a.title, a.sensor_id as id, a.kind, a.metric, l.sensor_id is not null as measured
      from alerts a left join sensor_latest l on l.sensor_id = a.sensor_id and l.metric = a.metric
      where a.metric is not null and a.over_at is not null`)
    expect(past).not.toEqual([])
    const ids = past.map(({ id }) => id)
    const ranges = new Map((await targetRangesOf(demo.db, ids)).map(({ sensorId, ranges: own }) => [sensorId, own]))
    const limitOf = ({ id, kind, metric }: (typeof past)[number]) =>
      ranges.get(id)?.[metric]?.[kind === 'reading_low' ? 0 : 1] ?? null
    expect(past.filter((alert) => !alert.measured || limitOf(alert) === null)).toEqual([])
  })

  it('reopened within ten minutes only where the rule does not wait longer, and one at a time', async () => {
    expect(
      await demo.rows(sql`
        select a.title, a.times_raised from alerts a join alert_rules r on r.id = a.rule_id
        where a.times_raised > 1 and r.for_s >= 600`),
    ).toEqual([])
    expect(
      await demo.rows(sql`
        select a.title from alerts a join alerts b on b.rule_id = a.rule_id and b.subject_id = a.subject_id and b.id <> a.id
          and b.opened_at >= a.opened_at and b.opened_at < coalesce(a.over_at, 'infinity')`),
    ).toEqual([])
  })
})

describe('the demo’s open alerts', () => {
  it('opened with the first reading that was out of its range', async () => {
    const open = await demo.rows<{ title: string; first: boolean; before: number | null; max: number; since: number }>(sql`
      select a.title, p.soil_ec_max as max, min(d.value) filter (where d.measured_at >= a.opened_at) as since,
        bool_or(d.measured_at = a.opened_at) as first,
        (array_agg(d.value order by d.measured_at desc) filter (where d.measured_at < a.opened_at))[1] as before
      from alerts a
      join sensors s on s.id = a.sensor_id
      join plants p on p.id = s.plant_id
      join datapoints d on d.sensor_id = s.id and d.metric = a.metric
      where a.kind = 'reading_high' and a.metric = 'soil_ec' and a.over_at is null
      group by a.id, p.soil_ec_max`)
    expect(open).not.toEqual([])
    expect(open.filter(({ first, before, max, since }) => !first || since <= max || (before ?? 0) > max)).toEqual([])
  })

  it('opened when the battery became low and when the update failed', async () => {
    const open = await demo.rows<{ kind: string; title: string; same: boolean }>(sql`
      select a.kind, a.title, a.opened_at = case a.kind when 'battery_low' then s.battery_low_since
        else coalesce(case g.update_step when 'failed' then g.update_step_at end, g.target_reported_at + interval '24 hours') end as same
      from alerts a left join sensor_stats s on s.sensor_id = a.sensor_id left join gateways_view g on g.id = a.gateway_id and a.sensor_id is null
      where a.kind in ('battery_low', 'firmware_failed') and a.over_at is null`)
    expect(new Set(open.map(({ kind }) => kind)).size).toBe(2)
    expect(open.filter(({ same }) => !same)).toEqual([])
  })
})
