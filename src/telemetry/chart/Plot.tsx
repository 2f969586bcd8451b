import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { pointTo } from './cursor'
import { optionsOf, type Drawing } from './drawing'
import { redrawn } from './redrawn'

interface PlotProps extends Omit<Drawing, 'at'> {
  /** The cursor's moment in seconds since 1970. */
  readonly at: number | null
}

/** The chart's canvas, redrawn when the data, the width or the theme changes. */
export function Plot(drawing: PlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const calls = useRef(drawing)
  useEffect(() => {
    calls.current = drawing
  })
  const { columns, span, unit, target, zone, at } = drawing
  const { from, to } = span
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const options = optionsOf(element, {
      columns,
      span: { from, to },
      unit,
      target,
      zone,
      at: () => calls.current.at,
      onPlace: (next) => calls.current.onPlace(next),
      onSpan: (next) => calls.current.onSpan(next),
    })
    const { at: moments, max, min, avg } = columns
    const made = new UPlot(options, [moments, max, min, avg] as UPlot.AlignedData, element)
    plot.current = made
    const stop = redrawn(element, made)
    return () => {
      stop()
      plot.current = null
      made.destroy()
    }
  }, [columns, from, to, unit, target, zone])
  useEffect(() => {
    if (plot.current !== null) pointTo(plot.current, at)
  }, [at])
  return (
    <div ref={frame} className="chart-plot">
      <span hidden className="chart-ink-line" />
      <span hidden className="chart-ink-spread" />
      <span hidden className="chart-ink-band" />
      <span hidden className="chart-ink-edge" />
      <span hidden className="chart-ink-grid" />
    </div>
  )
}
