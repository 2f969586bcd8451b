import sql, { raw, type Sql } from 'sql-template-tag'
import type { LatestReading } from '../../contract/readings'
import type { Queryable } from '../db/database'

/** The limits of a metric that suit a plant; null leaves an end open. */
export type Range = readonly [min: number | null, max: number | null]

/** The target ranges of a sensor's plant, which judge the sensor's readings. */
export interface TargetRanges {
  readonly sensorId: string
  /** The sensor's reporting interval in seconds. */
  readonly intervalS: number
  readonly ranges: Readonly<Partial<Record<LatestReading['metric'], Range>>>
  /** Range of daytime illuminance. Shown beside the reading but not used to judge it, because it is dark at night. */
  readonly luxByDay: Range
}

/** Reads the target ranges of these sensors' plants; skips sensors at no plant. Reads catalogue tables only. */
export async function targetRangesOf(db: Queryable, sensorIds: readonly string[]): Promise<TargetRanges[]> {
  if (sensorIds.length === 0) return []
  const { rows } = await db.query<TargetRanges>(sql`
    select s.id as "sensorId", s.reporting_interval_s as "intervalS",
      json_build_object(
        'soil_moisture', ${range('h.soil_moisture')}, 'air_humidity', ${range('h.air_humidity')},
        'air_temperature', json_build_array(t.min_c, t.max_c), 'soil_ec', ${range('p.soil_ec')}, 'dli', ${range('l.dli')}
      ) as ranges,
      ${range('l.lux')} as "luxByDay"
    from sensors s
    join plants p on p.id = s.plant_id
    left join humidity_groups h on h.id = p.humidity_group_id
    left join temperature_groups t on t.id = p.temperature_group_id
    left join light_groups l on l.id = p.light_group_id
    where s.id = any(${sensorIds}::uuid[])`)
  return rows
}

function range(column: string): Sql {
  return raw(`json_build_array(${column}_min, ${column}_max)`)
}
