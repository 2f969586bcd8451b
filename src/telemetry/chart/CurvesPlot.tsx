import { useCallback } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { alignedOf, curvesOptionsOf, type CurvesDrawing } from './curvesDrawing'
import { usePlot } from './usePlot'

interface CurvesPlotProps extends Omit<CurvesDrawing, 'at'> {
  /** The cursor's moment in seconds since 1970. */
  readonly at: number | null
}

/** Several curves on one canvas. */
export function CurvesPlot({ lines, span: { from, to }, target, zone, at, onPlace }: CurvesPlotProps) {
  const { min = null, max = null } = target ?? {}
  const create = useCallback(
    (element: HTMLElement, cursorAt: () => number | null) => {
      const drawing = { lines, span: { from, to }, target: { min, max }, zone, at: cursorAt, onPlace }
      return new UPlot(curvesOptionsOf(element, drawing), alignedOf(lines), element)
    },
    [lines, from, to, min, max, zone, onPlace],
  )
  return (
    <div ref={usePlot(at, create)} className="chart-plot">
      {['band', 'edge', 'grid', ...new Set(lines.map(({ colour }) => String(colour)))].map((name) => (
        <span key={name} hidden className={`chart-ink-${name}`}>
          <span className="chart-ink-shade" />
        </span>
      ))}
    </div>
  )
}
