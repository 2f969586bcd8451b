import sql, { type Sql } from 'sql-template-tag'
import { PLANT_SENSORS_MAX, type LatestReading, type PlantSensor } from '../../contract/readings'
import type { Queryable } from '../db/database'

/**
 * The latest of every metric of the sensors that `which` names. What the group wants of light by day is told beside illuminance, and nobody
 * is judged by it: at night it is dark.
 */
const told = (which: Sql) => sql`
  select m.sensor_id, m.metric, m.value, m.measured_at, m.status, coalesce(m.min, by_day.lux_min) as min, coalesce(m.max, by_day.lux_max) as max
  from sensor_metrics m
  left join lateral (
    select l.lux_min, l.lux_max from sensors s
    join plants p on p.id = s.plant_id join light_groups l on l.id = p.light_group_id
    where s.id = m.sensor_id and m.metric = 'illuminance'
  ) as by_day on true
  where m.sensor_id ${which}`

/** A sensor's latest readings by metric, each as its plant's groups judge it. */
export async function latestOf(db: Queryable, sensorId: string): Promise<LatestReading[]> {
  const { rows } = await db.query<LatestReading>(sql`
    select metric, value, measured_at as "measuredAt", status, min, max
    from (${told(sql`= ${sensorId}`)}) as told order by metric`)
  return rows
}

/** The sensors at a plant by name, at most `PLANT_SENSORS_MAX`, each with its latest readings. */
export async function plantReadingsOf(db: Queryable, plantId: string): Promise<PlantSensor[]> {
  const { rows } = await db.query<
    Omit<PlantSensor, 'readings'> & { [Field in keyof LatestReading]: LatestReading[Field] | null }
  >(sql`
    select of_plant.id as "sensorId", of_plant.name as "sensorName",
      of_plant.moisture_calibrated as "moistureCalibrated", m.metric, m.value, m.measured_at as "measuredAt", m.status, m.min, m.max
    from (select id, name, moisture_calibrated from sensors where plant_id = ${plantId} order by name, id limit ${PLANT_SENSORS_MAX}) as of_plant
    left join lateral (${told(sql`= of_plant.id`)}) as m on true
    order by of_plant.name, of_plant.id, m.metric`)
  const sensors = new Map<string, Omit<PlantSensor, 'readings'> & { readings: LatestReading[] }>()
  for (const { sensorId, sensorName, moistureCalibrated, metric, status, ...rest } of rows) {
    const sensor = sensors.get(sensorId) ?? { sensorId, sensorName, moistureCalibrated, readings: [] }
    sensors.set(sensorId, sensor)
    // A sensor that never measured stands there without readings.
    if (metric !== null && status !== null) sensor.readings.push({ metric, status, ...rest })
  }
  return [...sensors.values()]
}
