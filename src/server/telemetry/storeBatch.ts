import type { RefusalCode } from '../../contract/datapoints'
import type { Transaction } from '../db/database'
import type { Sender } from './admission'
import type { Batch, BatchReading } from './batch'
import type { Reported, ReportedSensor } from './batchSensors'
import { conditionsOf, type Condition } from './condition'
import { sensorsBehind } from './deviceState'
import { judgeLatest, latestOf } from './judgement'
import { byCurve, keyOf, overlapping, withLater, type LatestByCurve } from './latestByCurve'
import { targetRangesOf, type TargetRanges } from './ranges'
import {
  addLatest,
  countBatch,
  lockSensorsOf,
  insertReadings,
  moveLatest,
  recordReport,
  recordCheckIn,
  recordInstallation,
  recordSensors,
  recordUnknown,
  storedOf,
  type Caller,
  type StoredCurve,
} from './statements'

/** A parsed batch, its sender, when it arrived, and its readings and reports by sensor. */
export interface ReceivedBatch {
  readonly sender: Sender
  readonly at: Date
  readonly batch: Batch
  readonly reported: Reported
}

/** A batch's sensors: the ids of those that are accepted, and those that are refused. */
interface Sorted {
  readonly ids: ReadonlyMap<ReportedSensor, string>
  /** Assigned to another gateway. */
  readonly elsewhere: readonly ReportedSensor[]
  /** Not registered. */
  readonly unknown: readonly ReportedSensor[]
}

/** The outcome of a stored batch. */
export interface StoredBatch extends Sorted, Pick<Caller, 'firmware'> {
  readonly gatewayId: string
  /** The sensors that reported, and all sensors of a gateway that was silent before: they were unreachable. */
  readonly changedSensors: readonly string[]
  /** How many readings are new. */
  readonly stored: number
  /** Readings that were stored before. */
  readonly known: readonly BatchReading[]
}

/**
 * Stores a batch, counts its readings, judges its sensors and records the call; null when the sender is not admitted. Readings later than
 * their curve's latest count as new without a lookup, unless `isThorough`: a lookup costs as much as storing. Sends statements that do not
 * depend on each other's answers together.
 */
export async function storeBatch(
  tx: Transaction,
  { sender, at, batch, reported }: ReceivedBatch,
  isThorough: boolean,
): Promise<StoredBatch | null> {
  const caller = await recordReport(tx, sender, batch.firmwareVersion, at)
  if (caller === null) return null
  const sorted = await sortSensors(tx, reported.sensors, caller)
  const accepted = curvesOf(reported, sorted.ids)
  const ids = [...new Set(accepted.map(({ sensorId }) => sensorId))]
  const [targets, before] = await Promise.all([targetRangesOf(tx, ids), latestOf(tx, ids).then(byCurve)])
  const { curves, known } = await withoutStored(tx, accepted, isThorough ? accepted : overlapping(before, accepted))
  const conditions = await storeCurves(tx, curves, targets, before)
  const stored = curves.reduce((sum, { readings }) => sum + readings.length, 0)
  const [unreachable] = await Promise.all([
    caller.wasSilent ? sensorsBehind(tx, [caller.id]) : [],
    recordSensors(tx, updatesOf(sorted, curves, conditions, before)),
    recordUnknown(
      tx,
      caller.id,
      sorted.unknown.map(({ eui }) => eui),
    ),
    recordCheckIn(tx, caller.id, checkInOf(batch, sorted, stored)),
    caller.isFirst && batch.firmwareVersion !== undefined && recordInstallation(tx, caller.id),
    // Last, so that requests that wait for this counter do not wait for the whole batch.
    sender.gatewayId === null && countBatch(tx, caller.id, at),
  ])
  const changedSensors = [...sorted.ids.values(), ...unreachable]
  return { ...sorted, gatewayId: caller.id, changedSensors, firmware: caller.firmware, stored, known }
}

/**
 * Locks the registered sensors and sorts them. A leaked key must not reach further than its gateway: readings of another gateway's sensors
 * are refused unless an administrator allows them.
 */
async function sortSensors(tx: Transaction, sensors: readonly ReportedSensor[], caller: Caller): Promise<Sorted> {
  const locked = await lockSensorsOf(
    tx,
    sensors.map(({ eui }) => eui),
  )
  const byEui = new Map(locked.map((each) => [each.eui, each]))
  const ids = new Map<ReportedSensor, string>()
  const elsewhere: ReportedSensor[] = []
  const unknown: ReportedSensor[] = []
  for (const sensor of sensors) {
    const found = byEui.get(sensor.eui)
    if (found === undefined) unknown.push(sensor)
    else if (caller.readsAll || found.gatewayId === null || found.gatewayId === caller.id) ids.set(sensor, found.id)
    else elsewhere.push(sensor)
  }
  return { ids, elsewhere, unknown }
}

function curvesOf({ curves }: Reported, ids: Sorted['ids']): StoredCurve[] {
  return curves.flatMap(({ sensor, metric, readings, first, latest }) => {
    const sensorId = ids.get(sensor)
    return sensorId === undefined ? [] : [{ sensorId, metric, readings, first, latest }]
  })
}

/** Removes stored readings from curves; looks them up only in the `doubtful` ones. */
async function withoutStored(tx: Transaction, all: readonly StoredCurve[], doubtful: readonly StoredCurve[]) {
  const stored = new Set((await storedOf(tx, doubtful)).map(({ place, at }) => `${place} ${at}`))
  const known: BatchReading[] = []
  const newOf = new Map(
    doubtful.map((curve, place) => [
      curve,
      curve.readings.filter((reading) => {
        const isKnown = stored.has(`${place} ${reading.measuredAt}`)
        if (isKnown) known.push(reading)
        return !isKnown
      }),
    ]),
  )
  return { curves: all.map((curve) => ({ ...curve, readings: newOf.get(curve) ?? curve.readings })), known }
}

/** Stores the readings and returns the new conditions of their sensors. `before` holds their latest readings until now. */
async function storeCurves(
  tx: Transaction,
  curves: readonly StoredCurve[],
  targets: readonly TargetRanges[],
  before: LatestByCurve,
): Promise<Condition[]> {
  const judged = targets.filter(({ ranges }) => Object.values(ranges).some(([min, max]) => min !== null || max !== null))
  const judgedIds = new Set(judged.map(({ sensorId }) => sensorId))
  const { latest, moved, added } = withLater(before, curves)
  await Promise.all([insertReadings(tx, curves), moveLatest(tx, moved), addLatest(tx, added)])
  const ofJudged = latest.filter(({ sensorId }) => judgedIds.has(sensorId))
  return conditionsOf(await judgeLatest(tx, ofJudged, judged))
}

/** Collects the update of each sensor. One whose plant has no ranges gets the condition of a sensor that is not judged. */
function updatesOf({ ids }: Sorted, curves: readonly StoredCurve[], conditions: readonly Condition[], before: LatestByCurve) {
  const bySensor = new Map(conditions.map((condition) => [condition.sensorId, condition]))
  const counts = new Map<string, number>()
  for (const { sensorId, readings } of curves) counts.set(sensorId, (counts.get(sensorId) ?? 0) + readings.length)
  return [...ids].map(([report, id]) => {
    const stored = counts.get(id)
    const free = { sensorId: id, outOfRangeUntil: null, judgedUntil: Infinity, strays: false }
    const condition = stored === undefined ? undefined : (bySensor.get(id) ?? free)
    return { id, report, batteryBefore: batteryBefore(before, id, report), stored: stored ?? 0, condition }
  })
}

function batteryBefore(before: LatestByCurve, id: string, { battery }: ReportedSensor): number | null {
  const known = before.get(keyOf({ sensorId: id, metric: 'battery' }))
  return battery !== null && known !== undefined && known.at < battery.at ? known.value : null
}

function checkInOf(batch: Batch, { ids, elsewhere, unknown }: Sorted, stored: number) {
  const refusals: Partial<Record<RefusalCode | 'report', number>> = {}
  const refuse = (code: RefusalCode | 'report', count: number): void => {
    if (count > 0) refusals[code] = (refusals[code] ?? 0) + count
  }
  for (const { code } of batch.refused) refuse(code, 1)
  refuse('report', batch.refusedReports.length)
  refuse('unknown_sensor', readingCountOf(unknown))
  refuse('other_gateway', readingCountOf(elsewhere))
  const duplicates = readingCountOf(ids.keys()) - stored
  return { stored, duplicates, refusals, unknown: unknown.length, firmwareVersion: batch.firmwareVersion }
}

function readingCountOf(sensors: Iterable<ReportedSensor>): number {
  return [...sensors].reduce((sum, { readingCount }) => sum + readingCount, 0)
}
