import type { PlantSeries } from '../../contract/readings'
import type { Line } from './curvesDrawing'
import { gapOf } from './points'

/** The curves as lines, shifted by `ahead` milliseconds, and interrupted at gaps in the readings. */
export function linesOf({ curves, bucketS }: PlantSeries, ahead: number): Line[] {
  return curves.map(({ sensorName, reportingIntervalS, points }, colour) => {
    const gap = gapOf(bucketS, reportingIntervalS)
    const at: number[] = []
    const values: (number | null)[] = []
    for (const point of points) {
      const second = (Date.parse(point.at) + ahead) / 1000
      const last = at.at(-1)
      if (last !== undefined && second - last > gap) {
        at.push((last + second) / 2)
        values.push(null)
      }
      at.push(second)
      values.push(point.avg)
    }
    return { name: sensorName, colour, before: ahead > 0, at, values }
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
