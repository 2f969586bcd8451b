import { isMetric, type Curve, type Metric } from '../../contract/metrics'
import type { LatestReading, PlantSeries, Series } from '../../contract/readings'
import { dayWords, stretchWords, type Zone } from '../../ui/text/timeWords'

export type Point = Series['points'][number]
type AveragePoint = PlantSeries['curves'][number]['points'][number]

/** Columns of a chart; times in seconds since 1970, and null in each line at a gap. */
export interface Columns {
  readonly at: number[]
  readonly avg: (number | null)[]
  readonly min: (number | null)[]
  readonly max: (number | null)[]
}

/** The values of a point, with the titles of their columns. */
export const valueColumns = [
  ['avg', 'Average'],
  ['min', 'Minimum'],
  ['max', 'Maximum'],
] as const

/** Consecutive readings that may be missing before a line is interrupted, because radio transmission loses some. */
const LOST_MAX = 3

/** Seconds between two points from which on they are separated by a gap. */
export function gapOf(bucketS: number, reportingIntervalS: number): number {
  return Math.max(bucketS, (LOST_MAX + 1) * reportingIntervalS) + bucketS
}

const DAY_S = 86_400
const units = [
  ['day', DAY_S],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A bucket's length in words: "30-minute". */
export function stepWords(bucketS: number): string {
  const [unit, size] = units.find(([, length]) => bucketS % length === 0) ?? ['second', 1]
  return `${bucketS / size}-${unit}`
}

/** The zone of a curve's times: the server's days are those of UTC. */
export function zoneOf(bucketS: number, zone: Zone): Zone {
  return bucketS % DAY_S === 0 ? 'utc' : zone
}

/** The time of the point that begins at `at`, in milliseconds: all that its bucket covers, because no moment of it is known. */
export function pointTimeWords(at: number, bucketS: number, zone: Zone): string {
  const days = bucketS / DAY_S
  if (!Number.isInteger(days)) return stretchWords(at, at + bucketS * 1000, zone)
  return `${days === 1 ? '' : `${days} days from `}${dayWords(at, 'utc')} (UTC)`
}

/** The points with their times in seconds since 1970, and null between two that are `gapS` or more apart. */
function spaced(points: readonly AveragePoint[], gapS: number): [number, AveragePoint | null][] {
  const all: [number, AveragePoint | null][] = []
  for (const point of points) {
    const second = Date.parse(point.at) / 1000
    const before = all.at(-1)?.[0] ?? second
    if (second - before >= gapS) all.push([(before + second) / 2, null])
    all.push([second, point])
  }
  return all
}

/** The points as columns, with a gap between two that are `gapS` or more apart. Least and most default to the average. */
export function columnsOf(points: readonly AveragePoint[], gapS: number): Columns {
  const all = spaced(points, gapS)
  const values = (name: (typeof valueColumns)[number][0]) => all.map(([, point]) => point?.[name] ?? point?.avg ?? null)
  return { at: all.map(([second]) => second), avg: values('avg'), min: values('min'), max: values('max') }
}

/** Index of the first of these moments that is not before `moment`, otherwise of the last; null for null. */
export function indexOfMoment(moments: readonly number[], moment: number | null): number | null {
  if (moment === null) return null
  const found = moments.findIndex((one) => one >= moment)
  return found === -1 ? moments.length - 1 : found
}

/** Indexes of points without a neighbour, which a line would not show. Undefined: a moment of another line. */
export function isolatedPoints(values: ArrayLike<number | null | undefined>): number[] {
  const points = Array.from(values).flatMap((value, at) => (value === undefined ? [] : { at, isNone: value === null }))
  const isNone = (nth: number) => points[nth]?.isNone ?? true
  return points.filter((_, nth) => !isNone(nth) && isNone(nth - 1) && isNone(nth + 1)).map(({ at }) => at)
}

/** The curves of a sensor: its metrics, and those derived from them. */
export function curvesOf(readings: readonly LatestReading[]): Curve[] {
  const measured = readings.map(({ metric }) => metric).filter((metric): metric is Metric => isMetric(metric))
  const has = (metric: Metric) => measured.includes(metric)
  return [
    ...measured,
    ...(has('ppfd') || has('illuminance') ? (['dli'] as const) : []),
    ...(has('air_temperature') && has('air_humidity') ? (['vpd'] as const) : []),
  ]
}
