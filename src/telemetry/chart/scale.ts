import type { LatestReading } from '../../contract/readings'

/** Pixels of a digit, of the tick before it, and of the narrowest axis: so the curves of most metrics begin at one place. */
const DIGIT = 7.5
const TICK = 20
const AXIS_MIN = 56

/** Values that differ by less than this share of what is worth seeing make a straight line. */
const FLAT = 0.01

/** How far off an edge of the wanted range may lie to be shown as well; farther where every value lies beyond it. */
const NEAR = 2
const NEAR_OUTSIDE = 5

/** How wide the axis of the values is, so that each of its labels is seen whole. */
export function axisWidth(labels: readonly (string | number | null)[] | null): number {
  const longest = Math.max(0, ...(labels ?? []).map((label) => String(label ?? '').length))
  return Math.max(AXIS_MIN, Math.ceil(longest * DIGIT) + TICK)
}

/**
 * The values with some air, and the edge of the wanted range where it is near: far away it would make a line of the curve. What stays the
 * same has as much air as makes its axis readable.
 */
export function rangeOf(
  min: number | null,
  max: number | null,
  wanted: Pick<LatestReading, 'min' | 'max'> | null,
): [number, number] {
  const [low, high] = [min ?? 0, max ?? 1]
  const reach = Math.max(high - low, Math.abs(high) * 0.1, 1)
  const near = reach * (isOutside(low, high, wanted) ? NEAR_OUTSIDE : NEAR)
  const edges = [wanted?.min, wanted?.max].filter((edge) => edge != null && edge > low - near && edge < high + near)
  const all = [low, high, ...(edges as number[])]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const air = most - least < reach * FLAT ? reach / 2 : (most - least) * 0.08
  return [least < 0 ? least - air : Math.max(0, least - air), most + air]
}

function isOutside(low: number, high: number, wanted: Pick<LatestReading, 'min' | 'max'> | null): boolean {
  return low > (wanted?.max ?? Infinity) || high < (wanted?.min ?? -Infinity)
}
