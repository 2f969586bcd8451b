import sql from 'sql-template-tag'
import { PLANT_SENSORS_MAX, type LatestReading, type PlantSensor } from '../../contract/readings'
import type { Queryable } from '../db/database'
import { judgeLatest, latestOf, nowOf, statusAt, type Judged } from './judgement'
import { targetRangesOf, type TargetRanges } from './ranges'

/** Reads a sensor's latest readings, ordered by metric, judged against its plant's groups. */
export async function latestReadingsOf(db: Queryable, sensorId: string): Promise<LatestReading[]> {
  return (await readingsBySensor(db, [sensorId])).get(sensorId) ?? []
}

/** Reads a plant's sensors by name, at most `PLANT_SENSORS_MAX`, with their latest readings; empty for a sensor that never measured. */
export async function plantReadingsOf(db: Queryable, plantId: string): Promise<PlantSensor[]> {
  const { rows: sensors } = await db.query<Omit<PlantSensor, 'readings'>>(sql`
    select id as "sensorId", name as "sensorName", moisture_calibrated as "moistureCalibrated"
    from sensors where plant_id = ${plantId} order by name, id limit ${PLANT_SENSORS_MAX}`)
  const ids = sensors.map(({ sensorId }) => sensorId)
  const readings = await readingsBySensor(db, ids)
  return sensors.map((sensor) => ({ ...sensor, readings: readings.get(sensor.sensorId) ?? [] }))
}

async function readingsBySensor(db: Queryable, sensorIds: readonly string[]): Promise<ReadonlyMap<string, LatestReading[]>> {
  const [targets, latest, now] = await Promise.all([targetRangesOf(db, sensorIds), latestOf(db, sensorIds), nowOf(db)])
  const judged = await judgeLatest(db, latest, targets)
  const targetsBySensor = new Map(targets.map((each) => [each.sensorId, each]))
  const readings = new Map<string, LatestReading[]>()
  for (const each of judged.toSorted((one, other) => (one.metric < other.metric ? -1 : 1)))
    readings.set(each.sensorId, [
      ...(readings.get(each.sensorId) ?? []),
      toLatestReading(each, targetsBySensor.get(each.sensorId), now),
    ])
  return readings
}

function toLatestReading(judged: Judged, targets: TargetRanges | undefined, now: number): LatestReading {
  const { metric, value, measuredAt, range } = judged
  const [luxMin = null, luxMax = null] = metric === 'illuminance' && targets !== undefined ? targets.luxByDay : []
  const [min, max] = range
  return { metric, value, measuredAt, status: statusAt(judged, now), min: min ?? luxMin, max: max ?? luxMax }
}
