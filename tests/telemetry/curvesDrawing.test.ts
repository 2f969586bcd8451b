import { beforeAll, expect, it, vi } from 'vitest'
import type * as curvesDrawing from '../../src/telemetry/chart/curvesDrawing'
import type * as drawing from '../../src/telemetry/chart/drawing'
import type { Line } from '../../src/telemetry/chart/lines'

let drawings: typeof curvesDrawing & typeof drawing
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  drawings = {
    ...(await import('../../src/telemetry/chart/curvesDrawing')),
    ...(await import('../../src/telemetry/chart/drawing')),
  }
  vi.unstubAllGlobals()
})
const frame = document.createElement('div')
const rest = { target: null, zone: 'utc', at: () => null, onPlace: vi.fn() } as const

it('marks points of several curves that have no neighbour on their line', () => {
  const { alignedOf, curvesOptionsOf } = drawings
  const line = { name: 'Fern', colour: 0, before: false, gap: 3600 }
  const lines: Line[] = [
    // A reading every two hours, each behind a gap.
    { ...line, at: [0, 3600, 7200, 10_800, 14_400], values: [40, null, 39, null, 38] },
    { ...line, name: 'Moss', colour: 1, at: [0, 900, 1800], values: [20, 21, 22] },
  ]
  const span = { from: 0, to: 14_400_000 }
  const options = curvesOptionsOf(frame, { lines, span, ...rest })
  const data = alignedOf(lines)
  const marked = options.series.map(({ points }, nth) => {
    const filter = points?.filter
    const places = typeof filter === 'function' ? filter({ data } as never, nth, false, null) : null
    return places?.map((place) => data[0]?.[place])
  })
  expect(marked.slice(1)).toEqual([[0, 7200, 14_400], []])
})

it('leaves out all of a gap, also where other lines have points in it, and joins a line over points of others', () => {
  const line = { name: 'Fern', colour: 0, before: false, gap: 3600 }
  const lines: Line[] = [
    { ...line, at: [0, 3600, 7200], values: [40, null, 39] },
    { ...line, name: 'Moss', colour: 1, at: [900, 1800, 6300], values: [20, 21, 22] },
  ]
  expect(drawings.alignedOf(lines)).toEqual([
    [0, 900, 1800, 3600, 6300, 7200],
    [40, null, null, null, null, 39],
    [undefined, 20, 21, undefined, 22, undefined],
  ])
})

it('marks each curve’s point nearest to the pointer, and none that is far from it', () => {
  const { alignedOf, curvesOptionsOf } = drawings
  const line = { name: 'Fern', colour: 0, before: false, gap: 3600 }
  const lines: Line[] = [
    { ...line, at: [0, 3600], values: [40, 39] },
    { ...line, name: 'Moss', colour: 1, at: [900, 9000], values: [20, 21] },
  ]
  const { cursor } = curvesOptionsOf(frame, { lines, span: { from: 0, to: 9_000_000 }, ...rest })
  const plot = { data: alignedOf(lines) } as never
  const marked = (idx: number) => [1, 2].map((nth) => cursor?.dataIdx?.(plot, nth, idx, 0))
  expect([0, 1, 2, 3].map(marked)).toEqual([
    [0, 1],
    [0, 1],
    [2, null],
    [null, 3],
  ])
})

it.each([
  ['the span', 7200],
  ['the first point, where that is earlier', 0],
])('begins the time axis with %s', (_first, first) => {
  const { curvesOptionsOf, optionsOf } = drawings
  const span = { from: 3_600_000, to: 90_000_000 }
  const expected = [Math.min(first, 3600), 90_000]
  const line = { name: 'Fern', colour: 0, before: false, gap: 86_400, at: [first, 86_400], values: [1, 2] }
  const late = { ...line, at: [86_400], values: [2] }
  expect(curvesOptionsOf(frame, { lines: [late, line], span, ...rest }).scales?.['x']?.range).toEqual(expected)
  const columns = { at: line.at, avg: line.values, min: line.values, max: line.values }
  const options = optionsOf(frame, { columns, span, onSpan: vi.fn(), ...rest })
  expect(options.scales?.['x']?.range).toEqual(expected)
})
