import type { Reading, SensorReport } from '../../contract/datapoints'
import type { Batch } from './batch'

/** A sensor that a batch speaks of: when it was heard last, in milliseconds since 1970, and what it says of itself. */
export interface HeardSensor {
  /** From 1. */
  readonly place: number
  readonly eui: string
  at: number
  /** How many readings of it there are, those that come twice too. */
  given: number
  batteryPct: number | null
  rssiDbm: number | null
  snrDb: number | null
  firmwareVersion: string | null
}

/** A reading, of the sensor at that place. */
export interface HeardReading extends Omit<Reading, 'sensorEui'> {
  readonly place: number
  /** Its own place in the batch, from 0. */
  readonly index: number
  /** Whether it is the batch's latest of the sensor's metric. */
  newest: boolean
}

/** What a batch tells: of each sensor, in order of their places; its readings, of two of one moment the first; and the others, `repeated`. */
export interface Heard {
  readonly sensors: readonly HeardSensor[]
  readonly readings: readonly HeardReading[]
  readonly repeated: readonly HeardReading[]
}

/** A sensor's readings of one metric, by their moments. */
interface Curve {
  readonly sensor: HeardSensor
  readonly readings: Map<number, HeardReading>
  newest: HeardReading
}

/** Gathers what a batch tells. A reading tells that its sensor was there when it measured, a report that it is there `now`. */
export function heardIn(batch: Batch, now: number): Heard {
  const sensors = new Map<string, HeardSensor>()
  const curves = new Map<string, Curve>()
  const repeated: HeardReading[] = []
  for (const { index, sensorEui, metric, value, measuredAt } of batch.readings) {
    const sensor = sensorOf(sensors, sensorEui, measuredAt)
    sensor.given += 1
    const reading = { place: sensor.place, index, metric, value, measuredAt, newest: false }
    if (!keep(curves, sensor, reading)) repeated.push(reading)
  }
  for (const { newest, sensor } of curves.values()) {
    newest.newest = true
    if (newest.metric === 'battery') sensor.batteryPct = newest.value
  }
  for (const report of batch.reports) note(sensorOf(sensors, report.sensorEui, now), report)
  const readings = [...curves.values()].flatMap((curve) => [...curve.readings.values()])
  return { sensors: [...sensors.values()], readings, repeated }
}

/** The sensor of that EUI, which was heard at that moment. */
function sensorOf(sensors: Map<string, HeardSensor>, eui: string, at: number): HeardSensor {
  const known = sensors.get(eui)
  if (known !== undefined) {
    known.at = Math.max(known.at, at)
    return known
  }
  const place = sensors.size + 1
  const sensor = { place, eui, at, given: 0, batteryPct: null, rssiDbm: null, snrDb: null, firmwareVersion: null }
  sensors.set(eui, sensor)
  return sensor
}

/** False when there is another of that moment. */
function keep(curves: Map<string, Curve>, sensor: HeardSensor, reading: HeardReading): boolean {
  const { place, metric, measuredAt } = reading
  const key = `${place} ${metric}`
  const curve = curves.get(key)
  if (curve === undefined) curves.set(key, { sensor, readings: new Map([[measuredAt, reading]]), newest: reading })
  else if (curve.readings.has(measuredAt)) return false
  else {
    curve.readings.set(measuredAt, reading)
    if (measuredAt > curve.newest.measuredAt) curve.newest = reading
  }
  return true
}

function note(sensor: HeardSensor, { batteryPct, rssiDbm, snrDb, firmwareVersion }: SensorReport): void {
  sensor.batteryPct = batteryPct ?? sensor.batteryPct
  sensor.rssiDbm = rssiDbm ?? sensor.rssiDbm
  sensor.snrDb = snrDb ?? sensor.snrDb
  sensor.firmwareVersion = firmwareVersion ?? sensor.firmwareVersion
}
