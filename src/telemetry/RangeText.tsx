import { RangeBand, type Range, type Scale } from '../ui/text/RangeBand'
import { NoValue } from '../crud/parts/FieldText'

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
