import type { Latest } from './judgement'
import type { StoredCurve } from './statements'

/** The latest readings, by curve, of sensors before a batch is stored. The caller holds the sensors' rows. */
export type LatestByCurve = ReadonlyMap<string, Latest>

/** Maps latest readings by curve. */
export function byCurve(latest: readonly Latest[]): LatestByCurve {
  return new Map(latest.map((each) => [keyOf(each), each]))
}

/** Returns the curves with a reading that is not later than the latest one stored, so that it may be a duplicate. */
export function overlapping(known: LatestByCurve, curves: readonly StoredCurve[]): StoredCurve[] {
  return curves.filter((curve) => (known.get(keyOf(curve))?.at ?? -Infinity) >= curve.first)
}

/** The latest readings once curves are stored. */
interface Later {
  readonly latest: readonly Latest[]
  /** Curves whose latest reading replaces a known one, and curves that had none. */
  readonly moved: readonly StoredCurve[]
  readonly added: readonly StoredCurve[]
}

/** Replaces known readings by the later ones of these curves. */
export function withLater(known: LatestByCurve, curves: readonly StoredCurve[]): Later {
  const later = curves.filter((curve) => curve.latest.measuredAt > (known.get(keyOf(curve))?.at ?? -Infinity))
  const latest = new Map(known)
  for (const {
    sensorId,
    metric,
    latest: { value, measuredAt: at },
  } of later)
    latest.set(keyOf({ sensorId, metric }), { sensorId, metric, value, at, measuredAt: new Date(at).toISOString() })
  return {
    latest: [...latest.values()],
    moved: later.filter((curve) => known.has(keyOf(curve))),
    added: later.filter((curve) => !known.has(keyOf(curve))),
  }
}

/** The key of a curve in `LatestByCurve`. */
export function keyOf({ sensorId, metric }: Pick<Latest, 'sensorId' | 'metric'>): string {
  return `${sensorId} ${metric}`
}
