import sql, { bulk, type Sql } from 'sql-template-tag'
import type { Database, Queryable } from '../db/database'
import { lockSensors, judge } from './condition'

/** Sensors per transaction. */
const AT_ONCE = 500
/** Sorts before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The metrics that light is computed from. */
export const lightMetrics: Sql = sql`('ppfd', 'illuminance')`

/** Computes each sensor's light of yesterday (UTC) once a day, and deletes the value of sensors with too few hours. */
export async function computeLight(db: Database): Promise<void> {
  const { rows } = await db.query<{ today: string }>(sql`
    select date_trunc('day', now(), 'UTC') as today
    where not exists (select from rollup_progress where name = 'light' and received_until >= date_trunc('day', now(), 'UTC'))`)
  const [day] = rows
  if (day === undefined) return
  for (let after: string | null = NO_ID; after !== null;) {
    const last: string = after
    after = await db.transaction((tx) => computeNext(tx, last))
  }
  await db.query(sql`
    insert into rollup_progress (name, received_until) values ('light', ${day.today})
    on conflict (name) do update set received_until = excluded.received_until`)
}

/** Computes the light of the next sensors after this id; returns the last id, or null when there are no more. */
async function computeNext(tx: Queryable, after: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(sql`
    select id from (
      select sensor_id as id from sensor_latest where metric = 'dli'
      union
      select sensor_id from datapoints_hourly where metric in ${lightMetrics} and at >= date_trunc('day', now(), 'UTC') - interval '1 day'
    ) as with_light
    where id > ${after}::uuid order by id limit ${AT_ONCE}`)
  const ids = rows.map(({ id }) => id)
  await computeLightOf(tx, await lockSensors(tx, sql`s.id = any(${ids}::uuid[])`))
  return ids.length < AT_ONCE ? null : (ids.at(-1) ?? null)
}

/** Computes yesterday's light of these sensors from their hourly roll-ups. The caller holds their rows. */
export async function computeLightOf(tx: Queryable, sensorIds: readonly string[]): Promise<void> {
  if (sensorIds.length === 0) return
  const { rows: light } = await tx.query<{ sensorId: string; dli: number; measuredAt: string }>(sql`
    select sensor_id as "sensorId", dli, measured_at as "measuredAt" from sensor_light where sensor_id = any(${sensorIds}::uuid[])`)
  const withLight = new Set(light.map(({ sensorId }) => sensorId))
  await tx.query(sql`
    delete from sensor_latest where metric = 'dli' and sensor_id = any(${sensorIds.filter((id) => !withLight.has(id))}::uuid[])`)
  if (light.length > 0)
    await tx.query(sql`
      insert into sensor_latest (sensor_id, metric, value, measured_at)
      values ${bulk(light.map(({ sensorId, dli, measuredAt }) => [sensorId, 'dli', dli, measuredAt]))}
      on conflict (sensor_id, metric) do update set value = excluded.value, measured_at = excluded.measured_at`)
  await judge(tx, sensorIds)
}
