import type { Curve } from '../../contract/metrics'
import { presetNames, presets, type Span } from './address'

/** Says why there is no curve, and which range may have one. */
export function noneWords(metric: Curve, { from, to }: Span): string {
  if (metric !== 'dli') return 'No readings in this range.'
  const none = 'Daily light covers whole days (UTC), and this range has no whole day of readings.'
  const longer = presetNames.map((name) => presets[name]).find((preset) => preset.span > to - from)
  return longer === undefined ? none : `${none} Choose ${longer.label} or longer.`
}
