import type { LatestReading } from '../../contract/readings'
import { grouped } from '../../ui/text/numberWords'

/** The range of the plant's groups for a metric. */
export type Target = Pick<LatestReading, 'min' | 'max'>

/** Pixels of a digit, of the tick beside it, and of the narrowest axis, so that most metrics' curves start at the same position. */
const DIGIT = 7.5
const TICK = 20
const AXIS_MIN = 56

/** Share of the reach below which values count as constant. */
const FLAT = 0.01

/** Maximum distance of the target range's edge from the curve to be included in the scale; larger when all values lie beyond it. */
const NEAR_INSIDE = 2
const NEAR_OUTSIDE = 5

/** Labels of the value axis, all with the same number of decimals: "19.0", "19.5", "20.0". */
export function axisLabels(values: readonly number[]): string[] {
  const parts = values.map((value) => grouped(value).split('.'))
  const length = Math.max(0, ...parts.map(([, decimals = '']) => decimals.length))
  return parts.map(([whole = '', decimals = '']) => (length === 0 ? whole : `${whole}.${decimals.padEnd(length, '0')}`))
}

/** Width of the value axis, so that every label fits. */
export function axisWidth(labels: readonly (string | number | null)[] | null): number {
  const longest = Math.max(0, ...(labels ?? []).map((label) => String(label ?? '').length))
  return Math.max(AXIS_MIN, Math.ceil(longest * DIGIT) + TICK)
}

/**
 * The scale's range: the values with padding, and the target range's edge if it is near, because a distant one would flatten the curve.
 * Constant values get enough padding for a readable axis.
 */
export function rangeOf(min: number | null, max: number | null, target: Target | null): [number, number] {
  const [low, high] = [min ?? 0, max ?? 1]
  const reach = Math.max(high - low, Math.abs(high) * 0.1, 1)
  const near = reach * (isOutside(low, high, target) ? NEAR_OUTSIDE : NEAR_INSIDE)
  const edges = [target?.min, target?.max].filter((edge) => edge != null && edge > low - near && edge < high + near)
  const all = [low, high, ...(edges as number[])]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const air = most - least < reach * FLAT ? reach / 2 : (most - least) * 0.08
  return [least < 0 ? least - air : Math.max(0, least - air), most + air]
}

/** Whether a chart of these values shows some of the target range. */
export function isBandShown(values: readonly number[], target: Target): boolean {
  const [low, high] = rangeOf(Math.min(...values), Math.max(...values), target)
  return !isOutside(low, high, target)
}

function isOutside(low: number, high: number, target: Target | null): boolean {
  return low > (target?.max ?? Infinity) || high < (target?.min ?? -Infinity)
}
