import sql, { join, type Sql } from 'sql-template-tag'
import { subjectOf, type AlertKind, type AlertRuleDraft, type AlertSubject } from '../../contract/alertRules'
import type { Queryable } from '../db/database'
import { AT_ONCE } from '../telemetry/condition'
import { isBatteryLow, isSilent, stateOf } from '../telemetry/deviceState'
import { notInsideOf, type NotInside } from '../telemetry/judgement'

/** The fields of a rule that decide what it finds. */
export type Condition = Pick<
  AlertRuleDraft,
  'kind' | 'metric' | 'tags' | 'gatewayIds' | 'plantIds' | 'humidityGroupIds' | 'temperatureGroupIds' | 'lightGroupIds'
>

/**
 * Reads the low and high readings of all sensors. For sensors that have an alert about a reading, or an alert whose end is still to be sent,
 * also reads stale and unknown readings and readings without a range.
 */
export type ReadOutOfRange = (db: Queryable) => Promise<readonly NotInside[]>

/**
 * Builds the query for what a rule finds now: a row for each gateway, sensor or rollout that meets its condition. `in_scope`: the rule is not
 * limited to others, and the reading has a range: without one, as when the sensor left its plant, the condition may still hold. `since`: when
 * that began, null where no row stores it. `inhibited`: the sensor's gateway is offline, and no other gateway receives the sensor. `patience`:
 * how long a device may take to report again after a gap. `stale`: it was so when the sensor last reported, or its gateway has sent nothing
 * since, which raises no alert and ends none.
 */
export async function hitsOf(db: Queryable, rule: Condition, readOutOfRange: ReadOutOfRange = outOfRangeNow): Promise<Sql> {
  const { kind, metric } = rule
  const outOfRange = kind === 'reading_low' || kind === 'reading_high' ? await readOutOfRange(db) : []
  const ofRule = outOfRange.filter(
    ({ standing, value, ...reading }) =>
      reading.metric === metric && (value === null || standing === 'no_range' || `reading_${standing}` === kind),
  )
  const { from, where, since, value, stale = sql`false`, judged = sql`true` } = finds[kind](ofRule)
  const { device, scope } = subjects[subjectOf[kind]]
  const limits = scope(rule)
  return sql`
    select ${device}, ${since}::timestamptz as since, ${value}::double precision as value, ${stale} as stale,
      ${judged} and ${limits.length === 0 ? sql`true` : sql`coalesce(${join(limits, ' or ')}, false)`} as in_scope
    from ${from} where ${where}`
}

/**
 * Reads what is out of range by queries of their own, because readings may lie on other Citus workers than the catalogue. An alert's sensor may
 * have fallen silent: its last reading then still tells.
 */
export async function outOfRangeNow(db: Queryable): Promise<NotInside[]> {
  const { rows } = await db.query<{ id: string }>(sql`
    select sensor_id as id from sensor_stats where stray_until >= now()
    union select sensor_id from alerts where kind in ('reading_low', 'reading_high') and over_at is null
    union select sensor_id from alerts where kind in ('reading_low', 'reading_high') and over_at is not null and told_at is not null`)
  const ids = rows.map(({ id }) => id)
  const found: NotInside[][] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) found.push(await notInsideOf(db, ids.slice(at, at + AT_ONCE)))
  return found.flat()
}

const gatewayIs = stateOf('g.online_until')

/** The sensor is online, and was received after its silent gateway was due: another gateway receives it. */
const isHeardElsewhere = sql`
  coalesce(${stateOf('st.online_until').online} and st.last_seen_at > coalesce(g.online_until, '-infinity'), false)`

/** The columns that identify an alert's subject, and how a rule's scope limits it. */
const subjects: Readonly<Record<AlertSubject, { readonly device: Sql; scope(rule: Condition): Sql[] }>> = {
  Gateway: {
    device: sql`g.id as subject_id, g.name, g.id as gateway_id, null::uuid as sensor_id, false as inhibited,
      make_interval(secs => 2 * g.reporting_interval_s) as patience`,
    scope: gatewayScope,
  },
  Sensor: {
    device: sql`s.id as subject_id, s.name, s.gateway_id, s.id as sensor_id,
      s.gateway_id is not null and ${isSilent('g.online_until')} and not ${isHeardElsewhere} as inhibited,
      make_interval(secs => 2 * s.reporting_interval_s) as patience`,
    scope: sensorScope,
  },
  Rollout: {
    device: sql`r.id as subject_id, r.name, null::uuid as gateway_id, null::uuid as sensor_id, false as inhibited,
      interval '0' as patience`,
    scope: rolloutScope,
  },
}

interface Find {
  readonly from: Sql
  readonly where: Sql
  readonly since: Sql
  readonly value: Sql
  readonly stale?: Sql
  /** False where no range tells whether the condition holds. */
  readonly judged?: Sql
}

/** Days for which a rollout that stopped by itself counts. */
const STOPPED_DAYS = 7

const none = sql`null`
const gateways = sql`gateways g`
const sensors = sql`sensor_stats st join sensors s on s.id = st.sensor_id
  left join gateways g on g.id = s.gateway_id left join plants p on p.id = s.plant_id`

/** The gateway has not reported since `until`: it may hold readings back, because it reports less often than its sensors. */
const isUnheardSince = (until: Sql): Sql => sql`coalesce(${gatewayIs.online} and g.last_seen_at <= ${until}, false)`

/** The condition of each kind. Tables whose index finds the hits come first: of ten thousand sensors, few are in trouble. */
const finds: Readonly<Record<AlertKind, (outOfRange: readonly NotInside[]) => Find>> = {
  gateway_offline: () => ({ from: gateways, where: gatewayIs.offline, since: sql`g.online_until`, value: none }),
  firmware_failed: () => ({
    from: sql`gateways_view g`,
    where: sql`g.target_firmware_id is not null and g.firmware_update = 'failed'`,
    since: none,
    value: none,
  }),
  rollout_stopped: () => ({
    from: sql`rollouts r`,
    where: sql`r.status = 'stopped' and r.halted and r.ended_at > now() - make_interval(days => ${STOPPED_DAYS})`,
    since: sql`r.ended_at`,
    value: none,
  }),
  unknown_sensor: () => ({
    from: sql`(
      select u.gateway_id, count(*) as total, min(u.first_heard_at) as first_at from unknown_sensors u
      where not exists (select from sensors known where known.eui = u.eui) group by u.gateway_id
    ) unknown join gateways g on g.id = unknown.gateway_id`,
    where: sql`true`,
    since: sql`unknown.first_at`,
    value: sql`unknown.total`,
  }),
  sensor_offline: () => ({
    from: sensors,
    where: stateOf('st.online_until').offline,
    since: sql`st.online_until`,
    value: none,
    stale: isUnheardSince(sql`st.online_until`),
  }),
  battery_low: () => ({
    from: sensors,
    where: isBatteryLow,
    since: none,
    value: sql`st.battery_pct`,
  }),
  no_data: () => ({
    from: sensors,
    // The index serves both: with the array, PostgreSQL reads few of the sensors without a range.
    where: sql`(st.judged_until < now() or st.judged_until = 'infinity' and st.sensor_id = any(array(
      select sensor_id from alerts where kind = 'no_data' and over_at is not null and told_at is not null
    )))`,
    // '-infinity' where the light of a day was never known.
    since: sql`nullif(st.judged_until, '-infinity')`,
    value: none,
    stale: isUnheardSince(sql`st.judged_until`),
    judged: sql`st.judged_until < 'infinity'`,
  }),
  reading_low: readings,
  reading_high: readings,
}

function readings(outOfRange: readonly NotInside[]): Find {
  return {
    from: sql`${sensors} join unnest(
      ${outOfRange.map(({ sensorId }) => sensorId)}::uuid[], ${outOfRange.map(({ value }) => value)}::double precision[],
      ${outOfRange.map(({ stale }) => stale)}::boolean[], ${outOfRange.map(({ standing }) => standing !== 'no_range')}::boolean[]
    ) as reading (sensor_id, value, stale, judged) on reading.sensor_id = st.sensor_id`,
    where: sql`true`,
    since: none,
    value: sql`reading.value`,
    stale: sql`reading.stale`,
    judged: sql`reading.judged`,
  }
}

function gatewayScope({ tags = [], gatewayIds }: Condition): Sql[] {
  return [...(tags.length === 0 ? [] : [sql`g.tags && ${tags}::text[]`]), ...oneOf(sql`g.id`, gatewayIds)]
}

/** Matches a rollout when one of its gateways is in the rule's scope, or when it never began and thus reached none. */
function rolloutScope(rule: Condition): Sql[] {
  const scope = gatewayScope(rule)
  if (scope.length === 0) return []
  const reached = sql`select from rollout_gateways rg join gateways g on g.id = rg.gateway_id where rg.rollout_id = r.id`
  return [sql`(r.started_at is null or exists (${reached} and (${join(scope, ' or ')})))`]
}

function sensorScope(rule: Condition): Sql[] {
  return [
    ...gatewayScope(rule),
    ...oneOf(sql`s.plant_id`, rule.plantIds),
    ...oneOf(sql`p.humidity_group_id`, rule.humidityGroupIds),
    ...oneOf(sql`p.temperature_group_id`, rule.temperatureGroupIds),
    ...oneOf(sql`p.light_group_id`, rule.lightGroupIds),
  ]
}

function oneOf(column: Sql, ids: readonly string[] = []): Sql[] {
  return ids.length === 0 ? [] : [sql`${column} = any(${ids}::uuid[])`]
}
