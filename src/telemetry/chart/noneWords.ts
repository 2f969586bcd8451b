import type { Curve } from '../../contract/metrics'

/** Says that there is no curve, and when there can be one of daily light. */
export function noneWords(metric: Curve): string {
  if (metric !== 'dli') return 'No readings in this range.'
  return 'No daily light in this range. It is computed for past days (UTC) with readings in nearly all hours.'
}
