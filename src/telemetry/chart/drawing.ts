import UPlot, { type AlignedData, type Axis, type Options } from 'uplot'
import type { Zone } from '../../ui/text/timeWords'
import type { Span } from './address'
import { cursorHooks } from './cursor'
import { nearest, spreadOf, type Line } from './lines'
import { isolatedPoints } from './points'
import { axisLabels, axisWidth, rangeOf, type Target } from './scale'

/** The inputs of a drawing. */
export interface Drawing {
  readonly lines: readonly Line[]
  readonly span: Span
  /** The range of the plant's groups for the metric. */
  readonly target: Target | null
  readonly zone: Zone
  /** The cursor's moment in seconds since 1970. */
  readonly at: () => number | null
  /** Called with the pointer's moment in seconds since 1970, or null when it leaves. */
  readonly onPlace: (at: number | null) => void
  /** Called when the user has selected a span by dragging. */
  readonly onChange: (change: { readonly range: Span }) => void
}

const HEIGHT = 280
/** Space in pixels for half a label at the right edge. */
const LABEL_HALF = 24
/** Minimum pixels of a deliberate drag. */
const DRAG_MIN = 8

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

/** uPlot's options. Colours are read at each drawing, because they follow the theme. */
export function optionsOf(frame: HTMLElement, { lines, span, target, zone, at, onPlace, onChange }: Drawing): Options {
  const ink = (name: string) => () => colourOf(frame.querySelector(`.chart-ink-${name}`))
  const spread = spreadOf(lines)
  const edges = spread.length * 2
  return {
    width: frame.clientWidth,
    height: HEIGHT,
    padding: [12, LABEL_HALF, 0, 0],
    legend: { show: false },
    tzDate: zonedDate(zone),
    axes: [timeAxis(frame, ink('grid')), valueAxis(frame, ink('grid'))],
    // Highlights the point of each curve nearest to the pointer.
    cursor: {
      y: false,
      points: { size: 9 },
      drag: { x: true, y: false, setScale: false, dist: DRAG_MIN },
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
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < DRAG_MIN) return
          onChange({ range: { from: momentAt(plot, left), to: momentAt(plot, left + width) } })
        },
      ],
    },
  }
}

/** Converts a time for uPlot to the selected time zone. */
function zonedDate(zone: Zone): (second: number) => Date {
  return (second) => (zone === 'utc' ? UPlot.tzDate(new Date(second * 1000), 'Etc/UTC') : new Date(second * 1000))
}

/** The range of the time axis in seconds. It begins with the first point, which is before the span when it stands for a whole day. */
function timeRange({ from, to }: Span, first = Infinity): [number, number] {
  return [Math.min(from / 1000, first), to / 1000]
}

function momentAt(plot: UPlot, left: number): number {
  return Math.round(plot.posToVal(left, 'x') * 1000)
}

/** Draws the range of the plant's groups behind the curve. */
function drawBand(plot: UPlot, target: Target | null, ink: (name: 'band' | 'edge') => () => string): void {
  if (target === null || (target.min === null && target.max === null)) return
  const { ctx, bbox } = plot
  const place = (value: number) => Math.min(bbox.top + bbox.height, Math.max(bbox.top, plot.valToPos(value, 'y', true)))
  const top = target.max === null ? bbox.top : place(target.max)
  const bottom = target.min === null ? bbox.top + bbox.height : place(target.min)
  ctx.save()
  ctx.fillStyle = ink('band')()
  ctx.fillRect(bbox.left, top, bbox.width, bottom - top)
  ctx.strokeStyle = ink('edge')()
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio])
  for (const edge of [top, bottom]) {
    if (edge <= bbox.top || edge >= bbox.top + bbox.height) continue
    ctx.beginPath()
    ctx.moveTo(bbox.left, edge)
    ctx.lineTo(bbox.left + bbox.width, edge)
    ctx.stroke()
  }
  ctx.restore()
}

/** Options of both axes of a uPlot chart, in the frame's font and colour; `grid` returns the colour of the grid. */
function axis(frame: HTMLElement, grid: () => string): Axis {
  return {
    font: `12px ${getComputedStyle(frame).fontFamily}`,
    stroke: () => colourOf(frame),
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1 },
  }
}

/** The axis of the values. */
function valueAxis(frame: HTMLElement, grid: () => string): Axis {
  return {
    ...axis(frame, grid),
    values: (_plot, values) => axisLabels(values),
    size: (_plot, labels) => axisWidth(labels),
  }
}

/** The time axis, with 24 hours and day before month, as elsewhere. */
function timeAxis(frame: HTMLElement, grid: () => string): Axis {
  const day = 86_400
  const line = (least: number, words: string, below: string | null, atDay: string | null = null) => [
    least,
    words,
    below,
    null,
    atDay,
    null,
    null,
    null,
    1,
  ]
  return {
    ...axis(frame, grid),
    values: [
      line(365 * day, '{YYYY}', null),
      line(28 * day, '{MMM}', '\n{YYYY}'),
      line(day, '{D} {MMM}', '\n{YYYY}'),
      line(60, '{HH}:{mm}', '\n{D} {MMM}', '\n{D} {MMM}'),
      line(1, '{HH}:{mm}:{ss}', '\n{D} {MMM}', '\n{D} {MMM}'),
    ],
  }
}

/** The computed value of a colour that CSS derives from the theme. */
function colourOf(element: Element | null): string {
  return element === null ? '#888' : getComputedStyle(element).color
}
