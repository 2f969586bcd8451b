import sql from 'sql-template-tag'
import { subjectOf, type AlertRule } from '../contract/alertRules'
import { phraseOf } from '../server/alerts/words'
import type { Queryable } from '../server/db/database'
import { idOf, pick, share } from './chance'
import type { DemoGateway } from './gateways'
import { HISTORY_DAYS } from './measurements'
import { insertRows } from './rows'
import type { DemoSensor } from './sensors'
import { secondsBefore } from './times'

/** Alerts, and the days before the readings within which they ended. */
const ALERTS = 24
const DAYS = 14
const kinds = ['gateway_offline', 'sensor_offline', 'reading_low', 'reading_high'] as const
const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

/** A rule and a device that it may have found before. */
interface Candidate extends Pick<AlertRule, 'kind' | 'metric' | 'forS' | 'severity'> {
  readonly ruleId: string
  readonly ruleName: string
  readonly id: string
  readonly name: string
  /** Seconds since the device was created. */
  readonly ageS: number
}

/**
 * Inserts alerts of the last three weeks that are over, at most one of each rule and device. They ended before the readings and open alerts
 * of these devices begin. Call it after the rules.
 */
export async function insertPastAlerts(tx: Queryable, now: Date, devices: readonly (DemoGateway | DemoSensor)[]): Promise<void> {
  const reporting = devices.filter(({ health }) => health === 'alive').map(({ row }) => row.id)
  let candidates = await candidatesOf(tx, now, reporting)
  const rows = Array.from({ length: ALERTS }, (_, at) => {
    const key = `past alert ${at}`
    const kind = kinds[at % kinds.length]
    const endedS = (HISTORY_DAYS + share(`${key} ended`) * DAYS) * DAY_S
    const openedS = ({ forS }: Candidate) => endedS + forS + (0.2 + share(`${key} lasted`) * 9) * HOUR_S
    const [first, ...others] = candidates.filter((each) => each.kind === kind && each.ageS > openedS(each))
    if (first === undefined) throw new Error(`The demo has no device for ${key}`)
    const found = pick(`${key} device`, [first, ...others])
    candidates = candidates.filter((each) => each !== found)
    return pastAlert(key, found, { openedAt: secondsBefore(now, openedS(found)), overAt: secondsBefore(now, endedS) })
  })
  await insertRows(
    tx,
    'alerts',
    {
      id: 'uuid',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      rule_id: 'uuid',
      rule_name: 'text',
      kind: 'text',
      metric: 'text',
      severity: 'text',
      subject: 'text',
      subject_id: 'uuid',
      subject_name: 'text',
      title: 'text',
      gateway_id: 'uuid',
      sensor_id: 'uuid',
      opened_at: 'timestamptz',
      times_raised: 'integer',
      status: 'text',
      over_at: 'timestamptz',
      resolved_at: 'timestamptz',
      version: 'integer',
    },
    rows,
  )
}

/** Pairs rules with the devices that report now; rules of readings with the sensors that measure them and whose plants set the limit. */
async function candidatesOf(tx: Queryable, now: Date, reporting: readonly string[]): Promise<readonly Candidate[]> {
  const { rows } = await tx.query<Candidate>(sql`
    select r.id as "ruleId", r.name as "ruleName", r.kind, r.metric, r.for_s as "forS", r.severity, d.id, d.name,
      extract(epoch from ${now}::timestamptz - d.created_at)::double precision as "ageS"
    from alert_rules r
    join (
      select 'gateway_offline' as kind, null as metric, id, name, created_at from gateways
      union all
      select 'sensor_offline', null, id, name, created_at from sensors
      union all
      select case l.metric when 'soil_ec' then 'reading_high' else 'reading_low' end, l.metric, s.id, s.name, s.created_at
      from sensors s
      join sensor_latest l on l.sensor_id = s.id
      join plants p on p.id = s.plant_id
      join humidity_groups h on h.id = p.humidity_group_id
      where case l.metric when 'soil_ec' then p.soil_ec_max when 'soil_moisture' then h.soil_moisture_min end is not null
    ) as d on d.kind = r.kind and d.metric is not distinct from r.metric
    where d.id = any(${reporting}::uuid[])
    order by r.name, d.id`)
  return rows
}

function pastAlert(key: string, found: Candidate, { openedAt, overAt }: Readonly<Record<'openedAt' | 'overAt', string>>) {
  const { ruleId, ruleName, kind, metric = null, forS, severity, id, name } = found
  const subject = subjectOf[kind]
  const raisedAt = new Date(Date.parse(openedAt) + forS * 1000)
  // Reopened within ten minutes, as only a rule without delay can be.
  const timesRaised = forS === 0 ? 1 + Math.floor(share(`${key} again`) * 4) : 1
  return {
    id: idOf(key, raisedAt),
    created_at: raisedAt,
    updated_at: overAt,
    rule_id: ruleId,
    rule_name: ruleName,
    kind,
    metric,
    severity,
    subject,
    subject_id: id,
    subject_name: name,
    title: `${name}${phraseOf(kind, metric)}`,
    gateway_id: subject === 'Gateway' ? id : null,
    sensor_id: subject === 'Sensor' ? id : null,
    opened_at: openedAt,
    times_raised: timesRaised,
    status: 'resolved',
    over_at: overAt,
    resolved_at: overAt,
    // Each return and each end is one.
    version: 2 * timesRaised,
  }
}
