import type { SensorReport } from '../../contract/datapoints'
import type { Metric } from '../../contract/metrics'
import type { Batch, BatchReading } from './batch'

/** A sensor's battery in percent, and when it was measured or reported, in milliseconds since 1970. */
interface Battery {
  readonly pct: number
  readonly at: number
}

/** A sensor in a batch: when it last reported, in milliseconds since 1970, and what it reports about itself. */
export interface ReportedSensor {
  readonly eui: string
  at: number
  /** How many readings the batch has of it, duplicates included. */
  readingCount: number
  battery: Battery | null
  rssiDbm: number | null
  snrDb: number | null
  firmwareVersion: string | null
}

/** The readings of one sensor and metric. */
export interface ReportedCurve {
  readonly sensor: ReportedSensor
  readonly metric: Metric
  /** Without duplicates: of two readings of one moment, the first. */
  readonly readings: BatchReading[]
  /** Times of measurement; null while every reading is later than the one before, when no lookup is needed. */
  moments: Set<number> | null
  /** The earliest time of measurement, in milliseconds since 1970. */
  first: number
  latest: BatchReading
}

/** A batch grouped by sensor, in the order of first mention, and by sensor and metric. */
export interface Reported {
  readonly sensors: readonly ReportedSensor[]
  readonly curves: readonly ReportedCurve[]
  /** Readings that repeat the moment of an earlier one in the batch. */
  readonly repeated: readonly BatchReading[]
}

/** A sensor and its curves by metric. */
interface Curves {
  readonly sensor: ReportedSensor
  readonly of: Map<Metric, ReportedCurve>
}

/** Groups a batch by sensor. A reading shows that its sensor was online when it measured, a report that it is online `now`. */
export function reportedIn(batch: Batch, now: number): Reported {
  const all = new Map<string, Curves>()
  const repeated: BatchReading[] = []
  for (const reading of batch.readings) {
    const curves = curvesOf(all, reading.sensorEui, reading.measuredAt)
    curves.sensor.readingCount += 1
    if (!addReading(curves, reading)) repeated.push(reading)
  }
  const curves = [...all.values()].flatMap(({ of }) => [...of.values()])
  for (const { latest, sensor } of curves)
    if (latest.metric === 'battery') sensor.battery = { pct: latest.value, at: latest.measuredAt }
  for (const report of batch.reports) addReport(curvesOf(all, report.sensorEui, now).sensor, report)
  return { sensors: [...all.values()].map(({ sensor }) => sensor), curves, repeated }
}

/** Finds or adds the entry of the sensor with this EUI, which reported at `at`. */
function curvesOf(all: Map<string, Curves>, eui: string, at: number): Curves {
  const known = all.get(eui)
  if (known !== undefined) {
    known.sensor.at = Math.max(known.sensor.at, at)
    return known
  }
  const sensor = { eui, at, readingCount: 0, battery: null, rssiDbm: null, snrDb: null, firmwareVersion: null }
  const curves = { sensor, of: new Map<Metric, ReportedCurve>() }
  all.set(eui, curves)
  return curves
}

/** Adds a reading to its curve; false when the curve already has one of that moment. */
function addReading({ sensor, of }: Curves, reading: BatchReading): boolean {
  const curve = of.get(reading.metric)
  if (curve === undefined) {
    const { metric, measuredAt } = reading
    of.set(metric, { sensor, metric, readings: [reading], moments: null, first: measuredAt, latest: reading })
    return true
  }
  const later = reading.measuredAt > curve.latest.measuredAt
  if (!later) curve.moments ??= new Set(curve.readings.map(({ measuredAt }) => measuredAt))
  if (!later && curve.moments?.has(reading.measuredAt)) return false
  curve.moments?.add(reading.measuredAt)
  curve.readings.push(reading)
  if (later) curve.latest = reading
  else if (reading.measuredAt < curve.first) curve.first = reading.measuredAt
  return true
}

function addReport(sensor: ReportedSensor, { batteryPct, rssiDbm, snrDb, firmwareVersion }: SensorReport): void {
  if (typeof batteryPct === 'number') sensor.battery = { pct: batteryPct, at: sensor.at }
  sensor.rssiDbm = rssiDbm ?? sensor.rssiDbm
  sensor.snrDb = snrDb ?? sensor.snrDb
  sensor.firmwareVersion = firmwareVersion ?? sensor.firmwareVersion
}
