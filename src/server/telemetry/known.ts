import type { Latest } from './judgement'
import type { StoredCurve } from './storing'

/** The latest readings of sensors before a batch of theirs is stored, whose rows are held. */
export type Known = ReadonlyMap<string, Latest>

/** These readings by curve. */
export function knownBy(latest: readonly Latest[]): Known {
  return new Map(latest.map((each) => [keyOf(each), each]))
}

/** Which of these curves tell of moments that are not later than all that is stored. */
export function overlapping(known: Known, curves: readonly StoredCurve[]): StoredCurve[] {
  return curves.filter((curve) => (known.get(keyOf(curve))?.at ?? -Infinity) >= curve.first)
}

/** What becomes of the latest readings once curves are stored. */
interface Later {
  readonly latest: readonly Latest[]
  /** Curves whose latest takes the place of one that was known, and those of which none was. */
  readonly moved: readonly StoredCurve[]
  readonly added: readonly StoredCurve[]
}

/** Puts what these curves tell in the place of what is not as late. */
export function withLater(known: Known, curves: readonly StoredCurve[]): Later {
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

function keyOf({ sensorId, metric }: Pick<Latest, 'sensorId' | 'metric'>): string {
  return `${sensorId} ${metric}`
}
