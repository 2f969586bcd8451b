import sql from 'sql-template-tag'
import type { AlertRuleDraft } from '../contract/alertRules'
import { hitsOf, outOfRangeNow } from '../server/alerts/hits'
import { judgement, sentAgain } from '../server/alerts/judgement'
import type { Queryable } from '../server/db/database'
import type { Judged } from '../server/telemetry/judgement'
import { idOf } from './chance'
import { mayHaveActed } from './people'
import { insertRows } from './rows'
import { secondsBefore } from './times'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

type Channel = readonly [name: string, kind: 'mail' | 'webhook', target: string, preset: 'generic' | 'ntfy', active: boolean]

/** The webhook is inactive: nothing listens at its address. */
const channels: readonly Channel[] = [
  ['Growers by mail', 'mail', 'growers@example.com', 'generic', true],
  ['On call', 'webhook', 'https://ntfy.example.com/frond', 'ntfy', false],
]

type Rule = Pick<AlertRuleDraft, 'name' | 'kind' | 'forS' | 'severity'> &
  Pick<Partial<AlertRuleDraft>, 'metric' | 'tags' | 'active'> & { readonly tells: readonly string[] }

const rules: readonly Rule[] = [
  { name: 'Gateway offline', kind: 'gateway_offline', forS: 600, severity: 'critical', tells: ['Growers by mail', 'On call'] },
  { name: 'Firmware not installed', kind: 'firmware_failed', forS: 0, severity: 'warning', tells: ['Growers by mail'] },
  { name: 'Sensor silent for a day', kind: 'sensor_offline', forS: DAY_S, severity: 'warning', tells: ['Growers by mail'] },
  { name: 'Soil too salty', kind: 'reading_high', metric: 'soil_ec', forS: 0, severity: 'warning', tells: [] },
  { name: 'Soil too dry', kind: 'reading_low', metric: 'soil_moisture', forS: HOUR_S, severity: 'warning', tells: [] },
  { name: 'Frost', kind: 'reading_low', metric: 'air_temperature', forS: 900, severity: 'critical', tells: ['On call'] },
  { name: 'Battery low', kind: 'battery_low', forS: 0, severity: 'info', tells: [] },
  { name: 'Unregistered sensor', kind: 'unknown_sensor', forS: 0, severity: 'info', tells: [] },
  { name: 'No current readings', kind: 'no_data', forS: 6 * HOUR_S, severity: 'info', active: false, tells: [] },
]

/** Administrators' notes on acknowledged alerts. */
const notes = [
  'Power cut in the valley until Thursday',
  'The supplier sends a new antenna',
  'I drive there tomorrow morning',
] as const

/**
 * Inserts channels, rules, and the alerts that the server raises by these rules from the demo's rows, without sending them: some
 * acknowledged, one snoozed. Call it after devices, readings and users.
 */
export async function insertAlerts(tx: Queryable, now: Date): Promise<void> {
  const since = new Date(secondsBefore(now, 40 * DAY_S))
  await insertChannels(tx, since)
  await insertRules(tx, since)
  const outOfRange = await outOfRangeNow(tx)
  for (const each of rules) {
    const rule = { active: true, ...each, id: ruleId(each, since), channelIds: [], silencedUntil: null }
    await tx.query(judgement(rule, await hitsOf(tx, rule, async () => outOfRange), '-infinity', 'alerts-demo'))
  }
  await backdate(
    tx,
    outOfRange.filter(({ standing }) => standing !== 'no_range'),
  )
  await takeOn(tx)
}

function ruleId({ name }: Pick<Rule, 'name'>, since: Date): string {
  return idOf(`alert rule ${name}`, since)
}

function channelId(name: string, since: Date): string {
  return idOf(`notification channel ${name}`, since)
}

async function insertChannels(tx: Queryable, since: Date): Promise<void> {
  const rows = channels.map(([name, kind, target, preset, active]) => ({
    id: channelId(name, since),
    created_at: since,
    updated_at: since,
    name,
    kind,
    recipients: kind === 'mail' ? [target] : [],
    url: kind === 'webhook' ? target : null,
    preset,
    quiet_from: '22:00',
    quiet_to: '06:00',
    zone: 'Europe/Zurich',
    tells_resolved: kind === 'webhook',
    active,
  }))
  await insertRows(
    tx,
    'notification_channels',
    {
      id: 'uuid',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      name: 'text',
      kind: 'text',
      recipients: 'text[]',
      url: 'text',
      preset: 'text',
      quiet_from: 'text',
      quiet_to: 'text',
      zone: 'text',
      tells_resolved: 'boolean',
      active: 'boolean',
    },
    rows,
  )
}

async function insertRules(tx: Queryable, since: Date): Promise<void> {
  const rows = rules.map(({ tells, ...rule }) => ({
    id: ruleId(rule, since),
    created_at: since,
    updated_at: since,
    name: rule.name,
    kind: rule.kind,
    metric: rule.metric ?? null,
    for_s: rule.forS,
    severity: rule.severity,
    tags: rule.tags ?? [],
    channel_ids: tells.map((name) => channelId(name, since)),
    active: rule.active ?? true,
  }))
  await insertRows(
    tx,
    'alert_rules',
    {
      id: 'uuid',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      name: 'text',
      kind: 'text',
      metric: 'text',
      for_s: 'integer',
      severity: 'text',
      tags: 'text[]',
      channel_ids: 'uuid[]',
      active: 'boolean',
    },
    rows,
  )
}

/** Backdates the alerts and what is out of range, to their beginnings; then the alerts to when these had lasted as long as their rules wait. */
async function backdate(tx: Queryable, outOfRange: readonly Judged[]): Promise<void> {
  await tx.query(sql`
    update alerts a set opened_at = s.battery_low_since from sensor_stats s where a.kind = 'battery_low' and s.sensor_id = a.sensor_id`)
  await tx.query(sql`
    update alerts a set opened_at = case g.update_step when 'failed' then g.update_step_at else g.target_reported_at + interval '24 hours' end
    from gateways_view g where a.kind = 'firmware_failed' and g.id = a.gateway_id`)
  // A reading is out of range since the first reading after the last one inside.
  await tx.query(sql`
    with began as (
      select d.sensor_id, d.metric, min(d.measured_at) as at
      from unnest(
        ${outOfRange.map(({ sensorId }) => sensorId)}::uuid[], ${outOfRange.map(({ metric }) => metric)}::text[],
        ${outOfRange.map(({ range }) => range[0])}::double precision[], ${outOfRange.map(({ range }) => range[1])}::double precision[]
      ) as judged (sensor_id, metric, min, max)
      join datapoints d on d.sensor_id = judged.sensor_id and d.metric = judged.metric
      where d.measured_at > coalesce((
        select max(inside.measured_at) from datapoints inside
        where inside.sensor_id = judged.sensor_id and inside.metric = judged.metric
          and inside.value between coalesce(judged.min, '-infinity') and coalesce(judged.max, 'infinity')
      ), '-infinity')
      group by d.sensor_id, d.metric
    ), strayed as (
      update sensor_stats s set stray_since = newest.at
      from (select sensor_id, max(at) as at from began group by sensor_id) as newest where newest.sensor_id = s.sensor_id
    )
    update alerts a set opened_at = began.at from began
    where a.sensor_id = began.sensor_id and a.metric = began.metric`)
  const raisedAt = sql`a.opened_at + make_interval(secs => r.for_s)`
  await tx.query(sql`
    update alerts a set created_at = ${raisedAt}, updated_at = ${raisedAt}, told_at = ${raisedAt} from alert_rules r where r.id = a.rule_id`)
}

/** Acknowledges some of the worst alerts and snoozes one until tomorrow. */
async function takeOn(tx: Queryable): Promise<void> {
  const { rows: users } = await tx.query<{ id: string }>(sql`
    select id from users where ${mayHaveActed} order by email limit 3`)
  for (const [at, note] of notes.entries())
    await tx.query(sql`
      update alerts set status = 'acknowledged', acknowledged_at = created_at + interval '14 minutes', version = version + 1,
        updated_at = created_at + interval '14 minutes', acknowledged_by_id = ${users[at]?.id ?? null}, note = ${note}
      where id = (select id from alerts where status = 'open' and severity = 'critical' order by opened_at limit 1)`)
  await tx.query(sql`
    update alerts set snoozed_until = now() + interval '14 hours', told_at = ${sentAgain}, version = version + 1,
      updated_at = least(now(), created_at + interval '20 minutes')
    where id = (select id from alerts where status = 'open' and severity = 'warning' order by opened_at limit 1)`)
}
