import { useState } from 'react'
import { indexOfMoment } from './points'

/** The point that pointer or arrow keys inspect, of those at `moments` (seconds since 1970). */
export function useInspected(moments: readonly number[]) {
  // A moment and not an index: a range that ends now moves on.
  const [pointed, inspect] = useState<number | null>(null)
  const at = indexOfMoment(moments, pointed)
  return {
    moments,
    inspect,
    /** Index and moment of the inspected point; null: none. */
    at,
    moment: at === null ? null : (moments[at] ?? null),
    /** Index of the inspected point, otherwise of the last one. */
    shown: at ?? moments.length - 1,
  }
}
