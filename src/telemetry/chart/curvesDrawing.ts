import UPlot, { type AlignedData, type Options } from 'uplot'
import { cursorHooks } from './cursor'
import { colourOf, drawBand, sharedOptions, timeRange, type Drawing } from './drawing'
import { nearest, spreadOf, type Line } from './lines'
import { isolatedPoints } from './points'
import { rangeOf } from './scale'

export interface CurvesDrawing extends Omit<Drawing, 'columns' | 'onSpan'> {
  readonly lines: readonly Line[]
}

/** How uPlot joins the null of a gap: a gap extends over other lines' points, too. The axis has none. */
const GAPS_EXTEND = [0, 2, 2]

/** Aligns the lines to one time axis, as uPlot requires: most and least of those with a range, then the averages. */
export function alignedOf(lines: readonly Line[]): AlignedData {
  if (lines.length === 0) return [[]]
  const tables: AlignedData[] = [
    ...spreadOf(lines).map(({ at, max, min }): AlignedData => [at, max, min]),
    ...lines.map(({ at, avg }): AlignedData => [at, avg]),
  ]
  return UPlot.join(
    tables,
    tables.map(() => GAPS_EXTEND),
  )
}

/** uPlot's options for several curves. */
export function curvesOptionsOf(frame: HTMLElement, { lines, span, target, zone, at, onPlace }: CurvesDrawing): Options {
  const ink = (name: string) => () => colourOf(frame.querySelector(`.chart-ink-${name}`))
  const spread = spreadOf(lines)
  const edges = spread.length * 2
  return {
    ...sharedOptions(frame, zone, ink('grid')),
    // Highlights the point of each curve nearest to the pointer.
    cursor: {
      y: false,
      drag: { x: false, y: false },
      dataIdx: ({ data: [moments] }, nth, idx) => {
        const line = lines[nth - 1 - edges]
        const found = line?.at[nearest(line, moments[idx] ?? NaN)]
        return found === undefined ? null : moments.indexOf(found)
      },
    },
    scales: {
      x: { time: true, range: timeRange(span, Math.min(...lines.flatMap((line) => line.at.slice(0, 1)))) },
      y: { range: (_plot, min, max) => rangeOf(min, max, target) },
    },
    series: [
      {},
      ...Array.from({ length: edges }, () => ({ width: 0, points: { show: false } })),
      ...lines.map(({ colour, before }) => ({
        width: before ? 1 : 2,
        stroke: ink(String(colour)),
        spanGaps: false,
        points: {
          show: false,
          size: 5,
          width: 0,
          fill: ink(String(colour)),
          filter: ({ data }: UPlot, nth: number) => isolatedPoints(data[nth] ?? []),
        },
        ...(before && { dash: [4, 4] }),
      })),
    ],
    bands: spread.map(({ colour }, nth) => ({ series: [2 * nth + 1, 2 * nth + 2], fill: ink(`${colour} > .chart-ink-shade`) })),
    hooks: {
      drawClear: [(plot) => drawBand(plot, target, ink)],
      ...cursorHooks(at, onPlace),
    },
  }
}
