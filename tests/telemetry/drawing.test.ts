import { beforeAll, expect, it, vi } from 'vitest'
import type * as drawing from '../../src/telemetry/chart/drawing'
import type { Line } from '../../src/telemetry/chart/lines'
import type { Columns } from '../../src/telemetry/chart/points'

let drawings: typeof drawing
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  drawings = await import('../../src/telemetry/chart/drawing')
  vi.unstubAllGlobals()
})
const frame = document.createElement('div')
/** A line of single readings. */
const lineOf = (at: number[], avg: Columns['avg'], changes: Partial<Line> = {}): Line => ({
  name: 'Fern',
  colour: 0,
  before: false,
  gap: 3600,
  at,
  avg,
  min: avg,
  max: avg,
  ...changes,
})
const moss = { name: 'Moss', colour: 1 }
const rest = { target: null, zone: 'utc', at: () => null, onPlace: vi.fn(), onChange: vi.fn() } as const

it('marks points of several curves that have no neighbour on their line', () => {
  const { alignedOf, optionsOf } = drawings
  const lines: Line[] = [
    // A reading every two hours, each behind a gap.
    lineOf([0, 3600, 7200, 10_800, 14_400], [40, null, 39, null, 38]),
    lineOf([0, 900, 1800], [20, 21, 22], moss),
  ]
  const span = { from: 0, to: 14_400_000 }
  const options = optionsOf(frame, { lines, span, ...rest })
  const data = alignedOf(lines)
  const marked = options.series.map(({ points }, nth) => {
    const filter = points?.filter
    const places = typeof filter === 'function' ? filter({ data } as never, nth, false, null) : null
    return places?.map((place) => data[0]?.[place])
  })
  expect(marked.slice(1)).toEqual([[0, 7200, 14_400], []])
})

it('leaves out all of a gap, also where other lines have points in it, and joins a line over points of others', () => {
  const lines: Line[] = [lineOf([0, 3600, 7200], [40, null, 39]), lineOf([900, 1800, 6300], [20, 21, 22], moss)]
  expect(drawings.alignedOf(lines)).toEqual([
    [0, 900, 1800, 3600, 6300, 7200],
    [40, null, null, null, null, 39],
    [undefined, 20, 21, undefined, 22, undefined],
  ])
})

it('marks each curve’s point nearest to the pointer, and none that is far from it', () => {
  const { alignedOf, optionsOf } = drawings
  const lines: Line[] = [lineOf([0, 3600], [40, 39]), lineOf([900, 9000], [20, 21], moss)]
  const { cursor } = optionsOf(frame, { lines, span: { from: 0, to: 9_000_000 }, ...rest })
  const plot = { data: alignedOf(lines) } as never
  const marked = (idx: number) => [1, 2].map((nth) => cursor?.dataIdx?.(plot, nth, idx, 0))
  expect([0, 1, 2, 3].map(marked)).toEqual([
    [0, 1],
    [0, 1],
    [2, null],
    [null, 3],
  ])
})

it('draws the range from least to most behind the lines of this week, where these differ', () => {
  const { alignedOf, optionsOf } = drawings
  const wide = { min: [39, null, 20], max: [41, null, 62] }
  const lines = [
    lineOf([0, 900], [20, 21], moss),
    lineOf([0, 3600, 7200], [40, null, 39], wide),
    lineOf([0, 3600, 7200], [40, null, 39], { ...wide, before: true }),
  ]
  const data = alignedOf(lines)
  expect(data).toEqual([
    [0, 900, 3600, 7200],
    [41, null, null, 62],
    [39, null, null, 20],
    [20, 21, undefined, undefined],
    [40, null, null, 39],
    [40, null, null, 39],
  ])
  const { bands, series, cursor } = optionsOf(frame, { lines, span: { from: 0, to: 7_200_000 }, ...rest })
  expect(bands?.map(({ series: edges }) => edges)).toEqual([[1, 2]])
  expect(series).toHaveLength(data.length)
  const marked = data.map((_, nth) => cursor?.dataIdx?.({ data } as never, nth, 0, 0))
  expect(marked).toEqual([null, null, null, 0, 0, 0])
})

it.each([
  ['the span', 7200],
  ['the first point, where that is earlier', 0],
])('begins the time axis with %s', (_first, first) => {
  const { optionsOf } = drawings
  const span = { from: 3_600_000, to: 90_000_000 }
  const expected = [Math.min(first, 3600), 90_000]
  const line = lineOf([first, 86_400], [1, 2])
  const late = lineOf([86_400], [2])
  expect(optionsOf(frame, { lines: [late, line], span, ...rest }).scales?.['x']?.range).toEqual(expected)
})
