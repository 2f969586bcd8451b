import type { RefusalCode } from '../../contract/datapoints'
import type { Transaction } from '../db/database'
import type { Sender } from './admission'
import type { Batch, BatchReading } from './batch'
import type { Reported, ReportedSensor } from './batchSensors'
import { conditionsOf, type Condition } from './condition'
import { judgeLatest, latestOf } from './judgement'
import { knownBy, overlapping, withLater, type Known } from './known'
import { wantsOf, type Wants } from './ranges'
import {
  addLatest,
  countBatch,
  holdSensorsOf,
  insertReadings,
  moveLatest,
  noteCaller,
  noteCheckIn,
  noteInstalled,
  noteSensors,
  noteUnknown,
  storedOf,
  type Caller,
  type StoredCurve,
} from './storing'

/** A batch, who sent it and when, and what it tells of each sensor. */
export interface ReceivedBatch {
  readonly sender: Sender
  readonly at: Date
  readonly batch: Batch
  readonly heard: Reported
}

/** Which of the sensors that a batch speaks of are stored, by their ids, and which are not. */
interface Sorted {
  readonly ids: ReadonlyMap<ReportedSensor, string>
  /** Assigned to another gateway. */
  readonly elsewhere: readonly ReportedSensor[]
  /** Registered by nobody. */
  readonly unknown: readonly ReportedSensor[]
}

/** What came of a batch. */
export interface Taken extends Sorted, Pick<Caller, 'firmware'> {
  readonly gatewayId: string
  /** How many readings are new. */
  readonly stored: number
  /** Those that had been stored before. */
  readonly known: readonly BatchReading[]
}

/**
 * Stores, counts, judges and notes all that a batch tells; null when its sender is not let in. Readings that are later than all of their
 * curve are taken for new, unless `isThorough`: looking for them costs as much as storing them. Statements that do not wait for each other's
 * answers are sent together.
 */
export async function takeIn(
  tx: Transaction,
  { sender, at, batch, heard }: ReceivedBatch,
  isThorough: boolean,
): Promise<Taken | null> {
  const caller = await noteCaller(tx, sender, batch.firmwareVersion, at)
  if (caller === null) return null
  const sorted = await sortSensors(tx, heard.sensors, caller)
  const told = curvesOf(heard, sorted.ids)
  const ids = [...new Set(told.map(({ sensorId }) => sensorId))]
  const [wants, before] = await Promise.all([wantsOf(tx, ids), latestOf(tx, ids).then(knownBy)])
  const { curves, known } = await withoutStored(tx, told, isThorough ? told : overlapping(before, told))
  const conditions = await storeCurves(tx, curves, wants, before)
  const stored = curves.reduce((sum, { readings }) => sum + readings.length, 0)
  await Promise.all([
    noteSensors(tx, updatesOf(sorted, curves, conditions)),
    noteUnknown(
      tx,
      caller.id,
      sorted.unknown.map(({ eui }) => eui),
    ),
    noteCheckIn(tx, caller.id, checkInOf(batch, sorted, stored)),
    caller.isFirst && batch.firmwareVersion !== undefined && noteInstalled(tx, caller.id),
    // Last, so that nobody who waits for its count waits for the batch.
    sender.gatewayId === null && countBatch(tx, caller.id, at),
  ])
  return { ...sorted, gatewayId: caller.id, firmware: caller.firmware, stored, known }
}

/**
 * Holds the sensors that are registered. A key is worth no more than the gateway it was made for: unless an administrator lets it, it tells
 * nothing of another gateway's sensors.
 */
async function sortSensors(tx: Transaction, heard: readonly ReportedSensor[], caller: Caller): Promise<Sorted> {
  const held = await holdSensorsOf(
    tx,
    heard.map(({ eui }) => eui),
  )
  const byEui = new Map(held.map((each) => [each.eui, each]))
  const ids = new Map<ReportedSensor, string>()
  const elsewhere: ReportedSensor[] = []
  const unknown: ReportedSensor[] = []
  for (const sensor of heard) {
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

/** Curves without what is stored already, which is looked for in those that are doubtful. */
async function withoutStored(tx: Transaction, told: readonly StoredCurve[], doubtful: readonly StoredCurve[]) {
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
  return { curves: told.map((curve) => ({ ...curve, readings: newOf.get(curve) ?? curve.readings })), known }
}

/** Stores the readings, and answers how their sensors stand from now on. `before` is what their latest were. */
async function storeCurves(
  tx: Transaction,
  curves: readonly StoredCurve[],
  wants: readonly Wants[],
  before: Known,
): Promise<Condition[]> {
  const judged = wants.filter(({ ranges }) => Object.values(ranges).some(([min, max]) => min !== null || max !== null))
  const judgedIds = new Set(judged.map(({ sensorId }) => sensorId))
  const { latest, moved, added } = withLater(before, curves)
  await Promise.all([insertReadings(tx, curves), moveLatest(tx, moved), addLatest(tx, added)])
  const ofJudged = latest.filter(({ sensorId }) => judgedIds.has(sensorId))
  return conditionsOf(await judgeLatest(tx, ofJudged, judged))
}

/** What is written of each sensor. One whose plant wants nothing is not judged by what it tells. */
function updatesOf({ ids }: Sorted, curves: readonly StoredCurve[], conditions: readonly Condition[]) {
  const bySensor = new Map(conditions.map((condition) => [condition.sensorId, condition]))
  const counts = new Map<string, number>()
  for (const { sensorId, readings } of curves) counts.set(sensorId, (counts.get(sensorId) ?? 0) + readings.length)
  return [...ids].map(([heard, id]) => {
    const stored = counts.get(id)
    const free = { sensorId: id, strayUntil: null, judgedUntil: Infinity }
    return { id, heard, stored: stored ?? 0, condition: stored === undefined ? undefined : (bySensor.get(id) ?? free) }
  })
}

function checkInOf(batch: Batch, { ids, elsewhere, unknown }: Sorted, stored: number) {
  const refusals: Partial<Record<RefusalCode | 'report', number>> = {}
  const refuse = (code: RefusalCode | 'report', count: number): void => {
    if (count > 0) refusals[code] = (refusals[code] ?? 0) + count
  }
  for (const { code } of batch.refused) refuse(code, 1)
  refuse('report', batch.refusedReports.length)
  refuse('unknown_sensor', givenOf(unknown))
  refuse('other_gateway', givenOf(elsewhere))
  const duplicates = givenOf(ids.keys()) - stored
  return { stored, duplicates, refusals, unknown: unknown.length, firmwareVersion: batch.firmwareVersion }
}

function givenOf(sensors: Iterable<ReportedSensor>): number {
  return [...sensors].reduce((sum, { given }) => sum + given, 0)
}
