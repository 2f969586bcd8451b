import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { judgeLatest, latestOf, type Judged } from './judgement'
import { wantsOf } from './ranges'

/** Sensors of one statement: a group of very many must not take longer than a statement may. */
export const AT_ONCE = 5_000

/**
 * How a sensor stands by all its readings, in two moments, so that lists find it by an index: until when one of its readings is low or high
 * (null: none is), and until when all are fresh that are judged (infinity: none is judged). In milliseconds since 1970.
 */
export interface Condition {
  readonly sensorId: string
  readonly strayUntil: number | null
  readonly judgedUntil: number
}

/** The condition of each sensor that these readings are of. */
export function conditionsOf(judged: readonly Judged[]): Condition[] {
  const bySensor = new Map<string, { stray: number; fresh: number }>()
  for (const { sensorId, standing, freshUntil } of judged) {
    const worst = bySensor.get(sensorId) ?? { stray: -Infinity, fresh: Infinity }
    bySensor.set(sensorId, worst)
    if (standing === 'low' || standing === 'high') worst.stray = Math.max(worst.stray, freshUntil)
    if (standing !== 'no_range') worst.fresh = Math.min(worst.fresh, freshUntil)
  }
  return [...bySensor].map(([sensorId, { stray, fresh }]) => ({
    sensorId,
    strayUntil: stray === -Infinity ? null : stray,
    judgedUntil: fresh,
  }))
}

/**
 * Judges sensors by their readings as they are now, for lists and counts: see `sensor_stats`. The caller holds the sensors' rows, so that of
 * two who judge the same sensor the second sees what the first did. Of two administrators who at one moment change a range and put a sensor
 * under it, neither sees the other: then the sensor's next reading judges it.
 */
export async function judge(tx: Queryable, sensorIds: readonly string[]): Promise<void> {
  for (let at = 0; at < sensorIds.length; at += AT_ONCE) {
    const ids = sensorIds.slice(at, at + AT_ONCE)
    const conditions = conditionsOf(await judgeLatest(tx, await latestOf(tx, ids), await wantsOf(tx, ids)))
    await tx.query(sql`
      update sensor_stats stats set stray_until = now.stray_until, judged_until = now.judged_until
      from (
        select sensor_id, to_timestamp(stray / 1000) as stray_until, to_timestamp(fresh / 1000) as judged_until
        from unnest(
          ${conditions.map(({ sensorId }) => sensorId)}::uuid[], ${conditions.map(({ strayUntil }) => strayUntil)}::double precision[],
          ${conditions.map(({ judgedUntil }) => judgedUntil)}::double precision[]
        ) as each (sensor_id, stray, fresh)
      ) as now
      where stats.sensor_id = now.sensor_id
        and (stats.stray_until, stats.judged_until) is distinct from (now.stray_until, now.judged_until)`)
  }
}

/** Judges the sensors `s` of which `condition` is true. */
export async function judgeWhere(tx: Queryable, condition: Sql): Promise<void> {
  await judge(tx, await holdSensors(tx, condition))
}

/**
 * Holds the sensors `s` of which `condition` is true against everybody who stores or judges their readings, in the one order in which
 * everybody does; answers their ids.
 */
export async function holdSensors(tx: Queryable, condition: Sql): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    sql`select s.id from sensors s where ${condition} order by s.id for no key update`,
  )
  return rows.map(({ id }) => id)
}
