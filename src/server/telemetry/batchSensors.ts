import type { SensorReport } from '../../contract/datapoints'
import type { Metric } from '../../contract/metrics'
import type { Batch, BatchReading } from './batch'

/** A sensor in a batch: its latest report, in milliseconds since 1970, and what it reports of itself. */
export interface ReportedSensor {
  readonly eui: string
  at: number
  /** How many readings of it there are, those that come twice too. */
  given: number
  batteryPct: number | null
  rssiDbm: number | null
  snrDb: number | null
  firmwareVersion: string | null
}

/** What a sensor measured of one metric. */
export interface ReportedCurve {
  readonly sensor: ReportedSensor
  readonly metric: Metric
  /** Of two of one moment the first. */
  readonly readings: BatchReading[]
  /** Times of measurement, collected only once a reading is not later than the one before. */
  moments: Set<number> | null
  /** When the first of them was measured, in milliseconds since 1970. */
  first: number
  latest: BatchReading
}

/** A batch by sensor, in the order of their first mention, and by metric. */
export interface Reported {
  readonly sensors: readonly ReportedSensor[]
  readonly curves: readonly ReportedCurve[]
  /** Of a moment that came before. */
  readonly repeated: readonly BatchReading[]
}

/** A sensor, and its curves by their metrics. */
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
    curves.sensor.given += 1
    if (!keep(curves, reading)) repeated.push(reading)
  }
  const curves = [...all.values()].flatMap(({ of }) => [...of.values()])
  for (const { latest, sensor } of curves) if (latest.metric === 'battery') sensor.batteryPct = latest.value
  for (const report of batch.reports) note(curvesOf(all, report.sensorEui, now).sensor, report)
  return { sensors: [...all.values()].map(({ sensor }) => sensor), curves, repeated }
}

/** The entry of the sensor with that EUI, which reported at that time. */
function curvesOf(all: Map<string, Curves>, eui: string, at: number): Curves {
  const known = all.get(eui)
  if (known !== undefined) {
    known.sensor.at = Math.max(known.sensor.at, at)
    return known
  }
  const sensor = { eui, at, given: 0, batteryPct: null, rssiDbm: null, snrDb: null, firmwareVersion: null }
  const curves = { sensor, of: new Map<Metric, ReportedCurve>() }
  all.set(eui, curves)
  return curves
}

/** False when there is another of that moment. */
function keep({ sensor, of }: Curves, reading: BatchReading): boolean {
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

function note(sensor: ReportedSensor, { batteryPct, rssiDbm, snrDb, firmwareVersion }: SensorReport): void {
  sensor.batteryPct = batteryPct ?? sensor.batteryPct
  sensor.rssiDbm = rssiDbm ?? sensor.rssiDbm
  sensor.snrDb = snrDb ?? sensor.snrDb
  sensor.firmwareVersion = firmwareVersion ?? sensor.firmwareVersion
}
