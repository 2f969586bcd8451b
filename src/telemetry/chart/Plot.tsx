import { useCallback } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { alignedOf, optionsOf, type Drawing } from './drawing'
import { usePlot } from './usePlot'

interface PlotProps extends Omit<Drawing, 'at'> {
  /** The cursor's moment in seconds since 1970. */
  readonly at: number | null
}

/** The canvas of a chart. */
export function Plot({ lines, span: { from, to }, target, zone, at, onPlace, onChange }: PlotProps) {
  const { min = null, max = null } = target ?? {}
  const create = useCallback(
    (element: HTMLElement, cursorAt: () => number | null) => {
      const drawing = { lines, span: { from, to }, target: { min, max }, zone, at: cursorAt, onPlace, onChange }
      return new UPlot(optionsOf(element, drawing), alignedOf(lines), element)
    },
    [lines, from, to, min, max, zone, onPlace, onChange],
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
