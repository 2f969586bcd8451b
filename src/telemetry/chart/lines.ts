import type { PlantSeries } from '../../contract/readings'
import { columnsOf, gapOf, type Columns } from './points'

/** Seconds between two readings of a sensor whose interval the server does not send: that of most sensors. */
const USUAL_INTERVAL_S = 900

/** One of several lines. */
export interface Line extends Columns {
  readonly name: string
  /** Index of its colour, from 0. */
  readonly colour: number
  /** A line of the week before: drawn thin and dashed. */
  readonly before: boolean
  /** Seconds between two points from which on the line is interrupted. */
  readonly gap: number
}

/** The curves as lines, shifted by `ahead` milliseconds, and interrupted at gaps in the readings. */
export function linesOf({ curves, bucketS }: Pick<PlantSeries, 'curves' | 'bucketS'>, ahead: number): Line[] {
  return curves.map(({ sensorName, reportingIntervalS = USUAL_INTERVAL_S, points }, colour) => {
    const gap = gapOf(bucketS, reportingIntervalS)
    const columns = columnsOf(points, gap)
    const at = columns.at.map((second) => second + ahead / 1000)
    return { name: sensorName, colour, before: ahead > 0, gap, ...columns, at }
  })
}

/** The times at which any line has a value, in order. */
export function momentsOf(lines: readonly Line[]): number[] {
  const all = lines.flatMap(({ at, avg }) => at.filter((_, nth) => avg[nth] !== null))
  return [...new Set(all)].sort((one, other) => one - other)
}

/** Whether any point of a line averages readings that differ. */
export function isSpread({ min, max }: Line): boolean {
  return min.some((least, nth) => least !== max[nth])
}

/** The lines with the range from least to most behind them: not those of the week before, whose ranges would cover this week's. */
export function spreadOf(lines: readonly Line[]): Line[] {
  return lines.filter((line) => !line.before && isSpread(line))
}

/** All values that the chart draws. */
export function valuesOf(lines: readonly Line[]): number[] {
  return [...lines.map(({ avg }) => avg), ...spreadOf(lines).flatMap(({ min, max }) => [min, max])]
    .flat()
    .filter((value) => value !== null)
}

/** A line's point at an index; null: it has none. */
export function pointOf(line: Line, nth: number) {
  const [avg, min, max] = [line.avg[nth], line.min[nth], line.max[nth]]
  return avg == null || min == null || max == null ? null : { avg, min, max }
}

/** Index of a line's point nearest to a moment, closer than half of a gap, so that a line has one wherever it is drawn; −1: none. */
export function nearest({ at, avg, gap }: Line, moment: number): number {
  let [found, least] = [-1, gap / 2]
  for (const [nth, second] of at.entries()) {
    const distance = Math.abs(second - moment)
    if (avg[nth] !== null && distance < least) [found, least] = [nth, distance]
  }
  return found
}
