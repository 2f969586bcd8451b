import { RangeBand, type Range, type Scale } from '../ui/text/RangeBand'
import { NoValue } from '../ui/text/NoValue'

/** The scales of the groups' ranges. Most plants need light in the first tenth: a square-root scale gives it more room. */
export const scales = {
  moisture: { from: 0, to: 100, unit: '%', marks: [0, 25, 50, 75, 100] },
  humidity: { from: 0, to: 100, unit: '%RH', marks: [0, 25, 50, 75, 100] },
  degrees: { from: -20, to: 50, unit: '°C', marks: [-20, -10, 0, 10, 20, 30, 40, 50] },
  dli: { from: 0, to: 65, unit: 'mol/m²/d', marks: [0, 2, 8, 16, 30, 45, 65], root: true },
  lux: { from: 0, to: 200_000, unit: 'lux', marks: [0, 5000, 25_000, 75_000, 200_000], root: true },
} as const satisfies Readonly<Record<string, Scale>>

type End = number | null | undefined

interface RangeTextProps {
  readonly scale: Scale
  /** Both ends, or neither. */
  readonly range: readonly [End, End]
  readonly ideal?: readonly [End, End]
  readonly dense?: boolean
}

/** A range from two fields, drawn as a band on its scale; an em dash without a range. */
export function RangeText({ scale, range, ideal = [null, null], dense = false }: RangeTextProps) {
  const whole = rangeOf(range)
  return whole === null ? <NoValue /> : <RangeBand scale={scale} range={whole} ideal={rangeOf(ideal)} dense={dense} />
}

function rangeOf([low, high]: readonly [End, End]): Range | null {
  return low == null || high == null ? null : [low, high]
}
