import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../db/database'

/** Sensors of one statement: a group of very many must not take longer than a statement may. */
const AT_ONCE = 5_000

/**
 * Judges sensors by their readings as they are now, for lists and counts: see `sensor_stats`. The caller holds their rows, so that of two
 * who judge the same sensor the second sees what the first did. Of two administrators who at one moment change a range and put a sensor
 * under it, neither sees the other: then the sensor's next reading judges it.
 */
export async function judge(tx: Queryable, sensorIds: readonly string[]): Promise<void> {
  for (let at = 0; at < sensorIds.length; at += AT_ONCE)
    await tx.query(sql`
      update sensor_stats stats set stray_until = now.stray_until, judged_until = now.judged_until
      from judgements_of(${sensorIds.slice(at, at + AT_ONCE)}::uuid[]) as now
      where stats.sensor_id = now.sensor_id
        and (stats.stray_until, stats.judged_until) is distinct from (now.stray_until, now.judged_until)`)
}

/** Judges the sensors `s` of which `condition` is true. */
export async function judgeWhere(tx: Queryable, condition: Sql): Promise<void> {
  await judge(tx, await holdSensors(tx, condition))
}

/** Holds the sensors `s` of which `condition` is true, in the one order in which everybody does; answers their ids, at most so many. */
export async function holdSensors(tx: Queryable, condition: Sql, most: number | null = null): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    sql`select s.id from sensors s join sensor_stats st on st.sensor_id = s.id where ${condition}
      order by s.id limit ${most} for no key update`,
  )
  return rows.map(({ id }) => id)
}
