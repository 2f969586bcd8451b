import { useCallback } from 'react'
import UPlot, { type AlignedData } from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { optionsOf, type Drawing } from './drawing'
import { usePlot } from './usePlot'

interface PlotProps extends Omit<Drawing, 'at'> {
  /** The cursor's moment in seconds since 1970. */
  readonly at: number | null
}

/** The canvas of a chart. */
export function Plot({ columns, span: { from, to }, target, zone, at, onPlace, onSpan }: PlotProps) {
  const { min = null, max = null } = target ?? {}
  const create = useCallback(
    (element: HTMLElement, cursorAt: () => number | null) => {
      const drawing = { columns, span: { from, to }, target: { min, max }, zone, at: cursorAt, onPlace, onSpan }
      const data = [columns.at, columns.max, columns.min, columns.avg] as AlignedData
      return new UPlot(optionsOf(element, drawing), data, element)
    },
    [columns, from, to, min, max, zone, onPlace, onSpan],
  )
  return (
    <div ref={usePlot(at, create)} className="chart-plot">
      {['line', 'spread', 'band', 'edge', 'grid'].map((name) => (
        <span key={name} hidden className={`chart-ink-${name}`} />
      ))}
    </div>
  )
}
