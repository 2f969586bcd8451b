import sql, { raw, type Sql } from 'sql-template-tag'
import { openStatuses } from '../../contract/plantRequests'
import { PREVIEW_NAMED, PREVIEW_SENSORS, type ChangePreview } from '../../contract/preview'
import type { NamedRow } from '../../contract/problem'
import { moveScopes, returnScopes, type GroupScope } from '../alerts/ruleScopes'
import type { Actor } from '../activity/audit'
import type { AreaHooks, Reassignment } from '../crud/hooks'
import { byCount, byReferring } from '../crud/order'
import { noEffects } from '../crud/preview'
import type { Values } from '../crud/table'
import type { Queryable } from '../db/database'
import { AT_ONCE, judgeWhere } from '../telemetry/condition'
import { judgeLatest, latestOf, nowOf, statusAt } from '../telemetry/judgement'
import { targetRangesOf, type TargetRanges } from '../telemetry/ranges'

type ChangingSensor = NonNullable<ChangePreview['sensors']>[number]

/** A range of a group: its fields and the metric that it judges. Light is judged per day. */
interface Range {
  readonly metric: keyof TargetRanges['ranges']
  readonly min: string
  readonly max: string
}

/** Humidity groups: ranges of soil moisture and air humidity. */
export const humidityGroupHooks = groupHooks('humidity_group_id', 'humidityGroupIds', [
  { metric: 'soil_moisture', min: 'soilMoistureMin', max: 'soilMoistureMax' },
  { metric: 'air_humidity', min: 'airHumidityMin', max: 'airHumidityMax' },
])
/** Temperature groups: a range of air temperature. */
export const temperatureGroupHooks = groupHooks('temperature_group_id', 'temperatureGroupIds', [
  { metric: 'air_temperature', min: 'minC', max: 'maxC' },
])
/** Light groups: a range of light per day. */
export const lightGroupHooks = groupHooks('light_group_id', 'lightGroupIds', [{ metric: 'dli', min: 'dliMin', max: 'dliMax' }])

/** Hooks of groups that plants refer to by `column`, and that limit alert rules by `scope`. */
function groupHooks(column: string, scope: GroupScope, ranges: readonly Range[]): AreaHooks {
  const key = raw(column)
  return {
    orders: {
      plantsCount: byReferring('plants', column),
      sensorsCount: byCount(
        sql`
          select p.${key} as id, sum(watched.n) as n
          from (select plant_id, count(*) as n from sensors where plant_id is not null group by plant_id) watched
          join plants p on p.id = watched.plant_id
          where p.${key} is not null group by p.${key}`,
        sql`not exists (select from plants p join sensors s on s.plant_id = p.id where p.${key} = v.id)`,
      ),
    },
    counts: { sensorsCount: (page) => sensorsOf(key, page) },
    async beforeReassign(tx, ids, actor) {
      await moveScopes(tx, scope, ids, actor)
      await moveProposals(tx, scope, ids, actor)
    },
    async afterRestore(tx, id, deletionId, actor) {
      await returnScopes(tx, scope, id, deletionId, actor)
      await returnProposals(tx, scope, id, deletionId, actor)
    },
    derivedData: {
      dependsOn: ranges.flatMap(({ min, max }) => [min, max]),
      recompute: (tx, ids) => judgeWhere(tx, sql`s.plant_id in (select id from plants where ${key} = any(${ids}::uuid[]))`),
    },
    async preview(db, values, before) {
      const changed = Object.keys(values).filter(
        (field) => field !== 'name' && (values[field] ?? null) !== (before[field] ?? null),
      )
      return changed.length === 0 ? noEffects : effect(db, sql`p.${key} = ${before.id}`, ranges, values)
    },
  }
}

/** Replaces a group in the drafts of open plant requests, which could otherwise not be published. */
function moveProposals(tx: Queryable, scope: GroupScope, { from, to }: Reassignment, actor: Actor): Promise<void> {
  const field = scope.slice(0, -1)
  return propose(tx, field, sql`draft ->> ${field} = ${from}::text`, to, actor)
}

/** Puts a restored group back into the drafts in which its deletion replaced it, except where it is another group now. */
function returnProposals(tx: Queryable, scope: GroupScope, id: string, deletionId: number, actor: Actor): Promise<void> {
  const field = scope.slice(0, -1)
  const wasReplaced = sql`exists (
    select from audit_entries deletion
    join audit_entries entry on entry.at = deletion.at and entry.request_id = deletion.request_id
      and entry.action = 'updated' and entry.subject = 'PlantRequest'
    where deletion.id = ${deletionId} and entry.subject_id = plant_requests.id::text
      and entry.before -> 'draft' ->> ${field} = ${id}::text and entry.after -> 'draft' ->> ${field} = draft ->> ${field})`
  return propose(tx, field, wasReplaced, id, actor)
}

/** Sets a group in the drafts of the open plant requests that match; each gets a new version and an audit entry. */
async function propose(tx: Queryable, field: string, where: Sql, to: string, actor: Actor): Promise<void> {
  await tx.query(sql`
    with held as (
      select id, draft as was from plant_requests
      where ${where} and status = any(${[...openStatuses]}::text[]) order by id for update
    ), moved as (
      update plant_requests r set draft = jsonb_set(r.draft, array[${field}::text], to_jsonb(${to}::text)), version = version + 1, updated_at = now()
      from held where r.id = held.id returning r.id, held.was, r.draft
    )
    insert into audit_entries (user_id, request_id, action, subject, subject_id, before, after)
    select ${actor.userId}::uuid, ${actor.requestId}, 'updated', 'PlantRequest', id::text,
      jsonb_build_object('draft', was), jsonb_build_object('draft', draft)
    from moved`)
}

/** Up to this many plants, their sensors are looked up plant by plant; beyond it, all sensors are scanned. */
const FEW_PLANTS = 2000

/** Counts the sensors at each group's plants. A few groups have most plants. */
function sensorsOf(key: Sql, page: Sql): Sql {
  const few = sql`(select count(*) from used) <= ${FEW_PLANTS}`
  return sql`
    with used as materialized (
      select p.${key} as id, p.id as plant_id from plants p where p.${key} in (select id from ${page})
    )
    select used.id, count(*) as n
    from used join sensors s on s.plant_id = used.plant_id
    where ${few} group by used.id
    union all
    select used.id, sum(watched.n)::bigint as n
    from (select plant_id, count(*) as n from sensors where plant_id is not null group by plant_id) watched
    join used on used.plant_id = watched.plant_id
    where not ${few} group by used.id`
}

/** Computes the effect of new ranges on the plants that `users` selects, and on their sensors. */
async function effect(db: Queryable, users: Sql, ranges: readonly Range[], values: Values): Promise<ChangePreview> {
  const { rows: plants } = await db.query<NamedRow & { total: number }>(sql`
    select p.id, p.title as name, count(*) over () as total from plants p where ${users} order by p.title, p.id limit ${PREVIEW_NAMED}`)
  const { rows: sensors } = await db.query<NamedRow>(
    sql`select s.id, s.name from plants p join sensors s on s.plant_id = p.id where ${users} order by s.name, s.id`,
  )
  const newRanges = Object.fromEntries(
    ranges.map(({ metric, min, max }) => [metric, [end(values[min]), end(values[max])] as const]),
  )
  const changing: ChangingSensor[] = []
  for (let at = 0; at < sensors.length; at += AT_ONCE)
    changing.push(...(await changingAmong(db, sensors.slice(at, at + AT_ONCE), newRanges)))
  return {
    plants: plants.map(({ id, name }) => ({ id, name })),
    plantsTotal: plants[0]?.total ?? 0,
    sensorsTotal: sensors.length,
    sensorsChanging: changing.length,
    sensors: changing.slice(0, PREVIEW_SENSORS),
  }
}

/** Finds the sensors with a reading that the new ranges judge differently. */
async function changingAmong(
  db: Queryable,
  sensors: readonly NamedRow[],
  newRanges: TargetRanges['ranges'],
): Promise<readonly ChangingSensor[]> {
  const sensorIds = sensors.map(({ id }) => id)
  const [targets, latest, now] = await Promise.all([targetRangesOf(db, sensorIds), latestOf(db, sensorIds), nowOf(db)])
  const statuses = async (by: readonly TargetRanges[]) =>
    new Map(
      (await judgeLatest(db, latest, by)).map((each) => [
        `${each.sensorId} ${each.metric}`,
        { ...each, now: statusAt(each, now) },
      ]),
    )
  const before = await statuses(targets)
  const after = await statuses(targets.map((each) => ({ ...each, ranges: { ...each.ranges, ...newRanges } })))
  const changes = [...new Map([...before, ...after])].flatMap(([key, { sensorId, metric }]) => {
    const [from, to] = [before.get(key)?.now ?? 'no_range', after.get(key)?.now ?? 'no_range']
    return from === to ? [] : [[sensorId, { metric, from, to }] as const]
  })
  const bySensor = new Map(changes)
  return sensors.flatMap(({ id, name }) => {
    const change = bySensor.get(id)
    return change === undefined ? [] : [{ id, name, ...change }]
  })
}

function end(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
