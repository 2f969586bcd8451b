import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { notifyOfReadings } from '../events/readings'
import { judgeLatest, latestOf, type Judged } from './judgement'
import { targetRangesOf } from './ranges'

/** Sensors per statement, so that a very large group stays within the statement timeout. */
export const AT_ONCE = 5_000

/**
 * A sensor's status as two moments that an index can serve, in milliseconds since 1970: until when one of its readings counts as low or
 * high (null: none is), and until when all of its judged readings are fresh (infinity: none is judged).
 */
export interface Condition {
  readonly sensorId: string
  readonly outOfRangeUntil: number | null
  readonly judgedUntil: number
  /** Whether a reading is low or high that is not the light of a day: since when it is can be told. */
  readonly strays: boolean
}

/** Combines judged readings to the condition of each of their sensors. */
export function conditionsOf(judged: readonly Judged[]): Condition[] {
  const bySensor = new Map<string, { outOfRange: number; fresh: number; strays: boolean }>()
  for (const { sensorId, metric, standing, freshUntil } of judged) {
    const worst = bySensor.get(sensorId) ?? { outOfRange: -Infinity, fresh: Infinity, strays: false }
    bySensor.set(sensorId, worst)
    if (standing === 'low' || standing === 'high') {
      worst.outOfRange = Math.max(worst.outOfRange, freshUntil)
      worst.strays ||= metric !== 'dli'
    }
    if (standing !== 'no_range') worst.fresh = Math.min(worst.fresh, freshUntil)
  }
  return [...bySensor].map(([sensorId, { outOfRange, fresh, strays }]) => ({
    sensorId,
    outOfRangeUntil: outOfRange === -Infinity ? null : outOfRange,
    judgedUntil: fresh,
    strays,
  }))
}

/**
 * Judges sensors by their latest readings, stores their conditions in `sensor_stats` for lists and counts, and notifies of the changed
 * ones. The caller holds the sensors' rows, so that of two transactions that judge one sensor the second sees what the first wrote. When
 * one administrator changes a range while another puts a sensor under it, neither transaction sees the other: the sensor's next reading
 * corrects the condition.
 */
export async function judge(tx: Queryable, sensorIds: readonly string[]): Promise<void> {
  const changed: string[] = []
  for (let at = 0; at < sensorIds.length; at += AT_ONCE) {
    const ids = sensorIds.slice(at, at + AT_ONCE)
    const conditions = conditionsOf(await judgeLatest(tx, await latestOf(tx, ids), await targetRangesOf(tx, ids)))
    const { rows } = await tx.query<{ id: string }>(sql`
      update sensor_stats stats set stray_until = now.stray_until, judged_until = now.judged_until,
        stray_since = case when now.strays then coalesce(stats.stray_since, now()) end
      from (
        select sensor_id, to_timestamp(stray / 1000) as stray_until, to_timestamp(fresh / 1000) as judged_until, strays
        from unnest(
          ${conditions.map(({ sensorId }) => sensorId)}::uuid[], ${conditions.map(({ outOfRangeUntil }) => outOfRangeUntil)}::double precision[],
          ${conditions.map(({ judgedUntil }) => judgedUntil)}::double precision[], ${conditions.map(({ strays }) => strays)}::boolean[]
        ) as each (sensor_id, stray, fresh, strays)
      ) as now
      where stats.sensor_id = now.sensor_id
        and (stats.stray_until, stats.judged_until, stats.stray_since is not null)
          is distinct from (now.stray_until, now.judged_until, now.strays)
      returning stats.sensor_id as id`)
    changed.push(...rows.map(({ id }) => id))
  }
  await notifyOfReadings(tx, [], changed)
}

/** Judges the sensors `s` that match `condition`. */
export async function judgeWhere(tx: Queryable, condition: Sql): Promise<void> {
  await judge(tx, await lockSensors(tx, condition))
}

/**
 * Locks the sensors `s` that match `condition` against all who store or judge their readings, ordered by id as everywhere to avoid
 * deadlocks; returns their ids.
 */
export async function lockSensors(tx: Queryable, condition: Sql): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    sql`select s.id from sensors s where ${condition} order by s.id for no key update`,
  )
  return rows.map(({ id }) => id)
}
