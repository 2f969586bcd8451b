import { expect, it, onTestFinished, vi } from 'vitest'
import type { Line } from '../../src/telemetry/chart/curvesDrawing'

it('marks points of several curves that have no neighbour on their line', async () => {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  onTestFinished(() => void vi.unstubAllGlobals())
  const { alignedOf, curvesOptionsOf } = await import('../../src/telemetry/chart/curvesDrawing')
  const line = { name: 'Fern', colour: 0, before: false }
  const lines: Line[] = [
    // A reading every two hours, each behind a gap.
    { ...line, at: [0, 3600, 7200, 10_800, 14_400], values: [40, null, 39, null, 38] },
    { ...line, name: 'Moss', colour: 1, at: [0, 900, 1800], values: [20, 21, 22] },
  ]
  const span = { from: 0, to: 14_400_000 }
  const options = curvesOptionsOf(document.createElement('div'), { lines, span, target: null, zone: 'utc', at: () => null, onPlace: vi.fn() })
  const data = alignedOf(lines)
  const marked = options.series.map(({ points }, nth) => {
    const filter = points?.filter
    const places = typeof filter === 'function' ? filter({ data } as never, nth, false, null) : null
    return places?.map((place) => data[0]?.[place])
  })
  expect(marked.slice(1)).toEqual([[0, 7200, 14_400], []])
})
