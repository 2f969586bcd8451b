import type { PlantSeries } from '../../contract/readings'
import { gapOf, spaced } from './points'

/** Seconds between two readings of a sensor whose interval the server does not send: that of most sensors. */
const USUAL_INTERVAL_S = 900

/** One of several lines. */
export interface Line {
  readonly name: string
  /** Index of its colour, from 0. */
  readonly colour: number
  /** A line of the week before: drawn thin and dashed. */
  readonly before: boolean
  /** Seconds between two points from which on the line is interrupted. */
  readonly gap: number
  /** Seconds since 1970 and values. */
  readonly at: readonly number[]
  readonly values: readonly (number | null)[]
}

/** The curves as lines, shifted by `ahead` milliseconds, and interrupted at gaps in the readings. */
export function linesOf({ curves, bucketS }: PlantSeries, ahead: number): Line[] {
  return curves.map(({ sensorName, reportingIntervalS = USUAL_INTERVAL_S, points }, colour) => {
    const gap = gapOf(bucketS, reportingIntervalS)
    const all = spaced(points, gap)
    return {
      name: sensorName,
      colour,
      before: ahead > 0,
      gap,
      at: all.map(([second]) => second + ahead / 1000),
      values: all.map(([, point]) => point?.avg ?? null),
    }
  })
}

/** The times at which any line has a value, in order. */
export function momentsOf(lines: readonly Line[]): number[] {
  const all = lines.flatMap(({ at, values }) => at.filter((_, nth) => values[nth] !== null))
  return [...new Set(all)].sort((one, other) => one - other)
}

/** The values of all lines. */
export function valuesOf(lines: readonly Line[]): number[] {
  return lines.flatMap(({ values }) => values).filter((value) => value !== null)
}

/** A line's value at a moment; null: it has none. */
export function valueAt({ at, values }: Line, moment: number): number | null {
  return values[at.indexOf(moment)] ?? null
}

/** Index of a line's point nearest to a moment, no further than half of a gap, so that a line has one wherever it is drawn; −1: none. */
export function nearest({ at, values, gap }: Line, moment: number): number {
  let [found, least] = [-1, gap / 2]
  for (const [nth, second] of at.entries()) {
    const distance = Math.abs(second - moment)
    if (values[nth] !== null && distance <= least) [found, least] = [nth, distance]
  }
  return found
}
